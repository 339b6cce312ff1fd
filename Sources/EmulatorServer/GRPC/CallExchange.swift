import FirestoreModel
import FirestoreService
import GRPCFraming
import NIOCore

/// A call of gRPC, from its head to its end.
final class CallExchange: StreamExchange {
  private let head: RequestHead
  private let settings: RPCSettings
  private let stream: HTTP2Stream
  private let responses: CallResponses
  private var requests: CallRequests
  private var kind: Kind
  private var deadline: Scheduled<Void>?
  private var cancel: (@Sendable () -> Void)?
  /// Whether nobody works on it yet.
  private var isWaiting = true
  private var isOver = false
  /// Of the budget that all requests share.
  private var heldByteCount = 0

  private enum Kind {
    case single(messages: [[UInt8]], @Sendable ([UInt8], Call, CallResponses) async throws(FirestoreError) -> Void)
    case conversation(StreamInput<[UInt8]>)
  }

  init(_ head: RequestHead, _ method: RPCMethod, _ settings: RPCSettings, on stream: HTTP2Stream) {
    self.head = head
    self.settings = settings
    self.stream = stream
    let refusal = CallStatus(.requestTooLarge(limit: settings.requestBytes))
    requests = CallRequests(head, limit: MessageLimit(byteCount: settings.requestBytes, refusal: refusal))
    switch method.work {
    case .single(let work):
      responses = CallResponses(head, isConversation: false, to: stream.output)
      kind = .single(messages: [], work)
      scheduleDeadline()
    case .conversation(let work):
      responses = CallResponses(head, isConversation: true, to: stream.output)
      let input = StreamInput<[UInt8]>(makesRoom: stream.resumeReading)
      kind = .conversation(input)
      scheduleDeadline()
      start { call, responses async throws(FirestoreError) in try await work(input, call, responses) }
    }
  }

  var isReady: Bool {
    if case .conversation(let input) = kind { !input.isFull } else { true }
  }

  var isBounded: Bool {
    if case .conversation = kind { false } else { true }
  }

  // MARK: - The client

  func receive(_ bytes: ByteBuffer, isLast: Bool) {
    guard !isOver else { return }
    do throws(CallStatus) {
      for message in try requests.receive(bytes, isLast: isLast) { take(message) }
    } catch {
      fail(FirestoreError(error))
      return
    }
    do throws(FirestoreError) { try hold() } catch {
      fail(error)
      return
    }
    guard isLast else { return }
    switch kind {
    case .single(let messages, let work): startSingle(messages, work)
    case .conversation(let input): input.finish()
    }
  }

  private func take(_ message: [UInt8]) {
    switch kind {
    // More than two are as wrong as two.
    case .single(let messages, let work) where messages.count < 2: kind = .single(messages: messages + [message], work)
    case .single: break
    case .conversation(let input): input.add(message, size: message.count)
    }
  }

  /// Counts what is kept of the request.
  private func hold() throws(FirestoreError) {
    let waiting =
      switch kind {
      case .single(let messages, _): messages.reduce(0) { $0 + $1.count }
      case .conversation(let input): input.byteCount
      }
    let count = requests.byteCount + waiting
    if count > heldByteCount {
      try settings.budget.take(count - heldByteCount)
    } else {
      settings.budget.giveBack(heldByteCount - count)
    }
    heldByteCount = count
  }

  func close() {
    finish()
    if case .conversation(let input) = kind { input.fail(OpenCalls.cancelled) }
    cancel?()
    endWaiting()
    settings.budget.giveBack(heldByteCount)
    heldByteCount = 0
  }

  // MARK: - The call

  private func startSingle(
    _ messages: [[UInt8]],
    _ work: @escaping @Sendable ([UInt8], Call, CallResponses) async throws(FirestoreError) -> Void
  ) {
    guard let message = messages.first else {
      return fail(FirestoreError(.invalidArgument, "The request has no message."))
    }
    guard messages.count == 1 else {
      return fail(FirestoreError(.invalidArgument, "The request has more than one message."))
    }
    start { call, responses async throws(FirestoreError) in try await work(message, call, responses) }
  }

  private func start(_ work: @escaping @Sendable (Call, CallResponses) async throws(FirestoreError) -> Void) {
    isWaiting = false
    let (metadata, settings, responses, load) = (head.metadata, settings, responses, stream.load)
    cancel = settings.calls.start(isEndless: !isBounded) { () async throws(FirestoreError) in
      // No browser speaks this protocol, but a proxy may translate what one sends.
      try settings.pages.admit(origins: metadata.values("origin"))
      try await work(CallHeaders(metadata).call(), responses)
    } ended: { result in
      load.end()
      switch result {
      case .success: responses.end(.ok)
      case .failure(let error): responses.end(CallStatus(error))
      }
    }
  }

  private func scheduleDeadline() {
    guard let timeout = head.timeout else { return }
    let exchange = NIOLoopBound(self, eventLoop: stream.loop)
    deadline = stream.loop.scheduleTask(in: timeout) {
      exchange.value.fail(FirestoreError(.deadlineExceeded, "The deadline of the call has passed."))
    }
  }

  /// Ends it from this side.
  private func fail(_ error: FirestoreError) {
    finish()
    responses.end(CallStatus(error))
    if case .conversation(let input) = kind { input.fail(error) }
    cancel?()
    endWaiting()
  }

  private func finish() {
    isOver = true
    deadline?.cancel()
    deadline = nil
  }

  /// Who works on it says himself when that has ended.
  private func endWaiting() {
    guard isWaiting else { return }
    isWaiting = false
    stream.load.end()
  }
}
