"""What an editor waits for: a project until its first findings, and an edit until the findings of the text that it made.

Each edit changes the name of a collection in a source that asks for it, so that the queries are others than before. The next
edit comes when the findings of the last one are there.
"""

import argparse
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "Tests" / "ClientTests"))

from lsp import LanguageClient, uri  # noqa: E402

ENDINGS = {".ts", ".tsx", ".js", ".jsx", ".vue", ".dart", ".kt", ".java", ".swift", ".py"}
COLLECTION = re.compile(r"""\bcollection\((?:[\w.]+, ?)?(["'])\w+(?=\1)""")


def sources(folder):
    """Every source of the project with its text, and those of them in which a collection is named by a literal."""
    read = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        read += [Path(place) / name for name in sorted(names) if Path(name).suffix in ENDINGS]
    texts = [(path, path.read_text(errors="replace")) for path in read]
    return texts, [(path, text) for path, text in texts if COLLECTION.search(text)]


def generated(folder, count):
    """A project of screens and the services that they ask; nobody's code."""
    (folder / "src").mkdir(parents=True)
    (folder / "firebase.json").write_text('{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}')
    (folder / "firestore.indexes.json").write_text('{"indexes": [], "fieldOverrides": []}')
    (folder / "firestore.rules").write_text(
        "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n"
        "    match /{collection}/{id} { allow read: if request.auth != null; allow write: if request.auth.uid == id; }\n  }\n}\n")
    for number in range(count // 2):
        (folder / "src" / f"service{number}.ts").write_text(
            "import { collection, getDocs, getFirestore, limit, orderBy, query, where } from 'firebase/firestore';\n\n"
            f"export class Service{number} {{\n  private db = getFirestore();\n\n"
            f"  async list(owner: string, open?: boolean) {{\n    const filters = [where('owner', '==', owner)];\n"
            "    if (open !== undefined) filters.push(where('open', '==', open));\n"
            f"    return getDocs(query(collection(this.db, 'things{number % 40}'), ...filters, orderBy('changed', 'desc'), limit(20)));\n"
            "  }\n\n  label(count: number) {\n    return count === 1 ? 'one thing' : `${count} things`;\n  }\n}\n")
        (folder / "src" / f"Screen{number}.tsx").write_text(
            "import { useEffect, useState } from 'react';\n"
            f"import {{ Service{number} }} from './service{number}';\n\n"
            f"export function Screen{number}({{ owner }}: {{ owner: string }}) {{\n"
            "  const [things, setThings] = useState<unknown[]>([]);\n"
            f"  useEffect(() => {{ new Service{number}().list(owner, true).then((found) => setThings(found.docs)); }}, [owner]);\n"
            "  return <ul>{things.map((thing, index) => <li key={index}>{String(thing)}</li>)}</ul>;\n}\n")


def children(process):
    """A process and those that it has started."""
    waiting, found = [process], []
    while waiting:
        number = waiting.pop()
        found.append(number)
        # Any thread may have started one.
        for thread in Path(f"/proc/{number}/task").glob("*/children"):
            try:
                waiting += map(int, thread.read_text().split())
            except (FileNotFoundError, ProcessLookupError):
                pass
    return found


def megabytes(process):
    """Resident, at most since the start, of the server and its engine."""
    kilobytes = 0
    for number in children(process):
        status = Path(f"/proc/{number}/status")
        if status.exists() and (peak := re.search(r"VmHWM:\s+(\d+)", status.read_text())):
            kilobytes += int(peak[1])
    return kilobytes / 1024


def seconds(process):
    """Of a processor, by the server and its engine."""
    ticks = 0
    for number in children(process):
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        except FileNotFoundError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(binary, folder, edits):
    texts, candidates = sources(folder)
    if not candidates:
        sys.exit(f"No source of {folder} names a collection by a literal.")
    step = max(1, len(candidates) // 10)
    edited = candidates[::step][:10]
    start = time.perf_counter()
    client = LanguageClient(binary, [folder])
    path, text = edited[0]
    client.open(path, text, version=1)
    client.wait_for_version(path, 1)
    ready = time.perf_counter() - start
    for path, text in edited[1:]:
        client.open(path, text, version=1)
    for path, text in edited[1:]:
        client.wait_for_version(path, 1)
    before = seconds(client.process.pid)
    waits = []
    for number in range(edits):
        path, text = edited[number % len(edited)]
        round = number // len(edited)
        end = COLLECTION.search(text).end()
        place = {"line": text.count("\n", 0, end), "character": end - 1 - text.rfind("\n", 0, end)}
        after = {**place, "character": place["character"] + 1}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        if round % 2:
            change = {"range": {"start": place, "end": after}, "text": ""}
        begin = time.perf_counter()
        client.change(path, 2 + round, change)
        client.wait_for_version(path, 2 + round)
        waits.append(time.perf_counter() - begin)
    worked = (seconds(client.process.pid) - before) / edits
    memory = megabytes(client.process.pid)
    client.end()
    waits.sort()
    lines = sum(text.count("\n") for _, text in texts)
    print(f"{len(texts):,} sources, {lines:,} lines, {len(edited)} of them edited, {edits} edits")
    print(f"first findings      {ready * 1000:7.0f} ms")
    print(f"edit to findings    {statistics.median(waits) * 1000:7.0f} ms median, {waits[int(len(waits) * 0.99)] * 1000:.0f} ms at the 99th percentile")
    print(f"processor an edit   {worked * 1000:7.0f} ms")
    print(f"memory at most      {memory:7.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", nargs="?", type=Path, help="a folder; without it a generated project")
    parser.add_argument("--files", type=int, default=1000, help="of the generated project")
    parser.add_argument("--edits", type=int, default=200)
    options = parser.parse_args()
    binary = Path(os.environ.get("FIREBREAK_BIN_DIR", REPOSITORY / ".build" / "release")) / "firebreak"
    if options.project:
        return measure(binary, options.project.resolve(), options.edits)
    with tempfile.TemporaryDirectory() as folder:
        generated(Path(folder) / "project", options.files)
        measure(binary, (Path(folder) / "project").resolve(), options.edits)


if __name__ == "__main__":
    main()
