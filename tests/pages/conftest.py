"""The pages of this checkout, as they are built, and the whole site that they lie in."""

import pytest

from pages.reading import Page
from sitebuild import ROOT
from sitebuild.pages import FOLDER
from sitebuild.prepare import alone
from sitebuild.site import Files, site_files


@pytest.fixture(scope="session")
def site() -> Files:
    """All files of the site by their paths."""
    with alone():
        return site_files(ROOT)


@pytest.fixture(scope="session")
def pages(site: Files) -> dict[str, Page]:
    """The rules pages by their paths."""
    return {path: Page(content) for path, content in site.items() if path.startswith(f"{FOLDER}/")}
