package import Diagnostics
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// An expression as it counts for what a condition allows: helper functions and locals are replaced by what they stand
/// for, parentheses are gone, and `x['field']` is `x.field`.
///
/// Terms are equal when they say the same, wherever they are written.
package struct Term: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    /// What is not followed: an expression that is missing, or one that grows too large. The number tells one from
    /// another, so that nothing unknown is equal to anything.
    case opaque(Int)
    case null
    case boolean(Bool)
    case integer(Int64)
    case float(Double)
    case string(String)
    case bytes([UInt8])
    /// `request`, `resource`, a namespace, or a name that nothing declares.
    case name(String)
    case capture(PathVariable)
    case member(Term, String)
    /// `base.get('field', default)`
    case memberOrDefault(Term, [String], Term)
    case index(Term, Term)
    case slice(Term, Term, Term)
    case list([Term])
    case map([Entry])
    case path([Piece])
    case not(Term)
    case negative(Term)
    case binary(BinaryOperator, Term, Term)
    case logical(LogicalOperator, [Term])
    case conditional(Term, Term, Term)
    case typeTest(Term, String)
    case access(DocumentFunction, Term)
    case call(String, [Term])
    case method(Term, String, [Term])
  }

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: Term
  }

  /// A segment of a path.
  package enum Piece: Hashable, Sendable {
    case literal(String)
    case value(Term)
  }

  package var kind: Kind
  /// Where it is written, which for the body of a helper function is there.
  package var span: Span
  /// The place in the condition of the statement: the expression itself, or the call it came in through.
  package var site: Span
  /// Nodes, this one included.
  package var size: Int

  package init(_ kind: Kind, span: Span, site: Span) {
    self.kind = kind
    self.span = span
    self.site = site
    size = Self.size(of: kind)
  }

  package static func == (left: Term, right: Term) -> Bool { left.size == right.size && left.kind == right.kind }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    switch kind {
    case .member(_, let name), .method(_, let name, _): hasher.combine(name)
    case .binary(let op, let left, _):
      hasher.combine(op)
      left.hash(into: &hasher)
    case .name(let name), .string(let name): hasher.combine(name)
    default: break
    }
  }

  private static func size(of kind: Kind) -> Int {
    Self.children(of: kind).reduce(1) { $0 + $1.size }
  }
}

extension Term {
  /// The direct parts, in the order of the source.
  package var children: [Term] { Self.children(of: kind) }

  private static func children(of kind: Kind) -> [Term] {
    switch kind {
    case .opaque, .null, .boolean, .integer, .float, .string, .bytes, .name, .capture: []
    case .member(let base, _), .not(let base), .negative(let base), .typeTest(let base, _), .access(_, let base): [base]
    case .memberOrDefault(let base, _, let fallback): [base, fallback]
    case .index(let base, let key): [base, key]
    case .slice(let base, let start, let end): [base, start, end]
    case .list(let elements), .logical(_, let elements), .call(_, let elements): elements
    case .map(let entries): entries.map(\.value)
    case .path(let pieces):
      pieces.compactMap { piece in
        if case .value(let term) = piece { term } else { nil }
      }
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let first, let second): [condition, first, second]
    case .method(let receiver, _, let arguments): [receiver] + arguments
    }
  }

  /// Itself and every part, each before its own parts.
  package var parts: [Term] {
    var found: [Term] = []
    var pending = [self]
    while let next = pending.popLast() {
      found.append(next)
      pending.append(contentsOf: next.children.reversed())
    }
    return found
  }

  package func contains(where test: (Term) -> Bool) -> Bool {
    var pending = [self]
    while let next = pending.popLast() {
      if test(next) { return true }
      pending.append(contentsOf: next.children)
    }
    return false
  }

  package func mentions(_ term: Term) -> Bool { contains { $0 == term } }
}

/// A variable of a match path. Two are equal when they stand for the same part of the document's path, whatever their
/// names: `{uid}` of `/users/{uid}` is `{id}` of `/users/{id}`.
package struct PathVariable: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case database
    /// A segment counted from the documents root.
    case segment(Int)
    /// After a recursive wildcard, where the distance from the root is not known; the block's own place.
    case floating(block: Int, segment: Int)
    /// A recursive wildcard: the tail from a segment on.
    case tail(from: Int)
  }

  package var name: String
  package var place: Place

  package static func == (left: PathVariable, right: PathVariable) -> Bool { left.place == right.place }
  package func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

/// A term where it is written. A helper function makes different terms of one place.
struct PlacedTerm: Hashable {
  let span: Span
  let term: Term

  init(_ term: Term) {
    span = term.span
    self.term = term
  }
}
