import SourceSemantics
import SourceSyntax
import SourceTokens

/// Functions that a call gets and runs, as its row says.
extension Evaluator {
  mutating func run(_ call: RowCall, _ context: RowContext) -> [PendingEffect] {
    var inner = context
    guard let function = evaluate(call.function, &inner), !isNothing(function) else { return [] }
    let given = given(call, &inner)
    let labels = Array(repeating: NameID.empty, count: given.count)
    let shape = shape(CallShape(origin: context.origin, name: nil, labels: labels))
    return apply(function, given, shape).effects.map { circumstances(call, context, $0) }
  }

  private mutating func given(_ call: RowCall, _ context: inout RowContext) -> [ValueID] {
    guard let expressions = call.given else {
      guard let answer = context.answer else { return [] }
      let documents = part(answer, .documents)
      return [documents, documents, ValueArena.scalar]
    }
    return expressions.map { evaluate($0, &context) ?? arena.unknown(.operation, context.origin) }
  }

  private func circumstances(_ call: RowCall, _ context: RowContext, _ effect: PendingEffect) -> PendingEffect {
    var effect = effect
    if call.isLater { effect.isLater = true }
    // What a timer runs is repeated; what a listener runs, the run decides.
    if call.isMany, context.answer == nil {
      effect.loops.insert(LoopPass(origin: context.origin, sequence: ValueArena.absent), at: 0)
    }
    return effect
  }
}
