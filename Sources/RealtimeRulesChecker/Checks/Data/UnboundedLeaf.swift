// FB6037 unbounded-leaf info
//
// means: A leaf has no bound on its length. A client can store megabytes in it.
// why: One string may have 10 MB. It is stored, sent to every listener and billed as download.
// example:
//   {"rules": {"posts": {"$id": {"text": {".validate": "1️⃣newData.isString()"}}}}}
// fix: Add a bound: `newData.isString() && newData.val().length <= 2000`. Keep pictures in a storage bucket.
// ignore: When only trusted servers write here.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A text is validated, but its length has no limit.
enum UnboundedLeaf: RealtimeLint {
  static let codes: [DiagnosticCode] = [.unboundedLeaf]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.validate).flatMap { condition in texts(condition, subject) }
        + [picture(location, subject)].compactMap(\.self)
    }
  }

  private static func texts(_ condition: Condition, _ subject: RealtimeSubject) -> [Diagnostic] {
    var references: Set<DataReference> = []
    return condition.conjunctions.flatMap { conjunction in
      conjunction.compactMap { literal in
        guard literal.isTrue, case .isKind(let reference, .string) = literal.atom, reference.side == .after,
          !conjunction.bounds(reference),
          !isBounded(reference, subject), references.insert(reference).inserted
        else { return nil }
        return subject.finding(
          .unboundedLeaf, "`\(reference.description)` is a text without a bound: up to 10 MB", at: literal.span,
          notes: ["it is stored, sent to every listener and billed as download"],
          help: "add `&& newData.val().length <= 2000`")
      }
    }
  }

  /// Whether the location of the text has a validation that limits the length.
  private static func isBounded(_ reference: DataReference, _ subject: RealtimeSubject) -> Bool {
    guard let location = subject.location(at: reference), location.keys.count == reference.keys.count else {
      return false
    }
    return location.conditions(.validate).contains {
      $0.normalForm.conjunctions.allSatisfy { $0.bounds(DataReference(.after, location.keys)) }
    }
  }

  private static func picture(_ location: RuleLocation, _ subject: RealtimeSubject) -> Diagnostic? {
    guard let name = location.keys.last?.literal?.string.lowercased(), name.contains("base64") || name == "imagedata"
    else { return nil }
    return subject.finding(
      .unboundedLeaf, "`\(location.pattern)` keeps a file in the tree", at: location.node.keySpan,
      notes: ["every reader of a node above downloads it"],
      help: "keep files in a storage bucket, and their address here")
  }
}

extension [Literal] {
  /// Whether the conjunction limits the length of a text.
  fileprivate func bounds(_ reference: DataReference) -> Bool {
    contains { literal in
      guard literal.isTrue else { return false }
      switch literal.atom {
      case .less(.length(reference), _), .lessOrEqual(.length(reference), _), .equal(.length(reference), _): return true
      case .equal(.value(reference), _), .equal(_, .value(reference)): return true
      case .textTest(.matches, .value(reference), _): return true
      // The text is the key of a node that exists, and keys are short.
      case .exists(let other): return other != reference && !other.isKnown
      default: return false
      }
    }
  }
}
