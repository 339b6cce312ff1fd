import Diagnostics
import FirestoreModel
import FirestoreWire
import IndexCatalog
import StructuredText
import SwiftProtobuf

extension IndexDefinition {
  /// The same for the same definition: the file has none.
  var administrationID: String { StableHash(lineText.utf8).value.hexadecimal }
}

extension WireIndex {
  init(_ index: IndexDefinition, in database: DatabaseName, _ state: IndexCatalog.State = .ready) {
    self.init()
    name = "\(database)/collectionGroups/\(index.collectionGroup)/indexes/\(index.administrationID)"
    queryScope = index.scope == .collection ? .collection : .collectionGroup
    fields = index.fields.map { IndexField($0.path.description, $0.mode) }
    self.state =
      switch state {
      case .ready: .ready
      case .creating: .creating
      case .needsRepair: .needsRepair
      }
  }

  /// A single-field index, which has no name.
  init(_ entry: FieldOverride.Entry, of field: String) {
    self.init()
    queryScope = entry.scope == .collection ? .collection : .collectionGroup
    fields = [IndexField(field, entry.mode)]
    state = .ready
  }

  /// As the index file writes it: what messages are as JSON is what it has, but for the collection group.
  ///
  /// - Throws: INTERNAL for what cannot be written.
  func fileJSON(of collectionGroup: String) throws(FirestoreError) -> JSONValue {
    .object([.init("collectionGroup", .string(collectionGroup))] + (try written()))
  }

  /// An element of `indexes` of a field override, which is about one field.
  ///
  /// - Throws: INVALID_ARGUMENT for an index of several fields.
  func entryJSON() throws(FirestoreError) -> JSONValue {
    guard fields.count == 1 else {
      throw FirestoreError(.invalidArgument, "An index of a field has exactly one field.")
    }
    var members = try written().filter { $0.key != "fields" }
    if case .array(let fields)? = try written().first(where: { $0.key == "fields" })?.value,
      case .object(let mode)? = fields.first
    {
      members = mode.filter { $0.key != "fieldPath" } + members
    }
    return .object(members)
  }

  /// Without what the service adds.
  private func written() throws(FirestoreError) -> [JSONValue.Member] {
    let bytes: [UInt8]
    do { bytes = try jsonUTF8Bytes() } catch {
      throw FirestoreError(.internal, "The index cannot be written as JSON: \(error).")
    }
    guard case .object(let members)? = JSONReader.read(SourceText(path: "index", bytes: bytes)).node.map(JSONValue.init)
    else { return [] }
    return members.filter { !["name", "state", "shardCount"].contains($0.key) }
  }
}

extension WireIndex.IndexField {
  fileprivate init(_ path: String, _ mode: IndexMode) {
    self.init()
    fieldPath = path
    switch mode {
    case .ascending: order = .ascending
    case .descending: order = .descending
    case .contains: arrayConfig = .contains
    case .vector(let dimension):
      vectorConfig.dimension = Int32(clamping: dimension)
      vectorConfig.flat = .init()
    }
  }
}
