import FirebreakTestSupport
import Foundation
import Testing

/// Command lines by example: files, commands, and everything they answer.
///
/// ```yaml
/// files: {a.workload.yaml: …}        # of every case of the file
/// cases:
///   - name: a sentence
///     files: {firebreak.json: …}     # beside them
///     folders: [taken]
///     steps:
///       - write: {a.workload.yaml: …}  # before the command
///         git: [add -A, commit -qm one]  # then; the folder is a repository from the first of them on
///         in: apps/a                  # the folder of the command
///         run: cost estimate --set users=5   # or a list, where a word has blanks
///         exit: 1                     # 0 without the key
///         output: …                   # nothing without the key
///         errors: …
///         files: {a.json: …}          # what is written
///         absent: [b.json]            # what is not
/// ```
@Suite("Command line: examples") struct CommandLineExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var topic: String
    var name: String
    var common: [String: String]
    var spec: SpecValue

    var testDescription: String { "\(topic): \(name)" }
  }

  static let topics = [
    "estimates", "index-files", "indexes", "techniques", "ratchets", "budgets", "reports", "hostile", "projects",
    "checks", "known",
  ]

  static func examples(_ topic: String) throws -> [Example] {
    let path = "Tests/ConformanceTests/Specs/\(topic).yaml"
    let root = try SpecFile.load(path)
    try root.allow("files", "cases")
    let common = try texts(root.optional("files"))
    return try SpecFile.cases(path).map { spec in
      try spec.allow("name", "files", "folders", "steps")
      return Example(topic: topic, name: try spec["name"].string, common: common, spec: spec)
    }
  }

  private static func texts(_ value: SpecValue?) throws -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in try value?.members ?? [] { texts[key] = try value.string }
    return texts
  }

  @Test("example", arguments: try topics.flatMap(examples))
  func example(_ example: Example) throws {
    let own = try Self.texts(example.spec.optional("files"))
    let folder = try TestFolder(example.common.merging(own) { $1 })
    for name in try example.spec.optional("folders")?.strings ?? [] {
      try FileManager.default.createDirectory(at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    for step in try example.spec["steps"].array { try Self.run(step, in: folder) }
  }

  private static func run(_ step: SpecValue, in folder: TestFolder) throws {
    try step.allow("write", "git", "in", "run", "exit", "output", "errors", "files", "absent")
    for (name, text) in try texts(step.optional("write")) {
      let file = folder.url.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for command in try step.optional("git")?.strings ?? [] {
      if !FileManager.default.fileExists(atPath: folder.url.appending(path: ".git").path()) {
        try CommandLineCostDiffTests.git(["init", "-q"], in: folder)
      }
      try CommandLineCostDiffTests.git(command.split(separator: " ").map(String.init), in: folder)
    }
    let command = try step["run"]
    let words = try (try? command.strings) ?? command.string.split(separator: " ").map(String.init)
    let answer = try CommandLineTool.run(
      words, in: folder, at: step.optional("in")?.string ?? "",
      environment: words.contains("--since") ? ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"] : [:]
    )
    #expect(try answer.output == step.optional("output")?.string ?? "", "\(words)")
    #expect(try answer.errors == step.optional("errors")?.string ?? "", "\(words)")
    #expect(try answer.exitCode == Int32(step.optional("exit")?.integer ?? 0), "\(words)")
    for (name, text) in try texts(step.optional("files")) {
      #expect(try String(contentsOf: folder.url.appending(path: name), encoding: .utf8) == text, "\(name)")
    }
    for name in try step.optional("absent")?.strings ?? [] {
      #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: name).path()), "\(name)")
    }
  }
}
