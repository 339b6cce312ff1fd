import FirebreakTestSupport
import SourceSemantics
import Testing

@Suite("Names across modules") struct ModuleCasesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [(path: String, text: String)]
    /// `FILE NAME` or `FILE FUNCTION/NAME`, and what the name stands for there.
    var asked: [(question: String, answer: [String])]
    var testDescription: String { name }

    static func load(_ file: String) throws -> [Case] {
      try SpecFile.cases("Tests/SourceSemanticsTests/Cases/modules/\(file).yaml").map { spec in
        try spec.allow("name", "files", "names")
        return Case(
          name: try spec["name"].string,
          files: try spec["files"].members.map { ($0.key, try $0.value.string) },
          asked: try spec["names"].members.map { ($0.key, try $0.value.strings) })
      }
    }
  }

  @Test("of Python", arguments: try Case.load("python"))
  func python(_ given: Case) throws { try check(given) }

  @Test("of scripts", arguments: try Case.load("scripts"))
  func scripts(_ given: Case) throws { try check(given) }

  @Test("of Dart", arguments: try Case.load("dart"))
  func dart(_ given: Case) throws { try check(given) }

  @Test("of Kotlin and Java", arguments: try Case.load("jvm"))
  func jvm(_ given: Case) throws { try check(given) }

  @Test("of Swift", arguments: try Case.load("swift"))
  func swift(_ given: Case) throws { try check(given) }

  /// The order of files decides nothing but which of several declarations is named first.
  private func check(_ given: Case) throws {
    try check(given, ReadProject(given.files)) { $0 }
    try check(given, ReadProject(given.files.reversed())) { $0.sorted() }
  }

  private func check(_ given: Case, _ project: ReadProject, _ ordered: ([String]) -> [String]) throws {
    for (question, answer) in given.asked {
      let parts = question.split(separator: " ").map(String.init)
      let asked = parts[1].split(separator: "/").map(String.init)
      let found = try project.referents(
        of: asked[asked.count - 1], in: parts[0], at: asked.count > 1 ? asked[0] : nil)
      #expect(ordered(found.map(project.text)) == ordered(answer), "\(question)")
    }
  }
}
