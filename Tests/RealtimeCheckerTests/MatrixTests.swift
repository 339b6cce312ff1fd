import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeChecker

/// What the cells of the matrix say, and that a denial is one whatever is asked.
@Suite("Realtime Database rules: matrix") struct MatrixTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var spec: SpecValue
    var testDescription: String { name }
  }

  static func cases() throws -> [Case] {
    try SpecFile.cases("Tests/RealtimeCheckerTests/Specs/matrix.yaml").map { Case(name: try $0["name"].string, spec: $0) }
  }

  static func subject(_ rules: String, data: RealtimeNode = .absent) throws -> RealtimeSubject {
    let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", text: "{\"rules\": \(rules)}"))
    return RealtimeSubject(try #require(reading.ruleset), context: RealtimeCheckContext(data: data))
  }

  @Test("rows", arguments: try cases())
  func rows(_ test: Case) throws {
    try test.spec.allow("name", "rules", "data", "expect")
    let data = try test.spec.optional("data").map { try RealtimeNode(node: $0.node) } ?? .absent
    let matrix = AccessMatrix(Scene(try Self.subject("\(test.spec["rules"].json)", data: data)))
    for (row, verdicts) in try test.spec["expect"].members {
      let cells = matrix.cells.filter { "\($0.pattern) \($0.deed.rawValue)" == row }
      #expect(cells.map(\.verdict.word).joined(separator: " ") == (try verdicts.string), "\(row)")
    }
    for cell in matrix.cells where cell.verdict == .allow {
      let data = cell.without.map { matrix.scene.data.replacing($0, with: .absent) } ?? matrix.scene.data
      #expect(matrix.scene.subject.ruleset.decide(cell.witness.request, data: data).isAllowed)
    }
  }

  @Test("a request that a cell denies is denied by the evaluator, whatever is written, stored and claimed", arguments: 1...120)
  func denials(seed: UInt64) throws {
    var witnesses = Witnesses(random: SeededGenerator(seed: seed))
    let rules = witnesses.rules()
    let matrix = AccessMatrix(Scene(try Self.subject(rules)))
    for cell in matrix.cells where cell.pattern == "/p/$x" && cell.verdict == .deny {
      for _ in 0..<60 {
        guard let (request, data) = witnesses.request(cell.deed, of: cell.actor, now: matrix.scene.now) else { break }
        let decision = matrix.scene.subject.ruleset.decide(request, data: data)
        #expect(!decision.isAllowed, "\(rules) \(cell.deed) \(cell.actor.name): \(request.text), auth \(request.auth.json), data \(data.export)")
      }
    }
  }

  /// Random rules and requests.
  struct Witnesses {
    var random: SeededGenerator

    mutating func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }

    mutating func rules() -> String {
      let validate = Bool.random(using: &random) ? ", \".validate\": \"\(condition(1, .validate))\"" : ""
      return "{\"p\": {\"$x\": {\".read\": \"\(condition(2, .read))\", \".write\": \"\(condition(2, .write))\"\(validate)}}}"
    }

    private mutating func condition(_ depth: Int, _ kind: Rule.Kind) -> String {
      guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else { return test(kind) }
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2: return "(\(condition(depth - 1, kind)) && \(condition(depth - 1, kind)))"
      case 3: return "(\(condition(depth - 1, kind)) || \(condition(depth - 1, kind)))"
      case 4: return "!(\(condition(depth - 1, kind)))"
      default: return "(\(condition(depth - 1, kind)) ? \(condition(depth - 1, kind)) : \(condition(depth - 1, kind)))"
      }
    }

    /// New data is for writes, a query for reads.
    private mutating func test(_ kind: Rule.Kind) -> String {
      let sign = one(["==", "!=", "<", "<=", ">", ">="])
      let number = Int.random(in: 0...5, using: &random)
      let new = kind == .read ? "data" : "newData"
      let side = one(["data", new])
      let child = one(["", ".child('a')", ".child('b')"])
      return one([
        "\(side)\(child).val() \(sign) \(number)", "\(new).val() == data.val() + \(number)", "\(new).val() \(sign) data.val() - \(number)",
        "\(side)\(child).val().length \(sign) \(number)", "\(side)\(child).getPriority() \(sign) \(number)",
        "\(side).child('a').val() + \(side).child('b').val() \(sign) \(number)", "auth.token.level \(sign) \(number)",
        "auth.token.admin === true", "auth.token.email.length > \(number)", "\(side)\(child).val() \(sign) now",
        "\(side)\(child).val() < now - \(number)", "\(side)\(child).exists()", "\(side)\(child).isNumber()", "\(side)\(child).isString()",
        "\(side).hasChildren()", "\(side).hasChildren(['a', 'b'])", "auth != null", "$x == 'k\(number)'", "$x.length > \(number)",
        "\(side).hasChild('a')", "\(new).val() == $x", "\(side)\(child).val() == \(one(["'text'", "null", "true"]))", kind == .read ? "query.limitToFirst \(sign) \(number)" : "newData.exists()",
        "root.child('q/' + $x).exists()", "true", "false",
      ])
    }

    private mutating func leaf() -> RealtimeNode {
      let number = Double(Int.random(in: -1...6, using: &random))
      let leaf = one([
        RealtimeLeaf.number(number), .number(number), .string(Text(String(repeating: "x", count: Int(number + 1)))), .string("text"),
        .string(Text("k\(Int(number))")), .boolean(true), .boolean(false), .number(1_767_225_600_000 - number),
      ])
      return RealtimeNode(leaf, priority: Int.random(in: 0..<3, using: &random) == 0 ? .number(number) : nil)
    }

    private mutating func node() -> RealtimeNode {
      guard Int.random(in: 0..<3, using: &random) == 0 else { return leaf() }
      var node = RealtimeNode.absent
      for key in ["a", "b", "c"] where Int.random(in: 0..<4, using: &random) > 0 { node = node.replacing(RealtimePath("/\(key)"), with: leaf()) }
      return node.exists ? node.withPriority(Bool.random(using: &random) ? .number(3) : nil) : leaf()
    }

    /// Nil for what random requests do not cover: writes of another type than one that the rules describe.
    mutating func request(_ deed: Deed, of actor: RealtimeActor, now: Double) -> (RealtimeRuleRequest, RealtimeNode)? {
      let path = RealtimePath("/p/\(one(["x1", "k0", "k3", "abc", "key1"]))")
      var data = RealtimeNode.absent
      if Bool.random(using: &random) { data = data.replacing(RealtimePath("/q/\(path.last?.string ?? "")"), with: leaf()) }
      let operation: RealtimeRuleRequest.Operation
      switch deed {
      case .confuse: return nil
      case .read, .list:
        if Bool.random(using: &random) { data = data.replacing(path, with: node()) }
        var query: RealtimeQuerySpec?
        if Bool.random(using: &random) {
          query = RealtimeQuerySpec(ordering: .key)
          query?.limit = .first(Int.random(in: 1...6, using: &random))
        }
        operation = .read(path, query: query)
      case .create: operation = .write(path, node())
      case .overwrite, .delete, .change:
        data = data.replacing(path, with: node())
        let child = path.child(RealtimeKey(one(["a", "b", "z"])))
        operation = deed == .overwrite ? .write(path, node()) : deed == .delete ? .write(path, .absent) : .write(child, node())
      }
      return (RealtimeRuleRequest(operation, auth: auth(actor), now: now), data)
    }

    private mutating func auth(_ actor: RealtimeActor) -> RealtimeNode {
      guard actor.uid != nil else { return .absent }
      var auth = actor.auth
      if Bool.random(using: &random) { auth = auth.replacing("/token/email", with: RealtimeNode(.string(Text(one(["a@b.c", "x"]))))) }
      if ["owner", "admin"].contains(actor.name), Bool.random(using: &random) {
        auth = auth.replacing("/token/level", with: RealtimeNode(.number(Double(Int.random(in: 0...6, using: &random)))))
        auth = auth.replacing("/token/admin", with: RealtimeNode(.boolean(Bool.random(using: &random))))
      }
      return auth
    }
  }
}
