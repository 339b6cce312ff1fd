import FirestoreModel
import FirestoreWire
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// The parameter `fields`.
@Suite("Masks of answers") struct ResponseMaskTests {
  private static let list = WireListDocumentsResponse.with {
    $0.documents = [
      .with {
        $0.name = "a"
        $0.fields["t"] = .with { $0.stringValue = "x" }
        $0.fields["m"] = .with {
          $0.mapValue.fields["k.l"] = .with { $0.integerValue = 1 }
          $0.mapValue.fields["o"] = .with { $0.integerValue = 2 }
        }
        $0.updateTime = .init(seconds: 1)
      },
      .with { $0.name = "b" },
    ]
    $0.nextPageToken = "n"
  }

  private static func applied(_ selector: String) throws -> String {
    let message = try EncodedMessage(bytes: list.serializedBytes())
    let mask = try ResponseMask(selector, of: WireListDocumentsResponse.protoMessageName)
    let bytes = try RESTMessage.json(WireListDocumentsResponse.self, message, mask, enumsAsNumbers: false)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "what is selected",
    arguments: [
      ("nextPageToken", #"{"nextPageToken":"n"}"#),
      ("next_page_token", #"{"nextPageToken":"n"}"#),
      ("documents(name)", #"{"documents":[{"name":"a"},{"name":"b"}]}"#),
      ("documents/name", #"{"documents":[{"name":"a"},{"name":"b"}]}"#),
      ("documents.name, nextPageToken", #"{"documents":[{"name":"a"},{"name":"b"}],"nextPageToken":"n"}"#),
      (
        "documents(name),documents/updateTime",
        #"{"documents":[{"name":"a","updateTime":"1970-01-01T00:00:01Z"},{"name":"b"}]}"#
      ),
      ("documents(fields/t)", #"{"documents":[{"fields":{"t":{"stringValue":"x"}}},{}]}"#),
      ("documents/fields/t/stringValue", #"{"documents":[{"fields":{"t":{"stringValue":"x"}}},{}]}"#),
      ("documents.fields.t.integerValue", #"{"documents":[{"fields":{"t":{}}},{}]}"#),
      (
        "documents(fields(m(mapValue(fields(`k.l`)))))",
        #"{"documents":[{"fields":{"m":{"mapValue":{"fields":{"k.l":{"integerValue":"1"}}}}}},{}]}"#
      ),
      (
        "documents/fields/*/stringValue", #"{"documents":[{"fields":{"m":{},"t":{"stringValue":"x"}}},{}]}"#
      ),
      ("*/name", #"{"documents":[{"name":"a"},{"name":"b"}]}"#),
      ("documents,documents/name,nextPageToken", try! list.jsonString()),
      ("*", try! list.jsonString()),
      ("documents/*,nextPageToken", try! list.jsonString()),
    ] as [(String, String)])
  func selections(selector: String, answer: String) throws {
    #expect(try sorted(Self.applied(selector)) == sorted(answer))
  }

  /// Maps have no order.
  private func sorted(_ json: String) throws -> String {
    var options = JSONEncodingOptions()
    options.useDeterministicOrdering = true
    return try WireListDocumentsResponse(jsonString: json).jsonString(options: options)
  }

  @Test(
    "what the answer does not have",
    arguments: [
      ("bogus", "bogus"), ("documents(name,bogus)", "documents.bogus"), ("documents/name/x", "documents.name.x"),
      ("documents/updateTime/seconds", "documents.updateTime.seconds"), ("*/bogus", "*.bogus"),
      ("documents/fields/t/bogus", "documents.fields.t.bogus"), ("documents,documents/bogus", "documents.bogus"),
    ] as [(String, String)])
  func missing(selector: String, path: String) {
    expectRefusal(of: selector, "Cannot find matching fields for path '\(path)'.")
  }

  @Test(
    "what is no selector",
    arguments: [
      "", ",", "documents(", "documents(name", "documents)", "documents(name)x", "/documents", "documents/",
      "`documents",
      "documents()", String(repeating: "documents/", count: 300) + "x", String(repeating: "documents(", count: 30_000),
    ])
  func damaged(selector: String) {
    expectRefusal(of: selector, "It is not a list of fields.")
  }

  @Test("stars inside of one another, of which each may double what is followed", arguments: [14, 40, 190])
  func stars(count: Int) throws {
    func selector(_ count: Int) -> String { "documents/fields" + String(repeating: "/*", count: count) }
    _ = try ResponseMask(selector(10), of: WireListDocumentsResponse.protoMessageName)
    let branches = (0..<100).map { "k\($0)" + String(repeating: "/*", count: 8) }.joined(separator: ",")
    for selector in [selector(count), "documents/fields(\(branches))"] {
      #expect(
        throws: FirestoreError(.unimplemented, "`fields` that lead to so many places are not supported (FB8001).")
      ) {
        _ = try ResponseMask(selector, of: WireListDocumentsResponse.protoMessageName)
      }
    }
  }

  private func expectRefusal(of selector: String, _ reason: String) {
    do throws(FirestoreError) {
      _ = try ResponseMask(selector, of: WireListDocumentsResponse.protoMessageName)
      Issue.record("it is taken")
    } catch {
      #expect(error == FirestoreError(.invalidArgument, "Request contains an invalid argument."))
      #expect(
        error.details == [
          .badRequest([.init(field: selector, description: "Error expanding 'fields' parameter. \(reason)")])
        ])
    }
  }
}
