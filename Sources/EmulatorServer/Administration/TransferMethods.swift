import Emulation
import FirestoreModel
import FirestoreService
import FirestoreWire
import SwiftProtobuf

// Documents as a whole: to a folder, from a folder, and away.

extension AdministrationMethods {
  var exportDocuments: AdministrationMethod<WireExportDocumentsRequest, WireOperation> {
    method("ExportDocuments") { request throws(FirestoreError) in
      let name = try DatabaseName(resourceName: request.name)
      try requireKnown(name)
      try requireWhole(request.collectionIds, request.namespaceIds)
      guard !request.hasSnapshotTime else { throw .notServed("Exports of an earlier time are") }
      let folder = try Self.folder(request.outputUriPrefix)
      var metadata = WireExportDocumentsMetadata()
      metadata.startTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.outputUriPrefix = request.outputUriPrefix
      let failure = await failure { () async throws(FirestoreError) in
        try await emulation.write { emulation throws(ExchangeFailure) in
          try emulation.exportDatabase(name, to: folder)
        }
      }
      metadata.endTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.operationState = failure == nil ? .successful : .failed
      var response = WireExportDocumentsResponse()
      response.outputUriPrefix = request.outputUriPrefix
      return try operations.end(in: name, metadata: metadata, failure.map { .failure($0) } ?? .success(response))
    }
  }

  var importDocuments: AdministrationMethod<WireImportDocumentsRequest, WireOperation> {
    method("ImportDocuments") { request throws(FirestoreError) in
      let name = try DatabaseName(resourceName: request.name)
      try requireWhole(request.collectionIds, request.namespaceIds)
      let folder = try Self.folder(request.inputUriPrefix)
      var metadata = WireImportDocumentsMetadata()
      metadata.startTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.inputUriPrefix = request.inputUriPrefix
      let failure = await failure { () async throws(FirestoreError) in
        do throws(ExchangeFailure) { try await emulation.importDatabase(name, from: folder) } catch {
          throw FirestoreError(error)
        }
      }
      metadata.endTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.operationState = failure == nil ? .successful : .failed
      return try operations.end(
        in: name, metadata: metadata, failure.map { .failure($0) } ?? .success(Google_Protobuf_Empty()))
    }
  }

  /// Of single collections, or of a namespace: without either production refuses, as whoever wants everything gone deletes
  /// the database (comment of the method in `google.firestore.admin.v1`).
  var bulkDeleteDocuments: AdministrationMethod<WireBulkDeleteDocumentsRequest, WireOperation> {
    method("BulkDeleteDocuments") { request throws(FirestoreError) in
      let name = try DatabaseName(resourceName: request.name)
      try requireKnown(name)
      try requireWhole([], request.namespaceIds)
      guard !request.collectionIds.isEmpty || !request.namespaceIds.isEmpty else {
        throw FirestoreError(
          .invalidArgument, "Name `collection_ids` or `namespace_ids`: without any of them nothing is deleted.")
      }
      var metadata = WireBulkDeleteDocumentsMetadata()
      metadata.startTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.collectionIds = request.collectionIds
      if request.collectionIds.isEmpty {
        try await emulation.clear(name)
      } else {
        try await emulation.clear(name, collectionGroups: Set(request.collectionIds.map { Text($0) }))
      }
      metadata.endTime = Google_Protobuf_Timestamp(emulation.clock.now)
      metadata.operationState = .successful
      return try operations.end(in: name, metadata: metadata, .success(WireBulkDeleteDocumentsResponse()))
    }
  }

  /// Namespaces belong to Datastore mode; Firestore has one without a name.
  private func requireWhole(_ collections: [String], _ namespaces: [String]) throws(FirestoreError) {
    guard collections.isEmpty else { throw .notServed("Exports and imports of single collections are") }
    guard namespaces.allSatisfy(\.isEmpty) else {
      throw FirestoreError(.invalidArgument, "Databases of Firestore have no namespaces.")
    }
  }

  /// There is no Cloud Storage here: `file:///folder`, or the path alone.
  private static func folder(_ prefix: String) throws(FirestoreError) -> String {
    let path = prefix.hasPrefix("file://") ? String(prefix.dropFirst("file://".count)) : prefix
    guard !path.hasPrefix("gs://") else {
      throw .notServed("Folders of Cloud Storage (write `file:///path/of/a/folder`) are")
    }
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw FirestoreError(.invalidArgument, "\"\(prefix)\" is no absolute path of a folder on this machine.")
    }
    return path
  }

  private func failure(_ work: () async throws(FirestoreError) -> Void) async -> FirestoreError? {
    do throws(FirestoreError) {
      try await work()
      return nil
    } catch { return error }
  }
}
