import Emulation
import FirestoreModel
import Terminal

// What is left to do when clients are served no more.

extension EmulatorSession {
  func close() async throws {
  }
}
