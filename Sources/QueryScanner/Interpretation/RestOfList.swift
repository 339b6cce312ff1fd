import Diagnostics

/// Whether code that filters a list has a use for the rest of it, too: shows the whole beside a count of some, or other
/// parts of it. Nothing was read in vain then.
extension Interpreter {
  /// - Parameters:
  ///   - list: the list as the code names it.
  ///   - span: of the call or loop that filters.
  func usesRest(of list: Expression?, filteredIn span: Span) -> Bool {
    guard let name = list?.rootName, let id = chain.last, local(name)?.possibilities.contains(where: \.isResult) == true
    else { return false }
    let key = ListUse(file: file, span: span)
    if let known = usedLists[key] { return known }
    var body = id == outside ? source.statements : []
    if id >= 0, index.functions[id].file == file { body = index.functions[id].body ?? [] }
    let uses = ListUses(of: name, filteredIn: span, region(of: name, around: span, in: body)).isUsed
    usedLists[key] = uses
    return uses
  }

  /// The code in which the name means what it means there: the innermost closure that declares it, or all.
  func region(of name: String, around span: Span, in body: [Statement]) -> [Statement] {
    var region = body
    for statement in body where statement.span.contains(span) {
      statement.forEachNode { node in
        guard node.span.contains(span), case .closure(let closure) = node.kind else { return }
        if closure.parameters.contains(where: { $0.pattern.names.contains(name) }) || closure.body.declare(name) {
          region = closure.body
        }
      }
    }
    return region
  }
}

/// A place that filters a list.
struct ListUse: Hashable {
  var file: Int
  var span: Span
}

private struct ListUses {
  /// Something uses the list beyond how long it is.
  private(set) var isUsed = false

  init(of name: String, filteredIn span: Span, _ region: [Statement]) {
    // What is kept under the same name is all there is from then on.
    if region.keep(name, from: span) { return }
    var uses: [Span] = []
    var idle: [Span] = [span]
    for statement in region {
      statement.forEachNode { node in
        switch node.kind {
        case .name(name): uses.append(node.span)
        case .member(let base, let member) where Self.lengths.contains(member):
          if base.rootName == name { idle.append(base.span) }
        case .call(let call) where call.callee.isOutput: idle += call.arguments.map(\.value.span)
        case .assignment(let target, _, _): if case .name = target.kind { idle.append(target.span) }
        case .other(let operands) where operands.count == 2 && operands.contains { $0.kind == .null }:
          idle += operands.map(\.span)
        default: break
        }
      }
    }
    isUsed = uses.contains { use in !idle.contains { $0.contains(use) } }
  }

  private static let lengths: Set<String> = ["length", "size", "count", "isEmpty", "isNotEmpty", "empty", "exists"]
}

extension Expression {
  /// `s` of `s.docs.map(…)`.
  fileprivate var rootName: String? {
    var expression = self
    while true {
      switch expression.kind {
      case .name(let name): return name == "self" || name == "this" ? nil : name
      case .member(let base, _), .index(let base, _): expression = base
      case .call(let call):
        guard case .member(let base, _) = call.callee.kind else { return nil }
        expression = base
      default: return nil
      }
    }
  }

  /// Only prints what it is given.
  fileprivate var isOutput: Bool {
    switch kind {
    case .name(let name): ["print", "println", "debugPrint", "dump", "NSLog"].contains(name)
    case .member(let base, _):
      if case .name(let name) = base.kind {
        ["console", "Log", "Timber", "log", "logger", "logging", "Logger"].contains(name)
      } else {
        false
      }
    default: false
    }
  }
}

extension [Statement] {
  fileprivate func declare(_ name: String) -> Bool {
    contains { statement in
      switch statement.kind {
      case .variable(let variable): variable.pattern.names.contains(name)
      case .condition(let condition):
        condition.bindings.contains { $0.pattern.names.contains(name) } || statement.parts.declare(name)
      default: statement.parts.declare(name)
      }
    }
  }

  /// Whether the value that is computed at the place is given to the name.
  fileprivate func keep(_ name: String, from place: Span) -> Bool {
    guard let statement = first(where: { $0.span.contains(place) }) else { return false }
    if case .variable(let variable) = statement.kind, variable.pattern.names.contains(name) { return true }
    if statement.parts.keep(name, from: place) { return true }
    var found = false
    statement.forEachNode { node in
      guard case .assignment(let target, let value, _) = node.kind, value.span.contains(place) else { return }
      if target.rootName == name || target.lastMember == name { found = true }
    }
    return found
  }
}

extension Statement {
  /// The statements in it that see its names.
  fileprivate var parts: [Statement] {
    switch kind {
    case .condition(let condition): condition.then + condition.otherwise
    case .selection(let selection): selection.cases.flatMap(\.body)
    case .loop(let loop): loop.prelude + loop.body
    case .attempt(let body, let handlers, let finally): body + handlers.flatMap(\.self) + finally
    case .block(let statements): statements
    default: []
    }
  }
}

extension Expression {
  /// `posts` of `self.posts`.
  fileprivate var lastMember: String? {
    if case .member(_, let name) = kind { name } else { nil }
  }
}

extension Span {
  fileprivate func contains(_ other: Span) -> Bool { start <= other.start && other.end <= end }
}

extension ScannedValue {
  fileprivate var isResult: Bool { if case .result = self { true } else { false } }
}
