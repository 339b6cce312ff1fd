import Foundation
import Testing

/// The manual is followed as it is written: what it says is saved and typed, what it shows is printed.
@Suite("Manual") struct ManualTests {
  static let pages = Result { try Repository.files(in: "docs") { $0.hasSuffix(".md") } }
  static let others = ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "packaging/README.md"]

  @Test("every command of a page prints what the page shows", arguments: try pages.get() + ["README.md"])
  func follow(page: String) throws {
    let document = try ManualDocument(Repository.text(page))
    let folder = try TestFolder([:])
    if let sample = document.folder { try Self.copy(sample, to: folder.url) }
    var exitCode: Int32 = 0
    for (index, action) in document.actions.enumerated() {
      switch action {
      case .save(let text, let name, let appends): try Self.save(text, to: folder.url.appending(path: name), appends)
      case .run(let command):
        let printed = try Self.printed(by: command, in: folder, &exitCode)
        let difference = command.difference(from: printed)
        #expect(difference == nil, "\(page):\(command.line): \(command.text)")
        // A script that follows the page would stop at a failure that it does not mention.
        #expect(exitCode == 0 || Self.asks(document.actions, after: index), "\(page):\(command.line) exits \(exitCode)")
      }
    }
  }

  /// Whether the command behind one asks how it ended.
  private static func asks(_ actions: [ManualDocument.Action], after index: Int) -> Bool {
    let next = actions.dropFirst(index).first { action in
      if case .run(let command) = action { command.text == "echo $?" } else { false }
    }
    guard case .run(let asking) = next else { return false }
    let between = actions[(index + 1)...].prefix { action in
      if case .run(let command) = action { command.line < asking.line } else { true }
    }
    return between.isEmpty
  }

  private static func copy(_ sample: String, to folder: URL) throws {
    let source = Repository.root.appending(path: sample)
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path()) where name != ".firebreak" {
      try FileManager.default.copyItem(at: source.appending(path: name), to: folder.appending(path: name))
    }
  }

  private static func save(_ text: String, to file: URL, _ appends: Bool) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let before = appends ? try Data(contentsOf: file) : Data()
    try (before + Data(text.utf8)).write(to: file)
  }

  private static func printed(
    by command: ManualDocument.Command, in folder: TestFolder, _ exitCode: inout Int32
  ) throws -> [String] {
    let words = try command.words
    switch words.first {
    case "firebreak":
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let answer = try CommandLineTool.run(
        Array(words.dropFirst()), in: folder, environment: ["PATH": path], joinsErrors: true)
      exitCode = answer.exitCode
      return lines(answer.output)
    case "echo" where words == ["echo", "$?"]:
      defer { exitCode = 0 }
      return [String(exitCode)]
    case "cat":
      return lines(try String(contentsOf: folder.url.appending(path: words.dropFirst().joined()), encoding: .utf8))
    default: throw ManualDocument.Mistake(description: "line \(command.line): nobody knows `\(command.text)`")
    }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  @Test("links lead to files and headings that exist", arguments: try pages.get() + ["README.md"] + others)
  func links(page: String) throws {
    let folder = page.split(separator: "/").dropLast().joined(separator: "/")
    for link in try ManualDocument(Repository.text(page)).links where !link.target.contains("://") {
      let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let path = parts[0].isEmpty ? page : folder.isEmpty ? parts[0] : "\(folder)/\(parts[0])"
      let file = Repository.root.appending(path: path)
      guard FileManager.default.fileExists(atPath: file.path()) else {
        Issue.record("\(page):\(link.line) leads to \(path), which does not exist")
        continue
      }
      guard parts.count == 2 else { continue }
      let anchors = try ManualDocument(Repository.text(path)).anchors
      #expect(anchors.contains(parts[1]), "\(page):\(link.line) leads to #\(parts[1]) of \(path)")
    }
  }

  @Test("a page is read at one sitting, and the first one lists them all")
  func lengths() throws {
    let pages = try Self.pages.get()
    #expect(pages.count > 15)
    for page in pages {
      let lines = try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 201, "\(page) has \(lines.count - 1) lines")
    }
    let listed = try ManualDocument(Repository.text("docs/README.md")).links.map { "docs/\($0.target)" }
    #expect(Set(pages).subtracting(listed) == ["docs/README.md"])
  }

  @Test func `an output that differs in any line is told`() {
    let command = ManualDocument.Command(line: 1, text: "", output: ["a", "...", "c", "d"])
    #expect(command.difference(from: ["a", "x", "y", "c", "d"]) == nil)
    #expect(command.difference(from: ["a", "c", "d"]) == nil)
    #expect(command.difference(from: ["a", "x", "c"]) == "expected: d\nprinted:  nothing more")
    #expect(command.difference(from: ["a", "x", "d"]) == "missing: c")
    #expect(command.difference(from: ["b", "c", "d"]) == "expected: a\nprinted:  b")
    #expect(command.difference(from: ["a", "c", "d", "e"]) == "not expected: e")
  }
}
