// FB3113 shadowing-name warning
//
// means: A name hides another one of the same spelling. Readers take it for the outer one.
// why: Inside the block or function the name means the inner thing, silently. After a parameter `math` the call
//   `math.abs(x)` is a method call on the argument.
// example:
//   match /users/{userId} {
//     match /posts/1️⃣{userId} { allow read: if request.auth.uid == userId; }   // of the post
// fix: Rename one of the two.
// ignore: When a parameter has the name of a wildcard on purpose and is always passed that wildcard.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A wildcard, parameter, local or function that hides another one of its name, or `request`, `resource`, a namespace or
/// a built-in function (FB3113).
package enum ShadowingNames: RulesLint {
  package static let codes: [DiagnosticCode] = [.shadowingName]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.scopes.flatMap { captures(of: $0, in: subject) }
      + subject.functions.filter(\.isForFirestore).flatMap { names(in: $0, subject) + function($0, subject) }
  }

  private static func captures(of scope: MatchScope, in subject: LintSubject) -> [Diagnostic] {
    var known = Set(scope.parent.map { subject.scopes[$0].captures.keys.map(\.self) } ?? [])
    return scope.block.path.segments.compactMap { segment in
      guard let name = segment.captureName else { return nil }
      let isRepeated = !known.insert(name).inserted
      let hidden = predeclared(name) ?? (isRepeated ? "the wildcard of the same name before it" : nil)
      return hidden.map { finding("the wildcard", name, hides: $0, at: segment.span, subject) }
    }
  }

  private static func names(in function: FunctionView, _ subject: LintSubject) -> [Diagnostic] {
    let captures = Set(function.scope.map { subject.scopes[$0].captures.keys.map(\.self) } ?? [])
    let parameters = Set(function.declaration.parameters.map(\.text))
    func hidden(_ name: String) -> String? {
      predeclared(name) ?? (captures.contains(name) ? "the wildcard of the same name" : nil)
    }
    let ofParameters = function.declaration.parameters.compactMap { name in
      // What is handed over under its own name is meant.
      hidden(name.text).map { finding("the parameter", name.text, hides: $0, at: name.span, severity: .info, subject) }
    }
    let ofLocals = function.declaration.lets.compactMap { local in
      let name = local.name
      let parameter = parameters.contains(name.text) ? "the parameter of the same name" : nil
      return (hidden(name.text) ?? parameter).map {
        finding("the local", name.text, hides: $0, at: name.span, subject)
      }
    }
    return ofParameters + ofLocals
  }

  private static func function(_ function: FunctionView, _ subject: LintSubject) -> [Diagnostic] {
    let name = function.declaration.name
    let builtins = BuiltinFunction.allCases.map(\.rawValue) + DocumentFunction.allCases.map(\.rawValue)
    var hidden = builtins.contains(name.text) ? "the built-in function" : nil
    let outer = function.scope.flatMap { subject.scopes[$0].parent }.map { subject.scopes[$0].visibleFunctions }
    let around = outer.map { Set($0.keys) } ?? outermost(around: function, subject)
    if around.contains(name.text) { hidden = hidden ?? "the function of the same name around it" }
    return hidden.map { [finding("the function", name.text, hides: $0, at: name.span, subject)] } ?? []
  }

  /// The functions around one that stands in a block of the service, in the service or at the top of the file.
  private static func outermost(around function: FunctionView, _ subject: LintSubject) -> Set<String> {
    let ofFile = Set(subject.ruleset.functions.map(\.name.text))
    if function.scope != nil { return ofFile.union(subject.service?.functions.map(\.name.text) ?? []) }
    let isInService = subject.service?.functions.contains { $0.name.span == function.declaration.name.span } ?? false
    return isInService ? ofFile : []
  }

  private static func predeclared(_ name: String) -> String? {
    if name == "request" || name == "resource" { return "`\(name)` itself" }
    return BuiltinFunction.namespaces.contains(name) ? "the namespace `\(name)`" : nil
  }

  private static func finding(
    _ kind: String, _ name: String, hides hidden: String, at span: Span, severity: Severity? = nil,
    _ subject: LintSubject
  ) -> Diagnostic {
    Diagnostic(
      .shadowingName, "\(kind) \(QuotedText.of(name)) hides \(hidden)", at: subject.location(span), severity: severity,
      help: "give it another name")
  }
}
