import FirebreakTestSupport
import SourceSemantics
import SourceSyntax
import SourceTokens
import Testing

@Suite("Outlines") struct OutlineCasesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var language: String
    var code: String
    /// `KIND PATH +FLAG` of each declaration, in the order of places.
    var declarations: [String]?
    /// `MODULE: NAME as BINDING in OWNER`.
    var imports: [String]?
    /// `NAME = SOURCE`.
    var exports: [String]?
    var testDescription: String { "\(language): \(name)" }

    static func load(_ file: String) throws -> [Case] {
      let root = try SpecFile.load("Tests/SourceSemanticsTests/Cases/outline/\(file).yaml")
      return try root["cases"].array.map { spec in
        try spec.allow("name", "code", "declarations", "imports", "exports")
        return Case(
          name: try spec["name"].string, language: try root["language"].string, code: try spec["code"].string,
          declarations: try spec.optional("declarations")?.strings, imports: try spec.optional("imports")?.strings,
          exports: try spec.optional("exports")?.strings)
      }
    }
  }

  @Test("cases", arguments: try ["python", "typescript", "dart", "kotlin", "swift"].flatMap { try Case.load($0) })
  func outline(_ given: Case) throws {
    let project = try ReadProject([("a.\(given.language)", given.code)])
    let texts = OutlineText(outline: project.graph.outlines[0], tree: project.trees[0], names: project.names)
    if let expected = given.declarations { #expect(texts.declarations == expected) }
    if let expected = given.imports { #expect(texts.imports == expected) }
    if let expected = given.exports { #expect(texts.exports == expected) }
  }

  /// An edit in a body changes neither the hash nor the places of what others can name.
  @Test("stay as they are when only bodies change")
  func fingerprints() throws {
    let code = """
      def load(a, b=1):
          return [x for x in a if x > b]
      LIMIT = 10
      class C(Base):
          def m(self): return 1
          n = 2
      """
    let edits = [
      ("return [x for x in a if x > b]", "def inner(): return lambda: 3\n    return inner", true),
      ("return 1", "return 1, 2, 3", true), ("b=1", "b=2", false), ("LIMIT = 10", "LIMIT = 11", false),
      ("C(Base)", "C(Other)", false), ("n = 2", "n = '2'", false), ("def m", "async def m", false),
      ("LIMIT = 10", "LIMIT = 10  # ten", true), ("LIMIT", "LIMITS", false), ("n = 2", "n = 2\n    o = 3", false),
    ]
    let changed = edits.map { code.replacing($0.0, with: $0.1) }
    let project = try ReadProject(([code] + changed).enumerated().map { ("m\($0).py", $1) })
    let outlines = project.graph.outlines
    for (number, edit) in edits.enumerated() {
      let isEqual = outlines[number + 1].fingerprint == outlines[0].fingerprint
      #expect(isEqual == edit.2, "\(edit.0) -> \(edit.1)")
      guard edit.2 else { continue }
      let named = outlines.map { outline in outline.declarations.filter { !$0.flags.contains(.isLocal) }.map(\.name) }
      #expect(named[number + 1] == named[0])
    }
  }

  @Test("parameters and supertypes are read from headers")
  func headers() throws {
    let code = """
      def f(a, b: int = 1, *rest, c: Query = None, **more): pass
      class A(Base, pkg.Mixin[Item], metaclass=Meta): pass
      """
    let project = try ReadProject([("a.py", code)])
    let (tree, names) = (project.trees[0], project.names)
    let outline = project.graph.outlines[0]
    let parameters = tree.parameterFacts(of: outline[1].node).map { fact in
      [
        names.text(fact.name), fact.type.map { tree.text(of: $0) } ?? "-", fact.value.map { tree.text(of: $0) } ?? "-",
        fact.flags.contains(.keywords) ? "**" : fact.flags.contains(.variadic) ? "*" : "",
      ].joined(separator: " ")
    }
    #expect(parameters == ["a - - ", "b int 1 ", "rest - - *", "c Query None ", "more - - **"])
    let types = tree.supertypes(of: outline[2].node).map { $0.path.map { names.text($0) }.joined(separator: ".") }
    #expect(types == ["Base", "pkg.Mixin"])
  }
}

/// An outline in lines.
struct OutlineText {
  let outline: Outline
  let tree: SyntaxTree
  let names: NameTable

  var declarations: [String] {
    outline.declarations.indices.dropFirst().map { place in
      let declaration = outline[UInt32(place)]
      return (["\(declaration.kind)", path(UInt32(place))] + flags(declaration)).joined(separator: " ")
    }
  }

  var imports: [String] {
    outline.imports.map { fact in
      let items = fact.items.map { item in
        let name =
          switch item.kind {
          case .member: names.text(item.name)
          case .module: "*"
          case .isDefault: "default"
          case .hidden: "hidden \(names.text(item.name))"
          }
        return name == names.text(item.binding) || item.kind == .hidden
          ? name : "\(name) as \(names.text(item.binding))"
      }
      let all = fact.bringsAll ? ["all"] : []
      let owner = fact.owner == 0 ? "" : " in \(path(fact.owner))"
      return "\(names.text(fact.module)): \((all + items).joined(separator: ", "))\(owner)"
    }
  }

  var exports: [String] {
    outline.exports.map { fact in
      let source =
        switch fact.source {
        case .local(let name): names.text(name)
        case .value(let node): "value \(tree.text(of: node))"
        case .member(let name, let module): "\(names.text(name)) of \(names.text(module))"
        case .module(let module): "module \(names.text(module))"
        case .all(let module): "all of \(names.text(module))"
        }
      return "\(names.text(fact.name)) = \(source)"
    }
  }

  private func path(_ place: UInt32) -> String {
    let parts = ([place] + outline.enclosing(place)).filter { $0 != 0 }.reversed().map { names.text(outline[$0].name) }
    return parts.map { $0.isEmpty ? "_" : $0 }.joined(separator: ".")
  }

  private func flags(_ declaration: Declaration) -> [String] {
    let flags: [(Declaration.Flags, String)] = [
      (.isLocal, "+local"), (.isExported, "+exported"), (.isStatic, "+static"), (.isPrivate, "+private"),
      (.isConstant, "+constant"),
    ]
    return flags.filter { declaration.flags.contains($0.0) }.map(\.1)
  }
}
