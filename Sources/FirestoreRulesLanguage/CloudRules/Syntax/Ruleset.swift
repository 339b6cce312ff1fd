package import Diagnostics

/// One rules source as it was read: what it declares, where, and every token of it.
///
/// Parsing never fails. What is missing is an explicit node (``Expression/Kind/missing``, an empty ``Name``), and the
/// problems stand beside the tree in ``ParsedRules``.
package struct Ruleset: Sendable {
  package var source: SourceText
  package var version: VersionStatement?
  package var imports: [ImportStatement]
  /// Functions at the top of the file.
  package var functions: [FunctionDeclaration]
  package var services: [Service]
  /// Expression ids of this ruleset are `0..<expressionCount`, dense so that tables can be indexed by them; a parent's id
  /// may be greater than its children's.
  package var expressionCount: Int
  /// Every token with what stands before it, in source order. INVARIANT: joined they are the source, byte for byte.
  package var tokens: [Token]

  package init(
    source: SourceText, version: VersionStatement?, imports: [ImportStatement], functions: [FunctionDeclaration],
    services: [Service], expressionCount: Int, tokens: [Token]
  ) {
    self.source = source
    self.version = version
    self.imports = imports
    self.functions = functions
    self.services = services
    self.expressionCount = expressionCount
    self.tokens = tokens
  }
}

/// How recursive wildcards match; a source without a version line behaves as version 1.
package enum RulesVersion: Hashable, Sendable {
  case one
  case two
}

extension Ruleset {
  /// The version in force: `'2'` or, without a version line or with any other text, `'1'`.
  package var effectiveVersion: RulesVersion { version?.text == "2" ? .two : .one }

  /// The service of Firestore; other services of the file (Storage) are not evaluated.
  package var firestoreService: Service? { services.first { $0.name.text == "cloud.firestore" } }
}

/// An identifier, or a word in its place, and where it stands. Empty where one is missing.
package struct Name: Hashable, Sendable {
  package var text: String
  package var span: Span

  package init(_ text: String, _ span: Span) {
    self.text = text
    self.span = span
  }
}

/// `rules_version = '2';`
package struct VersionStatement: Hashable, Sendable {
  /// The text between the quotes.
  package var text: String
  package var textSpan: Span
  package var span: Span

  package init(text: String, textSpan: Span, span: Span) {
    self.text = text
    self.textSpan = textSpan
    self.span = span
  }
}

/// `import { f, g } from 'module';`, which no released tool supports.
package struct ImportStatement: Hashable, Sendable {
  package var names: [Name]
  package var module: String
  package var span: Span

  package init(names: [Name], module: String, span: Span) {
    self.names = names
    self.module = module
    self.span = span
  }
}

/// `service cloud.firestore { … }`
package struct Service: Sendable {
  /// The dotted name.
  package var name: Name
  package var functions: [FunctionDeclaration]
  package var matches: [MatchBlock]
  package var span: Span

  package init(name: Name, functions: [FunctionDeclaration], matches: [MatchBlock], span: Span) {
    self.name = name
    self.functions = functions
    self.matches = matches
    self.span = span
  }
}

/// `match /path { … }`
package struct MatchBlock: Sendable {
  package var path: MatchPath
  package var allows: [AllowStatement]
  package var functions: [FunctionDeclaration]
  package var matches: [MatchBlock]
  package var span: Span

  package init(
    path: MatchPath, allows: [AllowStatement], functions: [FunctionDeclaration], matches: [MatchBlock], span: Span
  ) {
    self.path = path
    self.allows = allows
    self.functions = functions
    self.matches = matches
    self.span = span
  }
}

/// The header of a match block, relative to the block around it.
package struct MatchPath: Hashable, Sendable {
  package var segments: [MatchSegment]
  package var span: Span

  package init(segments: [MatchSegment], span: Span) {
    self.segments = segments
    self.span = span
  }
}

package struct MatchSegment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Matches exactly this text; `(default)` keeps its parentheses.
    case literal(String)
    /// `{name}`: one segment.
    case capture(String)
    /// `{name=**}`: the rest, or with version 2 any run of segments.
    case recursive(String)
  }

  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// `allow read, write: if condition;`
package struct AllowStatement: Sendable {
  /// As written; words that are no methods compile and never apply.
  package var methods: [Name]
  /// Nil: always allowed.
  package var condition: Expression?
  package var span: Span

  package init(methods: [Name], condition: Expression?, span: Span) {
    self.methods = methods
    self.condition = condition
    self.span = span
  }
}

/// `function name(a, b) { let c = …; return …; }`
package struct FunctionDeclaration: Sendable {
  package var name: Name
  package var parameters: [Name]
  package var lets: [LetBinding]
  package var result: Expression
  /// `export function`, which only modules would need.
  package var isExported: Bool
  package var span: Span

  package init(
    name: Name, parameters: [Name], lets: [LetBinding], result: Expression, isExported: Bool = false, span: Span
  ) {
    self.name = name
    self.parameters = parameters
    self.lets = lets
    self.result = result
    self.isExported = isExported
    self.span = span
  }
}

package struct LetBinding: Sendable {
  package var name: Name
  package var value: Expression
  package var span: Span

  package init(name: Name, value: Expression, span: Span) {
    self.name = name
    self.value = value
    self.span = span
  }
}
