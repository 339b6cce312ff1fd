import Diagnostics
import ProjectCheck
import Terminal

/// Says which sources were read, and why others were not.
struct SourceNotes {
  private let console: Console
  private let scope: ProjectScope

  init(_ console: Console, _ scope: ProjectScope) {
    self.console = console
    self.scope = scope
  }

  func told(_ sources: SourceQueries) -> SourceQueries {
    let examples = Set(scope.exampleFolders)
    for omission in sources.files.omissions where !examples.contains(omission.path) {
      switch omission.reason {
      case .tooLarge(let bytes):
        console.detail("left out \(omission.path): \(bytes / 1024) KiB, more than somebody writes by hand")
      case .unreadable: console.detail("left out \(omission.path): it cannot be read")
      case .otherProject where scope.leavesToScopes: console.detail("left out \(omission.path): not of this project")
      case .otherProject: console.note("left out \(omission.path): a project of its own")
      case .ignored: console.detail("left out \(omission.path): ignored by .gitignore")
      case .folderOfOthers: console.detail("left out \(omission.path): build products or other people's code")
      case .generated: console.detail("left out \(omission.path): generated")
      case .minified: console.detail("left out \(omission.path): minified")
      case .link: console.detail("left out \(omission.path): a link")
      case .tooDeep: console.detail("left out \(omission.path): too deep")
      case .test: console.detail("left out \(omission.path): a test")
      }
    }
    if let first = scope.exampleFolders.first {
      console.note(
        "left out \(Counted.text(scope.exampleFolders.count, "project")) of examples or data of tests: "
          + "\(Self.shown(scope.exampleFolders)) "
          + "(`firebreak \(console.title) \(QuotedText.singleLine(first))` looks at it)")
    }
    if let first = scope.undecidedFolders.first {
      let count = scope.undecidedFolders.count
      console.note(
        "left out \(Counted.text(count, "folder")) whose `firebase.json` deploys no database: "
          + "\(Self.shown(scope.undecidedFolders)): which of the projects beside "
          + "\(count == 1 ? "it serves it" : "them serves them") is not known "
          + "(`firebreak \(console.title) -C PROJECT \(QuotedText.singleLine(first))` says it)")
    }
    let tests = sources.files.omissions.count { $0.reason == .test }
    if tests > 0 { console.note("left out \(Counted.text(tests, "test source")) (--include-tests reads them, too)") }
    let count = Counted.text(sources.files.sources.count + sources.files.tests.count, "source")
    let reads = sources.requests.count - sources.queryCount
    console.detail(
      "\(count) read: \(Counted.text(sources.queryCount, "query", "queries")), \(Counted.text(reads, "other request")); "
        + "reads of single documents are not judged by the rules")
    return sources
  }

  /// The first few of some folders.
  private static func shown(_ folders: [String]) -> String {
    folders.prefix(3).map(QuotedText.singleLine).joined(separator: ", ") + (folders.count > 3 ? ", …" : "")
  }
}
