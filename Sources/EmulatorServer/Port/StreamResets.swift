import NIOCore

/// Lets clients cancel as many calls as they like.
///
/// The HTTP/2 library ends a connection with all its calls when it sees more than 200 resets of streams in 30 seconds, and
/// gRPC's transport leaves no way to set that. Ordinary clients reset far more: Google's Python client drops the stream of
/// every `get()` as soon as it has its document, often before it has read that the stream is over. So resets of streams
/// that both sides have finished, which mean nothing, stop here, and others are paced; a flood of those still reaches the
/// library and its limit.
struct StreamResets {
  /// A bit less than the library permits in its window.
  static let budget = 150
  static let window = TimeAmount.seconds(30)
  /// Resets that wait; beyond that they are passed on and judged by the library.
  static let waitingLimit = 1_024
  private static let rememberedLimit = 8_192

  private enum Frame {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let endOfStream: UInt8 = 1
    static let headerSize = 9
    static let resetSize = 13
  }

  private var received = ByteBuffer()
  /// Bytes that belong to no frame header; the preface of the connection at first.
  private var passing = ConnectionSniffer.preface.count
  private var sending = OutboundScanner()

  /// Streams that one side has finished.
  private var finishedByClient: Set<UInt32> = []
  private var finishedByServer: Set<UInt32> = []
  /// Streams that both have, the latest ones.
  private var over: Set<UInt32> = []
  private var overInOrder: CircularBuffer<UInt32> = []

  private var passed: CircularBuffer<NIODeadline> = []
  private var waiting: CircularBuffer<ByteBuffer> = []

  init() {}

  /// What the HTTP/2 library is to read of newly received bytes.
  mutating func receive(_ bytes: ByteBuffer, at now: NIODeadline) -> [ByteBuffer] {
    var bytes = bytes
    received.writeBuffer(&bytes)
    var pieces: [ByteBuffer] = []
    var length = 0
    func take(_ length: inout Int) {
      if length > 0, let piece = received.readSlice(length: length) { pieces.append(piece) }
      length = 0
    }
    while received.readableBytes > length {
      if passing > 0 {
        let now = min(passing, received.readableBytes - length)
        length += now
        passing -= now
        continue
      }
      guard let frame = header(at: length) else { break }
      guard frame.type == Frame.reset, frame.length == Frame.resetSize - Frame.headerSize else {
        if frame.ends { clientHasFinished(frame.stream) }
        passing = Frame.headerSize + frame.length
        continue
      }
      guard received.readableBytes - length >= Frame.resetSize else { break }
      take(&length)
      if let reset = received.readSlice(length: Frame.resetSize), passes(frame.stream, reset, at: now) {
        pieces.append(reset)
      }
    }
    take(&length)
    return pieces
  }

  /// Looks at what the server sends.
  mutating func send(_ bytes: ByteBuffer) {
    var rest = bytes.readableBytesView[...]
    while let (type, flags, stream) = sending.nextHeader(in: &rest) {
      let ends = (type == Frame.data || type == Frame.headers) && flags & Frame.endOfStream != 0
      if ends { serverHasFinished(stream) } else if type == Frame.reset { isOver(stream) }
    }
  }

  /// Resets whose time has come.
  mutating func release(at now: NIODeadline) -> [ByteBuffer] {
    var released: [ByteBuffer] = []
    while !waiting.isEmpty, hasBudget(at: now) {
      passed.append(now)
      released.append(waiting.removeFirst())
    }
    return released
  }

  /// When ``release(at:)`` has something to do; nil when nothing waits.
  var nextRelease: NIODeadline? {
    guard !waiting.isEmpty, let first = passed.first else { return nil }
    return first + Self.window
  }

  // MARK: - Streams

  private func header(at offset: Int) -> (type: UInt8, length: Int, stream: UInt32, ends: Bool)? {
    let start = received.readerIndex + offset
    guard received.readableBytes - offset >= Frame.headerSize,
      let size = received.getInteger(at: start, as: UInt32.self),
      let flags = received.getInteger(at: start + 4, as: UInt8.self),
      let stream = received.getInteger(at: start + 5, as: UInt32.self)
    else { return nil }
    let type = UInt8(truncatingIfNeeded: size)
    let ends = (type == Frame.data || type == Frame.headers) && flags & Frame.endOfStream != 0
    return (type, Int(size >> 8), stream & 0x7fff_ffff, ends)
  }

  private mutating func passes(_ stream: UInt32, _ reset: ByteBuffer, at now: NIODeadline) -> Bool {
    if over.contains(stream) { return false }
    finishedByClient.remove(stream)
    finishedByServer.remove(stream)
    if waiting.isEmpty, hasBudget(at: now) {
      passed.append(now)
      return true
    }
    if waiting.count >= Self.waitingLimit { return true }
    waiting.append(reset)
    return false
  }

  private mutating func hasBudget(at now: NIODeadline) -> Bool {
    while let first = passed.first, first + Self.window <= now { passed.removeFirst() }
    return passed.count < Self.budget
  }

  private mutating func clientHasFinished(_ stream: UInt32) {
    if finishedByServer.remove(stream) != nil { isOver(stream) } else { finishedByClient.insert(stream) }
  }

  private mutating func serverHasFinished(_ stream: UInt32) {
    if finishedByClient.remove(stream) != nil { isOver(stream) } else { finishedByServer.insert(stream) }
  }

  private mutating func isOver(_ stream: UInt32) {
    finishedByClient.remove(stream)
    finishedByServer.remove(stream)
    guard over.insert(stream).inserted else { return }
    overInOrder.append(stream)
    if overInOrder.count > Self.rememberedLimit { over.remove(overInOrder.removeFirst()) }
  }
}

extension StreamResets {
  /// Finds the frame headers in the bytes that the server sends, however they are cut.
  private struct OutboundScanner {
    private var header: [UInt8] = []
    private var passing = 0

    mutating func nextHeader(in rest: inout ByteBufferView) -> (type: UInt8, flags: UInt8, stream: UInt32)? {
      while let byte = rest.first {
        if passing > 0 {
          let now = min(passing, rest.count)
          rest = rest.dropFirst(now)
          passing -= now
          continue
        }
        header.append(byte)
        rest = rest.dropFirst()
        guard header.count == Frame.headerSize else { continue }
        passing = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        let stream = header[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        defer { header.removeAll(keepingCapacity: true) }
        return (header[3], header[4], stream)
      }
      return nil
    }
  }
}

/// ``StreamResets`` in the pipeline of a connection, between the socket and HTTP/2.
final class StreamResetPacer: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private var resets = StreamResets()
  private var scheduled: Scheduled<Void>?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    for piece in resets.receive(unwrapInboundIn(data), at: .now()) { context.fireChannelRead(wrapInboundOut(piece)) }
    schedule(context)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .byteBuffer(let bytes) = unwrapOutboundIn(data) { resets.send(bytes) }
    context.write(data, promise: promise)
  }

  func handlerRemoved(context: ChannelHandlerContext) { scheduled?.cancel() }

  private func schedule(_ context: ChannelHandlerContext) {
    guard scheduled == nil, let time = resets.nextRelease else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    scheduled = context.eventLoop.scheduleTask(deadline: time) {
      let (pacer, context) = bound.value
      pacer.scheduled = nil
      for piece in pacer.resets.release(at: .now()) { context.fireChannelRead(pacer.wrapInboundOut(piece)) }
      context.fireChannelReadComplete()
      pacer.schedule(context)
    }
  }
}
