import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

extension WorkloadDecoder {
  /// The keys that may stand beside `from` where it names a request of the sources.
  private static let keys: Set = ["from", "collection", "with", "limit"]

  /// The request of the sources that a mapping names; nil where it is a query that is written out.
  ///
  /// A single word can be both. It is a function where the sources have one of that name, and a collection where one of
  /// that name is read by the sources or filled by the workload.
  mutating func codeRequestName(_ node: Node) -> CodeRequestName? {
    guard case .object(let members) = node.content, let from = members.first(where: { $0.key == "from" }),
      let text = resolved(from.value).text, let name = CodeRequestName(text)
    else { return nil }
    if node.keys.contains("with") || node.keys.contains("collection") { return name }
    guard Set(node.keys).isSubset(of: Self.keys) else {
      // `where` beside a request of the sources is a mistake; beside a collection with a dot in its name it is none.
      if case .word = name.form { return nil }
      return (code?.all).map { name.requests(among: $0).isEmpty } ?? true ? nil : name
    }
    guard case .word(let word) = name.form else { return name }
    guard let all = code?.all, !name.requests(among: all).isEmpty, !all.contains(where: { $0.collection == word })
    else { return nil }
    return names.collections.contains(word) ? nil : name
  }

  /// One document, as text or as a request of the sources.
  mutating func documentTarget(_ node: Node) -> ReadTarget? {
    let resolved = resolved(node)
    guard case .object = resolved.content, let name = codeRequestName(resolved) else {
      return documentPath(node).map(ReadTarget.document)
    }
    return codeTarget(named: name, resolved, readsOneDocument: true)
  }

  /// The target of a request of the sources, with the values that the workload gives.
  mutating func codeTarget(
    named name: CodeRequestName, _ node: Node, isPaged: Bool = false, readsOneDocument: Bool = false
  ) -> ReadTarget? {
    mapping(node, expected: "a request of the sources") { decoder, reader in
      let from = reader.take("from") ?? node
      let given = reader.take("with").map { decoder.members($0, expected: "values by their names") }
      let with = given ?? []
      let limit = reader.take("limit").flatMap { decoder.limit($0) }
      let collection = reader.take("collection").flatMap { decoder.text($0, expected: "the id of a collection") }
      if collection == nil, node.keys.contains("collection") { return nil }
      if isPaged, let given = with.first(where: { $0.key == "limit" })?.keySpan ?? limit.map({ _ in node.span }) {
        decoder.report(
          WorkloadProblem(
            .codeRequestUnusable, "a page takes no `limit`: it has `size` documents", span: given,
            help: "leave `limit` out, and write `size` beside `query`, or nothing: then it is that of the code"))
        return nil
      }
      guard
        let request = decoder.codeRequest(
          name, of: collection, at: from.span, given: given.map { Set($0.map(\.key)) }, isPaged: isPaged)
      else { return nil }
      var target = isPaged ? request.target.paged : request.target
      if readsOneDocument, case .query(_, let aggregations) = target {
        let isListener = request.isListener && aggregations.isEmpty
        decoder.report(
          WorkloadProblem(
            .codeRequestUnusable,
            aggregations.isEmpty
              ? "\(QuotedText.of(name.text)) asks a query, and `get` reads one document"
              : "\(QuotedText.of(name.text)) counts documents, and `get` reads one", span: from.span,
            help: "write `\(isListener ? "listen" : "query")` instead of `get`"), related: [request])
        return nil
      }
      if case .query(var query, let aggregations) = target {
        if limit != nil { query.unknownBounds.remove(.limit) }
        if let limit { query.limit = limit }
        target = .query(query, aggregations)
      }
      return decoder.filled(target, of: request, with, at: from.span, in: reader.span)
    }
  }

  // MARK: Which request

  /// - Parameters:
  ///   - collection: of which of the collections that a function asks.
  ///   - given: the names of what only the run knows, where the workload gives some.
  ///   - isPaged: requests that differ in their limit alone are one: a page has a size of its own.
  private mutating func codeRequest(
    _ name: CodeRequestName, of collection: Name?, at span: Span, given: Set<String>?, isPaged: Bool
  ) -> CodeRequest? {
    guard let all = code?.all else {
      report(
        WorkloadProblem(
          .codeRequestUnusable, "the sources are not read here: \(QuotedText.of(name.text)) is not known", span: span,
          help: "write the query out"))
      return nil
    }
    var requests = name.requests(among: all)
    guard !requests.isEmpty else {
      report(
        WorkloadProblem(
          .codeRequestUnusable, "the sources have no request \(QuotedText.of(name.text))", span: span,
          help: name.help(among: all)))
      return nil
    }
    if let collection {
      let known = requests.compactMap(\.collection).uniqued().sorted()
      requests = requests.filter { $0.collection == collection.text }
      guard !requests.isEmpty else {
        report(
          WorkloadProblem(
            .codeRequestUnusable, "\(QuotedText.of(name.text)) asks no collection \(QuotedText.of(collection.text))",
            span: collection.span, help: helpForUnknownName(collection.text, among: known)))
        return nil
      }
    }
    func asked(_ request: CodeRequest) -> CodeRequest.Target { isPaged ? request.target.paged : request.target }
    // What differs in the cursor of a next page alone is asked once.
    var distinct: [CodeRequest] = []
    for request in requests
    where !distinct.contains(where: { asked($0).filled { _ in nil } == asked(request).filled { _ in nil } }) {
      distinct.append(request)
    }
    if distinct.count > 1, let given {
      let matching = distinct.filter { Set(OpenParts(asked($0)).names) == given }
      if matching.count == 1 { distinct = matching }
    }
    guard distinct.count == 1, let only = distinct.first else {
      reportSeveral(distinct, named: name, at: span, asked)
      return nil
    }
    guard let obstacle = only.obstacle else { return only }
    report(
      WorkloadProblem(
        .codeRequestUnusable, "\(QuotedText.of(name.text)) cannot be played as it is: \(obstacle)", span: span,
        help: "write the query out: the sources ask \(QuotedText.of(only.text, limit: 200))"),
      related: [only])
    return nil
  }

  private mutating func reportSeveral(
    _ requests: [CodeRequest], named name: CodeRequestName, at span: Span,
    _ asked: (CodeRequest) -> CodeRequest.Target
  ) {
    let sites = requests.map(\.site).uniqued()
    let help: String
    let collections = requests.compactMap(\.collection).uniqued()
    if sites.count == requests.count {
      help = "name one by its place: " + sites.map { "`\($0)`" }.joined(separator: ", ")
    } else if Set(requests.map { Set(OpenParts(asked($0)).names) }).count == requests.count {
      help =
        "say by `with` which of them is meant: "
        + requests.map { "{\(OpenParts(asked($0)).names.joined(separator: ", "))}" }.joined(separator: " or ")
    } else if collections.count == requests.count {
      help = "say which of them is meant: " + collections.map { "`collection: \($0)`" }.joined(separator: " or ")
    } else {
      help = "write the query out that is meant"
    }
    report(
      WorkloadProblem(
        .codeRequestUnusable, "\(QuotedText.of(name.text)) asks \(requests.count) different requests", span: span,
        help: help), related: Array(requests.prefix(5)))
  }

  private mutating func report(_ problem: WorkloadProblem, related requests: [CodeRequest]) {
    var finding = problem.diagnostic(in: source)
    finding.related = requests.map { RelatedLocation($0.text, at: $0.location) }
    decoding.report(finding)
  }

  // MARK: Its values

  private mutating func filled(
    _ target: CodeRequest.Target, of request: CodeRequest, _ with: [Node.Member], at span: Span, in whole: Span
  ) -> ReadTarget? {
    let open = OpenParts(target)
    for member in with where !open.names.contains(member.key) {
      report(
        WorkloadProblem(
          .codeRequestUnusable, "the request leaves no \(QuotedText.of(member.key)) open", span: member.keySpan,
          help: open.names.isEmpty ? "it leaves nothing open" : helpForUnknownName(member.key, among: open.names)),
        related: [request])
      return nil
    }
    var values: [String: Operand] = [:]
    for member in with {
      guard let operand = operand(member.value) else { return nil }
      values[member.key] = operand
    }
    let missing = open.names.filter { values[$0] == nil }
    guard missing.isEmpty else {
      let list = missing.map { "`\($0)`" }.joined(separator: ", ")
      report(
        WorkloadProblem(
          .codeRequestUnusable, "only the run knows \(list) of \(QuotedText.of(request.text, limit: 200))", span: span,
          help: "give it: `with: {\(missing.map { "\($0.asKey): …" }.joined(separator: ", "))}`"),
        related: [request])
      return nil
    }
    var names = open.names.makeIterator()
    let constants = target.texts
    let filled = target.filled { _ in names.next().flatMap { values[$0] } }
    guard OpenParts(filled).names.isEmpty else {
      report(
        WorkloadProblem(
          .wrongType, "a value of `with` has the wrong type: an id is a text, a limit a whole number", span: whole))
      return nil
    }
    return bound(filled, of: request, keeping: constants, at: span, in: whole)
  }

  private mutating func bound(
    _ target: CodeRequest.Target, of request: CodeRequest, keeping constants: Set<Text>, at span: Span, in whole: Span
  ) -> ReadTarget? {
    let written = source.text(in: whole)
    var binder = QueryBinder(
      decoder: self, scalar: ScalarText(written, span: whole, source: source), segments: [:])
    binder.verbatim = constants
    var played = request
    played.target = target
    func made(_ query: Query) -> QueryTemplate? {
      guard var template = binder.template(query) else { return nil }
      (template.text, template.span, template.code) = (played.text, span, request)
      return template
    }
    switch target {
    case .document(let path):
      return binder.documentPath(path).map(ReadTarget.document)
    case .query(let query, let aggregations):
      guard let template = made(query) else { return nil }
      return aggregations.isEmpty ? .query(template) : .aggregation(template, aggregations)
    }
  }
}

extension String {
  /// As a key of YAML: `"added >"`.
  fileprivate var asKey: String {
    utf8.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") } ? self : "\"\(self)\""
  }
}

extension CodeRequest {
  /// The limits with which its function asks for the same, each once; nil among them: one that only the run knows.
  func pageSizes(among all: [CodeRequest]) -> [Int64?] {
    let alike = all.filter { other in
      (other.function, other.path) == (function, path) && (function != nil || other.line == line)
        && other.target.paged.filled { _ in nil } == target.paged.filled { _ in nil }
    }
    return alike.compactMap { request in
      guard case .query(let query, _) = request.target else { return nil }
      return .some(query.unknownBounds.contains(.limit) ? nil : query.limit.map(Int64.init))
    }.uniqued()
  }
}

extension CodeRequest.Target {
  /// Without its limit: a page has a size.
  fileprivate var paged: CodeRequest.Target {
    guard case .query(var query, let aggregations) = self else { return self }
    query.limit = nil
    query.unknownBounds.remove(.limit)
    return .query(query, aggregations)
  }

  /// The texts that the code itself has.
  fileprivate var texts: Set<Text> {
    switch self {
    case .document(let path): Set(path.segments.compactMap(\.literal))
    case .query(let query, _):
      Set((query.source.parent.segments + [query.source.collectionID].compactMap(\.self)).compactMap(\.literal))
        .union(query.filter?.texts ?? []).union((query.start?.values ?? []).flatMap(\.texts))
        .union((query.end?.values ?? []).flatMap(\.texts))
    }
  }
}

extension Filter {
  fileprivate var texts: [Text] {
    switch self {
    case .unary: []
    case .field(let field): field.operand.texts
    case .and(let parts), .or(let parts): parts.flatMap(\.texts)
    }
  }
}

extension Operand {
  fileprivate var texts: [Text] {
    switch self {
    case .value(.string(let text)): [text]
    case .value(.array(let values)): values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    case .array(let operands): operands.flatMap(\.texts)
    case .value, .unknown, .parameter, .expression, .map: []
    }
  }
}
