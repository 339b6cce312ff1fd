package import FirestoreModel
package import QueryModel

/// Which fields, of which types, the workload puts into which collections.
package struct WrittenFields: Sendable {
  /// One way in which documents of a collection come about.
  package struct Origin: Sendable {
    /// Collection ids from the root inwards; nil where one is filled in at run time.
    var collections: [String?]
    package var fields: [FieldPath: Set<TypeBracket>]
    /// Whether a document that comes about this way has no other fields.
    package var isWhole: Bool
  }

  private(set) var origins: [Origin] = []
  /// Where documents come to be, whatever is in them; as in an origin.
  private var collections: [[String?]] = []

  package init(_ workload: Workload) {
    for entry in workload.data {
      collections.append(entry.path.collectionIDs)
      add(entry.path, entry.fields, isWhole: true)
    }
    for write in workload.documentWrites where !write.isRefused {
      if write.kind.makesDocument { collections.append(write.path.collectionIDs) }
      guard let fields = write.fields, let isWhole = write.kind.givesWholeDocument else { continue }
      add(write.path, fields, isWhole: isWhole)
    }
  }

  /// How documents of the query's collection come about. Empty: the workload says nothing about them.
  package func origins(of query: Query) -> [Origin] {
    origins.filter { Self.mayBe($0.collections, asked: query.source) }
  }

  /// Whether the workload puts documents where the query looks, or may do so.
  package func mayHoldDocuments(of query: Query) -> Bool {
    collections.contains { Self.mayBe($0, asked: query.source) }
  }

  /// Whether the workload puts documents beside the one at the path, or may do so.
  package func mayHoldDocuments(at path: PathPattern) -> Bool {
    let ids = path.collectionIDs
    return collections.contains { $0.count == ids.count && zip(ids, $0).allSatisfy(Self.mayBe) }
  }

  /// The ids of all collections that it puts documents into, each once.
  package var collectionIDs: [String] { Set(collections.flatMap { $0.compactMap(\.self) }).sorted() }

  private static func mayBe(_ collections: [String?], asked source: QuerySource) -> Bool {
    let ids = source.collectionIDs
    if source.allDescendants || ids.count != collections.count {
      return source.allDescendants && ids.last.map { mayBe($0, collections.last ?? nil) } == true
    }
    return zip(ids, collections).allSatisfy(mayBe)
  }

  private static func mayBe(_ first: String?, _ second: String?) -> Bool {
    guard let first, let second else { return true }
    return Text(first) == Text(second)
  }

  private mutating func add(_ path: PathPattern, _ fields: [FieldAssignment], isWhole: Bool) {
    let ids = path.collectionIDs
    var types: [FieldPath: Set<TypeBracket>] = [:]
    for field in fields { Self.collect(field.value, at: field.path, into: &types) }
    origins.append(Origin(collections: ids, fields: types, isWhole: isWhole))
  }

  /// Maps also give the fields inside them.
  private static func collect(
    _ value: FieldValue, at path: FieldPath, into types: inout [FieldPath: Set<TypeBracket>]
  ) {
    types[path, default: []].formUnion(value.brackets ?? Set(TypeBracket.allCases))
    guard case .map(let assignments) = value else {
      if case .literal(.map(let map)) = value {
        for field in map.fields {
          collect(.literal(field.value), at: FieldPath(segments: path.segments + [field.name]), into: &types)
        }
      }
      return
    }
    for assignment in assignments {
      collect(assignment.value, at: FieldPath(segments: path.segments + assignment.path.segments), into: &types)
    }
  }
}

extension WriteOperation.Kind {
  /// Whether the document is there afterwards, if it was not before.
  fileprivate var makesDocument: Bool {
    switch self {
    case .create, .set: true
    case .update, .delete: false
    }
  }

  /// Whether the document has no fields but those written; nil for a deletion.
  fileprivate var givesWholeDocument: Bool? {
    switch self {
    case .set(let merge): !merge
    case .create: true
    case .update: false
    case .delete: nil
    }
  }
}

extension PathPattern {
  /// From the root inwards; nil where one is filled in at run time.
  package var collectionIDs: [String?] {
    segments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element.literal)
  }
}

extension QuerySource {
  /// From the root inwards; nil where one is filled in at run time.
  package var collectionIDs: [String?] {
    (parent.segments + [collectionID].compactMap(\.self)).enumerated().filter { $0.offset.isMultiple(of: 2) }
      .map { $0.element.literal?.string }
  }
}

extension FieldValue {
  /// The types the value can have; nil: any.
  fileprivate var brackets: Set<TypeBracket>? {
    switch self {
    case .literal(let value): [value.typeBracket]
    case .template(let template): template.singleExpression == nil ? [.string] : nil
    case .string: [.string]
    case .bytes: [.bytes]
    case .vector: [.vector]
    case .reference: [.reference]
    case .array, .list: [.array]
    case .map: [.map]
    case .spread, .time, .serverTime: [.timestamp]
    case .drawn(let distribution): distribution.brackets
    case .transform(.increment): [.number]
    case .transform(.arrayUnion), .transform(.arrayRemove): [.array]
    case .transform(.deleteField): []
    case .converted(_, let type): [type.bracket]
    }
  }
}

extension Distribution {
  fileprivate var brackets: Set<TypeBracket>? {
    switch self {
    case .uniformInteger, .uniform, .normal, .poisson, .zipf: [.number]
    case .choice(let choices): Set(choices.map(\.value.value.typeBracket))
    case .column(let column): Set(column.cells.map(\.value.typeBracket))
    }
  }
}

extension FieldType {
  fileprivate var bracket: TypeBracket {
    switch self {
    case .string: .string
    case .integer, .double: .number
    case .boolean: .boolean
    case .timestamp: .timestamp
    }
  }
}
