import Emulation
import FirestoreModel
import FirestoreService
import FirestoreWire
import IndexCatalog
import SwiftProtobuf

// Composite indexes: those of the index file, which is where new ones go, too.

extension AdministrationMethods {
  var createIndex: AdministrationMethod<WireCreateIndexRequest, WireOperation> {
    method("CreateIndex") { request throws(FirestoreError) in
      let parent = try AdministrationName(request.parent, "collectionGroups")
      try requireKnown(parent.database)
      let start = emulation.clock.now
      guard request.index.queryScope != .unspecified else {
        throw FirestoreError(.invalidArgument, "The index has no query scope.")
      }
      let index = try emulation.index(request.index.fileJSON(of: parent[0]), of: parent.database.database)
      guard !emulation.indexCatalog(of: parent.database.database).composites.contains(index) else {
        throw FirestoreError(.alreadyExists, "index already exists")
      }
      try emulation.change(.add(index), of: parent.database.database)
      let message = WireIndex(index, in: parent.database)
      var metadata = WireIndexOperationMetadata()
      metadata.startTime = Google_Protobuf_Timestamp(start)
      metadata.endTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.index = message.name
      metadata.state = .successful
      return try operations.end(in: parent.database, metadata: metadata, .success(message))
    }
  }

  var listIndexes: AdministrationMethod<WireListIndexesRequest, WireListIndexesResponse> {
    method("ListIndexes") { request throws(FirestoreError) in
      let parent = try AdministrationName(request.parent, "collectionGroups")
      try requireKnown(parent.database)
      guard request.filter.isEmpty else { throw .notServed("Filters of indexes are") }
      let catalog = emulation.indexCatalog(of: parent.database.database)
      let all = catalog.composites.filter { parent[0] == "-" || $0.collectionGroup.string == parent[0] }
      let page = try AdministrationPage(of: all, size: request.pageSize, token: request.pageToken)
      var response = WireListIndexesResponse()
      response.indexes = page.elements.map { WireIndex($0, in: parent.database, catalog.state(of: $0)) }
      response.nextPageToken = page.next
      return response
    }
  }

  var getIndex: AdministrationMethod<WireGetIndexRequest, WireIndex> {
    method("GetIndex") { request throws(FirestoreError) in
      let (name, index) = try index(named: request.name)
      return WireIndex(index, in: name.database, emulation.indexCatalog(of: name.database.database).state(of: index))
    }
  }

  var deleteIndex: AdministrationMethod<WireDeleteIndexRequest, Google_Protobuf_Empty> {
    method("DeleteIndex") { request throws(FirestoreError) in
      let (name, index) = try index(named: request.name)
      try emulation.change(.remove(index), of: name.database.database)
      return Google_Protobuf_Empty()
    }
  }

  private func index(named text: String) throws(FirestoreError) -> (AdministrationName, IndexDefinition) {
    let name = try AdministrationName(text, "collectionGroups", "indexes")
    let catalog = emulation.indexCatalog(of: name.database.database)
    guard let index = catalog.composites(of: Text(name[0])).first(where: { $0.administrationID == name[1] }) else {
      throw FirestoreError(.notFound, "There is no index \"\(text)\".")
    }
    return (name, index)
  }
}
