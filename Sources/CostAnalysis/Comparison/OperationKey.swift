package import FirestoreModel

/// Which operation of which run: names are those that the user wrote, compared by their bytes.
package struct OperationKey: Hashable, Sendable {
  package var workload: Text
  package var variant: Text
  package var step: Text

  package init(workload: String, variant: String, step: String) {
    self.workload = Text(workload)
    self.variant = Text(variant)
    self.step = Text(step)
  }

  /// The ways in which a person may name it, shortest first: `feed.open`, `home/feed.open`, `home/after/feed.open`.
  package var names: [String] {
    [step.string, "\(workload.string)/\(step.string)", "\(workload.string)/\(variant.string)/\(step.string)"]
  }
}

extension OperationKey {
  /// Whether a person who writes `name` means it.
  package func isNamed(_ name: String) -> Bool { names.contains { $0.utf8.elementsEqual(name.utf8) } }
}

extension OperationKey: Comparable {
  package static func < (lhs: OperationKey, rhs: OperationKey) -> Bool {
    (lhs.workload, lhs.variant, lhs.step) < (rhs.workload, rhs.variant, rhs.step)
  }
}

extension Collection<OperationKey> {
  /// For every operation the shortest name that no other one has.
  package var shortestNames: [OperationKey: String] {
    let all = Set(self)
    var counts: [Text: Int] = [:]
    for key in all { for name in Set(key.names.map { Text($0) }) { counts[name, default: 0] += 1 } }
    return Dictionary(
      uniqueKeysWithValues: all.map { key in
        (key, key.names.first { counts[Text($0)] == 1 } ?? key.names.last ?? key.step.string)
      })
  }
}
