import Diagnostics
import Project

/// What findings mean to whoever reads them, the most important first.
enum FindingSection: CaseIterable {
  case unreadable, failing, open, costly, other, indexesElsewhere, undecided, documents

  /// - Parameter isAboutDocuments: nothing but documents was looked at, or had findings.
  init(_ finding: Diagnostic, isAboutDocuments: Bool) {
    if !isAboutDocuments, finding.isInDocument, finding.severity == .info {
      self = .documents
    } else if finding.isInputFailure {
      self = .unreadable
    } else if [.proofUnknown, .unresolvedQueryShape, .behaviourUnverified].contains(finding.code) {
      self = finding.severity == .error ? .failing : .undecided
    } else if finding.needs != nil, finding.severity == .info {
      self = .indexesElsewhere
    } else {
      self = Self.ofSubject(finding)
    }
  }

  private static func ofSubject(_ finding: Diagnostic) -> FindingSection {
    switch finding.code.subject {
    case .rulesSecurity where finding.code == .expiresByDate: .failing
    case .rulesSecurity where rulesCosts.contains(finding.code): .costly
    case .rulesSecurity: rulesDenials.contains(finding.code) ? .other : .open
    case .cost: finding.code == .watermarkSkipsWindow ? .other : .costly
    case .realtimeDatabase where realtimeCosts.contains(finding.code): .costly
    case .realtimeDatabase where realtimeAccess.contains(finding.code): .open
    case .project, .firebreak: .other
    case .queries, .indexes, .rulesLanguage, .proofs, .rulesTests, .realtimeDatabase, .fidelity:
      finding.severity == .error ? .failing : .other
    }
  }

  private static let rulesCosts: [DiagnosticCode] = [.costlyRuleRead, .listWithoutLimit]
  /// They let nobody in who should not: they deny more than is meant, or say less than they seem to.
  private static let rulesDenials: [DiagnosticCode] = [
    .unusedFunction, .getOnPossiblyMissingDocument, .deleteDeniedByNewData, .missingFieldHazard, .errorAbsorbed,
    .listRuleUnprovable, .passesInEmulatorOnly, .getInsteadOfGetAfter, .rulesDataMismatch,
  ]
  private static let realtimeCosts: [DiagnosticCode] = [
    .unboundedListen, .listWithoutLimitRule, .deepListen, .pageRepeatsBoundary, .unboundedLeaf,
  ]
  private static let realtimeAccess: [DiagnosticCode] = [
    .shadowedByParentGrant, .validateIsNoGuard, .openRoot, .publicNode, .noValidate, .ownerOverwritten, .openCreate,
    .nonMemberWrite, .personalDataExposed,
  ]

  var title: String {
    switch self {
    case .unreadable: "CANNOT BE READ"
    case .failing: "WILL FAIL IN PRODUCTION"
    case .open: "RULES TOO OPEN"
    case .costly: "COSTS MORE THAN IT LOOKS"
    case .other: "WORTH A LOOK"
    case .indexesElsewhere: "INDEXES TO HAVE"
    case .undecided: "NOT DECIDED"
    case .documents: "IN DOCUMENTS"
    }
  }

  /// Each cause has a line; of the other sections one line says what there is.
  var listsCauses: Bool { self == .unreadable || self == .failing }

  /// Shown although it is information: what nobody can judge must not pass for judged.
  var showsInformation: Bool { self == .undecided || self == .indexesElsewhere }
}

extension Diagnostic {
  /// Whether it is about code that a document shows.
  var isInDocument: Bool {
    guard let path = location?.source.path.lowercased() else { return false }
    return [".md", ".mdx", ".markdown"].contains { path.hasSuffix($0) }
  }
}
