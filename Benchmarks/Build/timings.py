"""Builds everything from nothing in a folder of its own and prints what that took, in total and for the slowest modules.

Arguments are options of `swift build`. The compiler writes the time of each of its processes; what it does not count
(C libraries, linking, planning) is the difference to the processor time of the whole build.
"""

import collections
import glob
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import time

SCRATCH = ".build-timings"
# Of a library in the middle: what it changes below is nothing, what depends on it is most of the rest.
CHANGED = "Sources/QueryPlanner/Planning/QueryPlanner.swift"
STEPS = [
    ("firebreak", ["--product", "firebreak"]),
    ("firebreak-emulator", ["--product", "firebreak-emulator"]),
    ("all tests", ["--product", "firebreakPackageTests"]),
    ("after one change", ["--product", "firebreakPackageTests"]),
]


def processor():
    """The name of the processor, where the system tells it."""
    try:
        with open("/proc/cpuinfo") as file:
            names = re.findall(r"^model name\s*: (.+)$", file.read(), re.MULTILINE)
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def swift_modules(folder):
    """Seconds of processor time by module."""
    seconds = collections.Counter()
    for path in glob.glob(os.path.join(folder, "*.json")):
        name = re.match(r"stats-\d+-swift-frontend-([^-]+)-", os.path.basename(path))
        if name is None:
            continue
        with open(path) as file:
            text = file.read()
        try:
            figures = json.loads(text)
        except json.JSONDecodeError:
            continue
        for key, value in figures.items():
            # Each process writes one such line; those of its parts are within it.
            if re.fullmatch(r"time\.swift-frontend\..+\.(user|sys)", key):
                seconds[name.group(1)] += value
    return seconds


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    stats = os.path.abspath(os.path.join(SCRATCH, "stats"))
    os.makedirs(stats)
    options = ["swift", "build", "--scratch-path", SCRATCH, *sys.argv[1:], "-Xswiftc", "-stats-output-dir", "-Xswiftc", stats]
    cores = os.cpu_count()
    print(f"Building from nothing in {SCRATCH} on {cores} cores ({processor()}).", flush=True)
    print(f"Each line adds to those above it; the last is after a change in {CHANGED}.", flush=True)
    first = time.monotonic()
    with open(CHANGED, encoding="utf-8") as file:
        source = file.read()
    try:
        return measure(options, stats, first, source)
    finally:
        with open(CHANGED, "w", encoding="utf-8") as file:
            file.write(source)


def measure(options, stats, first, source):
    for name, target in STEPS:
        if name == "after one change":
            with open(CHANGED, "w", encoding="utf-8") as file:
                file.write(source + "// Changed to be measured.\n")
        begin, used = time.monotonic(), processor_time()
        done = subprocess.run([*options, *target], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(done.stdout, file=sys.stderr)
            return f"{name} does not build; the compiler's messages are above."
        wall, used = time.monotonic() - begin, processor_time() - used
        print(f"{name:20} {wall:6.0f} s  {used:6.0f} s of processor time", flush=True)
    print(f"{'total':20} {time.monotonic() - first:6.0f} s  {processor_time():6.0f} s of processor time", flush=True)
    modules = swift_modules(stats)
    if modules:
        print("\nThe ten modules that took the most processor time:")
        for name, seconds in modules.most_common(10):
            print(f"{name:28} {seconds:6.0f} s")
        print(f"{'C, linking and planning':28} {processor_time() - sum(modules.values()):6.0f} s")
    shutil.rmtree(SCRATCH, ignore_errors=True)
    return None


if __name__ == "__main__":
    sys.exit(main())
