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
    // Where none seems to fit, it may be any of them.
    let meant = anyOf(fitting.isEmpty ? all : fitting, calls[Int(shape)].origin)
    return meant.map { apply($0, arguments, shape) } ?? Applied(value: ValueArena.absent)
  }

  func overloads(_ value: ValueID) -> [ValueID] {
    arena.words(value).map { ValueID(raw: $0) }.flatMap { one in
      arena.kind(one) == .function && arena[one].variant == FunctionForm.overloads ? overloads(one) : [one]
    }
  }
}
