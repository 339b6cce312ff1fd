// FB3110 regex-pitfall warning
//
// means: A regular expression does something else than it seems to: `matches()` compares the whole text, and an
//   unescaped point matches every character. The finding names the trap.
// why: `matches()` succeeds only when the pattern covers the whole text, so `^` and `$` do nothing; a pattern with just
//   one of them was probably meant to find the start or the end. A point stands for any character, and texts of rules
//   need two backslashes for one. Patterns are those of RE2, without lookaround and back references; production refuses
//   to compile an invalid literal, and an invalid computed pattern is an error at run time.
// example:
//   request.auth.token.email.matches(1️⃣'.*@example.com')     // also allows x@exampleXcom
//   request.auth.token.email.matches('.*@example\\.com')
//   resource.data.name.matches(2️⃣'^pre')                     // only the text `pre`: 'pre.*'
// fix: Write `.*` at the open end, or drop the anchor; write `\\.` or `[.]` for a point.
// ignore: When exactly this is meant.

package import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A regular expression that means something else than it seems to (FB3110): one end is anchored as if the other were
/// free, a point in a domain matches any character, or a computed pattern is invalid.
package enum RegexPitfalls: RulesLint {
  package static let codes: [DiagnosticCode] = [.regexPitfall]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.expressions.flatMap(\.descendants).flatMap { expression -> [Diagnostic] in
      guard case .method(_, let name, let arguments) = expression.kind,
        let place = BuiltinSignature.patternArgument(ofMethod: name.text), arguments.indices.contains(place),
        case .string(let text) = subject.types.type(of: arguments[place]).constant
      else { return [] }
      let argument = arguments[place]
      return problems(of: text, isMatch: name.text == "matches", isLiteral: argument.scalar != nil).map { problem in
        Diagnostic(
          .regexPitfall, problem.message, at: subject.location(argument.span), severity: problem.severity,
          help: problem.help)
      }
    }
  }

  private struct Problem {
    var message: String
    var help: String
    var severity: Severity = .warning
  }

  private static func problems(of text: Text, isMatch: Bool, isLiteral: Bool) -> [Problem] {
    if Pattern(text) == nil {
      // Production refuses to compile an invalid literal, which is another finding.
      if isLiteral { return [] }
      return [
        Problem(
          message: "the computed pattern \(QuotedText.of(text.string)) is invalid",
          help: "patterns are RE2: lookaround and references to groups do not exist", severity: .error)
      ]
    }
    let pattern = RegexPattern(text.string)
    return (isMatch ? anchors(pattern) : []) + domain(pattern)
  }

  private static func anchors(_ pattern: RegexPattern) -> [Problem] {
    if pattern.isAnchoredAtStart, !pattern.isAnchoredAtEnd, !pattern.endsOpen {
      return [
        Problem(
          message: "`matches` compares the whole text, so nothing may follow \(QuotedText.of(pattern.text))",
          help: "to test only the start, end the pattern with `.*`; otherwise write `$` at its end too")
      ]
    }
    if pattern.isAnchoredAtEnd, !pattern.isAnchoredAtStart, !pattern.startsOpen {
      return [
        Problem(
          message: "`matches` compares the whole text, so nothing may stand before \(QuotedText.of(pattern.text))",
          help: "to test only the end, begin the pattern with `.*`; otherwise write `^` at its start too")
      ]
    }
    return []
  }

  private static func domain(_ pattern: RegexPattern) -> [Problem] {
    guard let domain = pattern.domainWithFreePoint else { return [] }
    let escaped = domain.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\\\.")
    return [
      Problem(
        message: "the point in \(QuotedText.of(domain)) matches any character",
        help: "write `\(escaped)` in the text of the rule")
    ]
  }
}

/// What can be read off a regular expression without parsing it.
private struct RegexPattern {
  let text: String
  private let body: [Unicode.Scalar]

  init(_ text: String) {
    self.text = text
    var rest = Array(text.unicodeScalars)
    // `(?i)` and its like are no part of the pattern.
    if rest.starts(with: Array("(?".unicodeScalars)), let end = rest.firstIndex(of: ")"),
      rest[2..<end].allSatisfy({ "imsU-".unicodeScalars.contains($0) })
    {
      rest.removeSubrange(0...end)
    }
    body = rest
  }

  var isAnchoredAtStart: Bool { body.first == "^" }
  var isAnchoredAtEnd: Bool { body.last == "$" && !isEscaped(body.count - 1) }
  var endsOpen: Bool { hasSuffix(".*") || hasSuffix(".+") || hasSuffix(".*)") || hasSuffix(".*?") || hasSuffix("]*") }
  var startsOpen: Bool { hasPrefix(".*") || hasPrefix(".+") || hasPrefix("(.*") || hasPrefix("(.+") }

  private func hasPrefix(_ prefix: String) -> Bool { body.starts(with: Array(prefix.unicodeScalars)) }
  private func hasSuffix(_ suffix: String) -> Bool {
    let wanted = Array(suffix.unicodeScalars)
    guard body.count >= wanted.count, body.suffix(wanted.count).elementsEqual(wanted) else { return false }
    return !isEscaped(body.count - wanted.count)
  }

  private func isEscaped(_ place: Int) -> Bool {
    var count = 0
    var before = place - 1
    while before >= 0, body[before] == "\\" {
      count += 1
      before -= 1
    }
    return !count.isMultiple(of: 2)
  }

  /// `example.com` where its point is not escaped: a word, a point and the letters of a top level domain.
  var domainWithFreePoint: String? {
    for place in body.indices where body[place] == "." && !isEscaped(place) && !isInClass(place) {
      let before = body[..<place].reversed().prefix { Self.isWord($0) }
      let after = body[(place + 1)...].prefix { Self.isWord($0) }
      let label = String(String.UnicodeScalarView(after))
      guard !before.isEmpty, Self.topLevel.contains(label) else { continue }
      // A backslash before the word makes its first letter a class: `\w.com`.
      let start = place - before.count
      if start > 0, body[start - 1] == "\\" { continue }
      return String(String.UnicodeScalarView(body[start...(place + after.count)]))
    }
    return nil
  }

  private func isInClass(_ place: Int) -> Bool {
    var isInside = false
    for index in body.indices.prefix(place) where !isEscaped(index) {
      if body[index] == "[" { isInside = true }
      if body[index] == "]" { isInside = false }
    }
    return isInside
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar == "-" || ("0"..."9").contains(scalar))
  }

  private static let topLevel: Set<String> = [
    "com", "org", "net", "edu", "gov", "mil", "int", "io", "dev", "app", "ai", "co", "info", "biz", "me", "cloud",
    "de", "fr", "uk", "us", "ca", "jp", "in", "it", "es", "nl", "ch", "at", "se", "no", "dk", "br", "au", "eu", "test",
    "example",
  ]
}
