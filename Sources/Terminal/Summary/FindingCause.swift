import Diagnostics

/// Findings that one change would mend, or that say the same.
struct FindingCause {
  private(set) var findings: [Diagnostic]
  /// `missing composite index`
  let name: String
  /// Which of them: the definition that is missing, or the first message.
  private(set) var subject: String

  var severity: Severity { findings.map(\.severity).max() ?? .info }
  /// The definitions that mend it and have to be added to the index file.
  var missingIndexes: Int { Set(findings.filter { $0.severity == .error }.compactMap(\.needs?.definition)).count }

  /// Whether its subject is the definition of an index.
  var namesDefinition: Bool { findings[0].needs != nil }

  private var isOfOneRun: Bool { findings.allSatisfy(\.isOfOneRun) }
  private var isExpiry: Bool { findings[0].code == .expiresByDate }

  private struct Key: Hashable {
    var code: DiagnosticCode
    var subject: String

    /// One rule denies lists and documents alike.
    init(_ finding: Diagnostic) {
      code = FindingCause.denial(finding) == nil ? finding.code : .listNotProvable
      subject = finding.needs?.definition ?? FindingCause.reason(of: finding)
    }
  }

  /// In the order of their gravity and number.
  static func causes(of findings: [Diagnostic]) -> [FindingCause] {
    var order: [Key] = []
    var groups: [Key: [Diagnostic]] = [:]
    let expiries = expiries(of: findings)
    for finding in findings {
      let rule = finding.code == .expiresByDate ? finding : denial(finding)?.rule.flatMap { expiries[line(of: $0)] }
      let key = Key(rule ?? finding)
      if groups[key] == nil { order.append(key) }
      // What names the cause comes first.
      let isCause = finding.code == .expiresByDate
      groups[key, default: []].insert(finding, at: isCause ? 0 : groups[key]?.count ?? 0)
    }
    let causes = atOnePlace(order.compactMap { groups[$0] }).map(FindingCause.init)
    return causes.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.severity != second.severity { return first.severity > second.severity }
      // Rules whose day has passed deny everything else.
      if first.isExpiry != second.isExpiry { return first.isExpiry }
      // What apps and servers send comes before what somebody runs once.
      if first.isOfOneRun != second.isOfOneRun { return second.isOfOneRun }
      if first.findings.count != second.findings.count { return first.findings.count > second.findings.count }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Rules whose day has passed, by `file:line`: what they deny is denied for that alone.
  private static func expiries(of findings: [Diagnostic]) -> [Substring: Diagnostic] {
    var positions = SourcePositions()
    // Which of several rules in one line has expired, a line does not say.
    let denying = Dictionary(grouping: Set(findings.compactMap { denial($0)?.rule }), by: line(of:))
    let rules = findings.filter { finding in
      guard finding.code == .expiresByDate, let place = finding.location.map({ positions.place($0) }) else {
        return false
      }
      return denying[line(of: place)]?.count ?? 0 < 2
    }
    return Dictionary(
      rules.compactMap { rule in rule.location.map { (line(of: positions.place($0)), rule) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// `firestore.rules:16` of `firestore.rules:16:29`
  private static func line(of place: String) -> Substring {
    place.prefix(upTo: place.lastIndex(of: ":") ?? place.endIndex)
  }

  /// A query that a place asks with one filter more or less needs an index for each way: that is one cause.
  private static func atOnePlace(_ groups: [[Diagnostic]]) -> [[Diagnostic]] {
    var merged: [[Diagnostic]] = []
    var known: [QueriedPlace: Int] = [:]
    for group in groups {
      let places = group.compactMap(QueriedPlace.init)
      let index = places.lazy.compactMap { known[$0] }.first ?? merged.count
      if index == merged.count { merged.append([]) }
      merged[index] += group
      for place in places { known[place] = index }
    }
    return merged
  }

  /// Of causes of one code, where they are several, what is common to them: the code and the places.
  static func byCode(_ causes: [FindingCause]) -> [FindingCause] {
    var merged: [FindingCause] = []
    for cause in causes {
      let same = merged.firstIndex { $0.name == cause.name && !$0.namesDefinition && $0.severity == cause.severity }
      if let same, !cause.namesDefinition {
        merged[same].findings += cause.findings
        merged[same].subject = ""
      } else {
        merged.append(cause)
      }
    }
    return merged
  }

  private init(_ findings: [Diagnostic]) {
    self.findings = findings
    let first = findings[0]
    name = Self.name(of: first.code)
    let needed = findings.compactMap(\.needs)
    let definitions = Set(needed.map(\.definition)).count
    if definitions > 1 {
      subject = "\(needed[0].collection): \(definitions) indexes, by the filters that are chosen"
    } else if let definition = needed.first {
      subject = definition.title.isEmpty ? definition.json : Self.shortTitle(definition, of: first.code)
    } else {
      subject = findings.count == 1 ? Self.brief(first) : Self.shortReason(of: findings)
    }
  }

  /// The name of the code says that it is of a collection group.
  private static func shortTitle(_ definition: NeededDefinition, of code: DiagnosticCode) -> String {
    let suffix = " (collection group)"
    guard code == .missingCollectionGroupIndex, definition.title.hasSuffix(suffix) else { return definition.title }
    return String(definition.title.dropLast(suffix.count))
  }

  /// Words for what the code means: the name, where nothing better is known.
  static func name(of code: DiagnosticCode) -> String {
    switch code {
    case .listNotProvable, .documentDenied, .unreachableList: "denied by rules"
    case .proofUnknown: "depends on who asks or on other documents"
    case .unresolvedQueryShape: "known only at run time"
    case .behaviourUnverified: "rests on what nobody has verified"
    case .nPlusOneGets: "read once per document"
    case .unboundedListen: "listener without limit"
    case .missingIndexOn: "missing .indexOn"
    case .noValidate: "write without .validate"
    case .nonMemberWrite: "write by who is no member"
    case .selfGrantedRole: "self-granted role"
    case .shadowedByParentGrant: "granted by a rule above"
    case .overlappingMatchWidens: "condition that restricts nothing"
    case .publicNode, .openRoot: "open to everybody"
    case .ownerOverwritten: "others' data can be taken over"
    case .wideRecursiveWildcard: "rule for everything below"
    case .checkedOnCreateOnly: "not checked on update"
    case .limitHeadroom: "near or over a limit of rules"
    case .indexNotNecessary: "index that exists by itself: remove it"
    case .anyAccountWrites: "signed in is not enough"
    default: code.name.replacing("-", with: " ")
    }
  }

  /// What is common to the findings of one cause: the message without what it says of the single place, which is the
  /// first thing that it quotes; of a denial the reason, with the rule that denies.
  private static func reason(of finding: Diagnostic) -> String {
    if let denial = denial(finding) { return denial.rule.map { "\(denial.reason) (\($0))" } ?? denial.reason }
    let parts = finding.message.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count < 3 ? finding.message : "\(parts[0])…\(parts[2])"
  }

  /// `orders, users: the rule is false (firestore.rules:8)`: what is asked, and the file's name alone with the line.
  private static func shortReason(of findings: [Diagnostic]) -> String {
    guard let denial = denial(findings[0]) else { return reason(of: findings[0]) }
    let asked = findings.compactMap { self.denial($0)?.query.prefix { $0 != " " } }.uniqued()
    let names = asked.prefix(3).joined(separator: ", ") + (asked.count > 3 ? ", …" : "")
    guard let rule = denial.rule else { return "\(names): \(denial.reason)" }
    let file = rule.split(separator: "/").last ?? Substring(rule)
    return "\(names): \(denial.reason) (\(file.split(separator: ":").prefix(2).joined(separator: ":")))"
  }

  private static func brief(_ finding: Diagnostic) -> String {
    guard let denial = denial(finding) else { return finding.message }
    return "\(denial.query): \(denial.reason)"
  }

  /// `the rules deny `orders limit 5` to a signed-in user: REASON`, and the place of the rule among the notes.
  private static func denial(_ finding: Diagnostic) -> (query: String, reason: String, rule: String?)? {
    guard [.listNotProvable, .documentDenied].contains(finding.code) else { return nil }
    let parts = finding.message.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let colon = parts[2].firstRange(of: ": ") else { return nil }
    let rule = finding.notes.lazy.map { $0.prefix { $0 != " " } }.first { $0.contains(".rules:") }
    return (String(parts[1]), String(parts[2][colon.upperBound...]), rule.map { String($0.dropLast()) })
  }
}

/// Where a collection is asked.
private struct QueriedPlace: Hashable {
  var path: String
  var start: Int
  var collection: String

  /// Nil for findings that no index mends.
  init?(_ finding: Diagnostic) {
    guard let needs = finding.needs, !needs.title.isEmpty, let location = finding.location else { return nil }
    path = location.source.path
    start = location.span.start
    collection = needs.collection
  }
}

extension NeededDefinition {
  /// `posts` of `posts (owner ASC, created DESC)`
  fileprivate var collection: String { title.split(separator: " (", maxSplits: 1).first.map(String.init) ?? title }
}
