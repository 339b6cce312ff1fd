import FirestoreModel
import FirestoreWire
import IndexCatalog
import SwiftProtobuf

/// A field of a collection group, or all of them, or all fields of a database.
struct FieldPlace: Hashable, Sendable {
  var database: DatabaseName
  var group: Text
  var target: FieldOverride.Target

  init(_ database: DatabaseName, _ override: FieldOverride) {
    self.database = database
    group = override.collectionGroup
    target = override.target
  }

  init(everyFieldOf database: DatabaseName) {
    self.database = database
    group = Text(AdministrationMethods.allGroups)
    target = .allFields
  }

  /// - Parameter name: of the form `…/collectionGroups/C/fields/F`.
  init(_ name: AdministrationName) throws(FirestoreError) {
    database = name.database
    group = Text(name[0])
    if name[1] == "*" {
      target = .allFields
    } else if name[0] == AdministrationMethods.allGroups {
      throw FirestoreError(.invalidArgument, "What holds for all collection groups is about all fields, `*`.")
    } else {
      do { target = .field(try FieldPath(parsing: name[1])) } catch {
        throw FirestoreError(.invalidArgument, "Invalid field path: \"\(name[1])\".")
      }
    }
  }

  var isForAllGroups: Bool { group.string == AdministrationMethods.allGroups }
  var name: String { Self.name(database, group, target) }

  private static func name(_ database: DatabaseName, _ group: Text, _ target: FieldOverride.Target) -> String {
    "\(database)/collectionGroups/\(group)/fields/\(target.text)"
  }

  /// Nil: it has no settings of its own.
  func own(_ catalog: IndexCatalog) -> FieldOverride? {
    catalog.overrides.last { $0.collectionGroup == group && $0.target == target }
  }

  /// What would hold without settings of its own.
  func inheritedEntries(_ catalog: IndexCatalog) -> [FieldOverride.Entry] {
    ancestor(catalog)?.entries ?? FieldOverride.automaticEntries
  }

  private func ancestor(_ catalog: IndexCatalog) -> FieldOverride? {
    guard case .field(let path) = target else { return nil }
    return catalog.removing(FieldOverride(collectionGroup: group, target: target, entries: []))
      .governingOverride(collectionGroup: group, path: path)
  }

  func message(_ catalog: IndexCatalog) -> WireField {
    let own = own(catalog)
    var field = WireField()
    field.name = name
    field.indexConfig.indexes = (own?.entries ?? inheritedEntries(catalog)).map { WireIndex($0, of: target.text) }
    if own == nil, !isForAllGroups {
      field.indexConfig.usesAncestorConfig = true
      field.indexConfig.ancestorField =
        ancestor(catalog).map { Self.name(database, group, $0.target) } ?? FieldPlace(everyFieldOf: database).name
    }
    if own?.ttl == true { field.ttlConfig.state = .active }
    return field
  }

  /// What a change has made of it.
  func metadata(_ before: IndexCatalog, _ after: IndexCatalog) -> WireFieldOperationMetadata {
    let (old, new) = (own(before), own(after))
    let entries = (old?.entries ?? inheritedEntries(before), new?.entries ?? inheritedEntries(after))
    var metadata = WireFieldOperationMetadata()
    metadata.field = name
    metadata.state = .successful
    metadata.indexConfigDeltas =
      entries.0.filter { !entries.1.contains($0) }.map { delta(.remove, $0) }
      + entries.1.filter { !entries.0.contains($0) }.map { delta(.add, $0) }
    if (old?.ttl == true) != (new?.ttl == true) {
      metadata.ttlConfigDelta.changeType = new?.ttl == true ? .add : .remove
    }
    return metadata
  }

  private func delta(
    _ type: WireFieldOperationMetadata.ChangeType, _ entry: FieldOverride.Entry
  ) -> WireFieldOperationMetadata.IndexConfigDelta {
    var delta = WireFieldOperationMetadata.IndexConfigDelta()
    delta.changeType = type
    delta.index = WireIndex(entry, of: target.text)
    return delta
  }
}
