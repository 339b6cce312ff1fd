/// Checks of what the rules allow.
extension RulesLints {
  static let security: [any RulesLint.Type] = [
    OpenRead.self, OpenWrite.self, TimeBomb.self, SignedInIsNotEnough.self, UnvalidatedWrite.self,
    OwnerCanChange.self, OverlappingMatchWidens.self, ReadCoversList.self, EmailNotVerified.self,
    GetOnPossiblyMissingDocument.self, CostlyRuleRead.self, DocumentReadHeadroom.self, DeleteDeniedByNewData.self,
    UnboundedFieldSize.self,
    CheckedOnCreateOnly.self, SelfGrantedRole.self, ListWithoutLimit.self, WideRecursiveWildcard.self,
    IneffectiveDeny.self, MissingFieldHazard.self, ErrorAbsorbed.self, ListRuleUnprovable.self,
    PassesInEmulatorOnly.self, HardCodedIdentity.self, ClientTimeAccepted.self, FreeCounterChange.self,
    DeleteNotSeparate.self, GetInsteadOfGetAfter.self, RulesDataMismatch.self,
  ]
}
