/// Checks of the language: names, types, limits and traps of the syntax.
extension RulesLints {
  static let language: [any RulesLint.Type] = [
    RulesVersions.self, UnknownNames.self, UnknownFunctions.self, ArgumentCounts.self, UnknownProperties.self,
    TypeMismatches.self, PropertyInsteadOfMethod.self, SetListMix.self, AlwaysErrors.self,
    UnreachableConditions.self, UnknownMethods.self, MatchesThatNeverApply.self, RegexPitfalls.self,
    SliceBounds.self, NegationBeforeIn.self, ShadowingNames.self, UnusedDeclarations.self, LimitHeadroom.self,
  ]
}
