import Foundation
import Testing

/// A rule that finds nothing proves nothing until it has found what it looks for.
@Suite("Rules of the house, broken") struct HouseRulesTests {
  private func file(_ text: String, _ path: String = "Sources/Lib/File.swift") -> SwiftFile {
    SwiftFile(path: path, text: text)
  }

  @Test(
    "output",
    arguments: [
      "print(1)", "Swift.print(1)", "  debugPrint(x)", "dump(x)", "exit(1)", "Glibc.exit(1)", "abort()", "fatalError()",
      "fputs(\"x\", stderr)", "puts(\"x\")", "let out = FileHandle.standardOutput", "FileHandle.standardError.write(x)",
    ])
  func output(_ line: String) { #expect(HouseRules.output(in: [file(line)]) == ["Sources/Lib/File.swift:1"]) }

  @Test(
    "no output",
    arguments: ["console.print(1)", "func print(_ x: Int) {}", "blueprint(1)", "// print(1)", "\"print(1)\""])
  func noOutput(_ line: String) { #expect(HouseRules.output(in: [file(line)]) == []) }

  @Test(
    "clock and chance",
    arguments: [
      "let now = Date()", "Date.now", "let date: Date = .now", "age(since: .now)", "ContinuousClock.now",
      "clock_gettime(CLOCK_REALTIME, &time)", "SystemRandomNumberGenerator()", "list.shuffled()", "list.shuffle()",
      "list.randomElement()", "Int.random(in: 0..<3)", "Bool.random()", "UUID()",
    ])
  func chance(_ line: String) { #expect(HouseRules.clockOrChance(in: [file(line)]) == ["Sources/Lib/File.swift:1"]) }

  @Test(
    "neither clock nor chance",
    arguments: [
      "let now = clock.now", "clock().now", "instance.clock?.now", "  .now", "UInt8.random(in: 0..<64, using: &random)",
      "// Date()", "case .nowhere: 1",
    ])
  func noChance(_ line: String) { #expect(HouseRules.clockOrChance(in: [file(line)]) == []) }

  @Test(
    "unchecked words",
    arguments: ["public var x = 1", "struct A: @unchecked Sendable {}", "@preconcurrency import B"])
  func unchecked(_ line: String) {
    #expect(HouseRules.uncheckedWords(in: [file("\n" + line)]) == ["Sources/Lib/File.swift:2"])
    #expect(HouseRules.uncheckedWords(in: [file(line, "Sources/Lib/Generated/File.swift")]) == [])
  }

  @Test("a file that the formatter passes over")
  func ignored() {
    let text = "// swift-format-" + "ignore\nlet x = 1"
    #expect(HouseRules.ignoredByFormatter(in: [file(text)]) == ["Sources/Lib/File.swift:1"])
    #expect(HouseRules.ignoredByFormatter(in: [file(text, "Sources/Lib/Generated/File.swift")]) == [])
  }

  @Test("marks, also in comments and texts", arguments: ["// TO" + "DO", "\"FIX" + "ME\"", "/ho" + "me/me"])
  func marks(_ line: String) { #expect(HouseRules.marks(in: [file(line)]) == ["Sources/Lib/File.swift:1"]) }

  @Test("a file of more than 700 lines")
  func long() {
    let text = String(repeating: "\n", count: 700)
    #expect(HouseRules.tooLong([file(text)]) == ["Sources/Lib/File.swift has 701 lines"])
    #expect(HouseRules.tooLong([file(String(text.dropLast()))]) == [])
  }

  @Test("a check that no list names")
  func unlisted() {
    let list = file(
      "extension Lints {\n  static let all = [\n    Known.self,\n  ]\n}", "Sources/Lib/Generated/All.swift")
    let known = file("// FB1 a error\nenum Known: Lint {}", "Sources/Lib/Checks/Known.swift")
    let forgotten = file("// FB2 b error\nenum Forgotten: Lint {}", "Sources/Lib/Hazards/Forgotten.swift")
    let beside = file("enum Part {}", "Sources/Lib/Checks/Part.swift")
    #expect(HouseRules.unlistedChecks(in: [list, known, forgotten, beside]) == [forgotten.path])
  }

  @Test("names in comments that nothing has")
  func stale() {
    let text = "/// See ``Shape``, ``Shape/area(of:)``, `File.swift`.\nstruct Shape {\n  func area(of side: Int) {}\n}"
    #expect(CommentedNames([file(text)]).stale(in: [file(text)]) == [])
    let old = "// ``Figure``, ``Shape/size(of:)``\nlet x = 1 // as in `Gone.swift`"
    #expect(
      CommentedNames([file(text)]).stale(in: [file(old)]) == [
        "Sources/Lib/File.swift:1 names Figure", "Sources/Lib/File.swift:1 names Shape/size(of:)",
        "Sources/Lib/File.swift:2 names Gone.swift",
      ])
  }

  @Test(
    "modules of every kind of import",
    arguments: [
      "import B", "@_exported import B", "@preconcurrency import B", "fileprivate import B", "import struct B.C",
    ])
  func imports(_ line: String) { #expect(file(line).imports.map(\.module) == ["B"]) }

  @Test("folders in a circle, by way of a file beside them")
  func circles() {
    let entrance = file("struct Whole { var part: Part }", "Sources/Lib/Whole.swift")
    let part = file("struct Part { func use(_ whole: Whole) {} }", "Sources/Lib/Parts/Part.swift")
    let sound = file("struct Part {}", "Sources/Lib/Parts/Part.swift")
    #expect(FolderUses(of: [entrance, sound]).circles == [])
    #expect(
      FolderUses(of: [entrance, part]).circles == [
        "Sources/Lib/Parts/Part.swift uses Whole of Sources/Lib/Whole.swift",
        "Sources/Lib/Whole.swift uses Part of Sources/Lib/Parts/Part.swift",
      ])
    #expect(FolderUses(of: [entrance, part], except: ["Whole.swift"]).circles == [])
    let flat = file("struct Part { func use(_ whole: Whole) {} }", "Sources/Lib/Part.swift")
    #expect(FolderUses(of: [entrance, flat]).circles == [])
  }

  @Test("a folder that is missing")
  func missing() { #expect(throws: (any Error).self) { try Repository.files(in: "Sources/Gone") { _ in true } } }
}
