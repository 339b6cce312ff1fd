import Diagnostics
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import QueryModel

extension ListQuery {
  /// Nil for a query that the service refuses before it asks the rules.
  init?(_ query: Query, _ aggregations: [Aggregation], in database: DatabaseName) {
    if aggregations.isEmpty {
      guard let normalized = try? query.normalized(database: database) else { return nil }
      self.init(normalized)
    } else {
      let request = AggregationQuery(query: query, aggregations: aggregations)
      guard let normalized = try? request.normalized(database: database) else { return nil }
      self.init(normalized)
    }
  }
}

extension ListFacts {
  init?(_ query: Query, _ aggregations: [Aggregation], under rules: CompiledRules, in database: DatabaseName) {
    guard let list = ListQuery(query, aggregations, in: database) else { return nil }
    self.init(list, under: rules, in: database.database)
  }
}

/// A part of a query that may be the id of who asks.
enum BindingPlace: Hashable {
  case field(FieldPath)
  /// The document id behind this collection in the path.
  case documentID(Int, below: String)
  /// A name in the path of a field: `members.?`
  case key(FieldPath)

  var phrase: String {
    switch self {
    case .field(let path): "what `\(path.shownText)` is compared with"
    case .documentID(_, let collection): "the document id below `\(collection)`"
    case .key(let path): "the key in `\(path.shownText)`"
    }
  }
}

extension Query {
  /// Whoever asks with an unknown limit or offset may use the smallest or the largest.
  var knownBounds: [Query] {
    guard !unknownBounds.isEmpty else { return [self] }
    return [1, Int32.max].map { size in
      var query = self
      if unknownBounds.contains(.limit) { query.limit = size }
      if unknownBounds.contains(.offset) { query.offset = size }
      return query
    }
  }

  /// A parameter of the shape as the text that it stands for.
  func replacing(_ parameter: Operand, by text: Text) -> Query {
    guard case .parameter(let name) = parameter else { return self }
    return mapping(
      operand: { _, operand in operand.replacing(name, by: text) },
      segment: { _, segment in segment == .parameter(name) ? .literal(text) : segment })
  }

  /// Where the code compares with, or goes below, something that only the run knows.
  var bindingPlaces: [BindingPlace] {
    var places: [BindingPlace] = []
    for filter in filter?.fieldFilters ?? [] where filter.operand == .unknown && filter.op.asksForOne {
      places.append(.field(filter.path))
    }
    places += unknownKeys.map { .key($0) }
    for (index, segment) in source.parent.segments.enumerated() where index % 2 == 1 && segment == .unknown {
      places.append(.documentID(index, below: source.parent.segments[index - 1].text))
    }
    return places
  }

  /// Paths of fields that are compared, of which only the run knows a name.
  var unknownKeys: [FieldPath] { (filter?.fields ?? []).filter(\.hasUnknownSegment).uniqued() }

  /// With the same name wherever one is not known.
  func withKeys(_ name: Text) -> Query { unknownKeys.reduce(self) { $0.binding(.key($1), to: name) } }

  func binding(_ place: BindingPlace, to uid: Text) -> Query {
    switch place {
    case .key(let path):
      var query = self
      query.filter = filter?.mapping(path: { $0 == path ? path.withKey(uid) : $0 })
      return query
    case .field(let path):
      return mapping(
        operand: { filter, operand in
          filter.path == path && filter.op.asksForOne && operand == .unknown ? .value(.string(uid)) : operand
        }, segment: { $1 })
    case .documentID(let wanted, _):
      return mapping(operand: { $1 }, segment: { index, segment in index == wanted ? .literal(uid) : segment })
    }
  }

  /// Fields that are compared with something that only the run knows.
  var openComparisons: [FieldPath] {
    (filter?.fieldFilters ?? []).filter { !$0.operand.isKnown }.map(\.path)
  }

  private func mapping(
    operand: (FieldFilter, Operand) -> Operand, segment: (Int, PathSegment) -> PathSegment
  ) -> Query {
    var query = self
    query.source.parent = PathTemplate(source.parent.segments.enumerated().map { segment($0.offset, $0.element) })
    query.filter = filter?.mapping(operand: operand)
    return query
  }
}

extension Filter {
  var fieldFilters: [FieldFilter] {
    switch self {
    case .field(let filter): [filter]
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.fieldFilters)
    }
  }

  fileprivate func mapping(
    path: (FieldPath) -> FieldPath = { $0 }, operand: (FieldFilter, Operand) -> Operand = { $1 }
  ) -> Filter {
    switch self {
    case .field(var filter):
      filter.operand = operand(filter, filter.operand)
      filter.path = path(filter.path)
      return .field(filter)
    case .unary(var filter):
      filter.path = path(filter.path)
      return .unary(filter)
    case .and(let parts): return .and(parts.map { $0.mapping(path: path, operand: operand) })
    case .or(let parts): return .or(parts.map { $0.mapping(path: path, operand: operand) })
    }
  }
}

extension FieldPath {
  fileprivate func withKey(_ name: Text) -> FieldPath {
    FieldPath(segments: segments.map { $0 == Self.unknownSegment ? name : $0 })
  }
}

extension FieldOperator {
  /// One value is compared, so that it can be an id.
  fileprivate var asksForOne: Bool { self == .equal || self == .arrayContains }
}

extension Operand {
  /// The id of a user who is not signed in is no unknown: there is none.
  fileprivate var isKnown: Bool {
    switch self {
    case .value: true
    // Nobody is signed in whose id it could be.
    case .parameter: false
    case .unknown, .expression, .array, .map: false
    }
  }

  fileprivate func replacing(_ name: Text, by text: Text) -> Operand {
    switch self {
    case .parameter(name): .value(.string(text))
    case .value, .unknown, .parameter, .expression: self
    case .array(let members): Operand(members: members.map { $0.replacing(name, by: text) })
    case .map(let fields):
      Operand(fields: fields.map { MapOperand(name: $0.name, operand: $0.operand.replacing(name, by: text)) })
    }
  }
}
