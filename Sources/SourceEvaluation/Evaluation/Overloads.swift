import SourceSemantics
import SourceSyntax
import SourceTokens

/// Functions of one name, of which the arguments choose.
extension Evaluator {
  /// The functions of one name that a call may mean.
  mutating func invokeOverload(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let all = overloads(callee)
    let labels = calls[Int(shape)].labels
    let fitting = all.filter { accepts(Int(arena[$0].payload), arguments.count, labels) }
    guard let first = fitting.first ?? all.last else { return Applied(value: ValueArena.absent) }
    guard fitting.count > 1, let any = anyOf(fitting, calls[Int(shape)].origin) else {
      return apply(first, arguments, shape)
    }
    return apply(any, arguments, shape)
  }

  func overloads(_ value: ValueID) -> [ValueID] {
    arena.words(value).map { ValueID(raw: $0) }.flatMap { one in
      arena.kind(one) == .function && arena[one].variant == FunctionForm.overloads ? overloads(one) : [one]
    }
  }
}
