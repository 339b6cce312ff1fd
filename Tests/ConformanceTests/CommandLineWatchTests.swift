import Foundation
import Testing

/// `check --watch`: a process that goes on until it is interrupted.
@Suite("Command line: check --watch") struct CommandLineWatchTests {
  private static let query = """
    import { collection, getDocs, getFirestore, limit, orderBy, query, where } from 'firebase/firestore';
    export const mine = (uid) => getDocs(query(collection(getFirestore(), 'posts'), where('owner', '==', uid), \
    orderBy('at'), limit(9)));

    """
  private static let index = """
    {"indexes": [{"collectionGroup": "posts", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "owner", "order": "ASCENDING"}, {"fieldPath": "at", "order": "ASCENDING"}]}], "fieldOverrides": []}
    """

  // A bound for a test that hangs: what it waits for behind all other tests counts, too.
  @Test("each change is checked, and what has come and gone is said", .timeLimit(.minutes(30)))
  func changes() throws {
    let folder = try TestFolder([
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#,
      "firestore.indexes.json": #"{"indexes": [], "fieldOverrides": []}"#, "app.js": Self.query,
    ])
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.url.appending(path: name))
    }
    let finding =
      "app.js:2:30: error[FB2001 missing-composite-index]: query `posts where owner == ? orderBy at limit 9` needs an "
      + "index that `firestore.indexes.json` does not define"
    let command = try RunningCommand(["check", "--watch", "-o", "concise", "--select", "FB1,FB2"], in: folder)
    #expect(command.nextLine() == finding)
    #expect(command.errorLines(upTo: "watching").last?.hasSuffix(" files and folders; Ctrl-C ends it") == true)
    try write(Self.index, to: "firestore.indexes.json")
    #expect(command.nextLine() == "gone  \(finding)")
    #expect(command.nextLine() == "0 new, 1 gone · no findings")
    try write(Self.query.replacing("orderBy('at')", with: "orderBy('title')"), to: "app.js")
    #expect(command.nextLine() == "new   \(finding.replacing("orderBy at", with: "orderBy title"))")
    #expect(command.nextLine() == "1 new, 0 gone · 1 error")
    command.send(SIGINT)
    let rest = command.rest
    #expect(rest.output == "")
    #expect(rest.exitCode != 0)
  }
}
