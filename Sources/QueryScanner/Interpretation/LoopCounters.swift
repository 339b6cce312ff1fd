import Diagnostics

extension Interpreter {
  /// What a loop counts or puts together itself is another value in every pass.
  func forgetCounters(of loop: Loop) {
    var names: Set<String> = []
    func note(_ node: Expression) {
      guard case .assignment(let target, let value, let isCompound) = node.kind, case .name(let name) = target.kind
      else { return }
      let isOwn: Bool =
        switch value.kind {
        case .other, .concatenation: value.mentions([name])
        default: false
        }
      if isCompound || isOwn { names.insert(name) }
    }
    for test in loop.tests { test.forEachNode(note) }
    for statement in loop.body { statement.forEachNode(note) }
    for name in names.sorted() {
      guard let owner = declaringScope(of: name) else { continue }
      let slot = Slot(owner: owner.id, name: name)
      switch state[slot] {
      case .integer?, .text?: state.set(slot, .unknown(UnknownValue()))
      default: break
      }
    }
  }
}
