import FirestoreModel
package import StructuredText

extension IndexDefinition {
  /// The object of `indexes`: without the `__name__` that is added by itself.
  package var json: JSONValue {
    .object([
      .init("collectionGroup", .string(collectionGroup.string)), .init("queryScope", .string(scope.rawValue)),
      .init("fields", .array(writtenFields.map(\.json))),
    ])
  }

  /// The same on one line.
  package var lineText: String { JSONWriter.text(json, .compact) }
}

extension FieldOverride {
  /// The object of `fieldOverrides`; `ttl` only where it is known.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("collectionGroup", .string(collectionGroup.string)), .init("fieldPath", .string(target.text)),
    ]
    if let ttl { members.append(.init("ttl", .boolean(ttl))) }
    return .object(members + [.init("indexes", .array(entries.map(\.json)))])
  }

  /// The same on one line.
  package var lineText: String { JSONWriter.text(json, .compact) }
}

extension FieldOverride.Entry {
  /// An element of `indexes`.
  var json: JSONValue { .object([mode.member, .init("queryScope", .string(scope.rawValue))]) }
}

extension IndexCatalog {
  /// The whole file, in the order in which the CLI exports.
  package var json: JSONValue {
    let composites = composites.sorted(by: IndexDefinition.precedesInExport)
    let overrides = overrides.sorted(by: FieldOverride.precedesInExport)
    return .object([
      .init("indexes", .array(composites.map(\.json))), .init("fieldOverrides", .array(overrides.map(\.json))),
    ])
  }

  /// A complete `firestore.indexes.json`, in the form of `firebase firestore:indexes`.
  package var fileText: String { JSONWriter.text(json) + "\n" }
}

extension IndexField {
  fileprivate var json: JSONValue { .object([.init("fieldPath", .string(path.description)), mode.member]) }
}

extension IndexMode {
  /// The key and the value that say this mode.
  fileprivate var member: JSONValue.Member {
    switch self {
    case .ascending: .init("order", "ASCENDING")
    case .descending: .init("order", "DESCENDING")
    case .contains: .init("arrayConfig", "CONTAINS")
    case .vector(let dimension):
      .init("vectorConfig", .object([.init("dimension", .integer(Int64(dimension))), .init("flat", .object([]))]))
    }
  }
}
