import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens
import Testing

@Suite("Arena of values") struct ValueArenaTests {
  @Test func `equal content is one value`() {
    var arena = ValueArena()
    let first = (0..<5_000).map { arena.integer(Int64($0) * 0x1_0000_0001 - 7) }
    let again = (0..<5_000).map { arena.integer(Int64($0) * 0x1_0000_0001 - 7) }
    #expect(first == again)
    #expect(Set(first).count == 5_000)
    #expect(first.map { arena.integer($0) } == (0..<5_000).map { Int64($0) * 0x1_0000_0001 - 7 })
  }

  @Test func `texts in texts are one text`() {
    var arena = ValueArena()
    let (a, b, c) = (
      arena.literal(StringID(3)), arena.unknown(.parameter, OriginID(raw: 1)), arena.literal(StringID(4))
    )
    let (one, two) = (arena.text([a]), arena.text([a, b]))
    let (nested, flat) = (arena.text([two, c]), arena.text([a, b, c]))
    #expect(nested == flat)
    #expect(arena.knownText(one) == StringID(3))
    #expect(arena.knownText(two) == nil)
    #expect(arena.knownText(ValueArena.emptyText) == .empty)
  }

  @Test func `what has a symbol in it is open`() {
    var arena = ValueArena()
    let symbol = arena.intern(.symbol, payload: 1)
    let number = arena.integer(3)
    let (open, closed) = (arena.make(.collection, [number, symbol]), arena.make(.collection, [number, number]))
    #expect(arena.isOpen(open))
    #expect(!arena.isOpen(closed))
    #expect(arena.construct(open) == .collection)
    #expect(arena.parts(open) == [number, symbol])
  }

  @Test func `constants have fixed numbers`() {
    let arena = ValueArena()
    let kinds = [ValueArena.absent, ValueArena.null, ValueArena.yes, ValueArena.no, ValueArena.scalar].map(arena.kind)
    #expect(kinds == [.absent, .null, .boolean, .boolean, .scalar])
    #expect(ValueArena.yes != ValueArena.no)
  }
}
