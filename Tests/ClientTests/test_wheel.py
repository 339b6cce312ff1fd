"""The Python wheel: what pip makes of it. The programs are small ones of the system, under our names."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SCRIPT = REPOSITORY / "packaging" / "wheel.py"


def package(folder, name="firebreak-0.1.0-linux-x86_64"):
    made = folder / name
    (made / "bin").mkdir(parents=True)
    (made / "share/man/man1").mkdir(parents=True)
    for program in ("firebreak", "firebreak-emulator"):
        shutil.copy("/bin/echo", made / "bin" / program)
    (made / "share/man/man1/firebreak.1").write_text(".TH FIREBREAK 1\n")
    for file in ("LICENSE", "README.md"):
        shutil.copy(REPOSITORY / file, made)
    return made


def make(folder):
    return subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True)


def only_wheel(folder):
    wheels = list(folder.glob("*.whl"))
    assert len(wheels) == 1, wheels
    return wheels[0]


def test_pip_installs_the_programs_and_removes_them(tmp_path):
    answer = make(package(tmp_path))
    assert answer.returncode == 0, answer.stderr
    wheel = only_wheel(tmp_path)
    assert answer.stdout == f"Made {wheel}\n"

    python = tmp_path / "venv/bin/python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    pip = [python, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", wheel], check=True)
    for program in ("firebreak", "firebreak-emulator"):
        assert subprocess.check_output([tmp_path / "venv/bin" / program, "served"], text=True) == "served\n"
    assert (tmp_path / "venv/share/man/man1/firebreak.1").read_text() == ".TH FIREBREAK 1\n"
    shown = subprocess.check_output([*pip, "show", "firebreak"], text=True).splitlines()
    assert shown[:2] == ["Name: firebreak", "Version: 0.1.0"]

    # What the list of the wheel names is what is removed: nothing was left out of it.
    subprocess.run([*pip, "uninstall", "--quiet", "--yes", "firebreak"], check=True)
    left = [path for path in (tmp_path / "venv").rglob("firebreak*")]
    assert left == []


def test_the_same_package_gives_the_same_wheel(tmp_path):
    contents = []
    for folder in ("first", "second"):
        assert make(package(tmp_path / folder)).returncode == 0
        contents.append(only_wheel(tmp_path / folder).read_bytes())
    assert contents[0] == contents[1]


def test_every_file_is_in_the_list(tmp_path):
    make(package(tmp_path))
    with zipfile.ZipFile(only_wheel(tmp_path)) as wheel:
        rows = wheel.read("firebreak-0.1.0.dist-info/RECORD").decode().splitlines()
        assert [row.split(",")[0] for row in rows] == wheel.namelist()


def of_another_system(made):
    return made.rename(made.with_name("firebreak-0.1.0-darwin-arm64"))


def of_another_name(made):
    return made.rename(made.with_name("something"))


def with_a_script(made):
    (made / "bin/firebreak").write_text("#!/bin/sh\n")
    return made


def without_license(made):
    (made / "LICENSE").unlink()
    return made


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (of_another_system, "a wheel is made for Linux; this package is for darwin"),
        (of_another_name, "is not named firebreak-VERSION-SYSTEM-ARCHITECTURE"),
        (with_a_script, "readelf cannot read"),
        (without_license, "No such file or directory"),
    ],
)
def test_what_is_no_package_makes_no_wheel(tmp_path, change, message):
    answer = make(change(package(tmp_path)))
    assert answer.returncode == 1
    assert answer.stderr.startswith("wheel: ") and message in answer.stderr, answer.stderr
    assert list(tmp_path.glob("*.whl")) == []
