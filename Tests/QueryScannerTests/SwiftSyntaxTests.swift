import Diagnostics
import QueryScanner
import Testing

/// A piece of code and the lines of its tree.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  var code: String
  var lines: [String]
  var testDescription: String { code }

  init(_ code: String, _ lines: String...) {
    self.code = code
    self.lines = lines
  }
}

@Suite("Swift syntax") struct SwiftSyntaxTests {
  @Test("declarations", arguments: declarations) func declared(_ example: SyntaxCase) {
    #expect(TreeText.lines(example.code, "a.swift") == example.lines)
  }

  @Test("statements", arguments: statements) func stated(_ example: SyntaxCase) {
    #expect(TreeText.lines(example.code, "a.swift") == example.lines)
  }

  @Test("expressions", arguments: expressions) func expressed(_ example: SyntaxCase) {
    #expect(TreeText.lines(example.code, "a.swift") == example.lines)
  }

  @Test("incomplete code is read as far as it goes", arguments: incomplete) func recovered(_ example: SyntaxCase) {
    #expect(TreeText.lines(example.code, "a.swift") == example.lines)
  }

  private static let declarations = [
    SyntaxCase("@testable import FirebaseFirestore", "import FirebaseFirestore"),
    SyntaxCase("import struct Foo.Bar", "import Foo Bar=Bar"),
    SyntaxCase("import A.B; import C", "import A.B", "import C"),
    SyntaxCase("let a = 1, (b, c): (Int, [String: Int?]) = f()", "var a = 1", "var [b, c] = f()"),
    SyntaxCase(
      "public private(set) static var x: [Message] = [] { didSet { reload() } }",
      "static var x: Array<Message> = []", "func didSet(oldValue) { reload() }"),
    SyntaxCase(
      "lazy var db: Firestore = { let s = Firestore.firestore(); return s }()",
      "var db: Firestore = { () in var s = Firestore.firestore(); return s }()"),
    SyntaxCase("var query: Query { base.limit(to: 5) }", "var query: Query get { return base.limit(to: 5) }"),
    SyntaxCase(
      "var q: Query { if flag { base.limit(to: 5) } else { base } }",
      "var q: Query get { return do { if flag { base.limit(to: 5) } else { base } } }"),
    SyntaxCase(
      "var x: Int { get async throws { a } set(b) { c(b) } }", "var x: Int get { return a }", "func set(b) { c(b) }"),
    SyntaxCase(
      #"@FirestoreQuery(collectionPath: "messages") var messages: [Message]"#,
      #"var messages: Array<Message> = FirestoreQuery(collectionPath: "messages")"#),
    SyntaxCase(
      "@MainActor final class Repo<T: P>: NSObject, Proto where T: X { static let shared = Repo() }",
      "concrete Repo: NSObject, Proto { static var shared = Repo() }"),
    SyntaxCase(
      "init?(db: Firestore = .firestore(), _ x: Int...) { self.db = db }",
      "init init(db db: Firestore = .firestore(), ...x: Int) { self.db = db }"),
    SyntaxCase(
      "subscript(i: Int) -> Query { base.limit(to: i) }",
      "func subscript(i i: Int) -> Query { return base.limit(to: i) }"),
    SyntaxCase(
      "func load<T>(of type: T.Type, with id: String, done: @escaping (Result<[T], Error>) -> Void) async throws -> [T] "
        + "where T: Decodable { return [] }",
      "func load(of type: T.Type, with id: String, done done) -> Array<T> { return [] }"),
    SyntaxCase("func page() -> Query { q.limit(to: 3) }", "func page() -> Query { q.limit(to: 3) } ^"),
    SyntaxCase("func == (l: A, r: A) -> Bool { l.id == r.id }", "func ==(l l: A, r r: A) -> Bool { <l.id, r.id> } ^"),
    SyntaxCase(
      #"enum Kind: String { case a = "A", b; indirect case c(Int, x: String); var f: Int { 1 }; case d }"#,
      #"enumeration Kind: String { case a("A"); case b; case c; case d; var f: Int get { return 1 } }"#),
    SyntaxCase(
      "extension Query where X == Y { func one() -> Query { limit(to: 1) } }",
      "extension Query { func one() -> Query { limit(to: 1) } ^ }"),
    SyntaxCase(
      "protocol P { var x: Int { get set }; func f() -> Query\n func g() }",
      "abstract P { var x: Int; func f() -> Query; func g() }"),
    SyntaxCase("actor A { }\nactor.run()", "concrete A {  }", "actor.run()"),
    SyntaxCase("#if DEBUG\nlet a = 1\n#else\nlet a = 2\n#endif", "var a = (#if DEBUG ? 1 : 2)"),
  ]

  private static let statements = [
    SyntaxCase(
      "guard let self, let a = b?.c, !x.isEmpty, case .ok(let z) = state else { return }",
      "guard <x.isEmpty>, <.ok(z), state>, var self = self, var a = b.c, var z = state.0 else { return }"),
    SyntaxCase(
      "if a { b() } else if let c { d() } else { e() }", "if a { b() } else { if var c = c { d() } else { e() } }"),
    SyntaxCase(
      "for try await (i, doc) in s.documents.enumerated() where i < 3 { print(doc) }",
      "for [i, doc] in s.documents.enumerated() while <i, 3> { print(doc) }"),
    SyntaxCase("for case let x? in list { f(x) }", "for x in list { f(x) }"),
    SyntaxCase("while let n = it.next(), n > 0 { n() }", "for { var n = it.next() } while <n, 0> { n() }"),
    SyntaxCase("outer: repeat { f() } while a", "for { f(); if a {  } else { break } }"),
    SyntaxCase(
      "switch kind { case .a where x > 3, let .c(n, s): f(n); fallthrough\ncase let y as Foo: break\ndefault: g() }",
      "switch kind case <.a, <x, 3>>, .c(n, s), let n, let s: { f(n) } falls case y, let y: {  } case default: { g() }"),
    SyntaxCase(
      "switch a {\n#if DEBUG\ncase .b: c()\n#endif\ncase .d: e()\n@unknown default: f()\n}",
      "switch a case .b: { c() } case .d: { e() } case default: { f() }"),
    SyntaxCase("async let a = f(); async let b = g()", "var a = f()", "var b = g()"),
    SyntaxCase("do { try x() } catch let e as E { y() } catch { z() }", "try { x() } catch { y() } catch { z() }"),
    SyntaxCase("defer { x() }", "{ x() }"),
    SyntaxCase("return\nthrow E.a", "return", "throw E.a"),
  ]

  private static let expressions = [
    SyntaxCase(
      "Firestore.firestore().collection(\"a/\\(id)/b\").whereField(\"x\", isEqualTo: a ?? 5)\n  .limit(to: -3)",
      #"Firestore.firestore().collection("a/\(id)/b").whereField("x", isEqualTo: (a ?? 5)).limit(to: -3)"#),
    SyntaxCase("a ? b : c.d", "(a ? b : c.d)"),
    SyntaxCase("let t = flag ? .a : .b", "var t = (flag ? .a : .b)"),
    SyntaxCase("x = y + 1 + 2 && foo<A, B<C>>(3)!.bar[4]", "x = <(y + 1 + 2), foo(3).bar[4]>"),
    SyntaxCase("a - b - c * d", "<a, b, <c, d>>"),
    SyntaxCase(
      "let q = try? await (d.data()[\"y\"] as? [String: Any])?.count ?? 0", #"var q = (d.data()["y"].count ?? 0)"#),
    SyntaxCase("x?.y = z; x += 1", "x.y = z", "x op= 1"),
    SyntaxCase(#"["a": 1, b: [2], .c: nil] as [String: Any]; [:]"#, "{a: 1, [b]: [2], [.c]: null}", "{}"),
    SyntaxCase(
      "q.addSnapshotListener { [weak self, k = self.k] snap, error in self?.x = k }",
      "q.addSnapshotListener({ (snap, error) in var k = self.k; self.x = k ^ })"),
    SyntaxCase("list.filter { $0.x < 3 }.map(\\.name)", "list.filter({ () in <$0.x, 3> ^ }).map(<>)"),
    SyntaxCase("foo(a: 1) { $0 } onError: { e in e }", "foo(a: 1, { () in $0 ^ }, onError: { (e) in e ^ })"),
    SyntaxCase(
      "db.runTransaction({ (t, p: Pointer) -> Any? in nil }) { _, e in done() }",
      "db.runTransaction({ (t, p: Pointer) in null ^ }, { (_, e) in done() ^ })"),
    SyntaxCase("Task { @MainActor in await load() }", "Task({ () in load() ^ })"),
    SyntaxCase("foo()\n{ a in a }", "foo({ (a) in a ^ })"),
    SyntaxCase("if list.isEmpty { x() }", "if list.isEmpty { x() }"),
    SyntaxCase("let v = if a { 1 } else { 2 }", "var v = do { if a { 1 } else { 2 } }"),
    SyntaxCase("let q = a\n  ? b.c(1)\n  : d", "var q = (a ? b.c(1) : d)"),
    SyntaxCase(
      "ids[..<10] + ids[10...] + ids[i..<min(i + 10, n)]", "(ids[<10>] + ids[<10, <>>] + ids[<i, min((i + 10), n)>])"),
    SyntaxCase("if a<b { c() } else if d>e { f() }", "if <a, b> { c() } else { if <d, e> { f() } }"),
    SyntaxCase("handler?(x); list[0]?.a!(y)", "handler(x)", "list[0].a(y)"),
    SyntaxCase("let x = y as? Query ?? { z }()", "var x = (y ?? { () in z ^ }())"),
    SyntaxCase("decode([Foo].self, from: x.y)", "decode([Foo].self, from: x.y)"),
    SyntaxCase("sorted(by: <); reduce(0, +)", "sorted(by: <<>, <>>)", "reduce(0, <<>>)"),
    SyntaxCase(
      "Text(\"x\")\n#if os(iOS)\n  .bold()\n#endif\n  .font(.body)",
      #"(#if os ( iOS ) ? Text("x").bold() : Text("x")).font(.body)"#),
    SyntaxCase("V { a }\n#if os(iOS)\n  .b()\n#else\n  .c()\n#endif\n  .d()", "V({ () in a ^ }).b().c().d()"),
    SyntaxCase("let r = /a\"b/\nlet s = #/a\"/#\nx / y / z", "var r = <>", "var s = <>", "<x, y, z>"),
    SyntaxCase("#\"r\\n\\#(y)\"# + \"\\u{41}\"", #"("r\n\(y)" + "A")"#),
    SyntaxCase("\"\"\"\n    a\n      \\(b)\n    \"\"\"", "\"a\n  \\(b)\""),
    SyntaxCase("f(`default`: `in`)\n(a).b", "f(`default`: `in`)".replacing("`", with: ""), "a.b"),
  ]

  private static let incomplete = [
    SyntaxCase("db.collection(\"a\").\nlet x = 1", #"<db.collection("a")>"#, "var x = 1"),
    SyntaxCase("func f() { g(a, b }\nfunc h() { i() }", "func f() { g(a, b) } ^", "func h() { i() } ^"),
    SyntaxCase("let a = \"open\nlet b = 2", #"var a = "open\(<>)""#, "var b = 2"),
    SyntaxCase("let a = )\nlet b = 2", "var a = <>", "var b = 2"),
    SyntaxCase(
      "class A {\n  func f() {\n    if x {\n      g()\n  }\n  func h() { i() }\n}",
      "concrete A { func f() { if x { g() } }; func h() { i() } ^ }"),
    SyntaxCase("let a = \"x\\(b", #"var a = "x(b\(<>)""#),
  ]

  /// Reports point to the name of a call by these.
  @Test("spans end at a member's name and at the bracket of a call") func spans() {
    let code = "let q = await (db.a(\n  1).b { x in\n}).c!"
    let statements = SourceReader.read(SourceText(path: "a.swift", text: code)).flatMap(\.statements)
    guard case .variable(let variable) = statements.first?.kind, let outer = variable.value,
      case .member(let inner, "c") = outer.kind, case .call(let call) = inner.kind,
      case .member(let first, "b") = call.callee.kind
    else {
      Issue.record("\(statements)")
      return
    }
    func text(_ span: Span) -> String { String(decoding: Array(code.utf8)[span.start..<span.end], as: UTF8.self) }
    #expect(text(first.span) == "db.a(\n  1)")
    #expect(text(call.callee.span) == "db.a(\n  1).b")
    #expect(text(inner.span) == "db.a(\n  1).b { x in\n}")
    #expect(text(outer.span).hasSuffix(".c"))
  }
}
