import Diagnostics
import FirebreakTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Formats that other programs read") struct MachineFormatTests {
  static let findings = HostileFindings.list

  @Test func `hostile text in outputs for people`() {
    expectSnapshot(FullRenderer().text(Self.findings), "Tests/Snapshots/Diagnostics/hostile-full.txt")
    expectSnapshot(ConciseRenderer.text(Self.findings), "Tests/Snapshots/Diagnostics/hostile-concise.txt")
    expectSnapshot(MarkdownRenderer.text(Self.findings), "Tests/Snapshots/Diagnostics/hostile-markdown.md")
    #expect(ConciseRenderer.text(Self.findings).split(separator: "\n").count == Self.findings.diagnostics.count)
  }

  // MARK: GitHub

  @Test func `workflow commands`() {
    expectSnapshot(GitHubRenderer.text(Self.findings), "Tests/Snapshots/Diagnostics/hostile-github.txt")
  }

  /// A command as the runner reads it: everything between the first two pairs of colons is the command with its
  /// properties, what follows is its data.
  struct Command: Equatable {
    var name: String
    var properties: [String: String]
    var data: String

    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
      let parts = head.split(separator: " ", maxSplits: 1)
      guard let first = parts.first else { return nil }
      name = String(first)
      properties = [:]
      for property in (parts.count > 1 ? parts[1] : "").split(separator: ",") {
        let pair = property.split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else { return nil }
        properties[String(pair[0])] = Self.unescaped(
          String(pair[1]), ["%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","])
      }
      data = Self.unescaped(String(line[end.upperBound...]), ["%0D": "\r", "%0A": "\n"])
    }

    private static func unescaped(_ text: String, _ escapes: [String: String]) -> String {
      escapes.reduce(text) { $0.replacing($1.key, with: $1.value) }.replacing("%25", with: "%")
    }
  }

  @Test func `workflow commands are read back as what was meant`() {
    let lines = GitHubRenderer.text(Self.findings).split(separator: "\n")
    let commands = lines.compactMap(Command.init)
    #expect(commands.count == Self.findings.diagnostics.count)
    for (command, diagnostic) in zip(commands, Self.findings.diagnostics) {
      #expect(command.name == ["error": "error", "warning": "warning", "info": "notice"][diagnostic.severity.rawValue])
      #expect(command.properties["title"] == "\(diagnostic.code.id) \(diagnostic.code.name)")
      #expect(command.properties["file"] == diagnostic.location.map { QuotedText.singleLine($0.source.path) })
      #expect(command.properties["line"] == diagnostic.location.map { String($0.position.line) })
      let words = [diagnostic.message] + diagnostic.notes + (diagnostic.help.map { ["help: \($0)"] } ?? [])
      #expect(command.data == words.map(QuotedText.singleLine).joined(separator: "\n"))
    }
  }

  @Test(
    "paths from the root of the repository",
    arguments: [
      ("", nil, "a/b.rules", "a/b.rules"), ("", nil, "./a//b.rules", "a/b.rules"),
      ("apps/shop", nil, "a.rules", "apps/shop/a.rules"),
      ("apps/shop", nil, "../../x.rules", "x.rules"), ("", nil, "../x.rules", "../x.rules"),
      ("", nil, "/abs/x.rules", "/abs/x.rules"),
      ("apps", "/r/repo", "/r/repo/lib/x.rules", "lib/x.rules"),
      ("apps", "/r/repo", "/r/repository/x.rules", "/r/repository/x.rules"),
      ("", nil, "<query>", "<query>"), ("", nil, "/../x", "/x"),
    ] as [(String, String?, String, String)])
  func paths(folder: String, root: String?, path: String, expected: String) {
    #expect(RepositoryPaths(folder: folder, root: root).path(path) == expected)
  }

  // MARK: JUnit

  final class Elements: NSObject, XMLParserDelegate {
    struct Element: Equatable {
      var name: String
      var attributes: [String: String]
      var text = ""
    }
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }

    static func read(_ text: String) throws -> [Element] {
      let reader = Elements()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = reader
      try #require(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
      return reader.elements
    }
  }

  @Test func junit() throws {
    let text = JUnitReport(command: "check", Self.findings, failLevel: .error).text
    expectSnapshot(text, "Tests/Snapshots/Diagnostics/hostile-junit.xml")
    let elements = try Elements.read(text)
    let cases = elements.filter { $0.name == "testcase" }
    #expect(cases.count == Self.findings.diagnostics.count)
    #expect(cases.allSatisfy { $0.attributes["time"] == "0" && $0.attributes["name"]?.isEmpty == false })
    let root = try #require(elements.first)
    let errors = Self.findings.diagnostics.filter { $0.severity == .error }
    let unreadable = errors.filter(\.code.meansUnreadableInput).count
    #expect(root.attributes["tests"] == String(cases.count))
    #expect(root.attributes["failures"] == String(errors.count - unreadable))
    #expect(elements.count { $0.name == "failure" } == errors.count - unreadable)
    // Every control character of a text arrives as its escape, every other character as itself.
    let delimiters = try #require(elements.first { $0.attributes["message"]?.hasPrefix("ends CDATA") == true })
    #expect(
      delimiters.attributes["message"]
        == "ends CDATA ]]> & \"quotes\" 'x' <tag a=\"1\"> | cell | `code | in` ::error::x")
    #expect(delimiters.text.hasSuffix("\n::set-output name=a::b\nhelp: <script>alert(1)</script>"))
  }

  @Test func `a report without findings has a case that passes, and levels decide what fails`() throws {
    let none = JUnitReport(command: "check", FindingList([]), failLevel: .error)
    #expect(
      none.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="firebreak check" tests="1" failures="0" errors="0" skipped="0" time="0">
          <testsuite name="firebreak check" tests="1" failures="0" errors="0" skipped="0" time="0">
            <testcase name="no findings" classname="firebreak check" time="0"/>
          </testsuite>
        </testsuites>

        """)
    let warning = FindingList([Diagnostic(.budgetNearlyUsed, "x")])
    func failures(_ level: Severity?) throws -> Int {
      try Elements.read(JUnitReport(command: "check", warning, failLevel: level).text).count { $0.name == "failure" }
    }
    #expect(try failures(.warning) == 1)
    #expect(try failures(.error) == 0)
    #expect(try failures(nil) == 0)
  }

  @Test func `no character breaks the XML`() throws {
    var text = ""
    for value in Array(0...0x2FF) + [0xD7FF, 0xE000, 0xFFFD, 0xFFFE, 0xFFFF, 0x1F642, 0x10FFFF] {
      if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
    }
    let report = JUnitReport(
      name: text,
      suites: [
        .init(text, [.init(text, group: text, file: text, result: .failed(type: text, message: text, text: text))])
      ])
    let elements = try Elements.read(report.text)
    #expect(elements.map(\.name) == ["testsuites", "testsuite", "testcase", "failure"])
    let allowed = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 9, 10, 13, 0x20..<0x7F, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...: scalar
          default: "\u{FFFD}"
          }
        }))
    #expect(elements[0].attributes["name"] == allowed)
    #expect(elements[3].text == allowed)
  }
}
