/// Checks of what the rules allow.
extension RulesLints {
  static let security: [any RulesLint.Type] = []
}
