import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Whether the rules of the Realtime Database decide alike for instances that behave alike: the twin of
/// ``InstanceSymmetry``, for locations and for the rules language of that database.
struct RealtimeSymmetry {
  private let workload: Workload
  private let actors: [WorkloadActor]
  private let keys: [InstanceKey]
  private var names: NumberedTexts

  init(_ actors: [WorkloadActor], keys: [InstanceKey], of workload: Workload) {
    self.workload = workload
    self.actors = actors
    self.keys = keys.filter(\.isRealtime)
    names = NumberedTexts(last: actors.map(\.count).max() ?? 0)
  }

  mutating func holds(under ruleset: RealtimeRuleset) -> Bool {
    guard collectNames(), names.areDistinct else { return false }
    return ruleset.treatsAlike(names) && actors.allSatisfy { isNeutral($0) }
      && workload.realtimeData.allSatisfy { isNeutral($0) } && stepsAreNeutral
  }

  // MARK: Names

  private mutating func collectNames() -> Bool {
    for actor in actors {
      guard let auth = actor.auth else { continue }
      guard take(auth.uid), auth.token.allSatisfy({ !$0.value.isDrawn && !$0.value.isRandom }) else { return false }
      for text in auth.token.flatMap(\.texts) where !take(text) { return false }
    }
    for key in keys { _ = names.insert(before: key.before, after: key.after) }
    for access in actors.flatMap({ AccessCollector($0, of: workload).accesses }) {
      for segment in access.segments {
        if case .own(let before, let after) = segment { _ = names.insert(before: before, after: after) }
      }
    }
    // What stands in the data of an instance names the instance, too.
    for entry in workload.realtimeData {
      guard let own = ownVariable(of: entry) else { continue }
      for numbered in entry.texts.compactMap(\.numberedVariable) where numbered.name == own {
        _ = names.insert(before: numbered.before, after: numbered.after)
      }
    }
    return true
  }

  /// A text of an actor: fixed, or one that names the instance.
  private mutating func take(_ template: TextTemplate) -> Bool {
    if template.literal != nil { return true }
    guard let numbered = template.numberedVariable, numbered.name == "i" || numbered.name == "uid",
      template.singleExpression == nil || numbered.name == "uid"
    else { return false }
    if numbered.name == "i" { _ = names.insert(before: numbered.before, after: numbered.after) }
    return true
  }

  /// What all instances of an actor are called alike must not be the name of one of them.
  private func isNeutral(_ actor: WorkloadActor) -> Bool {
    let texts = actor.auth.map { [$0.uid] + $0.token.flatMap(\.texts) } ?? []
    return (texts.compactMap(\.literal) + actor.variables.flatMap { $0.initial.literals }).allSatisfy { !names.contains($0) }
  }

  // MARK: Data and steps

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
    visit { texts += $0.texts } key: { texts.append($0) }
    return texts
  }
}

extension RealtimeRuleset {
  /// Whether the rules treat instances alike whose names differ in nothing but a number of the same length: they compare
  /// names and build paths of them, but name none and look for no digits in them.
  fileprivate func treatsAlike(_ names: NumberedTexts) -> Bool {
    root.everyNode.allSatisfy { node in
      let key = node.pattern.last ?? ""
      return (key.hasPrefix("$") || !names.contains(key)) && node.rules.allSatisfy { rule in
        rule.expression.everyPart.allSatisfy { $0.treatsAlike(names) }
      }
    }
  }
}

extension RuleExpression {
  private static let textMethods: Set<String> = ["contains", "beginsWith", "endsWith", "replace", "matches"]

  fileprivate func treatsAlike(_ names: NumberedTexts) -> Bool {
    switch self {
    case .string(let text, _): return text.split(separator: "/").allSatisfy { !names.contains(String($0)) }
    case .regex(let pattern, _, _): return !pattern.hasDigit
    case .call(.member(_, let name, _), let arguments, _):
      guard Self.textMethods.contains(name) else { return true }
      return arguments.allSatisfy { argument in
        switch argument {
        case .string(let text, _): !text.hasDigit
        case .regex: true
        // What is looked for may be a name, or a part of one.
        default: false
        }
      }
    case .infix(let left, let sign, let right, _):
      switch sign {
      case .less, .greater, .lessOrEqual, .greaterOrEqual: return left.isNumber || right.isNumber
      case .or, .and, .equal, .notEqual, .plus, .minus, .times, .divided, .remainder: return true
      }
    case .boolean, .number, .null, .list, .name, .member, .element, .call, .prefix, .conditional: return true
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
