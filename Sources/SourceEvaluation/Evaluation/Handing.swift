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
