package import Diagnostics
import DocumentStore
package import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Project
import QueryModel
package import StructuredText

/// The request of `rules eval`: `{"method", "path", "auth", "time", "resource", "query"}`.
package struct RequestFile: Sendable {
  package var operation: RuleOperation
  package var actor: Caller
  package var time: Timestamp
  package var database: DatabaseName
}

/// What reading a request file gave.
package enum RequestReading: Sendable {
  case request(RequestFile, notes: [Diagnostic])
  /// It is a request, and this is what the service answers before it asks the rules.
  case refused(FirestoreError)
  case unreadable([Diagnostic])
}

extension RequestFile {
  /// - Parameter database: where the request goes unless its path names a database.
  package static func read(_ root: Node, in source: SourceText, database: DatabaseName) -> RequestReading {
    let decoding = NodeDecoding(source)
    var reader = RequestFileReader(decoding: decoding, database: database)
    let request = reader.request(root)
    if decoding.hasErrors { return .unreadable(decoding.diagnostics) }
    if let refusal = reader.refusal { return .refused(refusal) }
    guard let request else { return .unreadable(decoding.diagnostics) }
    return .request(request, notes: decoding.diagnostics)
  }
}

private struct RequestFileReader {
  let decoding: NodeDecoding
  var database: DatabaseName
  var refusal: FirestoreError?

  init(decoding: NodeDecoding, database: DatabaseName) {
    self.decoding = decoding
    self.database = database
  }

  mutating func request(_ root: Node) -> RequestFile? {
    guard var object = ObjectReader(root, decoding, for: "the request") else { return nil }
    let method = object.choice("method", .required, of: RulesMethod.allCases.map { ($0.rawValue, $0) })
    let pathNode = object.node("path", .required)
    let authNode = object.node("auth")
    let time = object.node("time").map { decoding.time($0, for: "time") } ?? Timestamp.ofRequests
    let resource = present(object.member("resource"))
    let query = present(object.member("query"))
    object.finish()
    guard let pathNode, let text = decoding.string(pathNode, for: "path") else { return nil }
    let path = RequestedPath(text)
    if let named = path.database { database.database = named }
    let actor = actor(authNode)
    guard let method else { return nil }
    if let resource, !(method == .create || method == .update) { ignore(resource, method) }
    if let query, method != .list { ignore(query, method) }
    let operation = operation(method, path, text, at: pathNode.span, resource: resource?.value, query: query?.value)
    guard let operation, let actor, let time else { return nil }
    return RequestFile(operation: operation, actor: actor, time: time, database: database)
  }

  /// A key with null counts as absent.
  private func present(_ member: Node.Member?) -> Node.Member? { member?.value.content == .null ? nil : member }

  private func ignore(_ member: Node.Member, _ method: RulesMethod) {
    decoding.report(
      .unknownKey, "`\(member.key)` means nothing in a request of method `\(method.rawValue)`", at: member.keySpan,
      severity: .warning)
  }

  private func actor(_ node: Node?) -> Caller? {
    guard let node, node.content != .null else { return .user(nil) }
    let claims = PlainValueReader(understandsEncoding: false, decoding: decoding, database: database)
    return decoding.signedInActor(node, for: "auth", values: claims)
  }

  private mutating func operation(
    _ method: RulesMethod, _ path: RequestedPath, _ text: String, at span: Span, resource: Node?, query: Node?
  ) -> RuleOperation? {
    if method == .list { return list(path, text, at: span, query: query).map(RuleOperation.list) }
    guard let document = decoding.documentPath(text, at: span) else { return nil }
    switch method {
    case .get: return .get(document)
    case .delete: return .commit([Write(document, .delete)])
    case .create, .update, .list:
      // The method decides, whatever is stored: production judges a write with the precondition `exists: false` as a
      // creation even where the document exists.
      guard let fields = resource.map({ self.fields($0) }) ?? MapValue() else { return nil }
      return .commit([Write(document, .set(fields), precondition: .exists(method == .update))])
    }
  }

  // MARK: The new document

  /// The fields of a document in REST encoding, bare or under `fields`.
  private func fields(_ node: Node) -> MapValue? {
    do throws(MalformedInput) {
      return try MapValue(jsonFields: wrapped(node) ?? node, in: decoding.source, database: database)
    } catch {
      for problem in error.diagnostics { decoding.report(problem) }
      return nil
    }
  }

  /// The content of `fields`, unless the document's only field has that name.
  private func wrapped(_ node: Node) -> Node? {
    guard case .object(let members) = node.content, let fields = members.first(where: { $0.key == "fields" })?.value,
      members.allSatisfy({ ["fields", "name", "createTime", "updateTime"].contains($0.key) }),
      case .object(let inner) = fields.content
    else { return nil }
    let isValue = inner.count == 1 && inner.allSatisfy { PlainValueReader.encodingKeys.contains($0.key) }
    return isValue ? nil : fields
  }

  // MARK: The query

  private mutating func list(_ path: RequestedPath, _ text: String, at span: Span, query node: Node?) -> Query? {
    let ids = path.segments
    guard decoding.isValid(span, { () throws(FirestoreError) in for id in ids { try id.validateAsResourceID() } })
    else {
      return nil
    }
    let parsed: Query
    if let node {
      guard let read = query(node) else { return nil }
      parsed = read
    } else {
      parsed = Query(source: QuerySource(collectionID: nil))
    }
    return placed(parsed, at: ids, text, span, queryNode: node)
  }

  private mutating func query(_ node: Node) -> Query? {
    do throws(QueryReadingFailure) {
      let request = try QueryRequest(json: node, in: decoding.source, database: database)
      switch request.statement {
      case .query(let query): return query
      case .aggregation(let aggregation): return aggregation.query
      case .document: return nil
      }
    } catch {
      switch error {
      case .refused(let error): refusal = error
      case .malformed(let input): for problem in input.diagnostics { decoding.report(problem) }
      }
      return nil
    }
  }

  /// The query under the path of the request. A collection's path names what is listed; a path of a document, or `/`, is
  /// the parent of what `from` names.
  private func placed(_ query: Query, at ids: [Text], _ text: String, _ span: Span, queryNode: Node?) -> Query? {
    var query = query
    let parent = ids.count.isMultiple(of: 2) ? ids : Array(ids.dropLast())
    let collection = ids.count.isMultiple(of: 2) ? nil : ids.last
    let named = query.source.parent.literals ?? []
    guard named.isEmpty || named == parent else {
      decoding.report(
        .malformedInput, "the parent of the query is not the one in the path \(QuotedText.of(text, limit: 200))",
        at: queryNode?.span ?? span)
      return nil
    }
    query.source.parent = PathTemplate(parent.map(PathSegment.literal))
    switch (collection, query.source.collectionID?.literal) {
    case (let listed?, let from?) where listed != from:
      decoding.report(
        .malformedInput,
        "the query reads \(QuotedText.of(from.string)), the path lists \(QuotedText.of(listed.string))",
        at: queryNode?.span ?? span, help: "name the same collection in both")
      return nil
    case (let listed?, _): query.source.collectionID = .literal(listed)
    case (nil, nil):
      decoding.report(
        .malformedInput, "\(QuotedText.of(text, limit: 200)) is not the path of a collection", at: span,
        help: "write a collection's path as in `/cities`, or the parent and `from` in the query")
      return nil
    case (nil, _?): break
    }
    return query
  }
}
