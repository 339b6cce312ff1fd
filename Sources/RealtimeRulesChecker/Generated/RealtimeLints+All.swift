// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

extension RealtimeLints {
  /// Every check, by folder, in the order of the codes whose pages they have.
  package static let all: [any RealtimeLint.Type] = access + data + values

  static let access: [any RealtimeLint.Type] = [
    GrantCascade.self,
    ValidateIsNoGuard.self,
    NullEqualsNull.self,
    OpenRoot.self,
    PublicNode.self,
    LiteralShadowsWildcard.self,
    OwnerOverwritten.self,
    OwnerCannotDelete.self,
    OpenCreate.self,
    NonMemberWrite.self,
    QueryRuleWithoutIndex.self,
    ListWithoutLimitRule.self,
    AnyAccountWrites.self,
    ConditionTooComplex.self,
    SelfPromotion.self,
  ]

  static let data: [any RealtimeLint.Type] = [
    NoValidate.self,
    PresencePitfall.self,
    PersonalDataExposed.self,
    ArrayOfIDs.self,
    UnvalidatedTimestamp.self,
    IllegalKey.self,
    UnboundedLeaf.self,
  ]

  static let values: [any RealtimeLint.Type] = [
    ValOfContainer.self,
    ComparesContainers.self,
    ErrorBeforeOr.self,
    UnguardedValue.self,
  ]
}
