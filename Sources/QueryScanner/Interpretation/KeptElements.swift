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
    if case .assignment(let target, _, false) = expression.kind, case .name(let name) = target.kind, names.contains(name) {
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

  /// Whether a test looks into the element: not only what it is called, whether it is there, or was there before.
  private func decides(_ test: Expression) -> Bool {
    guard test.mentions(names), !test.asksOnlyForChange(of: names), !test.asksOnlyForExistence(of: names) else { return false }
    var uses = 0
    var identities = 0
    test.forEachNode { node in
      switch node.kind {
      case .name(let name) where names.contains(name): uses += 1
      case .member(let base, let member) where Self.identities.contains(member):
        if case .name(let name) = base.kind, names.contains(name) { identities += 1 }
      case .call(let call):
        guard case .member(_, let method) = call.callee.kind, Self.lookups.contains(method) else { return }
        for argument in call.arguments {
          if case .name(let name) = argument.value.kind, names.contains(name) { identities += 1 }
        }
      default: break
      }
    }
    return uses > identities
  }

  private static let identities: Set<String> = ["id", "documentID", "documentId", "getId", "key", "uid", "ref", "reference"]
  private static let lookups: Set<String> = ["contains", "includes", "has", "indexOf", "containsKey", "firstIndex"]
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
