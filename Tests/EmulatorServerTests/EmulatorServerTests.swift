import Testing

@Suite("EmulatorServer") struct EmulatorServerTests {}
