import CodePages
import Diagnostics
import PageLayout

/// The example of a page as a whole source: pages show the lines that matter, and this adds what stands around them.
struct PageExample {
  let code: DiagnosticCode
  private let text: String

  init(_ code: DiagnosticCode) {
    self.code = code
    text = HelpPage.of(code).markedExample.withoutEllipses
  }

  /// The marks in the example, in its order.
  var marks: [Character] { text.filter(HelpPage.isMark).map(\.self) }

  /// Where it begins in the whole source. What stands before is not the page's.
  var start: Int {
    let firstLine = text.prefix { $0 != "\n" }.filter { !HelpPage.isMark($0) }
    let source = String(decoding: rules.source.bytes, as: UTF8.self)
    return source.firstRange(of: firstLine).map { source.utf8.distance(from: source.startIndex, to: $0.lowerBound) }
      ?? 0
  }

  var rules: MarkedRules {
    let lines = text.split(separator: "\n").map { $0.filter { !HelpPage.isMark($0) } }
    func begins(_ words: String...) -> Bool {
      lines.contains { line in words.contains { line.drop { $0 == " " }.hasPrefix("\($0) ") } }
    }
    if begins("service") { return MarkedRules(text.closed) }
    if begins("match /databases/{database}/documents") {
      return MarkedRules("rules_version = '2';\nservice cloud.firestore {\n\(text.closed)\n}")
    }
    if begins("match", "function") { return MarkedRules(documents: text.closed) }
    if begins("allow") { return MarkedRules(documents: "match /users/{uid} {\n\(text)\n}") }
    // A condition on each line.
    let statements = text.split(separator: "\n").map { "allow update: if\n\($0)\n;\n" }.joined()
    return MarkedRules(documents: "match /users/{uid} {\n\(statements)}")
  }
}

extension String {
  /// With something in the place of what a page leaves out.
  fileprivate var withoutEllipses: String {
    replacing("/…/", with: "/databases/$(database)/documents/").replacing("() { … }", with: "() { return true; }")
      .replacing("(data) { … }", with: "(data) { return true; }")
      .replacing("{ … }", with: "{ allow read: if request.auth != null; }")
      .replacing("if …", with: "if request.auth != null").replacing("(…)", with: "(['a'])")
  }

  /// With the brackets that close the blocks left open, behind a comment too.
  fileprivate var closed: String {
    let code = split(separator: "\n").map { (line: Substring) -> Substring in
      guard let comment = line.firstRange(of: "//") else { return line }
      return line[..<comment.lowerBound]
    }
    let open = code.joined().count { $0 == "{" } - code.joined().count { $0 == "}" }
    return self + "\n" + String(repeating: "}", count: Swift.max(0, open))
  }
}
