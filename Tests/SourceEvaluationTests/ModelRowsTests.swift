import SourceEvaluation
import SourceLanguages
import SourceSyntax
import SourceTokens
import Testing

@Suite("Rows of models") struct ModelRowsTests {
  @Test func `every row of Python parses`() throws {
    let sections = try ModelParser.sections(PythonModels.text)
    #expect(sections.map(\.name) == ["firestore", "stores", "realtime", "pyrebase", "functions", "python"])
    #expect(sections.filter { $0.kind != .other }.allSatisfy { !$0.rows.isEmpty && !$0.modules.isEmpty })
  }

  @Test func `a row with several names is a row for each of them`() throws {
    let rows = try ModelParser.sections("sdk x\n  database.a(p, q?), query.b(p...) -> self\n")[0].rows
    #expect(rows.map(\.name) == [["a"], ["b"]])
    #expect(rows.map(\.receiver) == [.database, .query])
    #expect(rows.map { $0.parameters?.map(\.isOptional) } == [[false, true], [false]])
    #expect(rows.map { $0.parameters?.map(\.isRest) } == [[false, false], [true]])
  }

  @Test func `a parameter may be called like what makes a value`() throws {
    let row = try ModelParser.sections("sdk x\n  Client(=database?) -> database(database)\n")[0].rows[0]
    guard case .value(.make(.database, let arguments)) = row.meaning, case .parameter(0)? = arguments.first else {
      Issue.record("\(row.meaning)")
      return
    }
    #expect(row.parameters?.first?.isKeyword == true)
  }

  @Test func `a request says what it does and what it gives`() throws {
    let text = "sdk x\n  batch.set(d:document, v:data, m?) => set d with v, batched, merge m\n"
    guard case .request(let request) = try ModelParser.sections(text)[0].rows[0].meaning else {
      Issue.record("no request")
      return
    }
    #expect(request.operation == .set)
    #expect(request.isInBatch)
    #expect(!request.isInTransaction)
    guard case .parameter(2)? = request.mergeFlag else {
      Issue.record("another flag: \(String(describing: request.mergeFlag))")
      return
    }
    #expect(request.gives == .nothing)
  }

  @Test(
    "what is no row is refused with its line",
    arguments: [
      ("  a() -> null", "line 1: no section has begun"),
      ("sdk", "line 1: a section begins with sdk, library or other and its name"),
      ("sdk x\n  a(", "line 2: the name of a parameter is missing"),
      ("sdk x\n  a(b:c) -> null", "line 2: c is no role"),
      ("sdk x\n  a(b) null", "line 2: -> is missing"),
      ("sdk x\n  a(b) -> c", "line 2: c means nothing"),
      ("sdk x\n  a(b) -> self", "line 2: self is what a method is called on"),
      ("sdk x\n  a(b) -> filter(b)", "line 2: filter takes 3...3 arguments"),
      ("sdk x\n  a(b) => read b", "line 2: read is no operation"),
      ("sdk x\n  a(b) => get b gives what", "line 2: what is no answer"),
      ("sdk x\n  a(b) -> \"c", "line 2: a text without an end"),
      ("sdk x\n  caller me", "line 2: a caller is admin, client, database or unstated"),
    ])
  func refused(_ text: String, _ message: String) {
    #expect(throws: RowError.self) { try ModelParser.sections(text) }
    do { _ = try ModelParser.sections(text) } catch { #expect(error.description == message) }
  }

  @Test func `rows are found by the numbers of names`() throws {
    var names = NameTable()
    let tables = try ModelTables(PythonModels.text, &names)
    let path = names.modulePath("google.cloud.firestore_v1.base_query.FieldFilter")
    #expect(tables.module(of: path)?.length == 3)
    #expect(tables.methods(.query, names.intern("order_by"), isCall: true).count == 1)
    #expect(tables.methods(.query, names.intern("order_by"), isCall: false).isEmpty)
    #expect(tables.mayAsk(names.intern("on_snapshot")))
    #expect(tables.changing.contains(names.intern("append")))
    #expect(!tables.changing.contains(names.intern("where")))
  }

  @Test func `a program asks only what something in it leads to`() throws {
    var names = NameTable()
    let all = try ModelTables(PythonModels.text, &names)
    let asked = ["get", "push", "commit", "get_all", "listen"]
    let mentioned: Set = [names.intern("collection"), names.intern("reference"), names.intern("get")]
    var plain = all
    plain.leaveOutUnmade(mentioned, [], &names)
    #expect(asked.filter { plain.mayAsk(names.intern($0)) } == ["get", "get_all"])
    let realtime = try #require(all.sections.firstIndex { $0.name == "realtime" })
    var both = all
    both.leaveOutUnmade(mentioned, [UInt16(realtime)], &names)
    #expect(asked.filter { both.mayAsk(names.intern($0)) } == ["get", "push", "get_all", "listen"])
  }
}
