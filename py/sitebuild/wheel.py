"""The engine's wheel, built from this checkout."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from sitebuild import BuildError
from sitebuild.progress import step
from sitebuild.stamps import stamp


def version(root: Path) -> str:
    """Return the version that `pyproject.toml` in `root` gives the project."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def engine_wheel(root: Path) -> Path:
    """Return the wheel of `py/demilune`, built anew only if its sources changed.

    Raises:
        BuildError: there is no engine, or it cannot be packed.
    """
    engine = root / "py" / "demilune"
    if not engine.is_dir():
        raise BuildError("py/demilune is missing")
    shelf = root / ".cache" / "engine"
    folder = shelf / stamp([root / "pyproject.toml", root / "LICENSE", engine])
    wheel = folder / f"demilune-{version(root)}-py3-none-any.whl"
    if wheel.is_file():
        return wheel
    shutil.rmtree(shelf, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    with step("Packing the engine"):
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode or not wheel.is_file():
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise BuildError(f"the engine's wheel cannot be built: {''.join(last)}")
    return wheel
