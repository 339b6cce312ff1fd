import Diagnostics

/// Components of Vue's Options API: an object whose methods, computed values, watchers and hooks all have the component as
/// `this`. They are the members of a type.
enum VueOptions {
  /// The statements of a file with such objects as the types that they stand for.
  static func arranged(_ source: ParsedSource) -> ParsedSource {
    let path = source.source.path
    guard path.lowercased().hasSuffix(".vue") else { return source }
    let name = "\((path.split(separator: "/").last ?? "").dropLast(4))Component"
    var arranged = source
    for place in arranged.statements.indices {
      let statement = arranged.statements[place]
      guard case .variable(let variable) = statement.kind, let value = variable.value,
        variable.pattern == .name("default"), let entries = options(value)
      else { continue }
      let members = entries.flatMap(Self.members)
      let declaration = Statement(.type(TypeDeclaration(name: name, kind: .concrete, members: members)), statement.span)
      let exported = Variable(pattern: variable.pattern, value: Expression(.name(name), Span(0, 0)))
      arranged.statements[place] = Statement(
        .block([declaration, Statement(.variable(exported), statement.span)]), statement.span)
    }
    return arranged
  }

  /// The entries of a component; nil for any other value.
  private static func options(_ value: Expression) -> [RecordEntry]? {
    var value = value
    // `defineComponent({ … })`, `Vue.extend({ … })`
    if case .call(let call) = value.kind, let last = call.arguments.last?.value { value = last }
    guard case .record(let entries) = value.kind else { return nil }
    let keys = Set(entries.compactMap(\.name))
    return keys.isDisjoint(with: parts) ? nil : entries
  }

  private static let parts: Set<String> = ["methods", "computed", "watch", "data", "firestore", "firebase"]

  private static func members(of entry: RecordEntry) -> [Statement] {
    guard let name = entry.name else { return [Statement(.other([entry.value]), entry.value.span)] }
    switch name {
    case "methods": return entry.value.entries.compactMap { function($0.name ?? "", $0.value) }
    case "watch":
      return entry.value.entries.compactMap { watched in
        let handler = watched.value.entries.first { $0.name == "handler" }?.value ?? watched.value
        // A property may have the name.
        return function("watch.\(watched.name ?? "")", handler)
      }
    case "computed": return entry.value.entries.compactMap(computed)
    case "data": return returned(by: entry.value).compactMap(variable)
    case "props":
      if case .list(let names) = entry.value.kind {
        return names.compactMap { name in if case .name(let text) = name.asKey { declared(text) } else { nil } }
      }
      return entry.value.entries.compactMap { $0.name.map(declared) }
    case "firestore", "firebase": return [listening(name, entry.value)]
    default: return [function(name, entry.value) ?? Statement(.other([entry.value]), entry.value.span)]
    }
  }

  private static func function(_ name: String, _ value: Expression) -> Statement? {
    value.function(named: name).map { Statement(.function($0), value.span) }
  }

  /// A function, or `{ get() { … }, set(x) { … } }`.
  private static func computed(_ entry: RecordEntry) -> Statement? {
    guard let name = entry.name else { return nil }
    let value = entry.value.entries.first { $0.name == "get" }?.value ?? entry.value
    guard case .closure(let closure) = value.kind else { return nil }
    var variable = Variable(pattern: .name(name))
    variable.getter = closure.body
    return Statement(.variable(variable), value.span)
  }

  private static func variable(_ entry: RecordEntry) -> Statement? {
    entry.name.map { Statement(.variable(Variable(pattern: .name($0), value: entry.value)), entry.value.span) }
  }

  /// A property whose value the parent says.
  private static func declared(_ name: String) -> Statement {
    Statement(.variable(Variable(pattern: .name(name))), Span(0, 0))
  }

  /// The entries of the object that a function returns, or of the object itself.
  private static func returned(by value: Expression) -> [RecordEntry] {
    guard case .closure(let closure) = value.kind else { return value.entries }
    for statement in closure.body.reversed() {
      if case .result(let result?) = statement.kind { return result.entries }
      if case .expression(let result) = statement.kind { return result.entries }
    }
    return []
  }

  /// VueFire binds each of the references: `this.$bind("items", …)`.
  private static func listening(_ name: String, _ value: Expression) -> Statement {
    let calls = returned(by: value).compactMap { entry -> Statement? in
      guard let name = entry.name else { return nil }
      let span = entry.value.span
      let bind = Expression(.member(Expression(.name("this"), span), "$bind"), span)
      let key = Argument(value: Expression(.text([.literal(name)]), span))
      let call = Expression(.call(Call(callee: bind, arguments: [key, Argument(value: entry.value)])), span)
      return Statement(.expression(call), span)
    }
    var body: [Statement] = []
    if case .closure(let closure) = value.kind { body = closure.body.filter { !$0.isResult } }
    return Statement(.function(Function(name: name, parameters: [], body: body + calls)), value.span)
  }
}

extension RecordEntry {
  fileprivate var name: String? { if case .name(let name) = key { name } else { nil } }
}

extension Expression {
  /// Those of an object.
  fileprivate var entries: [RecordEntry] { if case .record(let entries) = kind { entries } else { [] } }
}

extension Statement {
  fileprivate var isResult: Bool { if case .result = kind { true } else { false } }
}
