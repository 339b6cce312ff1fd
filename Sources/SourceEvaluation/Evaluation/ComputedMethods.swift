import SourceSemantics
import SourceSyntax
import SourceTokens

/// Methods whose names are computed: `reference[isNew ? "set" : "update"](data)`.
extension Evaluator {
  mutating func apply(
    methodOf object: ValueID, named name: ValueID, _ arguments: [ValueID], _ info: CallShape
  ) -> Applied {
    switch arena.kind(name) {
    case .choice: return apply(methodOf: object, namedOneOf: name, arguments, info)
    case .text where arena.knownText(name) != nil && !isIndexed(object):
      var inner = info
      inner.name = arena.knownText(name)
      return apply(object, arguments, shape(inner))
    case .symbol, .stuck:
      guard !isIndexed(object) else { break }
      let callee = arena.intern(
        .function, variant: FunctionForm.computed, [object.raw, name.raw], isOpen: true)
      return waiting(callee, arguments, shape(info))
    default: break
    }
    let place = origins[Int(info.origin.raw)]
    let callee = index(object, name, Site(function: place.function, node: place.node))
    return apply(callee, arguments, shape(info))
  }

  /// Something that holds values under keys.
  private func isIndexed(_ value: ValueID) -> Bool { arena.kind(value) == .list || arena.kind(value) == .record }

  private mutating func apply(
    methodOf object: ValueID, namedOneOf names: ValueID, _ arguments: [ValueID], _ info: CallShape
  ) -> Applied {
    var values: [GuardedItem] = []
    var receivers: [GuardedItem] = []
    var result = Applied(value: ValueArena.absent)
    for item in arena.items(names) {
      let one = apply(methodOf: object, named: item.value, arguments, info)
      if one.value != ValueArena.absent { values += alternatives(one.value, under: item.under) }
      receivers += alternatives(one.receiver ?? object, under: item.under)
      for var effect in one.effects {
        effect.under = diagrams.and(item.under, effect.under)
        if effect.under != .never { result.effects.append(effect) }
      }
    }
    result.value = choice(values)
    let receiver = choice(receivers)
    if receiver != object { result.receiver = receiver }
    return result
  }
}
