import Emulation
import FirestoreModel
import FirestoreWire
import SwiftProtobuf

/// `google.firestore.admin.v1.FirestoreAdmin` and `google.longrunning.Operations`, for whatever carries them.
struct AdministrationMethods: Sendable {
  static let service = "google.firestore.admin.v1.FirestoreAdmin"
  static let operationsService = "google.longrunning.Operations"

  let emulation: Emulation
  let operations = OperationStore()

  init(emulation: Emulation) {
    self.emulation = emulation
    Self.registerTypes()
  }

  /// What operations may hold: else they could not be written as JSON.
  private static func registerTypes() {
    let types: [any Message.Type] = [
      WireIndex.self, WireField.self, WireDatabase.self, WireIndexOperationMetadata.self,
      WireFieldOperationMetadata.self, WireExportDocumentsMetadata.self, WireExportDocumentsResponse.self,
      WireImportDocumentsMetadata.self, WireBulkDeleteDocumentsMetadata.self, WireBulkDeleteDocumentsResponse.self,
      WireCreateDatabaseMetadata.self, WireUpdateDatabaseMetadata.self, Google_Protobuf_Empty.self,
    ]
    for type in types { Google_Protobuf_Any.register(messageType: type) }
  }

  func method<Request, Response>(
    _ name: String, of service: String = service,
    _ work: @escaping @Sendable (Request) async throws(FirestoreError) -> Response
  ) -> AdministrationMethod<Request, Response> {
    AdministrationMethod(path: "\(service)/\(name)", work: work)
  }

  /// - Throws: NOT_FOUND for a database that nobody has configured or named: asking for one does not make it.
  func requireKnown(_ name: DatabaseName) throws(FirestoreError) {
    guard emulation.databaseNames(of: name.project).contains(name) else {
      throw FirestoreError(
        .notFound, "Project '\(name.project)' or database '\(name.database)' does not exist.")
    }
  }
}
