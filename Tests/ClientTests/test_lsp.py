"""`firebreak lsp` and a client that follows the specification."""

import json
import os
import random
import re
import shutil
import signal
import subprocess

import pytest

from emulator import FIREBREAK, REPOSITORY
from lsp import FULL_CAPABILITIES, LanguageClient, ProtocolError, uri

SEVERITIES = {"error": 1, "warning": 2, "info": 3}


@pytest.fixture
def pantry(tmp_path):
    folder = tmp_path / "pan try é"
    shutil.copytree(REPOSITORY / "samples" / "pantry", folder, ignore=shutil.ignore_patterns(".firebreak"))
    return folder


@pytest.fixture
def start():
    clients = []

    def begin(*folders, **options):
        clients.append(LanguageClient(FIREBREAK, folders, **options))
        return clients[-1]

    yield begin
    for client in clients:
        client.kill()


def check(folder):
    """What `firebreak check` says, by file."""
    output = subprocess.run(
        [FIREBREAK, "check", "-o", "json"], cwd=folder, capture_output=True, text=True, check=False
    ).stdout
    found = {}
    for finding in json.loads(output)["findings"]:
        found.setdefault(uri(folder / finding["file"]), []).append(finding)
    return found


def comparable(diagnostic):
    return (diagnostic["code"], diagnostic["severity"], diagnostic["message"].split("\n")[0], diagnostic["range"]["start"]["line"])


def expected(findings):
    return sorted((f["code"], SEVERITIES[f["severity"]], f["message"], f["line"] - 1) for f in findings)


def ready(client):
    """The whole of the first analysis is there."""
    client.until(lambda: client.diagnostics)
    with pytest.raises(ProtocolError):
        client.request("firebreak/none", {})


def test_diagnostics_are_those_of_check(pantry, start):
    client = start(pantry)
    ready(client)
    shown = {address: sorted(map(comparable, found)) for address, found in client.diagnostics.items() if found}
    assert shown == {address: expected(found) for address, found in check(pantry).items()}
    assert shown


def test_an_edit_that_is_not_saved_counts(pantry, start):
    client = start(pantry)
    ready(client)
    rules = pantry / "firestore.rules"
    client.open(rules)
    before = client.wait_for_version(rules, 1)
    text = rules.read_text()
    client.change(rules, 2, {"text": text + "\n}"})
    assert [d["code"] for d in client.wait_for_version(rules, 2) if d["severity"] == 1]
    lines = text.count("\n") + 1
    place = {"line": lines, "character": 0}
    client.change(rules, 3, {"range": {"start": place, "end": {"line": lines, "character": 1}}, "text": ""})
    assert client.wait_for_version(rules, 3) == before
    client.close(rules)
    assert client.end() == 0


@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits_it_is_found_what_check_finds_anew(pantry, start, seed):
    """What was kept of files as they were must not show, whatever was edited, made or deleted between."""
    chance = random.Random(seed)
    client = start(pantry)
    ready(client)
    files = sorted(path for path in pantry.rglob("*") if path.suffix in {".ts", ".dart", ".rules", ".json", ".yaml"} and path.is_file())
    files = [path for path in files if path.name != "firebreak.json"]
    for path in files:
        client.open(path)
    versions = dict.fromkeys(files, 1)
    for path in files:
        client.wait_for_version(path, 1)
    other = pantry / "app" / "other.ts"
    for edit in range(6):
        path = chance.choice(files)
        lines = path.read_text().split("\n")
        place = chance.randrange(len(lines))
        text = chance.choice([lines[:place] + lines[place + 1:], lines[:place] + [lines[place]] + lines[place:], lines[:place] + lines[chance.randrange(len(lines)):]])
        path.write_text("\n".join(text))
        if edit == 3:
            other.write_text("import { collection, getDocs, getFirestore } from 'firebase/firestore';\ngetDocs(collection(getFirestore(), 'others'));\n")
        if edit == 5:
            other.unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(other), "type": 2}]})
        versions[path] += 1
        client.change(path, versions[path], {"text": path.read_text()})
        client.wait_for_version(path, versions[path])
        wanted = {address: expected(found) for address, found in check(pantry).items()}
        # Requests are answered after what was found meanwhile.
        client.until(lambda: {address: sorted(map(comparable, found)) for address, found in client.diagnostics.items() if found} == wanted)
    assert client.end() == 0


def find(path, text, part=None):
    """Line and character of a text in a file, of a part of it where one is named, in units of UTF-16."""
    lines = path.read_text().split("\n")
    for number, line in enumerate(lines):
        if text in line:
            start = line.index(text) + (text.index(part) if part else 0)
            return number, len(line[:start].encode("utf-16-le")) // 2
    raise AssertionError(f"{text} is not in {path}")


@pytest.fixture
def edited(pantry, start):
    """A session with every file of the sample open."""
    client = start(pantry)
    ready(client)
    files = {}
    for path in sorted(pantry.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            client.open(path)
            files[path.name] = path
    for path in files.values():
        client.wait_for_version(path, 1)
    return client, files


def hover(client, path, line, character):
    result = client.request("textDocument/hover", client.at(path, line, character))
    return result and result["contents"]["value"]


def test_every_capability_is_declared(pantry, start):
    capabilities = start(pantry).initialized["capabilities"]
    assert capabilities["positionEncoding"] == "utf-16"
    assert capabilities["textDocumentSync"] == {"openClose": True, "change": 2, "save": {"includeText": False}}
    assert set(capabilities) == {
        "positionEncoding", "textDocumentSync", "workspace", "hoverProvider", "definitionProvider", "referencesProvider",
        "codeActionProvider", "completionProvider", "inlayHintProvider", "documentFormattingProvider",
        "semanticTokensProvider",
    }  # fmt: skip


def test_hover(edited):
    client, files = edited
    source = files["RecipeStore.swift"]
    newest = hover(client, source, *find(source, "try await recipes.order", "recipes"))
    assert "`recipes orderBy created desc limit 20`" in newest
    assert "plan: `(created DESC, __name__ DESC)`" in newest and "bills: 1–20 reads a run" in newest
    assert "rules: " in newest and "firestore.rules" in newest
    missing = hover(client, source, *find(source, ".getDocuments()\n".strip(), "getDocuments"))
    assert missing
    store = files["ItemStore.swift"]
    listener = hover(client, store, *find(store, ".addSnapshotListener", "addSnapshotListener"))
    assert "bills: 1 read or more a run" in listener
    assert "in `pantry`: 1–60 reads a run, of 60 documents" in listener
    index = files["firestore.indexes.json"]
    assert "Serves 3 queries:" in hover(client, index, *find(index, '"done"'))
    rules = files["firestore.rules"]
    assert "Decides:" in hover(client, rules, *find(rules, "allow read: if request.auth != null && resource"))
    assert hover(client, files["digest.ts"], 0, 0) is None


def test_hover_of_a_code(pantry, start):
    source = pantry / "app" / "Other.swift"
    source.write_text("// firebreak-ignore FB7004, unbounded-query -- short lists\nlet a = 1\n")
    client = start(pantry)
    client.open(source)
    assert hover(client, source, 0, 22).startswith("## FB7004 unbounded-query")
    assert hover(client, source, 0, 34).startswith("## FB7004 unbounded-query")
    assert hover(client, source, 1, 5) is None


def places(client, method, path, line, character):
    params = {**client.at(path, line, character), "context": {"includeDeclaration": False}}
    return [
        (place["uri"].rsplit("/", 1)[1], place["range"]["start"]["line"]) for place in client.request(method, params)
    ]


def test_definition_and_references(edited):
    client, files = edited
    source, rules, index = files["RecipeStore.swift"], files["firestore.rules"], files["firestore.indexes.json"]
    statement = find(rules, "allow read: if request.auth != null && resource")
    found = places(client, "textDocument/definition", source, *find(source, "try await recipes.order", "recipes"))
    assert ("firestore.rules", statement[0]) in found
    back = places(client, "textDocument/references", rules, *statement)
    assert ("RecipeStore.swift", find(source, "recipes.order")[0]) in back
    users = places(client, "textDocument/references", index, *find(index, '"done"'))
    listener = find(files["ItemStore.swift"], ".addSnapshotListener", "addSnapshotListener")
    assert ("ItemStore.swift", listener[0]) in users and ("pantry.workload.yaml", 24) in users
    served = places(client, "textDocument/definition", files["ItemStore.swift"], *listener)
    assert ("firestore.indexes.json", find(index, '"items"')[0] - 1) in served
    call = find(rules, "if isMember(household);", "isMember")
    declaration = find(rules, "function isMember(", "isMember")
    assert places(client, "textDocument/definition", rules, *call) == [("firestore.rules", declaration[0])]
    assert len(places(client, "textDocument/references", rules, *declaration)) == 2


def actions(client, path, line, character=0, only=None):
    place = {"line": line, "character": character}
    context = {"diagnostics": [], **({"only": only} if only else {})}
    params = {"textDocument": {"uri": uri(path)}, "range": {"start": place, "end": place}, "context": context}
    return client.request("textDocument/codeAction", params)


def applied(edit, texts):
    """The texts of files by address after an edit."""
    for change in edit["documentChanges"]:
        if "kind" in change:
            continue
        address = change["textDocument"]["uri"]
        text = texts[address].encode("utf-16-le")
        starts = [0] + [m.end() * 2 for m in re.finditer("\n", texts[address])]
        for one in sorted(change["edits"], key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
            ends = [starts[one["range"][e]["line"]] + 2 * one["range"][e]["character"] if one["range"][e]["line"] < len(starts) else len(text) for e in ("start", "end")]
            text = text[: ends[0]] + one["newText"].encode("utf-16-le") + text[ends[1] :]
        texts[address] = text.decode("utf-16-le")
    return texts


def test_code_actions(edited):
    client, files = edited
    source, index, rules = files["RecipeStore.swift"], files["firestore.indexes.json"], files["firestore.rules"]
    line = next(d for d in client.diagnostics[uri(source)] if d["code"] == "FB2001")["range"]["start"]
    offered = actions(client, source, line["line"], line["character"], ["quickfix"])
    assert {action["kind"] for action in offered} == {"quickfix"}
    add = next(action for action in offered if action.get("isPreferred"))
    assert add["diagnostics"][0]["code"] == "FB2001"
    texts = applied(add["edit"], {uri(index): index.read_text()})
    definitions = json.loads(texts[uri(index)])["indexes"]
    assert any(d["collectionGroup"] == "recipes" for d in definitions)
    # The finding goes away when the edit is made.
    client.change(index, 2, {"text": texts[uri(index)]})
    client.wait_for_version(index, 2)
    client.until(lambda: not any(d["code"] == "FB2001" for d in client.diagnostics[uri(source)]))
    ignore = next(action for action in actions(client, source, line["line"], line["character"]) if "Ignore" in action["title"])
    text = applied(ignore["edit"], {uri(source): source.read_text()})[uri(source)]
    assert re.search(r"^ +// firebreak-ignore FB\d{4} -- say why this is right$", text, re.M)
    client.change(rules, 2, {"text": rules.read_text().replace("  match /databases", "match  /databases")})
    client.wait_for_version(rules, 2)
    kinds = [action["kind"] for action in actions(client, rules, 0, 0, ["source"])]
    assert "source.format.firebreak" in kinds and "source.fixAll.firebreak" in kinds


def test_a_limit_is_added_where_it_is_certain(edited):
    client, files = edited
    source = files["RecipeStore.swift"]
    position = client.at(source, *find(source, "      .getDocuments()", "getDocuments"))["position"]
    offered = actions(client, source, position["line"], position["character"], ["quickfix"])
    limit = next(action for action in offered if action["title"] == "Add a limit of 20")
    assert {d["code"] for d in limit["diagnostics"]} <= {"FB7004", "FB7010"}
    text = applied(limit["edit"], {uri(source): source.read_text()})[uri(source)]
    assert '.order(by: "created", descending: true)\n      .limit(to: 20)\n      .getDocuments()' in text
    client.change(source, 2, {"text": text})
    client.wait_for_version(source, 2)
    client.until(lambda: not any(d["code"] == "FB7004" for d in client.diagnostics[uri(source)]))


LIMITS = [
    ("a.ts", """import { collection, query, where, getDocs } from 'firebase/firestore';
export const open = () => getDocs(query(collection(db, 'tasks'), where('open', '==', true)));
""", ["getDocs } ", "true)))"], ["getDocs, limit } ", "true), limit(20)))"]),
    ("b.js", """const { getFirestore } = require('firebase-admin/firestore');
exports.all = () => getFirestore().collection('tasks').orderBy('at').get();
""", [".get();"], [".limit(20).get();"]),
    ("c.py", """from google.cloud import firestore
def tasks():
    return firestore.Client().collection("tasks").order_by("at").stream()
""", [".stream()"], [".limit(20).stream()"]),
    ("d.dart", """import 'package:cloud_firestore/cloud_firestore.dart';
Stream tasks() => FirebaseFirestore.instance.collection('tasks').orderBy('at').snapshots();
""", [".snapshots()"], [".limit(20).snapshots()"]),
    ("E.kt", """import com.google.firebase.firestore.FirebaseFirestore
class Tasks { fun load() = FirebaseFirestore.getInstance().collection("tasks").orderBy("at").get() }
""", [".get()"], [".limit(20).get()"]),
    ("f.workload.yaml", """workload: w
actors:
  a:
    sessions: {at: {first: "08:00"}}
    steps:
      - {name: all, query: 'tasks orderBy at'}
""", ["orderBy at'"], ["orderBy at limit 20'"]),
]  # fmt: skip


@pytest.mark.parametrize("name, text, before, after", LIMITS, ids=[case[0] for case in LIMITS])
def test_a_limit_in_each_language(tmp_path, start, name, text, before, after):
    (tmp_path / "firebase.json").write_text('{"firestore": {}}')
    path = tmp_path / name
    path.write_text(text)
    client = start(tmp_path)
    client.open(path)
    client.wait_for_version(path, 1)
    client.until(lambda: any(d["code"] in ("FB7004", "FB7010") for d in client.diagnostics[uri(path)]))
    found = next(d for d in client.diagnostics[uri(path)] if d["code"] in ("FB7004", "FB7010"))
    place = found["range"]["start"]
    offered = actions(client, path, place["line"], place["character"], ["quickfix"])
    limit = next(action for action in offered if action["title"] == "Add a limit of 20")
    expected = text
    for old, new in zip(before, after):
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert applied(limit["edit"], {uri(path): text})[uri(path)] == expected


def test_a_limit_is_not_offered_where_it_is_not_certain(tmp_path, start):
    (tmp_path / "firebase.json").write_text('{"firestore": {}}')
    path = tmp_path / "a.ts"
    path.write_text("""import { collection, query, getDocs } from 'firebase/firestore';
const all = query(collection(db, 'tasks'));
export const open = () => getDocs(all);
""")
    client = start(tmp_path)
    client.open(path)
    client.wait_for_version(path, 1)
    client.until(lambda: any(d["code"] == "FB7004" for d in client.diagnostics[uri(path)]))
    place = next(d for d in client.diagnostics[uri(path)] if d["code"] == "FB7004")["range"]["start"]
    offered = actions(client, path, place["line"], place["character"], ["quickfix"])
    assert [action["title"] for action in offered if "limit" in action["title"]] == []


@pytest.mark.parametrize(
    "settings, expected",
    [
        (None, {}),
        ("{}", {}),
        ('{"failLevel": "error"}', {"failLevel": "error"}),
        ('{\n  "ignore": []\n}\n', {}),
        ('{"ignore": [{"code": "FB7011", "reason": "fine"}]}', {"ignore": [{"code": "FB7011", "reason": "fine"}]}),
    ],
)
def test_a_file_without_comments_is_ignored_in_the_settings(pantry, start, settings, expected):
    workload = pantry / "pantry.workload.yaml"
    workload.write_text(workload.read_text().replace("{expect: {findings: [FB7010]}}", "{}"))
    place = pantry / "firebreak.json"
    if settings is not None:
        place.write_text(settings)
    client = start(pantry)
    client.open(workload)
    client.wait_for_version(workload, 1)
    client.until(lambda: any(d["code"] == "FB7010" for d in client.diagnostics[uri(workload)]))
    line = next(d for d in client.diagnostics[uri(workload)] if d["code"] == "FB7010")["range"]["start"]
    offered = actions(client, workload, line["line"], line["character"], ["quickfix"])
    ignore = next(action for action in offered if action["title"].startswith("Ignore FB7010"))
    assert ignore["title"] == "Ignore FB7010 in this file, with a reason in firebreak.json"
    text = applied(ignore["edit"], {uri(place): settings or ""})[uri(place)]
    entry = {"code": "FB7010", "path": "pantry.workload.yaml", "reason": "say why this is right"}
    assert json.loads(text) == expected | {"ignore": expected.get("ignore", []) + [entry]}
    place.write_text(text)
    assert "FB7010" not in [f["code"] for found in check(pantry).values() for f in found if f["file"] == "pantry.workload.yaml"]


def test_fix_all_is_what_check_fix_does(pantry, start):
    client = start(pantry)
    ready(client)
    rules, index = pantry / "firestore.rules", pantry / "firestore.indexes.json"
    client.open(rules)
    client.wait_for_version(rules, 1)
    action = actions(client, rules, 0, 0, ["source.fixAll"])[0]
    texts = applied(action["edit"], {uri(path): path.read_text() for path in (rules, index)})
    subprocess.run([FIREBREAK, "check", "-q", "--fix", str(pantry)], capture_output=True, check=False)
    assert texts == {uri(path): path.read_text() for path in (rules, index)}


def labels(client, path, line, character):
    return [item["label"] for item in client.request("textDocument/completion", client.at(path, line, character))]


def test_completion_in_rules(edited):
    client, files = edited
    rules = files["firestore.rules"]
    line, character = find(rules, "allow read: if request.auth != null && resource")
    text = rules.read_text().split("\n")
    text[line] = "      allow read: if resource.data."
    client.change(rules, 2, {"text": "\n".join(text)})
    assert {"created", "author", "public", "keys"} <= set(labels(client, rules, line, len(text[line])))
    for start, expected in {
        "request.": {"auth", "resource", "time"}, "request.auth.": {"uid", "token"}, "math.": {"abs", "floor"},
        "'a'.": {"matches", "size"}, "": {"isMember", "recipe", "database", "exists", "request", "allow"},
    }.items():  # fmt: skip
        text[line] = f"      allow read: if {start}"
        client.change(rules, 3, {"text": "\n".join(text)})
        assert expected <= set(labels(client, rules, line, len(text[line]))), start


@pytest.mark.parametrize(
    "name, text, expected",
    [
        ("firebreak.json", '{"', {"ignore", "mode"}),
        ("firebreak.json", '{"mode": "', {"production", "permissive"}),
        ("a.workload.yaml", "", {"name", "actors"}),
        ("a.workload.yaml", "name: a\nactors:\n  user:\n    ", {"count"}),
        ("cases.yaml", "rules: a.rules\ncases:\n  - ", {"name", "expect"}),
    ],
)
def test_completion_by_schema(pantry, start, name, text, expected):
    client = start(pantry)
    path = pantry / name
    client.open(path, text)
    lines = text.split("\n")
    found = labels(client, path, len(lines) - 1, len(lines[-1]))
    assert expected & set(found), found


def test_inlay_hints(edited):
    client, files = edited
    source = files["RecipeStore.swift"]
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri(source)}, "range": whole})
    line, _ = find(source, "recipes.order")
    assert [(hint["label"], hint["position"]["line"]) for hint in hints] == [("≈ 20 reads", line)]
    none = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    assert client.request("textDocument/inlayHint", {"textDocument": {"uri": uri(source)}, "range": none}) == []


def test_formatting_is_that_of_rules_format(edited):
    client, files = edited
    rules = files["firestore.rules"]
    messy = rules.read_text().replace("      ", " ").replace("{\n", "{\n\n\n", 1)
    client.change(rules, 2, {"text": messy})
    options = {"tabSize": 2, "insertSpaces": True}
    edits = client.request("textDocument/formatting", {"textDocument": {"uri": uri(rules)}, "options": options})
    texts = applied({"documentChanges": [{"textDocument": {"uri": uri(rules)}, "edits": edits}]}, {uri(rules): messy})
    rules.write_text(messy)
    subprocess.run([FIREBREAK, "rules", "format", str(rules)], capture_output=True, check=True)
    assert texts[uri(rules)] == rules.read_text()
    source = files["RecipeStore.swift"]
    assert client.request("textDocument/formatting", {"textDocument": {"uri": uri(source)}, "options": options}) is None


def test_semantic_tokens(edited):
    client, files = edited
    rules = files["firestore.rules"]
    legend = client.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri(rules)}})["data"]
    lines = rules.read_text().split("\n")
    line = character = 0
    found = []
    for i in range(0, len(data), 5):
        if data[i]:
            line, character = line + data[i], 0
        character += data[i + 1]
        found.append((lines[line][character : character + data[i + 2]], legend[data[i + 3]]))
    assert ("service", "keyword") in found and ("isMember", "function") in found and ("household", "parameter") in found
    assert ("read", "enumMember") in found and ("'2'", "string") in found and ("&&", "operator") in found
    assert ("members", "property") in found


def test_several_projects(pantry, tmp_path, start):
    other = tmp_path / "other"
    other.mkdir()
    (other / "firebase.json").write_text('{"firestore": {"rules": "missing.rules"}}')
    client = start(pantry)
    ready(client)
    assert uri(other / "firebase.json") not in client.diagnostics
    event = {"added": [{"uri": uri(other), "name": "other"}], "removed": []}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    client.until(lambda: uri(other / "firebase.json") in client.diagnostics)
    assert [d["code"] for d in client.diagnostics[uri(other / "firebase.json")] if d["severity"] == 1] == ["FB0003"]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": event["added"]}})
    client.until(lambda: client.diagnostics[uri(other / "firebase.json")] == [])


def test_files_that_somebody_else_changes(pantry, start):
    client = start(pantry)
    ready(client)
    registered = [request for request in client.requests if request["method"] == "client/registerCapability"]
    assert registered[0]["params"]["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"
    rules = pantry / "firestore.rules"
    rules.write_text(rules.read_text() + "\n}")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(rules), "type": 2}]})
    client.until(lambda: any(d["severity"] == 1 for d in client.diagnostics.get(uri(rules), [])))


def test_progress(pantry, start):
    client = start(pantry)
    client.until(lambda: client.diagnostics)
    assert any(request["method"] == "window/workDoneProgress/create" for request in client.requests)
    kinds = [n["params"]["value"]["kind"] for n in client.notifications if n["method"] == "$/progress"]
    assert kinds in ([], ["begin", "end"])


def test_cancellation(pantry, start):
    client = start(pantry)
    rules = pantry / "firestore.rules"
    client.open(rules)
    number = client.begin("textDocument/hover", client.at(rules, 1, 1))
    client.notify("$/cancelRequest", {"id": number})
    # It may have been answered before it was cancelled.
    try:
        assert client.answer(number) is None
    except ProtocolError as error:
        assert error.code == -32800
    client.notify("$/cancelRequest", {"id": 4711})
    assert client.end() == 0


def test_positions_in_bytes(pantry, start):
    source = pantry / "functions" / "digest.ts"
    text = source.read_text()
    source.write_text("/* é😀 */ " + text.replace("\n", " "))
    capabilities = {**FULL_CAPABILITIES, "general": {"positionEncodings": ["utf-8", "utf-16"]}}
    client = start(pantry, capabilities=capabilities)
    assert client.initialized["capabilities"]["positionEncoding"] == "utf-8"
    client.open(source)
    found = client.wait_for_version(source, 1)
    line = source.read_bytes().split(b"\n")[0]
    for diagnostic in found:
        place = diagnostic["range"]["start"]
        assert place["line"] == 0 and line[place["character"] :].decode()
    client.change(
        source, 2,
        {"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 9}}, "text": "abcdef"},
    )  # fmt: skip
    assert [d["range"] for d in client.wait_for_version(source, 2)] == [d["range"] for d in found]


@pytest.mark.parametrize(
    "data, code",
    [
        (b"Content-Length: 1\r\n\r\n{", -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
        (b"Content-Length: 0\r\n\r\n", -32700),
        (b"no header\r\n\r\n", -32700),
        (b'Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","id":true,"x":0}', -32600),
    ],
)
def test_malformed_messages_are_survived(pantry, start, data, code):
    client = start(pantry)
    client.write(data)
    client.until(lambda: None in client.answers)
    assert client.answers.pop(None)["error"]["code"] == code
    with pytest.raises(ProtocolError):
        client.request("textDocument/hover", {"textDocument": 1})
    assert client.end() == 0


def test_a_huge_document(pantry, start):
    client = start(pantry)
    path = pantry / "app" / "huge.ts"
    path.write_text("")
    line = "export const a = collection(db, 'recipes');\n"
    client.open(path, line * 120_000)
    for version in range(2, 12):
        place = {"line": version * 1000, "character": 0}
        client.change(path, version, {"range": {"start": place, "end": place}, "text": "// x\n"})
    client.wait_for_version(path, 11)
    assert client.end() == 0


def test_a_thousand_rapid_edits(edited):
    client, files = edited
    rules = files["firestore.rules"]
    lines = rules.read_text().count("\n")
    for version in range(2, 1002, 2):
        place = {"line": lines, "character": 0}
        client.change(rules, version, {"range": {"start": place, "end": place}, "text": "x"})
        client.change(rules, version + 1, {"range": {"start": place, "end": {"line": lines, "character": 1}}, "text": ""})
    before = client.diagnostics[uri(rules)]
    assert client.wait_for_version(rules, 1001) == before
    assert client.end() == 0


def engine(client):
    return int(subprocess.run(["pgrep", "-P", str(client.process.pid)], capture_output=True, text=True, check=True).stdout)


def shown(client):
    return [n["params"]["message"] for n in client.notifications if n["method"] == "window/showMessage"]


def test_a_crash_is_told_and_the_session_goes_on(edited):
    client, files = edited
    rules = files["firestore.rules"]
    client.change(rules, 2, {"text": rules.read_text() + "\n}"})
    broken = client.wait_for_version(rules, 2)
    os.kill(engine(client), signal.SIGKILL)
    client.until(lambda: shown(client))
    assert "signal 9" in shown(client)[0] and "it starts again" in shown(client)[0]
    assert hover(client, rules, *find(rules, "allow read: if request.auth != null && resource"))
    assert client.diagnostics[uri(rules)] == broken
    os.kill(engine(client), signal.SIGKILL)
    client.until(lambda: len(shown(client)) == 2)
    assert "next change" in shown(client)[1]
    with pytest.raises(ProtocolError):
        client.request("textDocument/hover", client.at(rules, 0, 0))
    client.change(rules, 3, {"text": rules.read_text()})
    client.until(lambda: client.versions[uri(rules)] == 3)
    assert client.end() == 0


def test_an_editor_that_goes_away(pantry, start):
    client = start(pantry)
    ready(client)
    child = engine(client)
    client.process.stdin.close()
    assert client.process.wait(30) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_document_without_a_folder(pantry, start):
    client = start()
    rules = pantry / "firestore.rules"
    client.open(rules)
    assert [comparable(d) for d in client.wait_for_version(rules, 1)] is not None
    client.open("/nowhere/at/all.ts", "const a = 1")
    client.wait_for_version("/nowhere/at/all.ts", 1)
    client.notify("textDocument/didOpen", {"textDocument": {"uri": "untitled:Untitled-1", "languageId": "x", "version": 1, "text": ""}})
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///closed", "version": 1}, "contentChanges": []})
    assert client.end() == 0
