package import FirestoreModel
package import IndexCatalog

/// The `create_composite` or `create_exemption` parameter of a console link: the wanted index as the admin API's Index
/// message (`name` 1, `query_scope` 2, `fields` 3), in URL-safe base64.
package struct IndexToken: Hashable, Sendable {
  /// The resource name: `projects/P/databases/D/collectionGroups/G/indexes/_` or `…/fields/F`.
  package var name: String
  package var scope: QueryScope
  package var fields: [IndexField]

  package init(name: String, scope: QueryScope, fields: [IndexField]) {
    self.name = name
    self.scope = scope
    self.fields = fields
  }

  /// A composite token ends with `__name__`.
  package init(composite definition: IndexDefinition, database: DatabaseName) {
    name = "\(database.collectionGroupName(definition.collectionGroup))/indexes/_"
    scope = definition.scope
    fields = definition.fields
  }

  /// An exemption token names its field alone.
  package init(exemption field: IndexField, collectionGroup: Text, scope: QueryScope, database: DatabaseName) {
    name = "\(database.collectionGroupName(collectionGroup))/fields/\(field.path.description)"
    self.scope = scope
    fields = [field]
  }

  package var encoded: String {
    var writer = WireWriter()
    writer.append(field: 1, bytes: Array(name.utf8))
    writer.append(field: 2, varint: scope == .collection ? 1 : 2)
    for field in fields {
      var inner = WireWriter()
      inner.append(field: 1, bytes: Array(field.path.description.utf8))
      switch field.mode {
      case .ascending: inner.append(field: 2, varint: 1)
      case .descending: inner.append(field: 2, varint: 2)
      case .contains: inner.append(field: 3, varint: 1)
      case .vector: break  // Vector indexes are announced by a command, never by a link.
      }
      writer.append(field: 3, bytes: inner.bytes)
    }
    return Base64.encode(writer.bytes, .url, padded: false)
  }
}

extension DatabaseName {
  fileprivate func collectionGroupName(_ group: Text) -> String {
    "projects/\(project)/databases/\(database)/collectionGroups/\(group)"
  }
}

/// Writes the two wire types an index token needs.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(field: UInt64, varint value: UInt64) {
    append(varint: field << 3)
    append(varint: value)
  }

  mutating func append(field: UInt64, bytes content: [UInt8]) {
    append(varint: field << 3 | 2)
    append(varint: UInt64(content.count))
    bytes += content
  }

  private mutating func append(varint: UInt64) {
    var rest = varint
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
