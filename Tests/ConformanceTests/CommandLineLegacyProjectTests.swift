import Foundation
import Testing

/// A project that has grown for years: many files, and in each of them something to find.
@Suite("Command line: a project with a past") struct CommandLineLegacyProjectTests {
  private static let count = 150

  /// A source with a listener of a whole history, a query whose index is missing and one read for each document.
  private static func source(_ number: Int) -> String {
    """
    import { collection, doc, getDoc, getDocs, getFirestore, limit, onSnapshot, orderBy, query, where } from 'firebase/firestore';
    const db = getFirestore();
    export const watch\(number) = (show) => onSnapshot(query(collection(db, 'feed\(number)'), orderBy('createdAt')), show);
    export async function load\(number)(uid) {
      const found = await getDocs(query(collection(db, 'notes\(number)'), where('owner', '==', uid), orderBy('at'), limit(9)));
      for (const note of found.docs) await getDoc(doc(db, 'users', note.data().author));
    }

    """
  }

  private static func project() throws -> TestFolder {
    var files = [
      "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
      "firestore.indexes.json": #"{"indexes": [], "fieldOverrides": []}"#,
      "firestore.rules": """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{db}/documents {
          match /{collection}/{id} {
            allow read: if request.auth != null;
            allow write: if false;
          }
        }
      }

      """,
    ]
    for number in 0..<count { files["src/part\(number % 10)/store\(number).js"] = source(number) }
    return try TestFolder(files)
  }

  private static func check(_ arguments: String..., in folder: TestFolder) throws -> CommandLineTool.Answer {
    try CommandLineTool.run(
      ["check"] + arguments, in: folder,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
  }

  /// Moves what is there and adds one query.
  private static func change(_ folder: TestFolder) throws {
    let moved = "// A line more, and nothing else.\n" + source(7)
    try Data(moved.utf8).write(to: folder.url.appending(path: "src/part7/store7.js"))
    let added = """
      import { collection, getDocs, getFirestore, limit, orderBy, query, where } from 'firebase/firestore';
      export const latest = (tag) => getDocs(query(collection(getFirestore(), 'feed1'), where('tag', '==', tag), orderBy('at'), limit(9)));

      """
    try Data(added.utf8).write(to: folder.url.appending(path: "src/added.js"))
  }

  private static let finding =
    "src/added.js:2:32: error[FB2001 missing-composite-index]: query `feed1 where tag == ? orderBy at limit 9` needs an "
    + "index that `firestore.indexes.json` does not define\n"

  @Test("with a baseline only the findings of a change are shown, on the screen and in a comment")
  func baseline() throws {
    let folder = try Self.project()
    let first = try Self.check("-q", in: folder)
    #expect(first.exitCode == 1)
    // However much there is, the first screen stays one.
    #expect(first.output.split(separator: "\n").count <= 15, "\(first.output)")
    #expect(first.output.contains("\(Self.count) errors, \(2 * Self.count) warnings"), "\(first.output)")
    #expect(try Self.check("--write-baseline", "-q", in: folder).exitCode == 0)
    #expect(try Self.check("-q", "-o", "concise", in: folder) == .init(output: "", errors: "", exitCode: 0))
    try Self.change(folder)
    let concise = try Self.check("-q", "-o", "concise", "--select", "FB2", in: folder)
    #expect(concise == .init(output: Self.finding, errors: "", exitCode: 1))
    let comment = try Self.check("-q", "-o", "markdown", in: folder).output
    #expect(comment.contains("src/added.js:2:32") && !comment.contains("/store"), "\(comment)")
  }

  @Test("since a revision only the findings of a change are shown, on the screen and in a comment")
  func since() throws {
    let folder = try Self.project()
    for command in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "before"], ["tag", "before"]] {
      try CommandLineCostDiffTests.git(command, in: folder)
    }
    try Self.change(folder)
    let concise = try Self.check("--since", "before", "-q", "-o", "concise", "--select", "FB2", in: folder)
    #expect(concise == .init(output: Self.finding, errors: "", exitCode: 1))
    let comment = try Self.check("--since", "before", "-q", "-o", "markdown", in: folder).output
    #expect(comment.contains("src/added.js:2:32") && !comment.contains("/store"), "\(comment)")
  }
}
