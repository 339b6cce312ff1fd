import FirestoreModel
import Foundation
import Testing

/// What happens to a log of SQLite that a killed process has left behind.
enum LogDamage: String, CaseIterable, CustomTestStringConvertible {
  case gone, empty, half, damaged

  var testDescription: String { rawValue }

  /// Does it to the log of a file.
  func strike(_ file: String) throws {
    let log = "\(file)-wal"
    switch self {
    case .gone: try FileManager.default.removeItem(atPath: log)
    case .empty: try Self.cut(log) { _ in 0 }
    case .half: try Self.cut(log) { $0 / 2 }
    case .damaged:
      var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
      for place in 0..<64 { bytes[bytes.count / 2 + place] ^= 0x55 }
      try bytes.write(to: URL(fileURLWithPath: log))
    }
  }

  static func cut(_ path: String, to length: (Int) -> Int) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(length(bytes.count)).write(to: URL(fileURLWithPath: path))
  }

  /// The refusal of a file whose log is not whole; then somebody accepts the loss.
  static func accept(_ refused: FirestoreError?, of file: String) throws {
    let refused = try #require(refused)
    #expect(refused.status == .dataLoss)
    #expect(refused.message.hasPrefix("\(file) is damaged: its last "))
    #expect(
      refused.message.hasSuffix(
        " missing, since \(file)-wal is gone or not whole; whoever accepts that removes \(file)-mark"))
    try FileManager.default.removeItem(atPath: "\(file)-mark")
  }
}
