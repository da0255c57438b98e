"""A database that forgets, for frames in which the browser's own throws: one small script."""

import subprocess
from pathlib import Path

from sitebuild import BuildError
from sitebuild.prepare import node
from sitebuild.shelf import shelved
from sitebuild.stamps import stamp


def indexed_db(root: Path) -> bytes:
    """Return the script that puts an IndexedDB kept in memory in the place of the browser's.

    Raises:
        BuildError: it cannot be bundled.
    """

    def make() -> bytes:
        esbuild = root / "node_modules" / "esbuild" / "bin" / "esbuild"
        done = subprocess.run(
            [node()[0], str(esbuild), "--bundle", "--minify", "--format=esm"],
            input=b'import "fake-indexeddb/auto";',
            cwd=root,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip()
            raise BuildError(f"the database of sandboxed frames cannot be bundled: {said[:300]}")
        return done.stdout

    key = stamp([root / "package-lock.json", Path(__file__)])
    return shelved(root, "indexeddb", key, make)
