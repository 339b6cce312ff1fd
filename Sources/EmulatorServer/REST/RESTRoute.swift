import Diagnostics
import FirestoreModel
import HTTPTypes
import StructuredText

/// What a URL below `/v1` asks for.
enum RESTRoute: Hashable, Sendable {
  /// The methods that are called by a word behind a colon.
  enum Verb: String, Hashable, Sendable, CaseIterable {
    case batchGet, beginTransaction, commit, rollback, executePipeline, batchWrite, write, listen
    case runQuery, runAggregationQuery, partitionQuery, listCollectionIds

    /// Whether it may be called on a document; others are called on the documents root only.
    var takesParent: Bool {
      switch self {
      case .runQuery, .runAggregationQuery, .partitionQuery, .listCollectionIds: true
      case .batchGet, .beginTransaction, .commit, .rollback, .executePipeline, .batchWrite, .write, .listen: false
      }
    }
  }

  case getDocument(name: String)
  case listDocuments(parent: String, collection: String)
  case createDocument(parent: String, collection: String)
  case updateDocument(name: String)
  case deleteDocument(name: String)
  case verb(Verb, database: String, parent: String)
  case administration(AdministrationRoute)

  /// - Parameter target: its first segment is the version of the API.
  init(_ method: HTTPRequest.Method, _ target: RESTTarget) throws(RESTRefusal) {
    // v1/projects/P/databases/D/documents…
    guard target.segments.count >= 6, target.segment(1) == "projects", target.segment(3) == "databases",
      let (last, verb) = Self.verb(of: target),
      target.segment(5) == "documents" || verb != nil || last.hasPrefix("documents:")
    else {
      self = .administration(try AdministrationRoute(method, target))
      return
    }
    var target = target
    target.segments[target.segments.count - 1] = last
    guard target.segment(5) == "documents" else { throw .notFound }
    if let verb {
      self = try Self.call(verb, method, target)
    } else {
      self = try Self.document(method, target)
    }
  }

  /// The last segment without its verb. Ids may contain colons, so only known verbs count.
  private static func verb(of target: RESTTarget) -> (last: String, verb: Verb?)? {
    guard let last = target.segments.last else { return nil }
    guard let colon = last.lastIndex(of: ":"), let verb = Verb(rawValue: String(last[colon...].dropFirst())) else {
      return (last, nil)
    }
    return (String(last[..<colon]), verb)
  }

  private static func call(
    _ verb: Verb, _ method: HTTPRequest.Method, _ target: RESTTarget
  ) throws(RESTRefusal) -> RESTRoute {
    guard target.segments.count == 6 || verb.takesParent else { throw .notFound }
    guard method == .post else { throw .notFound }
    return .verb(verb, database: try name(target, upTo: 5), parent: try name(target))
  }

  private static func document(_ method: HTTPRequest.Method, _ target: RESTTarget) throws(RESTRefusal) -> RESTRoute {
    let ids = target.segments.count - 6
    guard ids > 0 else { throw .notFound }
    let isDocument = ids.isMultiple(of: 2)
    switch method {
    case .get where isDocument: return .getDocument(name: try name(target))
    case .get: return .listDocuments(parent: try name(target, upTo: ids + 5), collection: try collection(target))
    // A path of a document has no collection to create one in: production complains of the parent.
    case .post: return .createDocument(parent: try name(target, upTo: ids + 5), collection: try collection(target))
    case .patch: return .updateDocument(name: try name(target))
    case .delete: return .deleteDocument(name: try name(target))
    default: throw .notFound
    }
  }

  private static func name(_ target: RESTTarget, upTo end: Int? = nil) throws(RESTRefusal) -> String {
    do throws(FirestoreError) { return try target.name(from: 1, upTo: end) } catch { throw .refused(error) }
  }

  private static func collection(_ target: RESTTarget) throws(RESTRefusal) -> String {
    guard let id = target.segment(target.segments.count - 1) else {
      throw .refused(FirestoreError(.invalidArgument, "The path of the URL is not UTF-8."))
    }
    return id
  }
}

/// Why a request of HTTP/1 is not passed on.
enum RESTRefusal: Error, Hashable, Sendable {
  case notFound
  case methodNotAllowed([HTTPRequest.Method])
  case refused(FirestoreError)
  /// What is wrong with the parameters or the body, each with its place.
  case malformed([Diagnostic])
  /// What was to be replaced is another than the client knows; with what it is now.
  case changed(Diagnostic, current: JSONValue)
  /// The same of a value of a database, which is no finding.
  case stale(FirestoreError, current: JSONValue)
}
