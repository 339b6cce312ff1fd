import FirestoreService
import QueryModel
import Testing

/// The vectors of the protocol reference.
@Suite("Bloom filter") struct BloomFilterTests {
  static func name(_ path: String) -> String { "projects/p/databases/(default)/documents/\(path)" }

  @Test func `one name in 13 bits with 3 hashes`() {
    let filter = BloomFilter(of: [Self.name("c/a")], bitCount: 13, hashCount: 3)
    #expect(filter == BloomFilter(bitmap: [0x24, 0x01], padding: 3, hashCount: 3))
  }

  @Test func `two names in 32 bits with 5 hashes, and one that is not in it`() {
    let filter = BloomFilter(of: [Self.name("c/a"), Self.name("c/b")], bitCount: 32, hashCount: 5)
    // miQCEQ==
    #expect(filter == BloomFilter(bitmap: [0x9A, 0x24, 0x02, 0x11], padding: 0, hashCount: 5))
    #expect(filter.mightContain(Self.name("c/a")))
    #expect(filter.mightContain(Self.name("c/b")))
    #expect(!filter.mightContain(Self.name("c/c")))
  }

  @Test func `an empty filter has no bits and no hashes`() {
    #expect(BloomFilter(of: [], count: 0) == BloomFilter(bitmap: [], padding: 0, hashCount: 0))
    #expect(BloomFilter(of: [Self.name("c/a")], bitCount: 0, hashCount: 3) == BloomFilter())
    #expect(BloomFilter(of: [Self.name("c/a")], bitCount: 8, hashCount: 0) == BloomFilter())
    #expect(!BloomFilter().mightContain(Self.name("c/a")))
  }

  @Test func `every member is found, and of others one in a hundred`() {
    for count in [1, 2, 3, 10, 500] {
      let names = (0..<count).map { Self.name("c/ä \($0)") }
      let filter = BloomFilter(of: names, count: count)
      #expect((0...7).contains(filter.padding))
      #expect(filter.hashCount == 7)
      #expect(names.allSatisfy { filter.mightContain($0) })
      let others = (0..<2000).count { filter.mightContain(Self.name("c/other \($0)")) }
      #expect(others < 60, "\(others) of 2000 with \(count) members")
    }
  }
}
