import Diagnostics
import FirebreakTestSupport
import SourceSyntax
import SourceTokens
import Testing

/// Code, and what its index says.
struct IndexCase: Sendable, CustomTestStringConvertible {
  var language: SourceLanguage
  var code: String
  var imports: [String]
  var declared: [String]
  var testDescription: String { "\(language): \(code)" }
}

@Suite("Index of a unit") struct UnitIndexTests {
  private static let cases = [
    IndexCase(
      language: .python, code: "import a.b as c\nfrom ..d import e\nx = 1\nclass F:\n  def g(self): return from_\n",
      imports: ["a.b", "..d"], declared: ["F", "g", "x"]),
    IndexCase(
      language: .kotlin,
      code: "package p\nimport a.b.*\nimport a.C as D\nval q = 1\nfun Query.page() {}\nenum class E { ONE, TWO }\n",
      imports: ["a.b", "a.C"], declared: ["E", "ONE", "TWO", "page", "q"]),
    IndexCase(
      language: .java,
      code: "import static a.B.c;\nclass D { private List<Query> q; Task<X> get(String id) { return x(id); } }",
      imports: ["a.B.c"], declared: ["D", "get", "q"]),
    IndexCase(
      language: .swift,
      code: "@testable import A.B\nimport struct C.D\nstruct S { let a = 1, b = 2; func f() {} }\nenum E { case one }",
      imports: ["A.B", "C.D"], declared: ["E", "S", "a", "b", "f", "one"]),
    IndexCase(
      language: .typescript,
      code:
        "import {a as b} from 'm/n';\nimport \"s\";\nexport * from './t';\nconst c = require('u'), d = await import(\"v\");\nclass E { f() {} g = 1 }\n",
      imports: ["m/n", "s", "./t", "u", "v"], declared: ["E", "c", "d", "f", "g"]),
    IndexCase(
      language: .dart,
      code: "import 'package:a/b.dart' show C;\npart 'd.dart';\nclass E { final Query q; Future<void> f() async {} }",
      imports: ["package:a/b.dart", "d.dart"], declared: ["E", "f", "q"]),
  ]

  @Test("imports and declared names", arguments: cases) func index(_ example: IndexCase) throws {
    let unit = SourceUnit(SourceText(path: "source", text: example.code), example.language)
    let read = SyntaxReader.index([unit])
    let index = try #require(read.units[0])
    #expect(index.imports.map(read.names.text) == example.imports)
    #expect(Set(index.declared.map(read.names.text)).isSuperset(of: example.declared))
    #expect(Set(index.used).isSuperset(of: index.declared))
  }

  @Test("what is read at the same time is what is read one after the other") func parallel() throws {
    let units = try CaseSources.all.get()
    let read = SyntaxReader.index(units)
    for (unit, index) in zip(units, read.units) {
      var names = NameTable()
      let (tokens, _) = try #require(SyntaxReader.tokens(of: unit, &names))
      let used = Set(tokens.tokens.map(\.name)).subtracting([.empty]).map(names.text).sorted()
      #expect(index?.used.map(read.names.text).sorted() == used, "\(unit.source.path)")
      #expect(index?.used == index?.used.sorted())
    }
    #expect(SyntaxReader.index(units).units == read.units)
  }

  @Test("trees that are read at the same time have the same text") func trees() throws {
    let units = try CaseSources.all.get()
    let read = SyntaxReader.trees(of: units)
    for (unit, tree) in zip(units, read.units) {
      var names = NameTable()
      let alone = try #require(SyntaxReader.tree(of: unit, &names))
      #expect(tree?.dump(read.names) == alone.dump(names), "\(unit.source.path)")
    }
  }

  @Test("content that differs has another hash") func hashes() throws {
    let units = try CaseSources.all.get()
    let texts = Set(units.map { $0.source.bytes })
    #expect(Set(texts.map { ContentHash($0[...]) }).count == texts.count)
    let bytes = Array("collection".utf8)
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1
      #expect(ContentHash(other[...]) != ContentHash(bytes[...]))
    }
  }
}
