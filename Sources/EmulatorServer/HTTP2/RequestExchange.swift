import FirestoreModel
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHPACK

/// A request that is no call of gRPC, answered as one of HTTP/1 is: REST, the channel of web pages, our own endpoints.
final class RequestExchange: StreamExchange {
  private let input: StreamInput<ByteBuffer>
  private var work: Task<Void, Never>?

  var isReady: Bool { !input.isFull }
  let isBounded = true

  /// Nil: the headers are no request.
  init?(_ headers: HPACKHeaders, on stream: HTTP2Stream, _ respond: @escaping Respond) {
    guard let head = HTTPRequest(headers) else { return nil }
    let input = StreamInput<ByteBuffer>(makesRoom: stream.resumeReading)
    self.input = input
    work = Self.begin(head, input, on: stream, respond)
  }

  private static func begin(
    _ head: HTTPRequest, _ input: StreamInput<ByteBuffer>, on stream: HTTP2Stream, _ respond: @escaping Respond
  ) -> Task<Void, Never> {
    Task {
      let body = RequestBody(asyncSequence: RequestPieces(input: input))
      await answer(Request(head: head, body: body), on: stream, respond)
    }
  }

  func receive(_ bytes: ByteBuffer, isLast: Bool) {
    if bytes.readableBytes > 0 { input.add(bytes, size: bytes.readableBytes) }
    if isLast { input.finish() }
  }

  func close() {
    input.fail(OpenCalls.cancelled)
    work?.cancel()
  }

  private static func answer(_ request: Request, on stream: HTTP2Stream, _ respond: Respond) async {
    defer { stream.load.end() }
    if request.headers[.expect]?.lowercased() == "100-continue" {
      do { try await stream.output.write { $0.heads.append([":status": "100"]) } } catch { return }
    }
    await send(await respond(request), to: stream.output, isHead: request.method == .head)
  }

  private static func send(_ answer: HTTPAnswer, to output: StreamOutput, isHead: Bool) async {
    switch answer.body {
    case .bytes(let bytes):
      var head = HPACKHeaders(answer)
      head.replaceOrAdd(name: "content-length", value: String(bytes.count))
      output.end { pending in
        guard !bytes.isEmpty, !isHead else { return .headers(head) }
        pending.heads.append(head)
        pending.body.writeBytes(bytes)
        return .body
      }
    case .pieces(let first, let pieces):
      defer { pieces.abandon() }
      do throws(FirestoreError) {
        try await output.write { pending in
          pending.heads.append(HPACKHeaders(answer))
          pending.body.writeBytes(first)
        }
        while let piece = await pieces.next() { try await output.write { $0.body.writeBytes(piece) } }
        output.end { _ in .body }
      } catch {
        // The client is gone.
      }
    // Streams do not become anything else.
    case .upgraded: output.end { _ in .headers([":status": "501"]) }
    }
  }
}

/// The body of a request.
private struct RequestPieces: AsyncSequence, Sendable {
  typealias Element = ByteBuffer
  typealias Failure = any Error

  let input: StreamInput<ByteBuffer>

  struct AsyncIterator: AsyncIteratorProtocol {
    let input: StreamInput<ByteBuffer>

    mutating func next() async throws -> ByteBuffer? { try await input.next() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(input: input) }
}

extension HTTPRequest {
  /// Nil without a method or a path.
  fileprivate init?(_ headers: HPACKHeaders) {
    var pseudo: [String: String] = [:]
    var fields = HTTPFields()
    for header in headers {
      if header.name.hasPrefix(":") {
        pseudo[header.name] = header.value
      } else if let name = HTTPField.Name(header.name) {
        fields.append(HTTPField(name: name, value: header.value))
      }
    }
    guard let method = pseudo[":method"].flatMap({ HTTPRequest.Method(rawValue: $0) }), let path = pseudo[":path"]
    else { return nil }
    self.init(
      method: method, scheme: pseudo[":scheme"], authority: pseudo[":authority"] ?? headers.first(name: "host"),
      path: path, headerFields: fields)
  }
}

extension HPACKHeaders {
  /// The head of an answer, without what is about a connection.
  fileprivate init(_ answer: HTTPAnswer) {
    self.init([(":status", String(answer.status.code))])
    for field in answer.fields where !Self.ofConnections.contains(field.name.canonicalName) {
      add(name: field.name.canonicalName, value: field.value)
    }
  }

  private static let ofConnections: Set<String> = ["connection", "keep-alive", "transfer-encoding", "upgrade"]
}
