import Diagnostics
import QueryModel
import StructuredText

extension WorkloadDecoder {
  /// Nil when the key is no reading action, or after a complaint.
  mutating func readAction(_ key: String, _ reader: inout ObjectReader) -> StepAction? {
    switch key {
    case "get", "query", "listen": return read(key, &reader)
    case "page": return reader.take("page").flatMap { page($0, &reader) }
    case "unlisten":
      guard let node = reader.take("unlisten"), let name = text(node, expected: "the name of a listener") else {
        return nil
      }
      guard scope.results.contains(name.text) else {
        unknown(.result, name.text, among: scope.results.sorted(), span: name.span)
        return nil
      }
      return .detach(name)
    default: return nil
    }
  }

  private mutating func read(_ key: String, _ reader: inout ObjectReader) -> StepAction? {
    guard let kind = ReadStep.Kind(rawValue: key), let node = reader.take(key) else { return nil }
    let target: ReadTarget? =
      kind == .get ? documentTarget(node) : readTarget(node)
    let isExpected = reader.has("missing")
    let result = reader.take("as").flatMap { text($0, expected: "a name") }
    let source = reader.take("source").flatMap { self.source($0, of: key) }
    let mayBeMissing = reader.take("missing").map { missingIsFine($0) } ?? false
    let keep = reader.take("keep").flatMap { expression($0) }
    let each = reader.take("each").map { steps($0) } ?? []
    let onChange = kind == .listen ? reader.take("onChange").map { steps($0) } ?? [] : []
    let intended = reader.take("intend").flatMap { readTarget($0) }
    let copied = kind == .get ? reader.take("copies").flatMap { query($0) } : nil
    let maxAge = kind == .listen ? nil : reader.take("maxAge").flatMap { timeSpan($0, allowsNegative: false) }
    if !isExpected, case .document(let path)? = target { checkExists(path) }
    return target.map {
      .read(
        ReadStep(
          kind: kind, target: $0, result: result, source: source ?? .default, mayBeMissing: mayBeMissing, keep: keep,
          each: each, onChange: onChange, intended: intended ?? copied.map(ReadTarget.query), copied: copied,
          maxAge: maxAge))
    }
  }

  /// A new id names a document that is not there yet.
  private mutating func checkExists(_ path: PathPattern) {
    guard path.segments.contains(where: { $0.parts.contains(.newID) }) else { return }
    report(
      WorkloadProblem(
        .wrongType, "`{auto}` is a new id: no document is there to be read", span: path.span,
        help: "read one that is there, `{any}`, or that a step has written, `create: …, as: made`; where it is to be "
          + "missing, say `missing: ok`"))
  }

  /// Only single documents are looked up for another one that may hold copies of them.
  private mutating func source(_ node: Node, of key: String) -> ReadStep.Source? {
    let source = word(node, ReadStep.Source.self)
    guard source == .copy, key != ReadStep.Kind.get.rawValue else { return source }
    report(
      WorkloadProblem(
        .wrongType, "`source: copy` is for a `get` in `each` or `onChange`", span: node.span,
        help: "a list that is kept in one document is `get: PATH` with `copies: 'QUERY'`"))
    return nil
  }

  private mutating func missingIsFine(_ node: Node) -> Bool {
    if resolved(node).text == "ok" { return true }
    wrongType(node, expected: "`ok`")
    return false
  }

  private mutating func page(_ node: Node, _ step: inout ObjectReader) -> StepAction? {
    let result = step.take("as").flatMap { text($0, expected: "a name") }
    let source = step.take("source").flatMap { self.source($0, of: "page") }
    let keep = step.take("keep").flatMap { expression($0) }
    let each = step.take("each").map { steps($0) } ?? []
    let intended = step.take("intend").flatMap { readTarget($0) }
    let page: PageStep? = mapping(node, expected: "a mapping with `query` and `size`") { decoder, reader in
      let query = reader.take("query")
      let size = reader.take("size")
      let until = reader.take("until").flatMap { decoder.until($0) }
      let cursor = reader.take("cursor").flatMap { decoder.word($0, PageStep.CursorKind.self) }
      let looksAhead = reader.take("lookAhead").map { decoder.boolean($0) } ?? false
      guard let query else {
        decoder.missing("query", in: reader.span)
        return nil
      }
      guard let query = decoder.query(query, isPaged: true),
        let size = decoder.pageSize(size, of: query, in: reader.span)
      else { return nil }
      return PageStep(
        query: query, size: size, until: until ?? .end, cursor: cursor ?? .snapshot, looksAhead: looksAhead)
    }
    guard var page else { return nil }
    page.result = result
    page.source = source ?? .default
    page.keep = keep
    page.each = each
    page.intended = intended
    return .page(page)
  }

  /// What the code asks for, where the query is one of the sources: a change of the code changes the bill.
  private mutating func pageSize(_ node: Node?, of query: QueryTemplate, in span: Span) -> Quantity? {
    let sizes = query.code.map { $0.pageSizes(among: code?.all ?? [$0]) } ?? []
    let asked = sizes.compactMap { $0 }.sorted().map(String.init).joined(separator: " or ")
    guard let node else {
      if sizes.count == 1, let only = sizes[0] { return .constant(only) }
      guard sizes.count > 1, !asked.isEmpty else {
        missing("size", in: span)
        return nil
      }
      missing("size", in: span, help: "say which is meant: the code asks for pages of \(asked)")
      return nil
    }
    let size = quantity(node)
    if size?.constant == 0 { wrongType(resolved(node), expected: "a whole number above 0") }
    if query.code == nil, let limit = query.query.limit {
      report(
        WorkloadProblem(
          .wrongType, "the query of a page has no limit of its own: `limit \(limit)` would not be played",
          span: query.span, help: "leave it out: a page has `size` documents, and `until` says how many pages are read")
      )
    }
    if let written = size?.constant, !asked.isEmpty, !sizes.contains(nil), !sizes.contains(written) {
      report(
        WorkloadProblem(
          .queryOfNoSource, "pages of \(written) are played, and the code asks for \(asked)", span: node.span,
          severity: .warning,
          help: sizes.count == 1 ? "leave `size` out: it is taken from the code" : "play one of those sizes"))
    }
    return size
  }

  private mutating func until(_ node: Node) -> PageStep.Until? {
    if resolved(node).text == "end" { return .end }
    return quantity(node).map(PageStep.Until.pages)
  }
}
