import FirestoreModel

enum MapDiffMethods {
  static let signatures = [
    BuiltinSignature(.mapDiff, "addedKeys", [], .set),
    BuiltinSignature(.mapDiff, "affectedKeys", [], .set),
    BuiltinSignature(.mapDiff, "changedKeys", [], .set),
    BuiltinSignature(.mapDiff, "removedKeys", [], .set),
    BuiltinSignature(.mapDiff, "unchangedKeys", [], .set),
  ]

  static func call(_ method: BuiltinMethod, _ diff: MapDiff, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard arguments.isEmpty else { return nil }
    switch method {
    case .addedKeys: return set(diff.added)
    case .removedKeys: return set(diff.removed)
    case .changedKeys: return set(diff.changed)
    case .unchangedKeys: return set(diff.unchanged)
    case .affectedKeys: return set((diff.added + diff.removed + diff.changed).sorted())
    default: return nil
    }
  }

  private static func set(_ keys: [Text]) -> RuleOutcome { .value(.set(keys.map(RuleValue.string))) }
}

extension MapDiff {
  /// Keys by what happened to them on the way from `old` to `new`. Values inside nested maps count as the nested map.
  package init(from old: RuleMap, to new: RuleMap) {
    self.init(added: [], removed: [], changed: [], unchanged: [])
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      let order =
        oldIndex == old.count
        ? 1 : newIndex == new.count ? -1 : old.key(at: oldIndex).compared(to: new.key(at: newIndex))
      if order < 0 {
        removed.append(old.key(at: oldIndex))
        oldIndex += 1
      } else if order > 0 {
        added.append(new.key(at: newIndex))
        newIndex += 1
      } else {
        let key = new.key(at: newIndex)
        // Numbers by value at every depth: 1 → 1.0 is no change (observed in the Rules Test API).
        if old.value(at: oldIndex).isEqual(to: new.value(at: newIndex), as: .member) {
          unchanged.append(key)
        } else {
          changed.append(key)
        }
        oldIndex += 1
        newIndex += 1
      }
    }
  }
}
