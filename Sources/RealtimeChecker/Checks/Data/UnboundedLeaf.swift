import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A text that is validated to be one, without a bound on its length.
enum UnboundedLeaf: RealtimeLint {
  static let codes: [DiagnosticCode] = [.unboundedLeaf]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.validate).flatMap { condition in texts(condition, subject) }
        + [picture(location, subject)].compactMap(\.self)
    }
  }

  private static func texts(_ condition: Condition, _ subject: RealtimeSubject) -> [Diagnostic] {
    var places: Set<Place> = []
    return condition.ways.flatMap { way in
      way.compactMap { literal in
        guard literal.isTrue, case .isKind(let place, .string) = literal.fact, place.side == .after, !way.bounds(place),
          !isBounded(place, subject), places.insert(place).inserted
        else { return nil }
        return subject.finding(
          .unboundedLeaf, "`\(place.description)` is a text without a bound: up to 10 MB", at: literal.span,
          notes: ["it is stored, sent to every listener and billed as download"],
          help: "add `&& newData.val().length <= 2000`")
      }
    }
  }

  /// The location that the text stands at has a rule with a bound of its own.
  private static func isBounded(_ place: Place, _ subject: RealtimeSubject) -> Bool {
    guard let location = subject.location(at: place), location.keys.count == place.keys.count else { return false }
    return location.conditions(.validate).contains {
      $0.alternatives.ways.allSatisfy { $0.bounds(Place(.after, location.keys)) }
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
  /// Whether a text at the place cannot be as long as one likes.
  fileprivate func bounds(_ place: Place) -> Bool {
    contains { literal in
      guard literal.isTrue else { return false }
      switch literal.fact {
      case .less(.length(place), _), .lessOrEqual(.length(place), _), .equal(.length(place), _): return true
      case .equal(.value(place), _), .equal(_, .value(place)): return true
      case .textTest(.matches, .value(place), _): return true
      // A key of something that exists.
      case .exists(let other): return other != place && !other.isKnown
      default: return false
      }
    }
  }
}
