"""Running a script of ours in Node.js: it gets a folder of files and leaves one file."""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from sitebuild import BuildError
from sitebuild.prepare import node


def made_by(script: Path, files: Mapping[str, bytes], *arguments: str | Path) -> bytes:
    """Return what a script writes to the file that its last argument names.

    Args:
        script: the script; its arguments are a folder with `files`, `arguments`, and the file to
            write, which lies outside of the folder.
        files: contents by path.
        arguments: whatever else it must know.

    Raises:
        BuildError: the script fails, or writes nothing; the text is its own error.
    """
    with tempfile.TemporaryDirectory() as folder:
        given, target = Path(folder) / "given", Path(folder) / "made"
        for name, content in files.items():
            file = given / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        command: list[str | Path] = [node()[0], script, given, *arguments, target]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not target.is_file():
            said = done.stderr.strip().splitlines()
            error = next((line for line in said if "Error" in line), "".join(said[-1:]))
            raise BuildError(f"{script.name} failed: {error[:300]}")
        return target.read_bytes()
