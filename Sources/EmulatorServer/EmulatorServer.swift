package import Emulation

/// The network side of an emulation: gRPC, REST and the emulator's own endpoints on one port.
package struct EmulatorServer: Sendable {
  private let emulation: Emulation

  package init(emulation: Emulation) { self.emulation = emulation }
}
