// FB6031 array-of-ids warning
//
// means: Ids are stored as a list. Lists are rewritten as a whole, and two writers overwrite each other.
// why: A list is an object with the keys 0, 1, 2. Removing one element rewrites the others, and rules cannot ask
//   whether a list contains something.
// example:
//   {"rules": {"rooms": {"$room": {".read": "1️⃣data.child('members').val().contains(auth.uid)"}}}}
//   {"rooms": {"r1": {"members": ["alice", "bob"]}}}
// fix: Use the ids as keys: `{"members": {"alice": true, "bob": true}}`.
// ignore: For a list that is written once and read as a whole.

import Diagnostics
import FirestoreModel
import QueryModel
import RealtimeDatabase
import RealtimeRules

/// Ids are stored as an array. Rules cannot test whether an array contains an id, and clients that write at the same
/// time overwrite each other's changes.
enum ArrayOfIDs: RealtimeLint {
  static let codes: [DiagnosticCode] = [.arrayOfIds]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    var seen: Set<DataReference> = []
    return subject.locations.flatMap { location -> [Diagnostic] in
      let reader = subject.reader(location)
      return location.conditions.flatMap { condition -> [Diagnostic] in
        uses(of: condition, reader).compactMap { reference, span in
          guard let list = list(at: reference, subject), seen.insert(DataReference(.before, reference.keys)).inserted
          else {
            return nil
          }
          return subject.finding(
            .arrayOfIds, "\(list) stores ids as a list, which rules cannot search", at: span,
            notes: ["a list is an object with the keys 0, 1, 2; it is rewritten as a whole"],
            help: "use the ids as keys: `{\"uid\": true}`")
        }
      }
    }
  }

  /// The path of an array of texts in the given data, or in a write of the app.
  private static func list(at reference: DataReference, _ subject: RealtimeSubject) -> String? {
    if let stored = subject.nodes(at: reference, limit: 16).first(where: { $0.node.isListOfTexts }) {
      return "`\(stored.path)`"
    }
    return subject.written(at: reference).first { $0.value.isListOfTexts }.map { $0.path.quoted }
  }

  /// The nodes whose value a condition uses, and the arrays of which it uses an element.
  private static func uses(of condition: Condition, _ reader: ConditionReader) -> [(
    reference: DataReference, span: Span
  )] {
    condition.rule.expression.everyPart.compactMap { part in
      if let reference = reader.value(part) { return (reference, part.span) }
      guard let reference = reader.reference(part), let last = reference.keys.last?.literal,
        last.string.allSatisfy(\.isNumber)
      else { return nil }
      return (DataReference(reference.side, Array(reference.keys.dropLast())), part.span)
    }
  }
}

extension RealtimeNode {
  /// Whether the keys are 0, 1, 2, … and the values are texts.
  fileprivate var isListOfTexts: Bool {
    let children = Array(children)
    guard !children.isEmpty else { return false }
    return children.enumerated().allSatisfy { index, child in
      guard child.key.text == Text(String(index)), case .string = child.node.leaf else { return false }
      return true
    }
  }
}

extension WrittenValue {
  /// Whether it is an array whose elements are all known to be texts.
  fileprivate var isListOfTexts: Bool {
    guard case .list(let elements, _) = self, !elements.isEmpty else { return false }
    return elements.allSatisfy { element in
      switch element {
      case .text, .someText, .userID: true
      default: false
      }
    }
  }
}
