import FirebreakTestSupport
import Foundation
import Testing

@Suite("Command line: init and schema") struct CommandLineInitTests {
  static let source = """
    import { collection, query, where, orderBy, limit, startAfter, getDocs, getDoc, doc, onSnapshot, getCountFromServer }
      from 'firebase/firestore';
    export function feed(uid) {
      return onSnapshot(query(collection(db, 'posts'), where('owner', '==', uid), orderBy('createdAt', 'desc'), limit(20)), show);
    }
    export const more = (uid, last) =>
      getDocs(query(collection(db, 'posts'), where('owner', '==', uid), orderBy('createdAt', 'desc'), startAfter(last), limit(20)));
    export const open = (kind) => getDocs(query(collection(db, 'tasks'), where('state', 'in', ['open', 'late']), where('score', '>', 3)));
    export const profile = (uid) => getDoc(doc(db, 'users', uid));
    export const count = (room) => getCountFromServer(collection(db, 'rooms', room, 'messages'));
    export const any = (field) => getDocs(query(collection(db, 'posts'), where(field, '==', 1)));

    """
  static let indexes = """
    {"indexes": [
      {"collectionGroup": "posts", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "owner", "order": "ASCENDING"}, {"fieldPath": "createdAt", "order": "DESCENDING"}]},
      {"collectionGroup": "tasks", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "state", "order": "ASCENDING"}, {"fieldPath": "score", "order": "ASCENDING"}]}
    ]}
    """
  static func rules(_ condition: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /{document=**} { allow read: if \(condition); }
      }
    }
    """
  }

  private static func project(_ condition: String, below folder: String = "") throws -> TestFolder {
    try TestFolder([
      "\(folder)firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
      "\(folder)firestore.rules": rules(condition), "\(folder)firestore.indexes.json": indexes, "src/app.js": source,
    ])
  }

  private static func text(_ path: String, _ folder: TestFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  private static func workload(_ folder: TestFolder, below place: String = "") throws -> String {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "\(place)firebreak").path())
    return "\(place)firebreak/" + (try #require(files.first { $0.hasSuffix(".workload.yaml") }))
  }

  @Test("what is written can be checked and run, and says what it is")
  func writes() throws {
    let folder = try Self.project("request.auth != null")
    let answer = try CommandLineTool.run(["init"], in: folder)
    #expect(answer.exitCode == 0)
    #expect(answer.output.hasPrefix("Found firebase.json, 5 queries in 1 source, 1 rules file, 2 indexes.\n"))
    #expect(answer.output.hasSuffix("Next: firebreak check · firebreak run\n"))
    let path = try Self.workload(folder)
    let workload = try Self.text(path, folder)
    let steps = workload.split(separator: "\n").drop { $0 != "    steps:" }.map(String.init)
    #expect(
      steps == [
        "    steps:",
        "      # src/app.js:4: posts where owner == \"me\" orderBy createdAt desc limit 20",
        "      - {name: feed, listen: {from: 'feed()', with: {owner: me}}}",
        "      # src/app.js:7, its first page: posts where owner == \"me\" orderBy createdAt desc limit 20",
        "      - {name: more, query: {from: 'more()', with: {owner: me}}}",
        "      # src/app.js:8: tasks where state in [\"open\", \"late\"] and score > 3",
        "      - {name: open, query: {from: 'open()'}}",
        "      # src/app.js:9: users/me", "      - {name: profile, get: {from: 'profile()', with: {users: me}}}",
        "      # src/app.js:10: rooms/a/messages aggregate count()",
        "      - {name: count, query: {from: 'count()', with: {rooms: a}}}",
      ])
    #expect(workload.contains("database: {rules: ../firestore.rules}\n"))
    #expect(workload.contains("    fields: {owner: me, createdAt: {spread: [-30d, -1m]}}\n"))
    #expect(workload.contains("    fields: {state: {choice: {open: 1, late: 1}}, score: {uniform: [1, 100]}}\n"))
    #expect(workload.contains("# Not among the steps: 1 known only at run time.\n"))
    let workflow = try RepositoryFiles.bytes("packaging/examples/github-workflow.yml")
    #expect(try Self.text(".github/workflows/firebreak.yml", folder) == String(decoding: workflow, as: UTF8.self))
    #expect(try CommandLineTool.run(["check"], in: folder).exitCode < 2)
    let run = try CommandLineTool.run(["run"], in: folder)
    #expect(run.exitCode == 0, "\(run.output) \(run.errors)")
    #expect(run.output.contains("feed"))
  }

  @Test("sources come first, from everywhere in them, and documents only where there is nothing else")
  func spreads() throws {
    let document = "```js\nconst found = await getDocs(collection(db, 'examples'));\n```\n"
    var files = ["A.md": document, "firestore.rules": Self.rules("true")]
    for number in 10..<70 {
      let reads = (0..<3).map { "export const f\(number)n\($0) = () => getDocs(collection(db, 'c\(number)n\($0)'));" }
      files["src/f\(number).js"] =
        "import { collection, getDocs } from 'firebase/firestore';\n" + reads.joined(separator: "\n") + "\n"
    }
    let folder = try TestFolder(files)
    #expect(try CommandLineTool.run(["init"], in: folder).exitCode == 0)
    let steps = try Self.text(Self.workload(folder), folder).split(separator: "\n").filter { $0.contains("# src/") }
    #expect(steps.count == 25)
    #expect(steps.first?.contains("src/f10.js") == true && steps.last?.contains("src/f6") == true)
    #expect(try CommandLineTool.run(["check", "-o", "concise"], in: folder).output.contains("FB7029") == false)
    let documents = try TestFolder(["A.md": document, "firestore.rules": Self.rules("true")])
    #expect(try CommandLineTool.run(["init"], in: documents).exitCode == 0)
    #expect(try Self.text(Self.workload(documents), documents).contains("query: examples"))
  }

  @Test("the workflow runs what there is: workloads, and cases of the rules")
  func workflow() throws {
    let folder = try Self.project("request.auth != null")
    let cases = "rules: firestore.rules\ncases: [{name: a, as: ada, get: users/a, expect: allow}]\n"
    try FileManager.default.createDirectory(at: folder.url.appending(path: "rules"), withIntermediateDirectories: true)
    try Data(cases.utf8).write(to: folder.url.appending(path: "rules/cases.yaml"))
    #expect(
      try CommandLineTool.run(["init"], in: folder).output.contains(
        ".github/workflows/firebreak.yml: check, run, rules test and cost comment; replace OWNER in it"))
    let commands = try Self.text(".github/workflows/firebreak.yml", folder).split(separator: "\n")
      .filter { $0.contains("command:") }.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(commands == ["command: check", "command: run", "command: rules test", "command: cost diff"])
  }

  @Test("nothing is overwritten, and a dry run writes nothing")
  func keeps() throws {
    let folder = try Self.project("request.auth != null")
    let dry = try CommandLineTool.run(["init", "--dry-run"], in: folder)
    #expect(dry.exitCode == 0 && dry.output.contains("would write firebreak.json"))
    // Schemas are for editors.
    #expect(dry.output.contains("--- firebreak.json\n") && !dry.output.contains("--- firebreak/workload.schema.json"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "firebreak.json").path()))
    try Data("{\"failLevel\": \"warning\"}".utf8).write(to: folder.url.appending(path: "firebreak.json"))
    #expect(try CommandLineTool.run(["init"], in: folder).output.contains("kept firebreak.json, which is there"))
    #expect(try Self.text("firebreak.json", folder) == "{\"failLevel\": \"warning\"}")
    let path = try Self.workload(folder)
    try Data((try Self.text(path, folder) + "# mine\n").utf8).write(to: folder.url.appending(path: path))
    let again = try CommandLineTool.run(["init"], in: folder)
    #expect(!again.output.contains("✓"), "\(again.output)")
    #expect(try Self.text(path, folder).hasSuffix("# mine\n"))
  }

  @Test("rules that deny the made-up user are left out, and the file says so")
  func denied() throws {
    let folder = try Self.project("request.auth.token.admin == true")
    _ = try CommandLineTool.run(["init"], in: folder)
    let workload = try Self.text(Self.workload(folder), folder)
    #expect(workload.contains("# The rules are not evaluated: they deny 5 of the 5 steps to the made-up user."))
    #expect(workload.contains("database: {rules: none}\n"))
    #expect(try CommandLineTool.run(["run"], in: folder).exitCode == 0)
    // What a workload without rules asks, they do not judge.
    let check = try CommandLineTool.run(["check", "-o", "concise", "-q", "--select", "FB1,FB4"], in: folder)
    #expect(!check.output.contains("firebreak/"), "\(check.output)")
  }

  @Test("the SDK of the app, what its cache keeps, and groups of collections that are known")
  func clients() throws {
    let settings = #"{"firestore": {"indexes": "firestore.indexes.json"}}"#
    let folder = try TestFolder([
      "firebase.json": settings, "firestore.indexes.json": #"{"indexes": []}"#,
      "src/app.js": """
      import { initializeFirestore, persistentLocalCache, collection, collectionGroup, query, where, getDocs, doc, getDoc }
        from 'firebase/firestore';
      const db = initializeFirestore(app, { localCache: persistentLocalCache() });
      export const open = (room) => getDocs(query(collection(db, 'rooms', room, 'notes'), where('by', '==', 'a')));
      export const one = (room, id) => getDoc(doc(db, 'rooms', room, 'notes', id));
      export const old = (time) => getDocs(query(collectionGroup(db, 'notes'), where('at', '<', time)));
      """,
    ])
    _ = try CommandLineTool.run(["init"], in: folder)
    let workload = try Self.text(Self.workload(folder), folder)
    #expect(workload.contains("    client: {sdk: web, persistence: on}\n"), "\(workload)")
    #expect(!workload.contains("- path: 'notes/"), "\(workload)")
    let check = try CommandLineTool.run(["check", "-o", "concise", "-q", "--select", "FB1"], in: folder)
    #expect(check.output == "")
    let app = try TestFolder([
      "firebase.json": settings, "firestore.indexes.json": #"{"indexes": []}"#,
      "lib/app.dart": """
      import 'package:cloud_firestore/cloud_firestore.dart';
      Future<void> notes() async { await FirebaseFirestore.instance.collection('notes').limit(5).get(); }
      """,
    ])
    _ = try CommandLineTool.run(["init"], in: app)
    #expect(try Self.text(Self.workload(app), app).contains("    client: {sdk: android}\n"))
  }

  @Test("a nested project has its files beside its firebase.json, and its workflow at the root of the repository")
  func nested() throws {
    let folder = try Self.project("request.auth != null", below: "backend/")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: ".git"), withIntermediateDirectories: true)
    let answer = try CommandLineTool.run(["init"], in: folder)
    #expect(answer.exitCode == 0, "\(answer.errors)")
    #expect(try Self.text("backend/firebreak.json", folder).contains("firebreak.schema.json"))
    #expect(try Self.text(".github/workflows/firebreak.yml", folder).contains("working-directory: backend\n"))
    #expect(try Self.text(Self.workload(folder, below: "backend/"), folder).contains("rules: ../firestore.rules"))
    #expect(try CommandLineTool.run(["run", "-C", "backend"], in: folder).exitCode == 0)
  }

  @Test("nothing to set up is said")
  func empty() throws {
    let answer = try CommandLineTool.run(["init"], in: try TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.errors.hasPrefix("error: there is nothing to set up here"))
  }

  @Test("a schema is printed as it is published; names are listed, and a wrong one is mended")
  func schemas() throws {
    let folder = try TestFolder([:])
    for name in ["firebreak", "workload", "cases", "price-book", "rtdb-price-book", "run-report", "cost-diff"] {
      let printed = try CommandLineTool.run(["schema", name], in: folder)
      #expect(
        try printed.output == String(decoding: RepositoryFiles.bytes("schemas/\(name).schema.json"), as: UTF8.self))
    }
    #expect(
      try CommandLineTool.run(["schema"], in: folder).output.contains("workload         A workload (*.workload.yaml)\n")
    )
    let wrong = try CommandLineTool.run(["schema", "worklod"], in: folder)
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("there is no schema `worklod`") && wrong.errors.contains("did you mean `workload`?"))
  }
}
