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
    let both = try CommandLineTool.run(["check", "-o", "full"], in: TestFolder(files))
    #expect(both.errors.contains("2 sources, 2 Firestore queries, 2 Realtime Database queries: "), "\(both.errors)")
    files["app/Posts.swift"] = nil
    let alone = try CommandLineTool.run(["check", "-o", "full"], in: TestFolder(files))
    #expect(alone.errors.contains("1 source, 2 Realtime Database queries: "), "\(alone.errors)")
  }

  @Test("a source that was not read is said in every format, even when there is nothing else")
  func unreadSource() throws {
    let bundle = "import 'firebase/firestore';\n" + String(repeating: "x", count: 1_048_576)
    let folder = try TestFolder(["app.js": bundle])
    let answer = try CommandLineTool.run(
      ["check", "-o", "json", "-o", "sarif=a.sarif", "-o", "junit=a.xml"], in: folder)
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

  @Test("a new override that takes away what queries use is at risk, and names them")
  func overrideAtRisk() throws {
    let code = """
      import { getFirestore } from 'firebase-admin/firestore';
      const db = getFirestore();
      export const f = (v) => db.collection('orders').where('status', '==', v).limit(1).get();
      export const g = () => db.collection('orders').orderBy('note', 'desc').limit(1).get();
      export const h = () => db.collectionGroup('orders').where('total', '>', 1).limit(1).get();
      """
    let overrides = [
      #"{"collectionGroup": "orders", "fieldPath": "status", "indexes": []}"#,
      #"{"collectionGroup": "orders", "fieldPath": "note", "indexes": [{"order": "DESCENDING", "queryScope": "COLLECTION"}]}"#,
      #"{"collectionGroup": "orders", "fieldPath": "total", "indexes": [{"order": "ASCENDING", "queryScope": "COLLECTION_GROUP"}]}"#,
      #"{"collectionGroup": "orders", "fieldPath": "unasked", "indexes": []}"#,
    ]
    let folder = try TestFolder([
      "firebase.json": #"{"firestore": {"indexes": "i.json"}}"#,
      "i.json": "{\"indexes\": [], \"fieldOverrides\": [\n\(overrides.joined(separator: ",\n"))]}",
      "deployed.json": #"{"indexes": [], "fieldOverrides": []}"#, "q.js": code,
    ])
    let answer = try CommandLineTool.run(
      ["indexes", "diff", "--deployed", "deployed.json", "--exit-code", "-o", "full", "-o", "concise=c.txt"], in: folder
    )
    #expect(answer.exitCode == 1)
    #expect(answer.errors == "4 to create, 1 at risk, 0 unused\n")
    #expect(
      answer.output.hasPrefix(
        """
        file  deployed  used
        +     ·         ✓     orders override of status   WILL BE CREATED ON DEPLOY and takes away what is used: queries break
        +     ·         ?     orders override of note     will be created on deploy
        +     ·         ✓     orders override of total    will be created on deploy
        +     ·         ?     orders override of unasked  will be created on deploy

        """), "\(answer.output)")
    #expect(answer.output.contains("   = a deploy would break orders where status == ? limit 1\n"), "\(answer.output)")
    #expect(
      try String(contentsOf: folder.url.appending(path: "c.txt"), encoding: .utf8) == """
        i.json:2:1: error[FB2005 deployed-index-not-in-file]: the override of `status` in `orders` is not deployed yet, and leaves it \
        with no index: queries use more of what is deployed

        """)
    // Deployed already, it breaks nothing that works.
    let same = try CommandLineTool.run(["indexes", "diff", "--deployed", "i.json"], in: folder)
    #expect(same.errors == "0 to create, 0 at risk, 0 unused, 1 missing\n")
  }

  @Test("what is written keeps links, modes and devices what they are")
  func written() throws {
    let code = """
      import { getFirestore } from 'firebase-admin/firestore';
      export const f = (v) => getFirestore().collection('m').where('a', '==', v).orderBy('z').limit(1).get();
      """
    let folder = try TestFolder([
      "firebase.json": #"{"firestore": {"indexes": "i.json"}}"#,
      "shared/i.json": #"{"indexes": [], "fieldOverrides": []}"#,
      "q.ts": code,
    ])
    let files = FileManager.default
    let (link, target) = (
      folder.url.appending(path: "i.json").path(), folder.url.appending(path: "shared/i.json").path()
    )
    try files.createSymbolicLink(atPath: link, withDestinationPath: "shared/i.json")
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    let found = try CommandLineTool.run(["check", "-q", "-o", "jsonl=/dev/stdout"], in: folder)
    #expect(found.output.hasPrefix(#"{"code":"FB2001""#), "\(found.output)")
    let silent = try CommandLineTool.run(
      ["check", "-q", "-o", "sarif=/dev/null", "-o", "concise=/dev/stderr"], in: folder)
    #expect(silent.output == "")
    #expect(silent.errors.hasPrefix("q.ts:2:98: error[FB2001 "), "\(silent.errors)")
    #expect(try files.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType == .typeCharacterSpecial)
    // Only who may give a file away can tell.
    let isGiven =
      (try? files.setAttributes([.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534], ofItemAtPath: target)) != nil
    #expect(try CommandLineTool.run(["indexes", "suggest", "--write"], in: folder).exitCode == 0)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "shared/i.json")
    let attributes = try files.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    if isGiven {
      #expect(attributes[.ownerAccountID] as? Int == 65_534 && attributes[.groupOwnerAccountID] as? Int == 65_534)
    }
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
    #expect(
      finding?.first?["notes"] as? [String] == [
        "needs: posts (owner ASC, created DESC)", "production would answer FAILED_PRECONDITION",
      ])
    let missing = finding?.first?["missingIndex"] as? NSDictionary
    #expect(
      missing == [
        "collectionGroup": "posts", "queryScope": "COLLECTION",
        "fields": [["fieldPath": "owner", "order": "ASCENDING"], ["fieldPath": "created", "order": "DESCENDING"]],
      ])
  }

  @Test("one source, one document, or a folder of them")
  func paths() throws {
    let folder = try TestFolder(
      Self.project().merging(["design.md": "# Posts\n\n```swift\n\(Self.swift)\n```\n"]) { $1 })
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
