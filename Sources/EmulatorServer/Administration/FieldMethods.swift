import Emulation
import FirestoreModel
import FirestoreService
import FirestoreWire
import IndexCatalog
import StructuredText
import SwiftProtobuf

// Settings of single fields: the overrides of the index file, and policies for the time to live.

extension AdministrationMethods {
  /// What holds for all fields of a database has this collection group.
  static let allGroups = "__default__"

  var getField: AdministrationMethod<WireGetFieldRequest, WireField> {
    method("GetField") { request throws(FirestoreError) in
      let name = try AdministrationName(request.name, "collectionGroups", "fields")
      try requireKnown(name.database)
      let field = try FieldPlace(name)
      return field.message(emulation.indexCatalog(of: name.database.database))
    }
  }

  var listFields: AdministrationMethod<WireListFieldsRequest, WireListFieldsResponse> {
    method("ListFields") { request throws(FirestoreError) in
      let parent = try AdministrationName(request.parent, "collectionGroups")
      try requireKnown(parent.database)
      let filter = try FieldFilter(request.filter)
      let catalog = emulation.indexCatalog(of: parent.database.database)
      var places = catalog.overrides.filter { parent[0] == "-" || $0.collectionGroup.string == parent[0] }
        .filter(filter.includes).map { FieldPlace(parent.database, $0) }
      if ["-", Self.allGroups].contains(parent[0]), filter.includesIndexes {
        places.insert(FieldPlace(everyFieldOf: parent.database), at: 0)
      }
      let page = try AdministrationPage(of: places, size: request.pageSize, token: request.pageToken)
      var response = WireListFieldsResponse()
      response.fields = page.elements.map { $0.message(catalog) }
      response.nextPageToken = page.next
      return response
    }
  }

  var updateField: AdministrationMethod<WireUpdateFieldRequest, WireOperation> {
    method("UpdateField") { request throws(FirestoreError) in
      let name = try AdministrationName(request.field.name, "collectionGroups", "fields")
      try requireKnown(name.database)
      guard name[0] != Self.allGroups else {
        throw .notServed("Settings for all fields of a database have no place in an index file, and are")
      }
      guard !request.field.ttlConfig.hasExpirationOffset else { throw .notServed("`ttl_config.expiration_offset` is") }
      let start = emulation.clock.now
      let place = try FieldPlace(name)
      let before = emulation.indexCatalog(of: name.database.database)
      let change = try change(of: place, request, before)
      try emulation.change(change, of: name.database.database)
      let after = emulation.indexCatalog(of: name.database.database)
      var metadata = place.metadata(before, after)
      metadata.startTime = Google_Protobuf_Timestamp(start)
      metadata.endTime = Google_Protobuf_Timestamp(emulation.clock.now)
      return try operations.end(in: name.database, metadata: metadata, .success(place.message(after)))
    }
  }

  /// What the mask names is as the message has it, everything else as it was.
  private func change(
    of place: FieldPlace, _ request: WireUpdateFieldRequest, _ catalog: IndexCatalog
  ) throws(FirestoreError) -> Emulation.DefinitionChange {
    let (field, paths) = (request.field, request.updateMask.paths)
    if let path = paths.first(where: { !["index_config", "ttl_config"].contains($0) }) {
      throw FirestoreError(.invalidArgument, "Invalid field path in the update mask: \"\(path)\".")
    }
    let changesIndexes = paths.isEmpty ? field.hasIndexConfig : paths.contains("index_config")
    let changesExpiry = paths.isEmpty ? field.hasTtlConfig : paths.contains("ttl_config")
    let own = place.own(catalog)
    var entries = own?.entries
    if changesIndexes { entries = field.hasIndexConfig ? try readEntries(of: field, place) : nil }
    let expires = changesExpiry ? field.hasTtlConfig : own?.ttl == true
    let inherited = place.inheritedEntries(catalog)
    guard let settled = entries ?? (expires ? inherited : nil) else {
      return .reset(FieldOverride(collectionGroup: place.group, target: place.target, entries: []))
    }
    return .set(
      FieldOverride(
        collectionGroup: place.group, target: place.target, entries: settled,
        ttl: expires ? true : own?.ttl.map { _ in false }))
  }

  /// Read as the index file would be.
  private func readEntries(of field: WireField, _ place: FieldPlace) throws(FirestoreError) -> [FieldOverride.Entry] {
    var indexes: [JSONValue] = []
    for index in field.indexConfig.indexes { indexes.append(try index.entryJSON()) }
    let json: JSONValue = [
      "collectionGroup": .string(place.group.string), "fieldPath": .string(place.target.text),
      "indexes": .array(indexes),
    ]
    return try emulation.fieldOverride(json, of: place.database.database).entries
  }
}

/// Which fields a list has.
private struct FieldFilter {
  var includesIndexes: Bool
  var includesExpiry: Bool

  /// Both are what the service documents; it takes no others.
  init(_ text: String) throws(FirestoreError) {
    let terms = text.split(separator: " ").filter { $0 != "OR" }.map(String.init)
    let indexes: Set = ["indexConfig.usesAncestorConfig:false", "indexConfig.usesAncestorConfig=false"]
    includesIndexes = terms.isEmpty || terms.contains(where: indexes.contains)
    includesExpiry = terms.isEmpty || terms.contains("ttlConfig:*")
    if let other = terms.first(where: { !indexes.contains($0) && $0 != "ttlConfig:*" }) {
      throw FirestoreError(
        .invalidArgument,
        "The filter \"\(other)\" is none of `indexConfig.usesAncestorConfig:false` and `ttlConfig:*`.")
    }
  }

  func includes(_ override: FieldOverride) -> Bool { includesIndexes || includesExpiry && override.ttl == true }
}
