import Diagnostics
import RulesEvaluator
import RulesLanguage

/// A write that everybody may do, signed in or not; together with a read in the same statement it is the open database
/// of the test mode.
enum OpenWrite: RulesLint {
  static let codes: [DiagnosticCode] = [.openWrite, .openReadWrite]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { grants in
      let open = grants.filter(\.isOpen)
      guard let first = open.first, open.contains(where: { $0.method.isWrite }) else { return nil }
      let reads = open.contains { !$0.method.isWrite }
      let methods = open.map(\.method)
      let path = subject.path(of: first)
      return subject.finding(
        reads ? .openReadWrite : .openWrite, "anyone can \(methods.listed) `\(path)`", at: first.span,
        notes: [example(of: methods, subject.access.pattern(of: first))],
        help: "require `request.auth != null`, compare `request.auth.uid` with the owner, and validate the fields")
    }
  }

  /// The strongest method in words.
  private static func example(of methods: [RulesMethod], _ pattern: PathPattern) -> String {
    let document = pattern.exampleDocument
    let deed =
      methods.contains(.create)
      ? "create `\(document)` with `{}`" : "\(methods.contains(.delete) ? "delete" : "update") `\(document)`"
    return "example: no sign-in, \(deed), allowed by this line"
  }
}

extension PathPattern {
  /// A document's path that matches, without leading slash.
  var exampleDocument: String {
    var parts: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let text): parts.append(text)
      case .any: parts.append("x")
      case .many: continue
      }
    }
    if parts.isEmpty { return "any/x" }
    return (parts.count.isMultiple(of: 2) ? parts : parts + ["x"]).joined(separator: "/")
  }
}
