import Emulation
import FirestoreModel
import StructuredText

/// `POST …:export` and `POST …:import`: documents as files, in Firebreak's own format.
///
/// Both are about every database that the emulator holds; a `database` in the body chooses none of them.
struct ExchangeEndpoint: Sendable {
  let emulation: Emulation

  enum Direction { case export, importing }

  func answer(_ request: RESTCall, _ direction: Direction) async -> HTTPAnswer {
    do throws(FirestoreError) {
      // A page in a browser must not write or read files: the Firebase CLI refuses it the same way.
      guard request.fields.value("origin") == nil else {
        throw FirestoreError(.permissionDenied, "Exports and imports cannot be asked for by web pages.")
      }
      let folder = try Self.folder(request.body)
      do throws(ExchangeFailure) {
        switch direction {
        case .export: try emulation.exportDocuments(to: folder)
        case .importing: try await emulation.importDocuments(from: folder)
        }
      } catch {
        throw FirestoreError(error)
      }
      return EndpointAnswer.empty
    } catch { return .refusal(error) }
  }

  /// `export_directory`, and in it the folder that `export_name` or `import_name` names.
  private static func folder(_ body: [UInt8]) throws(FirestoreError) -> String {
    let node = try EndpointAnswer.body(body)
    guard let directory = node.text("export_directory"), !directory.isEmpty else {
      throw EndpointAnswer.invalid("The body has no `export_directory`.")
    }
    if node.text("metadata_file") != nil {
      throw FirestoreError(
        .unimplemented,
        "Exports in Google's own format (`metadata_file`) are not supported by this version of Firebreak (FB8001).")
    }
    guard let name = node.text("export_name") ?? node.text("import_name"), !name.isEmpty else { return directory }
    return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}

extension FirestoreError {
  fileprivate init(_ failure: ExchangeFailure) {
    switch failure {
    case .unreadable: self.init(.invalidArgument, failure.message)
    case .file: self.init(.internal, failure.message)
    case .refused(let error): self = error
    }
  }
}
