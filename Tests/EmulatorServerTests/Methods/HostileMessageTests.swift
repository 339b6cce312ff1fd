import DocumentMessages
import FirebreakTestSupport
import FirestoreModel
import FirestoreService
import FirestoreWire
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// Whatever bytes come: an answer or a refusal, never a crash.
@Suite("Hostile messages") struct HostileMessageTests {
  private static let rounds = 300

  @Test("requests that were tampered with", arguments: 0..<4)
  func mutated(seed: UInt64) async throws {
    let methods = try MethodFixture().methods
    var mutation = Mutation(seed: seed)
    try await hammer(methods.getDocument, Samples.getDocument, &mutation) { $0.getDocument }
    try await hammer(methods.listDocuments, Samples.listDocuments, &mutation) { $0.listDocuments }
    try await hammer(methods.createDocument, Samples.createDocument, &mutation) { $0.createDocument }
    try await hammer(methods.updateDocument, Samples.updateDocument, &mutation) { $0.updateDocument }
    try await hammer(methods.deleteDocument, Samples.deleteDocument, &mutation) { $0.deleteDocument }
    try await hammer(methods.beginTransaction, Samples.beginTransaction, &mutation) { $0.beginTransaction }
    try await hammer(methods.commit, Samples.commit, &mutation) { $0.commit }
    try await hammer(methods.rollback, Samples.rollback, &mutation) { $0.rollback }
    try await hammer(methods.partitionQuery, Samples.partitionQuery, &mutation) { $0.partitionQuery }
    try await hammer(methods.listCollectionIDs, Samples.listCollectionIDs, &mutation) { $0.listCollectionIDs }
    try await hammer(methods.batchWrite, Samples.commit, &mutation) { $0.batchWrite }
  }

  @Test("requests for many answers that were tampered with", arguments: 0..<4)
  func mutatedStreaming(seed: UInt64) async throws {
    let methods = try MethodFixture().methods
    var mutation = Mutation(seed: seed)
    try await hammer(methods.batchGetDocuments, Samples.batchGet, &mutation) { $0.batchGetDocuments }
    try await hammer(methods.runQuery, Samples.runQuery, &mutation) { $0.runQuery }
    try await hammer(methods.runAggregationQuery, Samples.aggregation, &mutation) { $0.runAggregationQuery }
    try await hammer(methods.executePipeline, "{}", &mutation) { $0.executePipeline }
  }

  @Test("streams whose messages were tampered with", arguments: 0..<4)
  func mutatedStreams(seed: UInt64) async throws {
    let methods = try MethodFixture().methods
    var mutation = Mutation(seed: seed)
    let database = #"{"database": "projects/demo/databases/(default)"}"#
    try await hammer(methods.write, [database, Samples.write, Samples.write], &mutation) { $0.write }
    try await hammer(methods.listen, [Samples.listenQuery, Samples.listenDocuments], &mutation) { $0.listen }
  }

  @Test("values inside one another are refused before they exhaust anything", arguments: [40, 60, 100, 20_000])
  func deep(depth: Int) async throws {
    for container in [Container.array, .map] {
      var bytes: [UInt8] = [0x58, 0]
      for _ in 0..<depth { bytes = container.wrap(bytes) }
      // Decoding stops by itself at some depth; what it lets through is read or refused.
      guard let message = try? WireValue(serializedBytes: bytes) else { continue }
      #expect(depth <= 100)
      do throws(FirestoreError) { _ = try Value(message) } catch {
        #expect(error.status == .invalidArgument)
      }
    }
  }

  // MARK: - Hammering

  private func hammer<Method: UnaryMethod>(
    _ method: Method, _ sample: String, _ mutation: inout Mutation, _ find: (ServiceMethods) -> Method
  ) async throws {
    for request in try mutation.requests(Method.Request.self, sample, rounds: Self.rounds) {
      let fixture = try MethodFixture(documents: Samples.documents)
      do throws(FirestoreError) {
        let answer = try await find(fixture.methods).answer(request, fixture.call)
        #expect((try? Method.Response(serializedBytes: answer.bytes)) != nil)
      } catch {
        #expect(error.status != .internal, "\(error) of \(request)")
      }
    }
  }

  private func hammer<Method: ServerStreamingMethod>(
    _ method: Method, _ sample: String, _ mutation: inout Mutation, _ find: (ServiceMethods) -> Method
  ) async throws {
    for request in try mutation.requests(Method.Request.self, sample, rounds: Self.rounds) {
      let fixture = try MethodFixture(documents: Samples.documents)
      let responses = CollectedResponses()
      do throws(FirestoreError) {
        try await find(fixture.methods).answer(request, fixture.call, to: responses)
      } catch {
        #expect(error.status != .internal, "\(error) of \(request)")
      }
      for message in responses.messages { #expect((try? Method.Response(serializedBytes: message.bytes)) != nil) }
    }
  }

  private func hammer<Method: BidirectionalMethod>(
    _ method: Method, _ samples: [String], _ mutation: inout Mutation, _ find: (ServiceMethods) -> Method
  ) async throws {
    for round in 0..<Self.rounds {
      let fixture = try MethodFixture(documents: Samples.documents)
      let (requests, sending) = AsyncStream.makeStream(of: Method.Request.self)
      for (index, sample) in samples.enumerated() {
        // The first message is left as it is every other time, so that the others are reached.
        let rounds = index == 0 && round.isMultiple(of: 2) ? 0 : 1
        for request in try mutation.requests(Method.Request.self, sample, rounds: rounds) { sending.yield(request) }
      }
      sending.finish()
      let responses = CollectedResponses()
      do throws(FirestoreError) {
        try await find(fixture.methods).answer(requests, fixture.call, to: responses)
      } catch {
        #expect(error.status != .internal, "\(error)")
      }
      for message in responses.messages { #expect((try? Method.Response(serializedBytes: message.bytes)) != nil) }
    }
  }
}

private enum Container {
  case array
  case map

  func wrap(_ value: [UInt8]) -> [UInt8] {
    var writer = MessageWriter(reservingCapacity: value.count + 32)
    switch self {
    case .array: writer.message(9) { $0.message(1, encoded: value) }
    case .map:
      writer.message(6) { map in
        map.message(1) { entry in
          entry.string(1, "a")
          entry.message(2, encoded: value)
        }
      }
    }
    return writer.bytes
  }
}

/// Changes bytes of messages at random.
private struct Mutation {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The sample itself, and what of its variants is still a message.
  mutating func requests<Request: SwiftProtobuf.Message>(
    _ type: Request.Type, _ sample: String, rounds: Int
  ) throws -> [Request] {
    let original = try Request(jsonString: sample)
    let bytes: [UInt8] = try original.serializedBytes()
    var requests = rounds == 0 ? [original] : []
    for round in 0..<rounds {
      let changed = round.isMultiple(of: 10) ? noise() : mutated(bytes)
      if let request = try? Request(serializedBytes: changed) { requests.append(request) }
    }
    return requests
  }

  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let index = bytes.indices.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes.remove(at: index)
      case 3: bytes.insert(contentsOf: noise().prefix(4), at: index)
      default: bytes[index] = bytes.randomElement(using: &generator) ?? 0
      }
    }
    return bytes
  }

  private mutating func noise() -> [UInt8] {
    (0..<Int.random(in: 0..<40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}

private enum Samples {
  static let documents: KeyValuePairs<String, MapValue> = [
    "c/a": ["n": .integer(1), "l": .array([.integer(1)])], "c/b": ["n": .double(2), "v": .vector([1, 2])],
    "c/b/d/e": [:],
  ]
  private static let root = MethodFixture.root
  private static let database = #""database": "projects/demo/databases/(default)""#
  private static let fields = #"""
    {"a": {"arrayValue": {"values": [{"integerValue": "1"}, {"doubleValue": 0.5}]}}, "b": {"bytesValue": "AQI="},
     "g": {"geoPointValue": {"latitude": 1, "longitude": 2}}, "m": {"mapValue": {"fields": {"x": {"nullValue": null}}}},
     "r": {"referenceValue": "\#(root)/c/a"}, "s": {"stringValue": "text"}, "t": {"timestampValue": "2020-01-01T00:00:00Z"}}
    """#
  private static let query = #"""
    {"select": {"fields": [{"fieldPath": "n"}]}, "from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "OR",
     "filters": [{"fieldFilter": {"field": {"fieldPath": "n"}, "op": "IN", "value": {"arrayValue": {"values":
     [{"integerValue": "1"}]}}}}, {"unaryFilter": {"op": "IS_NULL", "field": {"fieldPath": "m.x"}}}]}}, "orderBy":
     [{"field": {"fieldPath": "n"}, "direction": "DESCENDING"}], "startAt": {"values": [{"integerValue": "9"}]},
     "offset": 1, "limit": 5}
    """#

  static let getDocument =
    #"{"name": "\#(root)/c/a", "mask": {"fieldPaths": ["n", "`x`.y"]}, "readTime": "2026-01-05T08:00:01Z"}"#
  static let deleteDocument = #"{"name": "\#(root)/c/a", "currentDocument": {"exists": true}}"#
  static let listDocuments =
    #"{"parent": "\#(root)", "collectionId": "c", "pageSize": 1, "orderBy": "n desc, `a`", "showMissing": false}"#
  static let createDocument =
    #"{"parent": "\#(root)/c/a", "collectionId": "d", "documentId": "x", "document": {"fields": \#(fields)}}"#
  static let updateDocument =
    #"{"document": {"name": "\#(root)/c/a", "fields": \#(fields)}, "updateMask": {"fieldPaths": ["a"]}, "currentDocument": {"exists": true}}"#
  static let beginTransaction = #"{\#(database), "options": {"readWrite": {"retryTransaction": "AQI="}}}"#
  static let rollback = #"{\#(database), "transaction": "AQIDBA=="}"#
  static let commit = #"{\#(database), "writes": \#(writes)}"#
  static let write = #"{"writes": \#(writes)}"#
  private static let writes = #"""
    [{"update": {"name": "\#(root)/c/a", "fields": \#(fields)}, "updateTransforms": [{"fieldPath": "n", "increment":
     {"integerValue": "1"}}, {"fieldPath": "l", "appendMissingElements": {"values": [{"integerValue": "1"}]}}]},
     {"delete": "\#(root)/c/x"}, {"verify": "\#(root)/c/b", "currentDocument": {"exists": true}}]
    """#
  static let partitionQuery = #"""
    {"parent": "\#(root)", "structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "orderBy":
     [{"field": {"fieldPath": "__name__"}}]}, "partitionCount": "3", "pageSize": 2}
    """#
  static let listCollectionIDs = #"{"parent": "\#(root)", "pageSize": 1}"#
  static let batchGet =
    #"{\#(database), "documents": ["\#(root)/c/a", "\#(root)/c/none"], "mask": {"fieldPaths": ["n"]}, "newTransaction": {"readOnly": {}}}"#
  static let runQuery = #"{"parent": "\#(root)", "structuredQuery": \#(query), "explainOptions": {"analyze": true}}"#
  static let aggregation = #"""
    {"parent": "\#(root)", "structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "c"}]},
     "aggregations": [{"count": {"upTo": "3"}}, {"sum": {"field": {"fieldPath": "n"}}, "alias": "s"}]}}
    """#
  static let listenQuery =
    #"{\#(database), "addTarget": {"targetId": 2, "query": {"parent": "\#(root)", "structuredQuery": \#(query)}, "once": true}}"#
  static let listenDocuments =
    #"{\#(database), "addTarget": {"targetId": 3, "documents": {"documents": ["\#(root)/c/a"]}, "resumeToken": "AQI=", "expectedCount": 1}}"#
}
