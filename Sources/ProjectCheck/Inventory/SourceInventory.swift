import Diagnostics
import FirestoreModel
import Project
import QueryModel
import QueryScanner
import QueryShapes

extension ProjectQueries {
  /// The queries of sources and documents, one entry per place. Invalid ones that a file of the inventory could not state
  /// are left out: a check reports them.
  var sourceInventory: [InventoryEntry] {
    var shapes: [InventoryShape?] = []
    var owners: [String: Set<InventoryShape>] = [:]
    var canonical: [InventoryKey: InventoryShape?] = [:]
    for source in sources.requests {
      guard let key = InventoryKey(source) else {
        shapes.append(nil)
        continue
      }
      let shape: InventoryShape?
      if let known = canonical[key] {
        shape = known
      } else {
        let made = key.shape
        shape = made.isReadable ? made : nil
        canonical[key] = .some(shape)
      }
      shapes.append(shape)
      if let shape, let function = source.request.function { owners[function, default: []].insert(shape) }
    }
    return zip(sources.requests, shapes).compactMap { source, shape in
      guard let shape else { return nil }
      // A function that asks several queries names none of them.
      let name = source.request.function.flatMap { owners[$0]?.count == 1 ? $0 : nil } ?? shape.hashedName()
      return InventoryEntry(name: name, shape: shape, sources: [source.site], location: source.request.location)
    }
  }
}

/// A request as far as an inventory is concerned; making the shape takes much longer.
private struct InventoryKey: Hashable {
  var shape: InventoryShape { uncanonical.canonical }
  private var uncanonical: InventoryShape

  /// Nil for what is no query.
  init?(_ source: SourceRequest) {
    switch source.request.target {
    case .document: return nil
    case .query(let query, let aggregations): self.init(source, query, aggregations)
    case .realtime(let query): self.init(source, query)
    }
  }

  /// A location that is read as it stands is like a document; everything else of the Realtime Database is a query.
  private init?(_ source: SourceRequest, _ query: RealtimeQuery) {
    guard query.isQuery else { return nil }
    let isListener: Bool
    switch source.request.kind {
    case .listen: isListener = true
    case .get, .unsent: isListener = false
    case .aggregate, .write: return nil
    }
    uncanonical = InventoryShape(
      realtime: Text(query.withoutValues.description), isListener: isListener, caller: source.caller.inventoryCaller,
      database: source.request.database ?? "?", unresolved: source.request.unresolvedNames)
  }

  private init?(_ source: SourceRequest, _ query: Query, _ aggregations: [Aggregation]) {
    let kind: InventoryShape.Kind
    switch source.request.kind {
    case .listen: kind = source.request.isFromCache ? .cacheListen : .listen
    case .get where source.request.isFromCache: kind = .cacheGet
    case .get, .aggregate, .unsent: kind = aggregations.isEmpty ? .get : .aggregate
    case .write: return nil
    }
    uncanonical = InventoryShape(
      database: source.request.database ?? "?", kind: kind, caller: source.caller.inventoryCaller, query: query,
      aggregations: aggregations, unresolved: source.request.unresolvedNames)
  }
}

extension RealtimeQuery {
  fileprivate var isQuery: Bool {
    ordering != nil || !bounds.isEmpty || limit != nil || event.map { $0 != .value } ?? false
  }

  fileprivate var withoutValues: RealtimeQuery {
    var shape = self
    shape.bounds = bounds.map { Bound($0.kind, .unknown, hasKey: $0.hasKey) }
    return shape
  }
}

extension SourceCaller {
  fileprivate var inventoryCaller: InventoryShape.Caller {
    switch self {
    case .admin: .admin
    case .anonymous: .anonymous
    case .signedIn, .named: .signedIn
    }
  }
}
