import Emulation
import FirestoreModel
import NIOPosix

// What all do that export and import.

extension Emulation {
  /// On a thread of its own: those of requests are as few as there are processors, and a large export takes its time.
  func write(
    _ export: @escaping @Sendable (Emulation) throws(ExchangeFailure) -> Void
  ) async throws(FirestoreError) {
    let emulation = self
    let result: Result<Void, ExchangeFailure>
    do {
      result = try await NIOThreadPool.singleton.runIfActive {
        do throws(ExchangeFailure) { return .success(try export(emulation)) } catch { return .failure(error) }
      }
    } catch {
      throw FirestoreError(.unavailable, "The emulator is about to stop.")
    }
    do throws(ExchangeFailure) { try result.get() } catch { throw FirestoreError(error) }
  }
}

extension FirestoreError {
  /// Files are read and written with the rights of whoever has started the emulator.
  static let askedByPage = FirestoreError(
    .permissionDenied, "Exports and imports cannot be asked for by web pages.")

  init(_ failure: ExchangeFailure) {
    switch failure {
    case .unreadable, .unsuitable: self.init(.invalidArgument, failure.message)
    case .file: self.init(.internal, failure.message)
    case .refused(let error): self = error
    }
  }
}
