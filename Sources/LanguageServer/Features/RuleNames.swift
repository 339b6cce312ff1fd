import Diagnostics
import FirestoreRulesLanguage

/// The names that a rules file declares, each with the part of the file that knows it.
struct RuleNames {
  enum Kind: Hashable {
    case function, parameter, binding, capture
  }

  struct Declaration: Hashable {
    var kind: Kind
    var name: Name
    /// Of a function: its parameters.
    var parameters: [String] = []
    /// Where it is known.
    var scope: Span
  }

  private(set) var declarations: [Declaration] = []
  /// Names that are called or read.
  private(set) var mentions: [Name] = []
  /// The innermost headers around a place, from the outside.
  private var blocks: [MatchBlock] = []

  init(_ source: SourceText) { self.init(CloudRulesParser.parse(source).ruleset) }

  init(_ ruleset: Ruleset) {
    let file = Span(0, ruleset.source.bytes.count)
    for function in ruleset.functions { add(function, in: file) }
    for service in ruleset.services {
      for function in service.functions { add(function, in: service.span) }
      for match in service.matches { add(match) }
    }
    var collector = MentionCollector()
    ruleset.walk(&collector)
    mentions = collector.found
  }

  private mutating func add(_ function: FunctionDeclaration, in scope: Span) {
    declarations.append(
      Declaration(kind: .function, name: function.name, parameters: function.parameters.map(\.text), scope: scope))
    declarations += function.parameters.map { Declaration(kind: .parameter, name: $0, scope: function.span) }
    declarations += function.lets.map { Declaration(kind: .binding, name: $0.name, scope: function.span) }
  }

  private mutating func add(_ match: MatchBlock) {
    blocks.append(match)
    for segment in match.path.segments {
      switch segment.kind {
      case .capture(let name), .recursive(let name):
        declarations.append(Declaration(kind: .capture, name: Name(name, segment.span), scope: match.span))
      case .literal: break
      }
    }
    for function in match.functions { add(function, in: match.span) }
    for inner in match.matches { add(inner) }
  }

  /// What is known at a place, the innermost of each name.
  func known(at offset: Int) -> [Declaration] {
    var found: [String: Declaration] = [:]
    for declaration in declarations where declaration.scope.start <= offset && offset <= declaration.scope.end {
      let key = "\(declaration.kind == .function) \(declaration.name.text)"
      if let other = found[key], other.scope.start > declaration.scope.start { continue }
      found[key] = declaration
    }
    return found.values.sorted { ($0.name.text, $0.name.span.start) < ($1.name.text, $1.name.span.start) }
  }

  func declarations(of name: String, at offset: Int) -> [Span] {
    name.isEmpty ? [] : known(at: offset).filter { $0.name.text == name }.map(\.name.span)
  }

  /// Where the name under the cursor, which is a declaration or a use of it, is used.
  func uses(of name: String, at offset: Int) -> [Span] {
    guard !name.isEmpty else { return [] }
    let isMention = mentions.contains { $0.text == name && $0.span.start <= offset && offset <= $0.span.end }
    let isDeclaration = declarations.contains {
      $0.name.text == name && $0.name.span.start <= offset && offset <= $0.name.span.end
    }
    guard isMention || isDeclaration else { return [] }
    let wanted = Set(declarations(of: name, at: offset))
    guard !wanted.isEmpty else { return [] }
    return mentions.filter { $0.text == name && !wanted.isDisjoint(with: declarations(of: name, at: $0.span.start)) }
      .map(\.span)
  }

  /// The path of the blocks around a place: `/databases/{database}/documents/recipes/{id}`.
  func path(at offset: Int) -> [MatchSegment] {
    blocks.filter { $0.span.start <= offset && offset <= $0.span.end }.flatMap(\.path.segments)
  }
}

private struct MentionCollector: SyntaxVisitor {
  var found: [Name] = []

  mutating func visit(_ expression: Expression) {
    switch expression.kind {
    case .name(let text): found.append(Name(text, expression.span))
    case .call(let name, _): found.append(name)
    default: break
    }
  }
}
