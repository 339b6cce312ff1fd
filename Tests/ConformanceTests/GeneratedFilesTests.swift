import Foundation
import Testing

/// What is written from the sources says what they say: the catalogue of codes, their pages, and the lists of checks.
@Suite("Generated files") struct GeneratedFilesTests {
  private let generator = CommandLineTool.executable.deletingLastPathComponent().appending(path: "generate-codes")

  @Test("run `make codes` when a page or a check has changed")
  func upToDate() throws {
    let answer = try CommandLineTool.run(
      ["--check", Repository.root.path()], in: TestFolder([:]), executable: generator)
    #expect(answer == .init(output: "", errors: "", exitCode: 0))
  }

  @Test("pages are read as they are written")
  func pages() throws {
    let page = """
      // FB4004 expires-by-date error since 0.2
      //
      // means: Everybody
      //   may. Until a date.
      // why: Test mode.
      // example:
      //   allow read: 1️⃣if request.time < timestamp.date(2025, 1, 31);
      // fix: Replace the date.
      // ignore: Never.

      enum TimeBomb: RulesLint {}

      """
    let folder = try TestFolder([
      "Sources/Checks/Time/TimeBomb.swift": page, "Sources/Checks/RulesLint.swift": "package protocol RulesLint {}\n",
    ])
    func generate(_ arguments: [String]) throws -> CommandLineTool.Answer {
      try CommandLineTool.run(arguments, in: folder, executable: generator)
    }
    let files = [
      "Sources/Diagnostics/Generated/Codes.swift", "Sources/CodePages/Generated/PageTexts.swift", "CODES.md",
      "Sources/Checks/Generated/RulesLints+All.swift",
    ]
    let stale = files.map { "stale: \($0)\n" }.joined()
    #expect(try generate(["--check"]) == .init(output: stale, errors: "", exitCode: 1))
    #expect(try generate([]).output == files.map { "written: \($0)\n" }.joined())
    #expect(try generate(["--check"]) == .init(output: "", errors: "", exitCode: 0))
    func text(_ path: String) throws -> String {
      try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }
    let codes = try text("Sources/Diagnostics/Generated/Codes.swift")
    #expect(
      codes.contains(#"static let expiresByDate = DiagnosticCode(4004, "expires-by-date", .error, since: "0.2")"#))
    let texts = try text("Sources/CodePages/Generated/PageTexts.swift")
    #expect(texts.contains(##"means: #"Everybody may. Until a date."#"##) && texts.contains("1️⃣if"))
    let document = try text("CODES.md")
    #expect(document.contains("| [FB4004](#fb4004) | expires-by-date | error | Everybody may. |"))
    #expect(document.contains("```\nallow read: if request.time < timestamp.date(2025, 1, 31);\n```"))
    #expect(try text("Sources/Checks/Generated/RulesLints+All.swift").contains("[\n    TimeBomb.self,\n  ]"))

    let broken = try TestFolder(["Sources/Checks/TimeBomb.swift": page.replacing("// why: Test mode.\n", with: "")])
    #expect(
      try CommandLineTool.run([], in: broken, executable: generator)
        == .init(
          output: "",
          errors: "generate-codes: Sources/Checks/TimeBomb.swift:1: the page of expires-by-date has no `why:`\n",
          exitCode: 2))
  }
}
