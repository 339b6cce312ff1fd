package import Diagnostics
package import FirestoreModel
package import QueryModel

/// What is read: one document, a query or an aggregation.
package enum ReadTarget: Hashable, Sendable {
  case document(PathPattern)
  case query(QueryTemplate)
  case aggregation(QueryTemplate, [Aggregation])
}

/// A query with parts to fill in.
package struct QueryTemplate: Hashable, Sendable {
  /// Its `.expression` operands and path segments are keys of `bindings`; parameters are already filled in.
  package var query: Query
  package var bindings: [Text: TextTemplate]
  /// As the user wrote it, for reports; of the structured form the canonical text.
  package var text: String
  package var span: Span
  /// The request of the sources that it is made of; nil: it is written out.
  package var code: CodeRequest?

  package init(query: Query, bindings: [Text: TextTemplate], text: String, span: Span) {
    self.query = query
    self.bindings = bindings
    self.text = text
    self.span = span
  }
}

/// `get`, `query` and `listen` with what goes with them.
package struct ReadStep: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case get, query, listen
  }

  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// The server when it can be reached, else the cache; a live listener's result is shared.
    case `default`
    case server, cache
    /// Beside `get` in `each` and `onChange`: the document at hand holds a copy of this one, as it was when the document
    /// was written last. Nobody is asked.
    case copy

    /// Whether the service may be asked.
    package var asksService: Bool { self == .default || self == .server }
  }

  package var kind: Kind
  package var target: ReadTarget
  /// `as:` — the name of the result.
  package var result: Name?
  package var source: Source
  /// `missing: ok` — a missing document is expected.
  package var mayBeMissing: Bool
  /// `keep:` — the app's own filter after reading; what it drops is waste. Sees the document as `doc`.
  package var keep: Expression?
  /// `each:` — once per document of the result, `{id}` and `{doc.field}` being its own.
  package var each: [Step]
  /// `onChange:` — at every snapshot, the first included.
  package var onChange: [Step]
  /// `intend:` — the set that the user should have seen, for `missed` and `stale`.
  package var intended: ReadTarget?
  /// `copies:` — what the document holds copies of, as they were when it was written last: a list that is kept in one
  /// document. The user sees these, not the document; where `intend:` says nothing else, they are what is to be seen.
  package var copied: QueryTemplate?

  /// `maxAge:` — how old may be what stands on the screen.
  package var maxAge: TimeSpan?

  /// Everything that is looked up for it.
  package var targets: [ReadTarget] { [target, intended, copied.map(ReadTarget.query)].compactMap(\.self) }

  package init(
    kind: Kind, target: ReadTarget, result: Name? = nil, source: Source = .default, mayBeMissing: Bool = false,
    keep: Expression? = nil, each: [Step] = [], onChange: [Step] = [], intended: ReadTarget? = nil,
    copied: QueryTemplate? = nil, maxAge: TimeSpan? = nil
  ) {
    self.kind = kind
    self.target = target
    self.result = result
    self.source = source
    self.mayBeMissing = mayBeMissing
    self.keep = keep
    self.each = each
    self.onChange = onChange
    self.intended = intended
    self.copied = copied
    self.maxAge = maxAge
  }
}

/// `page: {query, size, until, cursor, lookAhead}`
package struct PageStep: Hashable, Sendable {
  package enum Until: Hashable, Sendable {
    /// Until a page is short.
    case end
    /// At most so many pages.
    case pages(Quantity)
  }

  package enum CursorKind: String, Hashable, Sendable, CaseIterable {
    /// The last document of the page before, kept in memory.
    case snapshot
    /// The last document is read again for every page.
    case refetch
    /// The values of the order fields, kept in memory.
    case value
  }

  package var query: QueryTemplate
  package var size: Quantity
  package var until: Until
  package var cursor: CursorKind
  /// Asks for one document more than is shown, so that the end is known without an empty page.
  package var looksAhead: Bool
  package var result: Name?
  package var source: ReadStep.Source
  package var keep: Expression?
  package var each: [Step]
  package var intended: ReadTarget?

  package init(
    query: QueryTemplate, size: Quantity, until: Until, cursor: CursorKind, looksAhead: Bool, result: Name? = nil,
    source: ReadStep.Source = .default, keep: Expression? = nil, each: [Step] = [], intended: ReadTarget? = nil
  ) {
    self.query = query
    self.size = size
    self.until = until
    self.cursor = cursor
    self.looksAhead = looksAhead
    self.result = result
    self.source = source
    self.keep = keep
    self.each = each
    self.intended = intended
  }
}
