#!/usr/bin/env python3
"""Makes a Python wheel of a package that dist.sh has made: `pip install` puts its programs on PATH, and no Swift is needed.

    packaging/wheel.py dist/firebreak-0.1.0-linux-x86_64

A wheel says which systems it runs on in its name. With glibc that is the newest version that a program asks for.
"""

import base64
import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

NAME = "firebreak"
# The same files give the same wheel.
TIME = (2000, 1, 1, 0, 0, 0)
SUMMARY = "Firestore query emulator, index checker, security-rules checker and read-cost reporter"


class NoWheel(Exception):
    pass


def glibc_tag(programs, architecture):
    """`manylinux_2_36_x86_64`: the oldest glibc that has every symbol that the programs load."""
    newest = (2, 17)
    for program in programs:
        answer = subprocess.run(["readelf", "--wide", "--version-info", program], capture_output=True, text=True)
        if answer.returncode:
            raise NoWheel(f"readelf cannot read {program}: {answer.stderr.strip()}")
        versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", answer.stdout)
        if not versions:
            raise NoWheel(f"{program} loads nothing of glibc: its system is not known")
        newest = max([newest] + [(int(major), int(minor)) for major, minor in versions])
    return f"manylinux_{newest[0]}_{newest[1]}_{architecture}"


def metadata(version, readme):
    return "\n".join(
        [
            "Metadata-Version: 2.1",
            f"Name: {NAME}",
            f"Version: {version}",
            f"Summary: {SUMMARY}",
            "License: Apache-2.0",
            "Keywords: firestore,firebase,emulator,security rules,indexes,cost",
            "Classifier: Environment :: Console",
            "Classifier: Operating System :: POSIX :: Linux",
            "Requires-Python: >=3.8",
            "Description-Content-Type: text/markdown",
            "",
            readme,
        ]
    )


class Wheel:
    """A zip file with a list of what is in it. It has its name only when it is whole."""

    def __init__(self, path, record):
        self.path = path
        self.unfinished = path.with_suffix(".part")
        self.archive = zipfile.ZipFile(self.unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record = record
        self.rows = []

    def add(self, name, content, mode=0o644):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.rows.append(f"{name},sha256={digest},{len(content)}")
        self._write(name, content, mode)

    def _write(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, TIME)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 3  # Unix: pip keeps the right to execute only then.
        entry.external_attr = (0o100000 | mode) << 16
        self.archive.writestr(entry, content)

    def finish(self):
        # The list cannot hold its own checksum.
        self._write(self.record, "\n".join([*self.rows, f"{self.record},,", ""]).encode())
        self.archive.close()
        self.unfinished.replace(self.path)


def make(folder):
    match = re.fullmatch(rf"{NAME}-([0-9][0-9a-z.]*)-([a-z]+)-([a-z0-9_]+)", folder.name)
    if not match:
        raise NoWheel(f"{folder} is not named {NAME}-VERSION-SYSTEM-ARCHITECTURE")
    version, system, architecture = match.groups()
    if system != "linux":
        raise NoWheel(f"a wheel is made for Linux; this package is for {system}")
    programs = sorted((folder / "bin").iterdir())
    tag = f"py3-none-{glibc_tag(programs, architecture)}"
    path = folder.parent / f"{NAME}-{version}-{tag}.whl"
    information = f"{NAME}-{version}.dist-info"
    data = f"{NAME}-{version}.data"
    wheel = Wheel(path, f"{information}/RECORD")
    for program in programs:
        wheel.add(f"{data}/scripts/{program.name}", program.read_bytes(), 0o755)
    for manual in sorted((folder / "share/man/man1").glob("*.1")):
        wheel.add(f"{data}/data/share/man/man1/{manual.name}", manual.read_bytes())
    wheel.add(f"{information}/METADATA", metadata(version, (folder / "README.md").read_text()).encode())
    settings = ["Wheel-Version: 1.0", "Generator: wheel.py", "Root-Is-Purelib: false", f"Tag: {tag}", ""]
    wheel.add(f"{information}/WHEEL", "\n".join(settings).encode())
    wheel.add(f"{information}/licenses/LICENSE", (folder / "LICENSE").read_bytes())
    wheel.finish()
    return path


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: wheel.py dist/firebreak-VERSION-SYSTEM-ARCHITECTURE")
    try:
        print(f"Made {make(Path(sys.argv[1]))}")
    except (NoWheel, OSError) as error:
        sys.exit(f"wheel: {error}")


if __name__ == "__main__":
    main()
