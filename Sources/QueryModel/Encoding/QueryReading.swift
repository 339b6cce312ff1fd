package import Diagnostics
package import FirestoreModel
package import StructuredText

/// A query or an aggregation read from proto JSON, with the database that its parent names.
package struct QueryRequest: Hashable, Sendable {
  package var statement: QueryStatement
  package var database: DatabaseName

  package init(statement: QueryStatement, database: DatabaseName) {
    self.statement = statement
    self.database = database
  }
}

/// Why proto JSON gave no query.
package enum QueryReadingFailure: Error, Hashable, Sendable {
  /// It is a request, and this is what the service answers.
  case refused(FirestoreError)
  /// It is no request at all.
  case malformed(MalformedInput)
}

extension QueryRequest {
  /// Reads a bare `structuredQuery` object, `{"structuredQuery", "parent"}` or `{"structuredAggregationQuery",
  /// "parent"}`; `parent` is relative (`users/u1`) or a full name, which decides the database.
  ///
  /// What stands in the JSON but is no legal request is answered with the service's own text: first the transcoder's
  /// about names and types, then the query parser's.
  package init(json node: Node, in source: SourceText, database: DatabaseName) throws(QueryReadingFailure) {
    let form = try QueryRequest.form(of: node, in: source)
    var reader = QueryReader(database: database)
    do throws(ProtoJSONProblem) {
      let statement =
        form == .bare ? QueryStatement.query(try reader.query(node, at: "structured_query")) : try reader.request(node)
      self.init(statement: statement, database: reader.database)
    } catch {
      throw .refused(error.refusal)
    }
    if let refusal = reader.refusal { throw .refused(refusal) }
  }

  private enum Form { case bare, request }

  /// An object with a key of a request, or else with a key of a query; `{}` is the query without a collection.
  private static func form(of node: Node, in source: SourceText) throws(QueryReadingFailure) -> Form {
    guard case .object(let members) = node.content else {
      let problem = node.wrongType("an object with `structuredQuery`", at: "", protoType: "")
      throw .malformed(MalformedInput([problem.diagnostic(in: source)]))
    }
    let names = members.map { ProtoJSONMessage.snakeCase($0.key) }
    let unsupported = members.filter { QueryReader.unsupportedFields.contains(ProtoJSONMessage.snakeCase($0.key)) }
    guard unsupported.isEmpty else {
      throw .malformed(
        MalformedInput(
          unsupported.map {
            Diagnostic(
              .unsupportedFeature, "\(QuotedText.of($0.key)) of a query request is not supported",
              at: SourceLocation(source: source, span: $0.keySpan))
          }))
    }
    if names.contains(where: QueryReader.requestFields.contains) { return .request }
    if names.isEmpty || names.contains(where: QueryReader.queryFields.contains) { return .bare }
    throw .malformed(
      MalformedInput(
        members.map {
          ProtoJSONProblem.unknownName($0.key, at: "", $0.keySpan, known: QueryReader.requestFields)
            .diagnostic(in: source)
        }))
  }
}
