import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The known values that rules compare fields and the document's id with: where the answer may change.
struct ComparedConstants {
  private(set) var byOrigin: [Origin: [RuleValue]] = [:]
  /// All strings among them and elsewhere in the conditions.
  private(set) var strings: [Text] = []
  /// All known values that the conditions compute with.
  private(set) var values: [RuleValue] = []

  /// How many values are kept for each field.
  private static let limit = 12

  init(_ evaluation: BranchEvaluation, _ expressions: ExpressionTable) {
    for statement in evaluation.tried { collect(statement.log, expressions) }
  }

  /// The fields among the places.
  var fields: Set<FieldPath> {
    byOrigin.keys.reduce(into: []) { fields, origin in
      if case .field(let path) = origin { fields.insert(path) }
    }
  }

  private mutating func collect(_ log: EvaluationLog, _ expressions: ExpressionTable) {
    for node in log.nodes {
      let operands = node.children.compactMap { log.nodes[$0].outcome }
      switch expressions[node.expression]?.kind {
      case .binary(_, _, _)?, .method?:
        for operand in operands { note(operand, in: operands) }
      case .string?, .integer?, .float?, .boolean?, .null?:
        if let value = node.outcome?.known { keep(value) }
      default: break
      }
    }
  }

  private mutating func note(_ operand: AbstractOutcome, in operands: [AbstractOutcome]) {
    let others = operands.flatMap { $0.alternatives ?? [] }
    for value in others { for element in value.elements ?? [value] { keep(element) } }
    if case .described(let description)? = operand.value, let place = description.members?.place {
      for case .map(let map) in others {
        for key in map.keys { if let value = map[key] { add(value, to: .field(place.appending(key))) } }
      }
    }
    guard let origin = operand.origin else { return }
    for other in operands where other.origin != origin {
      for value in other.alternatives ?? [] {
        for element in [value] + (value.elements ?? []) { add(element, to: origin) }
      }
    }
  }

  private mutating func add(_ value: RuleValue, to origin: Origin) {
    var known = byOrigin[origin, default: []]
    guard known.count < ComparedConstants.limit,
      !known.contains(where: { $0.isEqual(to: value) && $0.type == value.type })
    else { return }
    known.append(value)
    byOrigin[origin] = known
  }

  private mutating func keep(_ value: RuleValue) {
    if case .string(let text) = value, !strings.contains(text), strings.count < ComparedConstants.limit {
      strings.append(text)
    }
    guard values.count < ComparedConstants.limit,
      !values.contains(where: { $0.isEqual(to: value) && $0.type == value.type })
    else { return }
    values.append(value)
  }
}
