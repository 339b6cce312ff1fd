package import Diagnostics
package import FirestoreRulesLanguage

/// An `allow` statement with the path that it stands under.
package struct CompiledStatement: Sendable {
  /// Its place among the statements of the ruleset, in source order, depth first.
  package var index: Int
  package var declaration: AllowStatement
  /// The methods it covers; words that are no methods cover none.
  package var methods: Set<RulesMethod>
  /// The condition's expression id; nil: always allowed.
  package var condition: Int?
  /// The header segments of all blocks around it, outermost first.
  package var path: [MatchSegment]

  package var span: Span { declaration.span }
}

extension CompiledStatement {
  /// The headers joined, as one could write them in a single block: `/databases/{database}/documents/users/{uid}`.
  package var pathText: String {
    path.map { segment in
      switch segment.kind {
      case .literal(let text): "/\(text)"
      case .capture(let name): "/{\(name)}"
      case .recursive(let name): "/{\(name)=**}"
      }
    }.joined()
  }
}
