import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import Workloads

/// Whether the rules of the Realtime Database decide alike for instances that behave alike: the twin of
/// ``InstanceSymmetry``, for locations and for the rules language of that database.
struct RealtimeSymmetry {
  /// What rules make of instances whose names differ in nothing but a number of the same length.
  enum Treatment: Int {
    case different
    /// Alike until a rule looks for one text in another, which the simulation notices.
    case alikeUnlessTextsAreSearched
    case alike

    func both(_ other: Treatment) -> Treatment { rawValue < other.rawValue ? self : other }
  }

  private let workload: Workload
  private let actors: [WorkloadActor]
  private let keys: [InstanceKey]
  private var names: NumberedTexts

  /// Nil when the texts that name instances cannot be told, or tell one from another.
  init?(_ actors: [WorkloadActor], keys: [InstanceKey], of workload: Workload) {
    self.workload = workload
    self.actors = actors
    self.keys = keys.filter(\.isRealtime)
    guard let names = NumberedTexts(of: actors, keys: self.keys, in: workload) else { return nil }
    self.names = names
    collectNamesInData()
    guard self.names.areDistinct else { return nil }
  }

  func treatment(by ruleset: RealtimeRuleset) -> Treatment {
    guard !actors.contains(where: { names.singlesOut($0) }), workload.realtimeData.allSatisfy({ isNeutral($0) }),
      stepsAreNeutral
    else { return .different }
    let accesses = actors.flatMap { AccessCollector($0, of: workload).accesses }.filter(\.isRealtime)
    return ruleset.root.nodes(askedAbout: accesses).reduce(.alike) { $0.both($1.treatment(of: names)) }
  }

  /// What stands in the data of an instance names the instance, too.
  private mutating func collectNamesInData() {
    for entry in workload.realtimeData {
      guard let own = ownVariable(of: entry) else { continue }
      for numbered in entry.texts.compactMap(\.numberedVariable) where numbered.name == own {
        names.insert(before: numbered.before, after: numbered.after)
      }
    }
  }

  /// The variable that says whose data it is.
  private func ownVariable(of entry: RealtimeDataEntry) -> String? {
    for key in keys where key.leads(entry.path.segments, isRealtime: true) {
      if let numbered = entry.path.segments[key.prefix.count].numberedVariable { return numbered.name }
    }
    return nil
  }

  private func isNeutral(_ entry: RealtimeDataEntry) -> Bool {
    let own = ownVariable(of: entry)
    for text in entry.texts {
      if let literal = text.literal {
        if names.contains(literal) { return false }
        continue
      }
      guard text.parts.contains(where: \.isExpression) else { continue }
      guard let numbered = text.numberedVariable, let loop = entry.loops.first(where: { $0.variable == numbered.name })
      else { return false }
      // A number that is a value of its own makes instances differ.
      if numbered.name == own {
        if text.singleExpression != nil, !entry.path.segments.contains(text) { return false }
        continue
      }
      switch loop.values {
      case .range(let first, let last):
        if names.overlaps(numbered), own != nil || first != 1 || last < names.last { return false }
      case .list(let values):
        if values.contains(where: { names.contains(numbered.before + $0.value.interpolationText + numbered.after) }) {
          return false
        }
      }
    }
    return true
  }

  private var stepsAreNeutral: Bool {
    var isNeutral = true
    workload.visitSteps { step in
      guard case .realtime(let request) = step.action else { return }
      for text in request.texts where !isOwnOrFixed(text) { isNeutral = false }
    }
    return isNeutral
  }

  private func isOwnOrFixed(_ text: TextTemplate) -> Bool {
    if let literal = text.literal { return !names.contains(literal) }
    guard text.parts.contains(where: \.isExpression) else { return true }
    guard let numbered = text.numberedVariable else { return false }
    switch numbered.name {
    case "i": return names.contains(numbered)
    case "uid": return text.singleExpression != nil
    // A value between fixed texts may be the number of an instance.
    default: return text.singleExpression != nil || !names.mayBegin(numbered.before, end: numbered.after)
    }
  }
}

extension RealtimeDataEntry {
  /// Keys and values.
  fileprivate var texts: [TextTemplate] { path.segments + value.texts }
}

extension RealtimeStep {
  fileprivate var texts: [TextTemplate] {
    paths.flatMap(\.segments) + writtenValues.flatMap(\.texts)
      + query.bounds.flatMap { $0.value.texts + ($0.key.map { [$0] } ?? []) }
  }
}

extension RealtimeFieldValue {
  fileprivate var texts: [TextTemplate] {
    var texts: [TextTemplate] = []
    visit {
      texts += $0.texts
    } key: {
      texts.append($0)
    }
    return texts
  }
}

extension RuleNode {
  /// The nodes whose rules may be asked about requests: on the way to what is read or written, and below what is written.
  fileprivate func nodes(askedAbout accesses: [Access]) -> [RuleNode] {
    let ending = accesses.contains { $0.segments.isEmpty && $0.isWrite }
    if ending { return everyNode }
    return [self]
      + children.flatMap { child in
        let key = child.pattern.last ?? ""
        let further = accesses.compactMap { $0.below(key) }
        return further.isEmpty ? [] : child.nodes(askedAbout: further)
      }
  }

  /// Whether its rules treat instances alike: they compare names and build paths of them, but name none and look for no
  /// digits in them.
  fileprivate func treatment(of names: NumberedTexts) -> RealtimeSymmetry.Treatment {
    let key = pattern.last ?? ""
    guard key.hasPrefix("$") || !names.contains(key) else { return .different }
    return rules.reduce(.alike) { sum, rule in
      rule.expression.everyPart.reduce(sum) { $0.both($1.treatment(of: names)) }
    }
  }
}

extension Access {
  /// What is left of it below a child; nil when it does not lead there.
  fileprivate func below(_ key: String) -> Access? {
    guard let first = segments.first else { return nil }
    if case .literal(let text) = first, !key.hasPrefix("$"), text != Text(key) { return nil }
    var rest = self
    rest.segments.removeFirst()
    return rest
  }
}

extension RuleExpression {
  private static let textMethods: Set<String> = ["contains", "beginsWith", "endsWith", "replace", "matches"]

  fileprivate func treatment(of names: NumberedTexts) -> RealtimeSymmetry.Treatment {
    switch self {
    case .string(let text, _):
      return text.split(separator: "/").contains { names.contains(String($0)) } ? .different : .alike
    case .regex(let pattern, _, _): return pattern.hasDigit ? .different : .alike
    case .call(.member(_, let name, _), let arguments, _):
      guard Self.textMethods.contains(name) else { return .alike }
      return arguments.reduce(.alike) { sum, argument in
        switch argument {
        case .string(let text, _): sum.both(text.hasDigit ? .different : .alike)
        case .regex: sum
        // What is looked for may be a name, or a part of one.
        default: sum.both(.alikeUnlessTextsAreSearched)
        }
      }
    case .infix(let left, let sign, let right, _):
      switch sign {
      case .less, .greater, .lessOrEqual, .greaterOrEqual: return left.isNumber || right.isNumber ? .alike : .different
      case .or, .and, .equal, .notEqual, .plus, .minus, .times, .divided, .remainder: return .alike
      }
    case .boolean, .number, .null, .list, .name, .member, .element, .call, .prefix, .conditional: return .alike
    }
  }

  /// Certainly a number, or an error.
  private var isNumber: Bool {
    switch self {
    case .number, .name("now", _), .prefix(.minus, _, _): true
    case .infix(_, .minus, _, _), .infix(_, .times, _, _), .infix(_, .divided, _, _), .infix(_, .remainder, _, _): true
    case .infix(let left, .plus, let right, _): left.isNumber && right.isNumber
    case .member(_, let name, _): ["length", "limitToFirst", "limitToLast"].contains(name)
    default: false
    }
  }
}

extension String {
  fileprivate var hasDigit: Bool { utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
