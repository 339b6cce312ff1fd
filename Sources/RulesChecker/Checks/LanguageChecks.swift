/// Checks of the language: names, types, limits and traps of the syntax.
extension RulesLints {
  static let language: [any RulesLint.Type] = []
}
