package import FirestoreRulesLanguage

extension LintSubject {
  /// The conditions of the rules of Firestore and the bodies of their functions.
  package var expressions: [Expression] {
    let bodies = functions.filter(\.isForFirestore).flatMap {
      $0.declaration.lets.map(\.value) + [$0.declaration.result]
    }
    return allows.compactMap(\.statement.condition) + bodies
  }

  /// The functions that the condition of a statement calls, directly or through others.
  func functionsReached(from allow: AllowView) -> Set<Int> {
    guard let condition = allow.statement.condition else { return [] }
    return functionsReached(condition.calledNames, visible: scopes[allow.scope].visibleFunctions)
  }

  private func functionsReached(_ names: Set<String>, visible: [String: Int]) -> Set<Int> {
    var reached: Set<Int> = []
    var pending = names.compactMap { visible[$0] }
    while let id = pending.popLast() {
      guard reached.insert(id).inserted else { continue }
      let function = functions[id]
      pending += function.declaration.calledNames.compactMap { function.visibleFunctions[$0] }
    }
    return reached
  }

  /// The ids of all expressions that the condition of a statement may evaluate.
  func expressionsReached(from allow: AllowView) -> Set<Int> {
    var roots = [allow.statement.condition].compactMap(\.self)
    for id in functionsReached(from: allow) {
      roots.append(functions[id].declaration.result)
      roots += functions[id].declaration.lets.map(\.value)
    }
    return Set(roots.flatMap(\.descendants).map(\.id))
  }
}
