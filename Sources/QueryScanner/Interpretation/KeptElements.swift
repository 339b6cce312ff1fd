import Diagnostics

/// A loop that keeps some of the elements only: `for doc in docs { if !doc.archived { shown.append(doc) } }`, which is
/// what `filter` does.
struct KeptElements {
  /// What decides about an element; nil where all are kept, or where more is done with them.
  private(set) var condition: Span?

  /// The element, and variables that are made of it.
  private let names: [String]
  private var additions = 0
  private var isRead = true

  /// - Parameters:
  ///   - body: of the loop, or of the closure that is called for each element.
  ///   - names: what it calls the element.
  init(_ body: [Statement], of names: [String]) {
    var all = names
    for statement in body { statement.collectVariables(madeOf: &all) }
    self.names = all
    // With its place among the others more can be meant than the element.
    guard names.count == 1 else { return }
    _ = read(body, isConditional: false)
    if !isRead || additions != 1 { condition = nil }
  }

  /// - Returns: whether what follows is reached on a condition only.
  private mutating func read(_ statements: [Statement], isConditional: Bool) -> Bool {
    var isConditional = isConditional
    for statement in statements where isRead {
      switch statement.kind {
      case .variable, .leave, .result(nil): break
      case .condition(let choice): isConditional = read(choice, isConditional)
      case .expression(let expression): read(expression, isConditional)
      case .block(let inner): isConditional = read(inner, isConditional: isConditional)
      case .attempt(let inner, _, _): _ = read(inner, isConditional: isConditional)
      default: isRead = false
      }
    }
    return isConditional
  }

  private mutating func read(_ choice: Condition, _ isConditional: Bool) -> Bool {
    let test = choice.tests.first(where: decides)
    let isSkip = choice.isGuard ? choice.otherwise.onlyLeave : choice.then.onlyLeave && choice.otherwise.isEmpty
    if isSkip || !choice.isGuard && choice.otherwise.isEmpty {
      if let test, condition == nil { condition = test.span }
      if isSkip { return isConditional || test != nil }
      _ = read(choice.then, isConditional: isConditional || test != nil)
    } else {
      isRead = false
    }
    return isConditional
  }

  private mutating func read(_ expression: Expression, _ isConditional: Bool) {
    guard expression.mentions(names) else { return }
    // Python's and JavaScript's way to declare.
    if case .assignment(let target, _, false) = expression.kind, case .name(let name) = target.kind,
      names.contains(name)
    {
      return
    }
    guard isConditional, case .call(let call) = expression.kind, case .member(_, let name) = call.callee.kind,
      Self.adding.contains(name), call.arguments.contains(where: { $0.value.mentions(names) })
    else {
      isRead = false
      return
    }
    additions += 1
  }

  private static let adding: Set<String> = ["append", "add", "push", "addLast", "insert", "unshift"]

  /// Whether a test asks for what a field holds, as a query could: `!t.archivedFor.contains(id)`, `x["on"] == true`. Tests
  /// for what was met before, for what could be read and for what only the client knows are no such tests.
  private func decides(_ test: Expression) -> Bool {
    switch test.kind {
    case .other(let operands) where operands.count == 1: return decides(operands[0])
    case .other(let operands) where operands.count == 2:
      guard operands.contains(where: { if case .boolean = $0.kind { true } else { false } }) else { return false }
      return operands.contains(where: isField)
    case .call(let call):
      guard case .member(let field, let method) = call.callee.kind, Self.lookups.contains(method), isField(field) else {
        return false
      }
      return call.arguments.count == 1 && !call.arguments[0].value.mentions(names)
    default: return false
    }
  }

  /// `t.archivedFor`, `x["archived"]`, `d.data().archivedFor`: not the element itself.
  private func isField(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .member(let base, let name): !Self.clientOnly.contains(name) && isOfElement(base)
    case .index(let base, let keys): isOfElement(base) && keys.allSatisfy { !$0.mentions(names) }
    case .call(let call):
      if case .member(let base, let name) = call.callee.kind {
        !Self.clientOnly.contains(name) && call.arguments.allSatisfy { !$0.value.mentions(names) } && isOfElement(base)
      } else {
        false
      }
    case .other(let operands) where operands.count == 1: isField(operands[0])
    default: false
    }
  }

  private func isOfElement(_ base: Expression) -> Bool {
    if case .name(let name) = base.kind { return names.contains(name) }
    return isField(base)
  }

  private static let lookups: Set<String> = ["contains", "includes"]
  /// What no field of a document says.
  private static let clientOnly: Set<String> = [
    "metadata", "hasPendingWrites", "isFromCache", "exists", "id", "documentID", "documentId", "getId", "key", "ref",
    "reference", "success", "keys",
  ]
}

extension [Statement] {
  /// Nothing but the end of this round.
  fileprivate var onlyLeave: Bool {
    guard count == 1, let only = first else { return false }
    switch only.kind {
    case .leave(.continuing), .result(nil): return true
    default: return false
    }
  }
}
