import FirestoreModel
import FirestoreWire
import GRPCFraming
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// What trailers say of an error beside its text.
@Suite("Details of a status") struct StatusDetailsTests {
  @Test("an error without details has none")
  func none() { #expect(CallStatus(FirestoreError(.aborted, "x")).details.isEmpty) }

  @Test("reasons and places of mistakes")
  func encoded() throws {
    let error = FirestoreError(
      .invalidArgument, "x",
      details: [
        .errorInfo(reason: "R", metadata: ["a": "1"]),
        .badRequest([.init(field: "f", description: "d"), .init(field: "", description: "e")]),
      ])
    let status = try WireStatus(serializedBytes: CallStatus(error).details)
    #expect(status.code == 3)
    #expect(status.message == "x")
    #expect(
      status.details.map(\.typeURL) == [
        "type.googleapis.com/google.rpc.ErrorInfo", "type.googleapis.com/google.rpc.BadRequest",
      ])
    let domain = "firestore.googleapis.com"
    #expect(
      Array(status.details[0].value)
        == [0x0A, 1] + Array("R".utf8) + [0x12, UInt8(domain.utf8.count)] + Array(domain.utf8)
        + [0x1A, 6, 0x0A, 1] + Array("a".utf8) + [0x12, 1] + Array("1".utf8))
    #expect(
      Array(status.details[1].value)
        == [0x0A, 6, 0x0A, 1] + Array("f".utf8) + [0x12, 1] + Array("d".utf8)
        + [0x0A, 3, 0x12, 1] + Array("e".utf8))
  }
}
