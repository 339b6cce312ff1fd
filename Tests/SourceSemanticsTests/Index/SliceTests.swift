import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens
import Testing

@Suite("Slices") struct SliceTests {
  static let files = [
    "from google.cloud import firestore\ndb = firestore.Client()\n",
    "def load(db):\n    return db.collection('chats').get()\n",
    "from b import load\nload(1)\n",
    "class View:\n    def get(self): pass\n",
    "import os\nrun(collection_of(1))\n",
    "x = get_firestore_client()\nload\n",
  ]

  private static func read() -> (names: NameTable, indexes: [UnitIndex]) {
    let units = files.enumerated().map { SourceUnit(SourceText(path: "\($0).py", text: $1), .python) }
    let read = SyntaxReader.index(units)
    return (read.names, read.units.compactMap(\.self))
  }

  @Test("find the units that mention a name, as looking through all of them does")
  func mentions() {
    let (names, indexes) = Self.read()
    let index = MentionIndex(indexes)
    for number in 0..<names.count {
      let name = NameID(UInt32(number))
      let expected = indexes.indices.filter { indexes[$0].used.contains(name) }.map { UnitID(UInt32($0)) }
      #expect(Array(index.units(mentioning: name)) == expected)
    }
    #expect(index.units(mentioning: NameID(UInt32(names.count + 5))) == [])
    #expect(MentionIndex([]).units(mentioning: NameID(0)) == [])
  }

  @Test("begin with units that name an SDK, and grow by names")
  func growth() {
    var (names, indexes) = Self.read()
    let words = SliceWords(
      modules: [names.intern("google.cloud")], strong: [names.intern("get_firestore_client")],
      collections: [names.intern("collection")], steps: [names.intern("get"), names.intern("where")])
    let seed = indexes.indices.filter { words.begin(indexes[$0]) }
    #expect(seed == [0, 1, 5])
    var slice = Slice(seed: seed.map { UnitID(UInt32($0)) }, MentionIndex(indexes)) { $0.raw != 3 }
    let callers = slice.add(mentioning: names.intern("load"))
    #expect(callers == [UnitID(2)])
    let again = slice.add(mentioning: names.intern("load"))
    #expect(again == [])
    let refused = slice.add([UnitID(3), UnitID(4)])
    #expect(refused == [UnitID(4)])
    #expect(slice.units == [0, 1, 5, 2, 4].map { UnitID($0) })
    #expect(slice.contains(UnitID(2)) && !slice.contains(UnitID(3)))
  }
}
