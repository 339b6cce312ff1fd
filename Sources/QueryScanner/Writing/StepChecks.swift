import Diagnostics
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// What SDKs throw at is checked once a request is written out.
extension RequestWriter {
  /// The query with a step, and with the refusal if the SDK throws at it.
  mutating func checked(
    _ step: GuardedItem, _ constraint: QueryConstraint, before: QueryDraft, after: QueryDraft
  ) -> QueryDraft {
    guard let call = call(step) else { return after }
    let check = SDKCallCheck(name: call.name, receiver: .query(before), arguments: call.arguments, scope: call.scope)
    return check.checked(after)
  }

  /// A filter that is a value of its own, with the refusal if the SDK throws at it.
  mutating func checked(_ filter: DraftFilter, _ value: ValueID, at place: OriginID) -> DraftFilter {
    guard let call = call(GuardedItem(.always, value, place)) else { return filter }
    let check = SDKCallCheck(name: call.name, receiver: nil, arguments: call.arguments, scope: call.scope)
    return check.checked(filter)
  }

  /// What the SDK throws at in the constraints of one call, which the service would answer.
  mutating func refusal(of steps: [GuardedItem], on base: QueryDraft) -> SDKRefusal? {
    var (draft, place) = (base, 0)
    while place < steps.count {
      guard let call = evaluator.refinement(of: steps[place].origin) else {
        draft = adding(steps[place], to: draft)
        place += 1
        continue
      }
      let before = draft
      var values: [ScannedValue] = []
      while place < steps.count, evaluator.refinement(of: steps[place].origin) == call {
        values.append(.constraint(constraint(steps[place].value, draft)))
        draft = adding(steps[place], to: draft)
        place += 1
      }
      if let refusal = WebRefusals.refusal(of: values, on: before, at: location(of: call)) { return refusal }
    }
    return nil
  }

  private struct Call {
    var name: String
    var arguments: SDKArguments
    var scope: CallScope
  }

  /// The call that adds a step, with the values of its arguments.
  private mutating func call(_ step: GuardedItem) -> Call? {
    let (unit, node) = evaluator.place(of: step.origin)
    let tree = evaluator.program.units[unit].tree
    guard let view = tree.call(node), !view.arguments.isEmpty else { return nil }
    let name = evaluator.program.names.text(tree.name(view.callee))
    guard evaluator.arena.construct(step.value) == .filter || evaluator.arena.construct(step.value) == .order else {
      return nil
    }
    let values = evaluator.arena.parts(step.value).map { value($0) }
    guard !rules.hasOperandsByLabel else { return call(name, view, values, step.origin) }
    guard view.arguments.count <= values.count, view.arguments.count > 1 || values.count < 3 else { return nil }
    let labels = rules.labels
    let arguments = view.arguments.enumerated().map { place, argument in
      let label = evaluator.program.names.text(tree.name(argument))
      let isLast = labels.isEmpty && place == view.arguments.count - 1 && place > 0
      let index =
        isLast
        ? values.count - 1 : label.isEmpty ? place : labels.firstIndex(of: label) ?? (label == "direction" ? 1 : place)
      let inner = tree.children(of: argument).last ?? argument
      return SDKArguments.Argument(
        label: label.isEmpty ? nil : label, value: values[min(index, values.count - 1)],
        location: SourceLocation(source: tree.unit.file, span: tree.span(of: inner)))
    }
    return Call(
      name: name, arguments: SDKArguments(all: arguments), scope: scope(unit, node))
  }

  /// The field, and the condition that the step is about.
  private mutating func call(
    _ name: String, _ view: CallView, _ values: [ScannedValue], _ origin: OriginID
  ) -> Call? {
    let (unit, node) = evaluator.place(of: origin)
    let tree = evaluator.program.units[unit].tree
    let label = evaluator.label(of: origin)
    var arguments: [SDKArguments.Argument] = []
    for argument in view.arguments {
      let own = tree.name(argument)
      guard own == .empty ? arguments.isEmpty : own == label, let first = values.first, let last = values.last else {
        continue
      }
      let inner = tree.children(of: argument).last ?? argument
      arguments.append(
        SDKArguments.Argument(
          label: own == .empty ? nil : evaluator.program.names.text(own), value: own == .empty ? first : last,
          location: SourceLocation(source: tree.unit.file, span: tree.span(of: inner))))
    }
    return Call(name: name, arguments: SDKArguments(all: arguments), scope: scope(unit, node))
  }

  /// The first argument of a call, or the one that a step is about, for messages about it.
  func argumentLocation(of origin: OriginID) -> SourceLocation {
    let (unit, node) = evaluator.place(of: origin)
    let tree = evaluator.program.units[unit].tree
    let label = evaluator.label(of: origin)
    let arguments = tree.call(node)?.arguments ?? []
    guard let first = arguments.first(where: { label != .empty && tree.name($0) == label }) ?? arguments.first else {
      return location(of: origin)
    }
    return SourceLocation(source: tree.unit.file, span: tree.span(of: first))
  }

  mutating func asksAsAdmin(_ origin: OriginID) -> Bool {
    let modules = evaluator.importedModules(evaluator.place(of: origin).unit)
    return ScannedRequest.Caller(imports: modules) == .admin
  }
}
