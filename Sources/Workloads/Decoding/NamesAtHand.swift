import Diagnostics
import FirestoreModel

/// Looks for steps that name what is not there when they are done: a document, its id, the fields of several documents.
/// A run would stop at each of them.
struct NamesAtHand {
  /// What the steps around give.
  private struct Context: Hashable {
    var hasDocument = false
    var hasID = false
    /// The result that `forEach` goes through, of which it gives ids alone.
    var listed: String?
    /// In `onChange`: whether what has changed are documents.
    var changesAreDocuments = true
    /// Results are those of an actor.
    var hasResults = true
  }

  private struct Call: Hashable {
    var procedure: String
    var context: Context
  }

  private let workload: Workload
  /// Names of results that are never a single document.
  private let several: Set<String>
  private let declared: Set<String>
  private(set) var problems: [WorkloadProblem] = []
  private var followed: Set<Call> = []

  init(_ workload: Workload) {
    self.workload = workload
    var (single, other, declared) = (Set<String>(), Set<String>(), Set<String>())
    workload.visitSteps { step in
      switch step.action {
      case .read(let read):
        guard let name = read.result?.text else { return }
        if case .document = read.target, read.keep == nil { single.insert(name) } else { other.insert(name) }
      case .page(let page): if let name = page.result { other.insert(name.text) }
      case .realtime(let request):
        guard let name = request.result?.text else { return }
        if request.operation.isWrite { single.insert(name) } else { other.insert(name) }
      case .write(let write): if let name = write.result { single.insert(name.text) }
      case .batch(let writes): single.formUnion(writes.compactMap { $0.result?.text })
      case .transaction(let transaction): single.formUnion(transaction.writes.compactMap { $0.result?.text })
      case .outsideWrite(let write):
        if let name = write.result { single.insert(name.text) }
        declared.formUnion(write.loops.map(\.variable))
      case .assign(let assignments): declared.formUnion(assignments.map(\.name.text))
      case .detach, .device, .condition, .pause, .perform, .group: break
      }
    }
    for actor in workload.actors { declared.formUnion(actor.variables.map(\.name)) }
    several = other.subtracting(single)
    self.declared = declared
    for actor in workload.actors { check(actor.allSteps, Context()) }
    for entry in workload.timeline { check(entry.steps, Context(hasResults: entry.actor != nil)) }
  }

  private mutating func check(_ steps: [Step], _ context: Context) {
    for step in steps { check(step, context) }
  }

  private mutating func check(_ step: Step, _ outer: Context) {
    var context = outer
    switch step.forEach {
    case .result(let name)?: (context.hasID, context.listed) = (true, name.text)
    case .snapshot?: (context.hasID, context.hasDocument) = (true, context.changesAreDocuments)
    case nil: break
    }
    checkNames(of: step, context)
    var each = context
    (each.hasID, each.hasDocument, each.listed) = (true, true, nil)
    switch step.action {
    case .read(let read):
      check(read.each, each)
      check(read.onChange, context)
    case .page(let page): check(page.each, each)
    case .realtime(let request):
      (each.hasDocument, context.changesAreDocuments) = (context.hasDocument, false)
      check(request.each, each)
      check(request.onChange, context)
    case .perform(let name):
      guard let procedure = workload.procedure(named: name.text),
        followed.insert(Call(procedure: name.text, context: context)).inserted
      else { return }
      check(procedure.steps, context)
    case .condition, .group: check(step.children, context)
    case .detach, .device, .write, .batch, .transaction, .assign, .pause, .outsideWrite: break
    }
  }

  private mutating func checkNames(of step: Step, _ context: Context) {
    if case .read(let read) = step.action, read.source == .copy, !context.hasDocument {
      problems.append(
        WorkloadProblem(
          .wrongType,
          "no document is at hand that could hold a copy: `source: copy` is for a `get` in `each` or `onChange`",
          span: step.span, help: Self.help(context)))
    }
    let fields = Set(step.fieldExpressions)
    for expression in step.everyExpression where expression != step.ownFilter {
      var context = context
      if fields.contains(expression) { context.hasID = true }
      expression.root.visit { checkName($0, context) }
    }
  }

  private mutating func checkName(_ node: ExpressionNode, _ context: Context) {
    switch node.kind {
    case .variable("doc"), .member("doc", _):
      guard !context.hasDocument, !declared.contains("doc") else { return }
      problems.append(
        WorkloadProblem(.wrongType, "`doc` is no document here", span: node.span, help: Self.help(context)))
    case .variable("id"):
      guard !context.hasID, !declared.contains("id") else { return }
      problems.append(
        WorkloadProblem(
          .wrongType, "`id` has no value here", span: node.span,
          help: "it is the id of the document at hand, in `each` and in a step with `forEach`"))
    case .member(let name, _):
      guard context.hasResults, several.contains(name), !declared.contains(name) else { return }
      problems.append(
        WorkloadProblem(
          .wrongType, "`\(name)` is no document here", span: node.span,
          help: "it is the answer to a query: its documents are at hand one by one in `each`, as `doc`; of all of them "
            + "there are `count(\(name))`, `maxOf(\(name).FIELD)` and `minOf(\(name).FIELD)`"))
    case .literal, .variable, .unary, .binary, .call, .count, .extreme: break
    }
  }

  private static func help(_ context: Context) -> String {
    let places =
      "`doc` is at hand in `each` beside a read, and in `onChange` of a listener with `forEach: added ids`, `modified ids` "
      + "or `all ids`"
    return context.listed.map { "`forEach: \($0)` gives `id` alone; \(places)" } ?? places
  }
}

extension Step {
  /// `keep`, which looks at each document that was read.
  fileprivate var ownFilter: Expression? {
    switch action {
    case .read(let read): read.keep
    case .page(let page): page.keep
    case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group, .outsideWrite,
      .realtime:
      nil
    }
  }
}
