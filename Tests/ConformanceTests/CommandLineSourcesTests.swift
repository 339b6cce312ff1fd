import Foundation
import Testing

/// The queries of sources and documents, from files to exit codes.
@Suite("Command line: sources") struct CommandLineSourcesTests {
  static let swift = """
    import FirebaseFirestore

    final class Posts {
      let db = Firestore.firestore()

      func newest(of owner: String) async throws {
        _ = try await db.collection("posts").whereField("owner", isEqualTo: owner)
          .order(by: "created", descending: true).limit(to: 20).getDocuments()
      }

      func watch() {
        // firebreak-ignore FB7010 -- there are a dozen
        db.collection("topics").addSnapshotListener { _, _ in }
      }
    }
    """

  static func project(indexes: String = #"{"indexes": []}"#) -> [String: String] {
    [
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#, "firestore.indexes.json": indexes,
      "app/Posts.swift": swift, "app/build/Copy.swift": swift, "out/Copy.swift": swift, ".gitignore": "/out\n",
    ]
  }

  @Test("check reads the sources, and names the place of what is wrong")
  func check() throws {
    let folder = try TestFolder(Self.project())
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    #expect(answer.codes == ["FB2001"])
    #expect(answer.exitCode == 1)
    let finding = (answer.json?["findings"] as? [NSDictionary])?.first
    #expect(finding?["file"] as? String == "app/Posts.swift")
    #expect(finding?["line"] as? Int == 8)
    #expect(answer.errors.contains("1 source, 2 queries: 1 error"), "\(answer.errors)")
  }

  @Test("queries of both databases are counted, each by its name")
  func counts() throws {
    let realtime = """
      import FirebaseDatabase

      func read() {
        let rooms = Database.database().reference(withPath: "rooms")
        rooms.queryLimited(toLast: 5).observe(.childAdded) { _ in }
        rooms.child("a").observeSingleEvent(of: .value) { _ in }
        rooms.child("a").setValue(1)
      }
      """
    var files = Self.project()
    files["app/Rooms.swift"] = realtime
    let both = try CommandLineTool.run(["check"], in: TestFolder(files))
    #expect(both.errors.contains("2 sources, 2 Firestore queries, 2 Realtime Database queries: "), "\(both.errors)")
    files["app/Posts.swift"] = nil
    let alone = try CommandLineTool.run(["check"], in: TestFolder(files))
    #expect(alone.errors.contains("1 source, 2 Realtime Database queries: "), "\(alone.errors)")
  }

  @Test("a source that was not read is said in every format, even when there is nothing else")
  func unreadSource() throws {
    let bundle = "import 'firebase/firestore';\n" + String(repeating: "x", count: 1_048_576)
    let folder = try TestFolder(["app.js": bundle])
    let answer = try CommandLineTool.run(["check", "-o", "json", "-o", "sarif=a.sarif", "-o", "junit=a.xml"], in: folder)
    #expect(answer.exitCode == 2)
    #expect(answer.codes.contains("FB0013"))
    for file in ["a.sarif", "a.xml"] {
      let text = try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
      #expect(text.contains("the file was not read"), "\(text)")
    }
  }

  @Test("indexes suggest serves them, and check is clean then")
  func suggest() throws {
    let folder = try TestFolder(Self.project())
    #expect(try CommandLineTool.run(["indexes", "suggest", "--write"], in: folder).exitCode == 0)
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    #expect(answer.codes == [])
    #expect(answer.exitCode == 0)
  }

  @Test("what is written keeps links, modes and devices what they are")
  func written() throws {
    let code = """
      import { getFirestore } from 'firebase-admin/firestore';
      export const f = (v) => getFirestore().collection('m').where('a', '==', v).orderBy('z').limit(1).get();
      """
    let folder = try TestFolder([
      "firebase.json": #"{"firestore": {"indexes": "i.json"}}"#, "shared/i.json": #"{"indexes": [], "fieldOverrides": []}"#,
      "q.ts": code,
    ])
    let files = FileManager.default
    let (link, target) = (folder.url.appending(path: "i.json").path(), folder.url.appending(path: "shared/i.json").path())
    try files.createSymbolicLink(atPath: link, withDestinationPath: "shared/i.json")
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    let found = try CommandLineTool.run(["check", "-q", "-o", "jsonl=/dev/stdout"], in: folder)
    #expect(found.output.hasPrefix(#"{"code":"FB2001""#), "\(found.output)")
    #expect(try CommandLineTool.run(["indexes", "suggest", "--write"], in: folder).exitCode == 0)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "shared/i.json")
    #expect(try files.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains(#""collectionGroup": "m""#))
  }

  @Test("a comment that silences a finding is in the SARIF report, except where it would become an alert")
  func suppressions() throws {
    let folder = try TestFolder(Self.project())
    let answer = try CommandLineTool.run(["check", "-o", "sarif"], in: folder)
    #expect(answer.output.contains("\"justification\": \"there are a dozen\""))
    #expect(answer.errors.contains("1 error\n"), "\(answer.errors)")
    let job = try CommandLineTool.run(["check", "-o", "sarif"], in: folder, environment: ["GITHUB_ACTIONS": "true"])
    #expect(!job.output.contains("suppressions"))
    #expect(job.exitCode == answer.exitCode)
  }

  @Test("JSON has the notes and the definition that is missing")
  func missingIndex() throws {
    let folder = try TestFolder(Self.project())
    let finding = try CommandLineTool.run(["check", "-o", "json"], in: folder).json?["findings"] as? [NSDictionary]
    #expect(finding?.first?["notes"] as? [String] == ["needs: posts (owner ASC, created DESC)", "production would answer FAILED_PRECONDITION"])
    let missing = finding?.first?["missingIndex"] as? NSDictionary
    #expect(missing == [
      "collectionGroup": "posts", "queryScope": "COLLECTION",
      "fields": [["fieldPath": "owner", "order": "ASCENDING"], ["fieldPath": "created", "order": "DESCENDING"]],
    ])
  }

  @Test("one source, one document, or a folder of them")
  func paths() throws {
    let folder = try TestFolder(Self.project().merging(["design.md": "# Posts\n\n```swift\n\(Self.swift)\n```\n"]) { $1 })
    for path in ["app/Posts.swift", "design.md", "app"] {
      #expect(try CommandLineTool.run(["check", path, "-o", "json"], in: folder).codes == ["FB2001"], "\(path)")
    }
  }

  @Test("an inventory of sources notices what changes")
  func inventory() throws {
    let folder = try TestFolder(Self.project())
    #expect(try CommandLineTool.run(["queries", "record"], in: folder).exitCode == 0)
    #expect(try CommandLineTool.run(["queries", "verify"], in: folder).exitCode == 0)
    let changed = Self.swift.replacing("limit(to: 20)", with: "limit(to: 25)")
    try Data(changed.utf8).write(to: folder.url.appending(path: "app/Posts.swift"))
    let answer = try CommandLineTool.run(["queries", "verify", "-o", "json"], in: folder)
    #expect(answer.codes == ["FB0010", "FB0010"])
    #expect(answer.exitCode == 1)
  }
}
