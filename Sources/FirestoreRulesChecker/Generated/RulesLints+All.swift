// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

extension RulesLints {
  /// Every check, by folder, in the order of the codes whose pages they have.
  package static let all: [any RulesLint.Type] = language + security

  static let language: [any RulesLint.Type] = [
    RulesVersions.self,
    UnknownNames.self,
    UnknownFunctions.self,
    ArgumentCounts.self,
    UnknownProperties.self,
    TypeMismatches.self,
    AlwaysErrors.self,
    UnreachableConditions.self,
    UnknownMethods.self,
    MatchesThatNeverApply.self,
    RegexPitfalls.self,
    SliceBounds.self,
    NegationBeforeIn.self,
    ShadowingNames.self,
    LimitHeadroom.self,
    UnusedDeclarations.self,
    PropertyInsteadOfMethod.self,
    SetListMix.self,
  ]

  static let security: [any RulesLint.Type] = [
    OpenRead.self,
    OpenWrite.self,
    TimeBomb.self,
    SignedInIsNotEnough.self,
    UnvalidatedWrite.self,
    OwnerCanChange.self,
    OverlappingMatchWidens.self,
    ReadCoversList.self,
    EmailNotVerified.self,
    GetOnPossiblyMissingDocument.self,
    CostlyRuleRead.self,
    DeleteDeniedByNewData.self,
    UnboundedFieldSize.self,
    CheckedOnCreateOnly.self,
    SelfGrantedRole.self,
    ListWithoutLimit.self,
    WideRecursiveWildcard.self,
    IneffectiveDeny.self,
    MissingFieldHazard.self,
    ErrorAbsorbed.self,
    ListRuleUnprovable.self,
    PassesInEmulatorOnly.self,
    HardCodedIdentity.self,
    ClientTimeAccepted.self,
    FreeCounterChange.self,
    DeleteNotSeparate.self,
    GetInsteadOfGetAfter.self,
    RulesDataMismatch.self,
    DocumentReadHeadroom.self,
  ]
}
