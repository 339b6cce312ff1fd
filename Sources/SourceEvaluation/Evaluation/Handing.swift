import SourceSemantics
import SourceSyntax
import SourceTokens

/// Functions that rows hand something to, and what passes through several of them.
extension Evaluator {
  /// What the function makes of what it gets.
  mutating func handed(_ arguments: [ValueID], _ origin: OriginID) -> ValueID {
    let function = arguments[0]
    switch arena.kind(function) {
    case .absent, .null: return ValueArena.absent
    case .unknown: return arena.unknown(.operation, origin)
    default: return run(function, Array(arguments.dropFirst()), origin)
    }
  }

  /// A function that is called again and again.
  mutating func again(_ function: ValueID, _ origin: OriginID) -> ValueID {
    let before = pendingEffects
    pendingEffects = []
    _ = run(function, [], origin)
    let inner = pendingEffects.map { effect in
      var effect = effect
      effect.loops.insert(LoopPass(origin: origin, sequence: ValueArena.absent), at: 0)
      return effect
    }
    pendingEffects = before + inner
    return ValueArena.scalar
  }

  /// `[object, object.load]`, `[object, "load"]`, `{ context: object, fn: object.load }`: the function, called on the
  /// object.
  mutating func method(_ value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.method($1, origin) }
    case .symbol, .stuck: return arena.make(.method, [value])
    case .list:
      let items = arena.items(value)
      guard items.count == 2 else { return value }
      return function(items[1].value, on: items[0].value, origin)
    case .record:
      let values = entries(value).map(\.value)
      guard values.count == 2 else { return value }
      return function(values[1], on: values[0], origin)
    default: return value
    }
  }

  private mutating func function(_ value: ValueID, on object: ValueID, _ origin: OriginID) -> ValueID {
    if let name = arena.knownText(value) { return member(object, name, site(of: origin)) }
    return bound(value, to: object, site(of: origin))
  }

  /// What comes out behind all of the operators.
  mutating func piped(_ value: ValueID, _ operators: ValueID, _ origin: OriginID) -> ValueID {
    guard arena.kind(operators) == .list else { return value }
    return arena.items(operators).reduce(value) { value, item in
      switch arena.kind(item.value) {
      case .function: return run(item.value, [value], origin)
      case .made where arena.construct(item.value) == .passing:
        _ = run(arena.value(item.value, 0), [value], origin)
        return value
      default: return value
      }
    }
  }
}
