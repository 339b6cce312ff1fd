import Testing

@Suite("Emulation") struct EmulationTests {}
