import Emulation
import FirestoreModel
import NIOPosix
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
        case .export: try await export(to: folder)
        case .importing: try await emulation.importDocuments(from: folder)
        }
      } catch {
        throw FirestoreError(error)
      }
      return EndpointAnswer.empty
    } catch { return .refusal(error) }
  }

  /// On a thread of its own: those of requests are as few as there are processors, and a large export takes its time.
  private func export(to folder: String) async throws(ExchangeFailure) {
    let emulation = emulation
    let result: Result<Void, ExchangeFailure>
    do {
      result = try await NIOThreadPool.singleton.runIfActive {
        do throws(ExchangeFailure) { return .success(try emulation.exportDocuments(to: folder)) } catch {
          return .failure(error)
        }
      }
    } catch {
      throw .file("the emulator is about to stop")
    }
    try result.get()
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
    guard directory.hasPrefix("/"), !directory.utf8.contains(0) else {
      throw EndpointAnswer.invalid("`export_directory` has to be an absolute path: the emulator's folder is not yours.")
    }
    guard let name = node.text("export_name") ?? node.text("import_name"), !name.isEmpty else { return directory }
    guard name != ".", name != "..", !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 }) else {
      throw EndpointAnswer.invalid("`export_name` has to be the name of one folder in `export_directory`.")
    }
    return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}

extension FirestoreError {
  fileprivate init(_ failure: ExchangeFailure) {
    switch failure {
    case .unreadable, .unsuitable: self.init(.invalidArgument, failure.message)
    case .file: self.init(.internal, failure.message)
    case .refused(let error): self = error
    }
  }
}
