import FirestoreModel
import Synchronization

/// Draws ids for documents that their creators leave unnamed: 20 letters and digits.
final class DocumentIDSource: Sendable {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let length = 20

  private let state: Mutex<UInt64>

  init(seed: UInt64) { state = Mutex(seed) }

  func next() -> Text {
    state.withLock { state in
      let bytes = (0..<Self.length).map { _ in Self.alphabet[Int(Self.draw(&state) % UInt64(Self.alphabet.count))] }
      return Text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// SplitMix64.
  private static func draw(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
