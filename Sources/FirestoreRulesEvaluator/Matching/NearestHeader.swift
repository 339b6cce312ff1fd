package import Diagnostics
package import FirestoreModel
import FirestoreRulesLanguage

extension CompiledRules {
  /// The header of the innermost block whose path leads to a request's path, or that of the service when none does: where
  /// to look when no statement applies. Nil without rules for Firestore.
  package func nearestHeader(to path: RequestPath, database: Text) -> Span? {
    guard let service = ruleset.firestoreService else { return nil }
    var segments: [Text?] = ["databases", database, "documents"]
    segments += path.head.map(Optional.some) + (path.hasUnknownMiddle ? [] : path.tail)
    let found = service.matches.compactMap { Self.nearest($0, segments[...]) }.max { $0.depth < $1.depth }
    return found?.header ?? Span(service.span.start, service.name.span.end)
  }

  /// The deepest block, of equals the last one. What a recursive wildcard takes is the rest.
  private static func nearest(_ block: MatchBlock, _ path: ArraySlice<Text?>) -> (header: Span, depth: Int)? {
    var rest = path
    for segment in block.path.segments {
      switch segment.kind {
      case .recursive: rest = rest.suffix(0)
      case .capture: if rest.popFirst() == nil { return nil }
      case .literal(let text): if rest.popFirst() != .some(Text(text)) { return nil }
      }
    }
    let own = (header: Span(block.span.start, block.path.span.end), depth: path.count - rest.count)
    let inner = block.matches.compactMap { nearest($0, rest) }.max { $0.depth < $1.depth }
    guard let inner, inner.depth > 0 else { return own }
    return (inner.header, own.depth + inner.depth)
  }
}
