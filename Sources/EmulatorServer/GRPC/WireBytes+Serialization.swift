import GRPCCore

struct WireBytesSerializer: MessageSerializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: WireBytes) -> Bytes { Bytes(message.bytes) }
}

struct WireBytesDeserializer: MessageDeserializer {
  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> WireBytes {
    unsafe bytes.withUnsafeBytes { unsafe WireBytes(bytes: Array($0)) }
  }
}
