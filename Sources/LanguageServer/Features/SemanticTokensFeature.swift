import Diagnostics
import FirestoreRulesLanguage
import JSONRPC
import StructuredText

/// What the words of rules are.
enum SemanticTokensFeature: LanguageFeature {
  static let method = "textDocument/semanticTokens/full"
  static let capability = "semanticTokensProvider"
  static let needsAnalysis = false
  static let options: JSONValue = [
    "legend": [
      "tokenTypes": .array(TokenType.allCases.map { .string($0.rawValue) }), "tokenModifiers": ["declaration"],
    ],
    "full": true,
  ]

  enum TokenType: String, CaseIterable {
    case keyword, function, method, parameter, variable, property, string, number, comment, `operator`, type
    case enumMember

    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    guard context.document.isRules else { return .null }
    let tokens = RuleTokens(CloudRulesParser.parse(context.document.source).ruleset).all
    var data: [JSONValue] = []
    var last = TextPosition(line: 0, character: 0)
    for token in tokens {
      // A client draws no token over several lines.
      for part in context.document.linesOf(token.span) {
        let range = context.document.range(part, context.client.encoding)
        let sameLine = range.start.line == last.line
        let numbers = [
          range.start.line - last.line, sameLine ? range.start.character - last.character : range.start.character,
          range.end.character - range.start.character, token.type.index, token.isDeclaration ? 1 : 0,
        ]
        data += numbers.map { .integer(Int64($0)) }
        last = range.start
      }
    }
    return ["data": .array(data)]
  }
}

extension OpenDocument {
  /// The parts of a span that lie on one line each.
  fileprivate func linesOf(_ span: Span) -> [Range<Int>] {
    let span = span.clamped(to: bytes.count)
    var parts: [Range<Int>] = []
    var start = span.lowerBound
    while start < span.upperBound {
      let line = lines.line(of: start)
      let end = min(lines.end(of: line, in: bytes), span.upperBound)
      if end > start { parts.append(start..<end) }
      start = line + 1 < lines.starts.count ? lines.starts[line + 1] : span.upperBound
    }
    return parts
  }
}

/// The tokens of rules with what each is, in their order.
struct RuleTokens {
  struct Item {
    var span: Span
    var type: SemanticTokensFeature.TokenType
    var isDeclaration = false
  }

  private(set) var all: [Item] = []

  init(_ ruleset: Ruleset) {
    var names = NameCollector()
    ruleset.walk(&names)
    for comment in ruleset.comments { all.append(Item(span: comment.span, type: .comment)) }
    let known = Dictionary(names.found.map { ($0.span.start, $0) }) { first, _ in first }
    for token in ruleset.tokens where token.span.start < token.span.end {
      if var name = known[token.span.start] {
        name.span = token.span
        all.append(name)
      } else if let type = Self.type(of: token, ruleset.text(of: token.span)) {
        all.append(Item(span: token.span, type: type))
      }
    }
    all.sort { $0.span.start < $1.span.start }
  }

  private static func type(of token: Token, _ text: String) -> SemanticTokensFeature.TokenType? {
    switch token.kind {
    case .word: keywords.contains(text) ? .keyword : .variable
    case .number: .number
    case .string, .segment: .string
    case .punctuation: operators.contains(text) ? .operator : nil
    case .unexpected, .end: nil
    }
  }

  static let keywords: Set<String> = [
    "rules_version", "service", "match", "allow", "if", "function", "let", "return", "import", "from", "export", "is",
    "in",
    "true", "false", "null",
  ]
  private static let operators: Set<String> = [
    "==", "!=", "<", "<=", ">", ">=", "&&", "||", "!", "+", "-", "*", "/", "%", "?", ":", "=",
  ]
}

private struct NameCollector: SyntaxVisitor {
  var found: [RuleTokens.Item] = []
  private var parameters: Set<String> = []

  mutating func visit(_ allow: AllowStatement) {
    found += allow.methods.map { RuleTokens.Item(span: $0.span, type: .enumMember) }
  }

  mutating func visit(_ function: FunctionDeclaration) {
    parameters = Set(function.parameters.map(\.text))
    add(function.name, .function, isDeclaration: true)
    for parameter in function.parameters { add(parameter, .parameter, isDeclaration: true) }
  }

  mutating func visit(_ binding: LetBinding) { add(binding.name, .variable, isDeclaration: true) }

  mutating func visit(_ match: MatchBlock) { parameters = [] }

  mutating func visit(_ expression: Expression) {
    switch expression.kind {
    case .name(let text):
      found.append(RuleTokens.Item(span: expression.span, type: parameters.contains(text) ? .parameter : .variable))
    case .member(_, let name): add(name, .property)
    case .call(let name, _): add(name, .function)
    case .method(_, let name, _): add(name, .method)
    case .typeTest(_, let name): add(name, .type)
    default: break
    }
  }

  private mutating func add(_ name: Name, _ type: SemanticTokensFeature.TokenType, isDeclaration: Bool = false) {
    found.append(RuleTokens.Item(span: name.span, type: type, isDeclaration: isDeclaration))
  }
}
