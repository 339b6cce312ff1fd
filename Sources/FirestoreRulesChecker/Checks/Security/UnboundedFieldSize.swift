// FB4015 unbounded-field-size info
//
// means: The fields of the new document are listed, and nothing bounds what some of them may hold. A client may store
//   as much as a document can hold.
// why: A document may have a megabyte. A client can store as much in each text or list, and everybody who reads the
//   document pays for the transfer.
// example:
//   allow create: if 1️⃣request.resource.data.keys().hasOnly(['text']) && request.resource.data.text is string;
// fix: Check the type and the size: `request.resource.data.text.size() <= 1000`.
// ignore: When only trusted users write.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The fields are listed with `hasOnly`, and nothing bounds what some of them may hold.
enum UnboundedFieldSize: RulesLint {
  static let codes: [DiagnosticCode] = [.unboundedFieldSize]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<Span> = []
    return subject.access.grants.compactMap { grant in
      guard grant.method == .create || grant.method == .update else { return nil }
      for terms in grant.guarded {
        let limits = FieldLimits(terms)
        guard let listed = limits.listed, let term = limits.closingTerm, !limits.comparesWholeData else { continue }
        if let path = listed.first(where: { $0.contains(".") }) {
          return seen.insert(term.site).inserted ? notAPath(path, term, subject) : nil
        }
        // Another check asks for the step of a counter, which bounds it.
        let unbounded = listed.filter { name in
          !isBounded(name, limits) && !(grant.method == .update && FieldVocabulary.isCounter(name))
        }
        if unbounded.isEmpty || !seen.insert(term.site).inserted { continue }
        return subject.finding(
          .unboundedFieldSize,
          "nothing bounds the size of \(unbounded.quoted()) in `\(subject.path(of: grant))`", at: term.site,
          help: "check the type of each, and the size of texts and lists: "
            + "`request.resource.data.\(unbounded[0]).size() <= 1000`")
      }
      return nil
    }
  }

  /// `keys()` holds names of fields, and what is in a map is not among them.
  private static func notAPath(_ path: String, _ term: Term, _ subject: LintSubject) -> Diagnostic {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let (outer, inner) = (names[0], names.dropFirst().joined(separator: "."))
    return subject.finding(
      .unboundedFieldSize,
      "`\(path)` is compared with the names of fields: it is no path to `\(inner)` in `\(outer)`", at: term.site,
      help: "list `\(outer)`, and ask for `request.resource.data.\(outer).keys().hasOnly(['\(inner)'])`, too")
  }

  /// A type that can be large is no bound, everything else that looks at the value is.
  private static func isBounded(_ name: String, _ limits: FieldLimits) -> Bool {
    let others = limits.listed?.filter { $0 != name } ?? []
    if limits.isOpaque || !others.isEmpty && limits.excludes(name) { return true }
    return limits.checks(of: name).contains { check in
      if case .typeTest(_, let type) = check.kind { return !["string", "list", "map", "bytes"].contains(type) }
      return true
    }
  }
}
