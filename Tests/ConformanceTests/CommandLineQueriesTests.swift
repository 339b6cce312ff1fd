import Foundation
import Testing

/// The inventory of queries, and index files from what an emulator has recorded.
@Suite("Command line: queries and recordings") struct CommandLineQueriesTests {
  static let recorded = """
    {"firebreakRecording": 1, "queries": [
      {"auth": "admin", "database": "(default)", "kind": "get", "name": "admin.search", "sources": [], "requests": 3,
       "query": "orders where status == ? orderBy total desc limit 20"},
      {"auth": "anonymous", "database": "(default)", "kind": "get", "name": "q-1", "sources": [], "requests": 2, "denied": 2,
       "query": "secrets where a == ? orderBy b"}]}
    """

  private func files(_ folder: TestFolder) throws -> [String] {
    let path = folder.url.appending(path: "firebreak/queries").path()
    return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  private func inventoryFile(_ name: String, in folder: TestFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: "firebreak/queries/\(name)"), encoding: .utf8)
  }

  @Test("record writes one file per shape, verify is content with it, and again nothing changes") func record() throws {
    let folder = try TestFolder(CommandLineTests.project())
    let before = try CommandLineTool.run(["queries", "verify", "-o", "json"], in: folder)
    #expect(before.exitCode == 1)
    #expect(before.codes == ["FB0010"])
    let recorded = try CommandLineTool.run(["queries", "record", "-o", "json"], in: folder)
    #expect(recorded.exitCode == 0)
    #expect(recorded.errors == "1 new shape recorded in firebreak/queries\n")
    let listed = try CommandLineTool.run(["queries", "list", "-o", "json"], in: folder)
    #expect(recorded.output == listed.output)
    let names = try files(folder)
    #expect(names.count == 1)
    let text = try inventoryFile(names[0], in: folder)
    let entry = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(
      entry?.allKeys.compactMap { $0 as? String }.sorted() == ["auth", "database", "kind", "name", "query", "sources"])
    #expect((entry?["sources"] as? [String])?.first?.hasPrefix("chat.workload.yaml:") == true)
    #expect(try CommandLineTool.run(["queries", "verify"], in: folder).exitCode == 0)
    #expect(
      try CommandLineTool.run(["queries", "record"], in: folder).errors
        == "0 new shapes recorded in firebreak/queries\n")
    #expect(try inventoryFile(names[0], in: folder) == text)
    let inside = try CommandLineTool.run(["queries", "verify", "-C", "firebreak"], in: folder)
    #expect(inside.exitCode == 0, "\(inside.errors)")
  }

  @Test("user experience case 16: the same shape with other values is one entry") func values() throws {
    func query(_ value: String) -> String {
      #"""
      {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "__name__"}}],
       "where": {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL", "value": {"stringValue": "\#(value)"}}}}}
      """#
    }
    let folder = try TestFolder(["a.json": query("x"), "b.json": query("y")])
    let answer = try CommandLineTool.run(["queries", "list", "a.json", "b.json", "-o", "json"], in: folder)
    #expect(answer.exitCode == 0)
    let entries = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [NSDictionary]
    #expect(entries?.map { $0["query"] as? String } == ["c where a == ?"])
    #expect(entries?.map { $0["sources"] as? [String] } == [["a.json:1", "b.json:1"]])
  }

  @Test("user experience case 17: a shape that was asked in a run and is not in the inventory fails verify")
  func stale() throws {
    var project = CommandLineTests.project()
    project[".firebreak/recording.json"] = Self.recorded
    let folder = try TestFolder(project)
    #expect(try CommandLineTool.run(["queries", "record"], in: folder).exitCode == 0)
    #expect(try files(folder).contains("admin.search.json"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "firebreak/queries/admin.search.json"))
    let verified = try CommandLineTool.run(["queries", "verify", "-o", "json"], in: folder)
    #expect(verified.exitCode == 1)
    #expect(verified.codes == ["FB0010"])
    #expect(
      verified.output.contains(
        "the query `orders where status == ? orderBy total desc limit 20` is not in the inventory"))
  }

  @Test("what nothing asks any more fails verify, until prune removes it") func prune() throws {
    var project = CommandLineTests.project()
    project["firebreak/queries/old.json"] = """
      {"name": "old", "database": "(default)", "query": "gone where a == ?", "kind": "get", "auth": "admin", "sources": []}
      """
    let folder = try TestFolder(project)
    _ = try CommandLineTool.run(["queries", "record"], in: folder)
    let verified = try CommandLineTool.run(["queries", "verify", "-o", "concise"], in: folder)
    #expect(verified.exitCode == 1 || verified.exitCode == 2)
    #expect(try CommandLineTool.run(["queries", "verify", "chat.workload.yaml"], in: folder).exitCode == 0)
    #expect(try CommandLineTool.run(["queries", "prune", "chat.workload.yaml"], in: folder).exitCode == 2)
    let pruned = try CommandLineTool.run(["queries", "prune"], in: folder)
    #expect(pruned.exitCode == 0)
    #expect(pruned.output == "removed firebreak/queries/old.json\n")
    #expect(try CommandLineTool.run(["queries", "verify"], in: folder).exitCode == 0)
  }

  @Test("a part of the project says nothing about what the others ask, and takes no place from them") func part() throws
  {
    let code = "import { getDocs, collection, limit, query, getFirestore } from 'firebase/firestore';\n"
    let shared = "export const a = () => getDocs(query(collection(getFirestore(), 'a'), limit(5)));\n"
    let other = "export const b = () => getDocs(query(collection(getFirestore(), 'b'), limit(5)));\n"
    let folder = try TestFolder(["firebase.json": "{}", "a/q.ts": code + shared, "b/q.ts": code + shared + other])
    #expect(try CommandLineTool.run(["queries", "record"], in: folder).exitCode == 0)
    let before = try files(folder).map { try inventoryFile($0, in: folder) }
    let answer = try CommandLineTool.run(["queries", "record", "a"], in: folder)
    #expect(answer.errors == "0 new shapes recorded in firebreak/queries\n")
    #expect(try files(folder).map { try inventoryFile($0, in: folder) } == before)
  }

  @Test("nothing to look for queries in is not success; sources without a query are") func nothing() throws {
    for verb in ["list", "record", "prune", "verify"] {
      let answer = try CommandLineTool.run(["queries", verb], in: TestFolder(["data.csv": "a,b\n"]))
      #expect(answer.exitCode == 2)
      #expect(answer.output == "")
      #expect(answer.errors.hasPrefix("error: there is nothing to \(verb) here: no firebase.json"), "\(answer.errors)")
    }
    let folder = try TestFolder(["a.ts": "export const a = 1;\n"])
    let answer = try CommandLineTool.run(["queries", "list"], in: folder)
    #expect(answer.exitCode == 0)
    #expect(answer.errors == "0 query shapes\n")
  }

  @Test("a source that is nested too deeply is not done, and said with its place") func nestedSource() throws {
    let deep =
      String(repeating: "f(", count: 20_000) + "getDocs(collection(db, 'a'))" + String(repeating: ")", count: 20_000)
    let code =
      "import { collection, getDocs, getFirestore } from 'firebase/firestore';\nconst db = getFirestore();\n\(deep);\n"
    let folder = try TestFolder(["a.ts": code, "b.ts": "export const a = 1;\n"])
    for command in [["check", "-o", "full"], ["queries", "list"]] {
      let answer = try CommandLineTool.run(command + ["--color", "never"], in: folder)
      #expect(answer.exitCode == 2)
      let text = answer.output + answer.errors
      #expect(text.contains("FB0013"), "\(text.prefix(500))")
      #expect(text.contains("a.ts:3:"), "\(text.prefix(500))")
      #expect(text.contains("what is nested this deeply was not read"), "\(text.prefix(500))")
    }
  }

  @Test("an inventory that cannot be read is not compared") func malformed() throws {
    for text in [
      "{", #"{"name": "a"}"#, #"{"name": "a", "kind": "get", "query": "c where"}"#,
      #"{"name": "a", "kind": "aggregate", "query": "c"}"#,
    ] {
      var project = CommandLineTests.project()
      project["firebreak/queries/bad.json"] = text
      let answer = try CommandLineTool.run(["queries", "verify", "-o", "json"], in: TestFolder(project))
      #expect(answer.exitCode == 2)
      #expect(answer.json?["outcome"] as? String == "usage")
      #expect(answer.errors.contains("bad.json:1:"))
    }
  }

  @Test("indexes suggest completes the file with what a recording needs, and leaves out what was always denied")
  func suggest() throws {
    let index =
      #"{"collectionGroup": "mine", "queryScope": "COLLECTION", "fields": [{"fieldPath": "x", "order": "ASCENDING"}, {"fieldPath": "y", "order": "ASCENDING"}]}"#
    let files = [
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#,
      "firestore.indexes.json": #"{"indexes": [\#(index)]}"#, ".firebreak/recording.json": Self.recorded,
      "other.json": Self.recorded,
    ]
    let folder = try TestFolder(files)
    for arguments in [["--from-recording"], ["--from-recording", "other.json"], ["--from-recording=other.json"]] {
      let answer = try CommandLineTool.run(["indexes", "suggest"] + arguments, in: folder)
      #expect(answer.exitCode == 0, "\(answer.errors)")
      let groups = (answer.json?["indexes"] as? [NSDictionary])?.compactMap { $0["collectionGroup"] as? String }
      #expect(groups == ["mine", "orders"])
      #expect(answer.errors.contains("serves admin.search"))
    }
    #expect(try CommandLineTool.run(["indexes", "suggest", "--from-recording", "--write"], in: folder).exitCode == 0)
    let again = try CommandLineTool.run(["indexes", "suggest", "--from-recording"], in: folder)
    #expect(again.errors.contains("nothing to add"))
    let plain = try TestFolder(["firebase.json": "{}"])
    let missing = try CommandLineTool.run(["indexes", "suggest", "--from-recording"], in: plain)
    #expect(missing.exitCode == 2)
    #expect(missing.errors.hasPrefix("error: there is no recording `.firebreak/recording.json`"))
    let unreadable = try TestFolder(["firebase.json": "{}", "r.json": "{}"])
    #expect(
      try CommandLineTool.run(["indexes", "suggest", "--from-recording", "r.json"], in: unreadable).exitCode == 2)
  }

  @Test("an emulator that is not there is an environment failure, a wrong address a usage error") func emulator() throws
  {
    let folder = try TestFolder(CommandLineTests.project())
    let absent = try CommandLineTool.run(["queries", "list", "--from-emulator", "127.0.0.1:1"], in: folder)
    #expect(absent.exitCode == 3)
    #expect(absent.errors.hasPrefix("error: nothing answers at 127.0.0.1:1"))
    for address in ["8080", "localhost:", "localhost:99999", ":80"] {
      #expect(try CommandLineTool.run(["queries", "list", "--from-emulator", address], in: folder).exitCode == 2)
    }
  }
}
