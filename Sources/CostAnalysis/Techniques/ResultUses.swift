import FirestoreModel
import QueryModel
import Simulation
import Workloads

// What a workload does with the result of a step after reading it.

extension TechniqueSubject {
  /// The steps that see the result: those of the same actor, and those that any actor may do.
  private func visitReaders(_ action: (Step) -> Void) {
    guard let name = place.actor, let actor = template.workload.actor(named: name) else {
      return template.workload.visitSteps(action)
    }
    let lists = [actor.allSteps] + template.workload.procedures.map(\.steps) + template.workload.timeline.map(\.steps)
    for steps in lists { for step in steps { step.visit(action) } }
  }

  func isCounted(_ result: String) -> Bool {
    var found = false
    visitReaders { step in
      if step.everyExpression.contains(where: { $0.counts(result: result) }) { found = true }
    }
    return found
  }

  /// Whether the result is asked for its number and for nothing else.
  func isCountedOnly(_ result: String) -> Bool {
    var isRead = false
    visitReaders { step in
      if step.everyExpression.contains(where: { !$0.extremes(of: result).isEmpty }) { isRead = true }
      if case .result(let name)? = step.forEach, name.text == result { isRead = true }
    }
    // Who asserts that no document is missed looks at the documents.
    return !isRead && !template.assertedResults.contains(result) && isCounted(result)
  }

  /// Why it is wrong to read only some of the documents.
  /// - Parameter keepsNewest: of documents with a time the newest ones, in whichever order; else those in front.
  func objectionsToLess(keepsNewest: Bool) -> [String] {
    var objections: [String] = []
    if keep != nil {
      objections.append(
        "the app filters what it has read: a page that is filtered after reading is short or empty (FB7019)")
    }
    guard let result else { return objections }
    if isCounted(result) { objections.append("its result is counted: the number would be that of one page") }
    var fields: [String] = []
    var isWalkedToWrite = false
    visitReaders { step in
      for expression in step.everyExpression {
        for (extreme, field) in expression.extremes(of: result)
        where !staysWithin(extreme, field, keepsNewest: keepsNewest) {
          fields.append("\(extreme.rawValue)(\(result).\(field.description))")
        }
      }
      if case .result(let name)? = step.forEach, name.text == result, step.isWriting { isWalkedToWrite = true }
    }
    if let first = fields.first { objections.append("`\(first)` looks at all of its documents") }
    if isWalkedToWrite || each.contains(where: \.isWriting) {
      objections.append(
        "its documents are written one after the other: those beyond the page would be left as they are")
    }
    return objections
  }

  /// Whether the first page has the extreme of all documents: the newest one is among the newest fifty.
  private func staysWithin(_ extreme: ResultExtreme, _ field: FieldPath, keepsNewest: Bool) -> Bool {
    guard let order = query.orders.first, order.path == field else { return false }
    if keepsNewest, isTime(field) { return extreme == .maxOf }
    return (order.direction == .descending) == (extreme == .maxOf)
  }
}

extension Step {
  fileprivate var isWriting: Bool {
    var found = false
    visit { step in
      switch step.action {
      case .write, .batch, .transaction: found = true
      case .read, .page, .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite, .realtime:
        break
      }
    }
    return found
  }
}
