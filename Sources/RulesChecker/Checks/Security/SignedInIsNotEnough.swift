import Diagnostics
import RulesEvaluator
import RulesLanguage

/// A write that every signed-in user may do to every document of the path.
enum SignedInIsNotEnough: RulesLint {
  static let codes: [DiagnosticCode] = [.signedInIsNotEnough]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { grants in
      let weak = grants.filter { $0.method.isWrite && $0.needsOnlySignIn }
      guard let first = weak.first, let terms = first.alternatives.first(where: \.needsOnlySignIn),
        let test = terms.first(where: \.isSignInTest)
      else { return nil }
      return subject.finding(
        .signedInIsNotEnough,
        "any signed-in user can \(weak.map(\.method).listed) `\(subject.path(of: first))`"
          + (weak.map(\.method) == [.create] ? " with any content" : ", whoever owns it"),
        at: test.site,
        notes: ["where anonymous sign-in is enabled, everybody is signed in"],
        help: help(weak.map(\.method)))
    }
  }

  private static func help(_ methods: [RulesMethod]) -> String {
    methods == [.create]
      ? "add `request.resource.data.owner == request.auth.uid` and checks of the other fields"
      : "add `resource.data.owner == request.auth.uid`, or compare `request.auth.uid` with a variable of the path"
  }
}
