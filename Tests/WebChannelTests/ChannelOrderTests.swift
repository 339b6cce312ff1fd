import Testing

@testable import WebChannel

/// Whatever requests are lost, repeated and mixed up: each message arrives once, in order.
@Suite("Order of messages") struct ChannelOrderTests {
  private static func text(_ number: Int) -> [UInt8] { Array(String(number).utf8) }

  @Test("maps that come in any order, again and in any company", arguments: 0..<200 as Range<UInt64>)
  func maps(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let count = Int.random(in: 1...40, using: &random)
    var requests: [[Int]] = []
    var first = 0
    while first < count {
      let end = min(count, first + Int.random(in: 1...5, using: &random))
      requests.append(Array(first..<end))
      first = end
    }
    for _ in 0..<5 { if let again = requests.randomElement(using: &random) { requests.append(again) } }
    var channel = ForwardChannel()
    var passed: [[UInt8]] = []
    for request in requests.shuffled(using: &random) {
      passed += try channel.take(request.map { ForwardMap(id: $0, text: Self.text($0)) }, ChannelLimits())
    }
    #expect(passed == (0..<count).map(Self.text))
  }

  @Test("maps that wait for an earlier one are bounded by number and by size")
  func early() throws {
    var limits = ChannelLimits()
    limits.earlyMaps = 2
    limits.earlyBytes = 5
    var channel = ForwardChannel()
    #expect(try channel.take([1, 2].map { ForwardMap(id: $0, text: [0]) }, limits) == [])
    #expect(throws: ChannelRefusal.tooManyMaps) { try channel.take([ForwardMap(id: 3, text: [0])], limits) }
    channel = ForwardChannel()
    #expect(throws: ChannelRefusal.tooManyMaps) {
      try channel.take([ForwardMap(id: 9, text: [0, 1, 2, 3, 4, 5])], limits)
    }
    // In its turn a map may be as large as it likes.
    channel = ForwardChannel()
    #expect(try channel.take([ForwardMap(id: 0, text: [0, 1, 2, 3, 4, 5])], limits).count == 1)
  }

  /// A client as strict as can be: it notices every array that is missing, comes twice or out of order.
  @Test("arrays over connections that break", arguments: 0..<200 as Range<UInt64>)
  func arrays(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var channel = BackChannel()
    var received = 0
    var made = 0
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        made += 1
        channel.append(Self.text(made))
      case 2:
        guard let chunk = channel.take() else { continue }
        // Some answers never arrive: the client then asks anew, from where it stands.
        guard Bool.random(using: &random) else {
          try channel.acknowledge(received)
          channel.rewind()
          continue
        }
        let expected = ((received + 1)...made).map { "[\($0),\($0)]" }.joined(separator: ",")
        #expect(chunk == ChannelChunk.bytes(Array("[\(expected)]".utf8)))
        received = made
      case 3: try channel.acknowledge(Int.random(in: 0...received, using: &random))
      default: #expect(throws: ChannelRefusal.self) { try channel.acknowledge(made + 1) }
      }
      #expect(channel.lastID == made)
    }
    try channel.acknowledge(received)
    channel.rewind()
    #expect(channel.byteCount == ((received + 1)..<(made + 1)).reduce(0) { $0 + 3 + 2 * Self.text($1).count })
    #expect(channel.unwrittenByteCount == channel.byteCount)
  }
}
