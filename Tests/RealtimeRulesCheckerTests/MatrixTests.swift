import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeRulesChecker

/// The verdicts of the matrix, and that the evaluator denies every request of a cell that says `deny`.
@Suite("Realtime Database rules: matrix") struct MatrixTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var spec: SpecValue
    var testDescription: String { name }
  }

  static func cases() throws -> [Case] {
    try SpecFile.cases("Tests/RealtimeRulesCheckerTests/Specs/matrix.yaml").map {
      Case(name: try $0["name"].string, spec: $0)
    }
  }

  static func subject(_ rules: String, data: RealtimeNode = .absent) throws -> RealtimeSubject {
    let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", text: "{\"rules\": \(rules)}"))
    return RealtimeSubject(try #require(reading.ruleset), context: RealtimeCheckContext(data: data))
  }

  @Test("rows", arguments: try cases())
  func rows(_ test: Case) throws {
    try test.spec.allow("name", "rules", "data", "expect")
    let data = try test.spec.optional("data").map { try RealtimeNode(node: $0.node) } ?? .absent
    let matrix = AccessMatrix(RulesFixture(try Self.subject("\(test.spec["rules"].json)", data: data)))
    for (row, verdicts) in try test.spec["expect"].members {
      let cells = matrix.cells.filter { "\($0.pattern) \($0.operation.rawValue)" == row }
      let (words, expected) = (cells.map(\.verdict.word).joined(separator: " "), try verdicts.string)
      #expect(words == expected, "\(row)")
    }
    for cell in matrix.cells where cell.verdict == .allow {
      #expect(matrix.fixture.subject.ruleset.decide(cell.witness.request, data: matrix.data(before: cell)).isAllowed)
    }
  }

  @Test(
    "a request that a cell denies is denied by the evaluator, whatever is written, stored and claimed",
    arguments: 1...120)
  func denials(seed: UInt64) throws {
    var generator = RandomRequests(random: SeededGenerator(seed: seed))
    let rules = generator.rules()
    let matrix = AccessMatrix(RulesFixture(try Self.subject(rules)))
    for cell in matrix.cells where cell.pattern == "/p/$x" && cell.verdict == .deny {
      for _ in 0..<60 {
        guard let (request, data) = generator.request(cell.operation, of: cell.actor, in: matrix.fixture) else {
          continue
        }
        let decision = matrix.fixture.subject.ruleset.decide(request, data: data)
        #expect(
          !decision.isAllowed,
          "\(rules) \(cell.operation) \(cell.actor.name): \(request.text), auth \(request.auth.json), data \(data.export)"
        )
      }
    }
  }

  /// Random rules and requests.
  struct RandomRequests {
    var random: SeededGenerator

    mutating func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }

    mutating func rules() -> String {
      let validate = Bool.random(using: &random) ? ", \".validate\": \"\(condition(1, .validate))\"" : ""
      return
        "{\"p\": {\"$x\": {\".read\": \"\(condition(2, .read))\", \".write\": \"\(condition(2, .write))\"\(validate)}}}"
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

    /// Only write rules may use `newData`, and only read rules `query`.
    private mutating func test(_ kind: Rule.Kind) -> String {
      let sign = one(["==", "!=", "<", "<=", ">", ">="])
      let number = Int.random(in: 0...5, using: &random)
      let new = kind == .read ? "data" : "newData"
      let side = one(["data", new])
      let child = one(["", ".child('a')", ".child('b')"])
      return one([
        "\(side)\(child).val() \(sign) \(number)", "\(new).val() == data.val() + \(number)",
        "\(new).val() \(sign) data.val() - \(number)",
        "\(side)\(child).val().length \(sign) \(number)", "\(side)\(child).getPriority() \(sign) \(number)",
        "\(side).child('a').val() + \(side).child('b').val() \(sign) \(number)", "auth.token.level \(sign) \(number)",
        "auth.token.admin === true", "auth.token.email.length > \(number)", "\(side)\(child).val() \(sign) now",
        "\(side)\(child).val() < now - \(number)", "now \(sign) 1780000000000", "now \(sign) data.val()",
        "\(side)\(child).exists()", "\(side)\(child).isNumber()", "\(side)\(child).isString()",
        "\(side).hasChildren()", "\(side).hasChildren(['a', 'b'])", "auth != null", "$x == 'k\(number)'",
        "$x.length > \(number)",
        "\(side).hasChild('a')", "\(new).val() == $x", "data.child('o').val() == auth.uid",
        "\(side).child('o').val() != auth.uid",
        "data.child('o').val() == auth.uid", "\(side).child('o').val() == null", "\(side).child('o').val() == 'all'",
        "data.child('o').exists()", "data.val() == auth.uid", "\(side).hasChild(auth.uid)", "auth.uid == $x",
        "auth.uid == 'root1'",
        "auth.uid.length > \(number)", "auth.uid.contains('a')", "root.child('q/' + auth.uid).val() == true",
        "root.child('q').child(auth.uid).exists()", "\(side)\(child).val() == \(one(["'text'", "null", "true"]))",
        kind == .read ? "query.limitToFirst \(sign) \(number)" : "newData.exists()",
        "root.child('q/' + $x).exists()", "true", "false",
      ])
    }

    private mutating func leaf() -> RealtimeNode {
      let number = Double(Int.random(in: -1...6, using: &random))
      let leaf = one([
        RealtimeLeaf.number(number), .number(number), .string(Text(String(repeating: "x", count: Int(number + 1)))),
        .string("text"),
        .string(Text("k\(Int(number))")), .string("all"), .boolean(true), .boolean(false),
        .number(1_767_225_600_000 - number),
      ])
      return RealtimeNode(leaf, priority: Int.random(in: 0..<3, using: &random) == 0 ? .number(number) : nil)
    }

    private mutating func node() -> RealtimeNode {
      guard Int.random(in: 0..<3, using: &random) == 0 else { return leaf() }
      var node = RealtimeNode.absent
      for key in ["a", "b", "c", "o"] where Int.random(in: 0..<4, using: &random) > 0 {
        node = node.replacing(RealtimePath("/\(key)"), with: leaf())
      }
      return node.exists ? node.withPriority(Bool.random(using: &random) ? .number(3) : nil) : leaf()
    }

    /// Nil for what random requests do not cover: type-confused writes, and data in which the actor is an owner or a
    /// member of other nodes than in the fixture.
    mutating func request(_ operation: AccessOperation, of actor: RealtimeActor, in fixture: RulesFixture) -> (
      RealtimeRuleRequest, RealtimeNode
    )? {
      if operation == .typeConfusedWrite { return nil }
      let auth = auth(actor)
      let uid = RealtimeActor(actor.name, auth: auth).uid
      let row = fixture.data.child("p").children.map(\.key).first { _ in true }
      let isOwn = actor.uid != nil && row?.text == actor.uid
      let key = isOwn ? RealtimeKey(uid?.string ?? "") : RealtimeKey(one(["x1", "k0", "k3", "abc", "key1"]))
      let path = RealtimePath([RealtimeKey("p"), key])
      var data = RealtimeNode.absent
      if Bool.random(using: &random) { data = data.replacing(RealtimePath("/q/\(key)"), with: leaf()) }
      switch operation {
      case .typeConfusedWrite, .create: break
      case .read, .list: if Bool.random(using: &random) { data = data.replacing(path, with: node()) }
      case .overwrite, .delete, .childWrite: data = data.replacing(path, with: node())
      }
      let there = row.map { RealtimePath([RealtimeKey("p"), $0]) } ?? path
      if let before = actor.uid, let after = uid {
        let isLeaf = fixture.data[there].leaf == .string(before)
        if isLeaf, isOwn { return nil }
        let moved = MovedEntries(fixture: there, target: path, isLeaf: isLeaf, isFree: operation == .create)
        let occurrences = fixture.data.occurrences(of: before).compactMap { moved.moved($0, before, after) }
        for occurrence in occurrences where Bool.random(using: &random) || occurrence.keys.last?.text == after {
          data = data.replacing(
            occurrence, with: occurrence.keys.last?.text == after ? leaf() : RealtimeNode(.string(after)))
        }
        let found = data.occurrences(of: after).filter { $0 != path || data[path].leaf == .string(after) }
        guard Set(found) == Set(occurrences) else { return nil }
      }
      let ruleOperation: RealtimeRuleRequest.Operation
      switch operation {
      case .read, .list, .typeConfusedWrite:
        var query: RealtimeQuerySpec?
        if Bool.random(using: &random) {
          query = RealtimeQuerySpec(ordering: .key)
          query?.limit = .first(Int.random(in: 1...6, using: &random))
        }
        ruleOperation = .read(path, query: query)
      case .create, .overwrite:
        var node = node()
        if let uid, Bool.random(using: &random) {
          node = node.replacing(RealtimePath(one(["/o", "/\(uid.string)"])), with: RealtimeNode(.string(uid)))
        }
        ruleOperation = .write(path, node)
      case .delete: ruleOperation = .write(path, .absent)
      case .childWrite: ruleOperation = .write(path.child(RealtimeKey(one(["a", "b", "o", "z"]))), node())
      }
      let now = one([fixture.now, fixture.now, fixture.now + 1e11, 5])
      return (RealtimeRuleRequest(ruleOperation, auth: auth, now: now), data)
    }

    /// Moves the entries of an actor from the node of the fixture to the node of the request.
    struct MovedEntries {
      var fixture: RealtimePath
      var target: RealtimePath
      /// The node of the fixture is the id of the actor, without children.
      var isLeaf: Bool
      /// The target has to be absent.
      var isFree: Bool

      /// The path of an entry in the data of the request, where the actor has another id.
      func moved(_ path: RealtimePath, _ before: Text, _ after: Text) -> RealtimePath? {
        let inner = path.relative(to: fixture)
        if inner != nil, isFree || path == fixture && !isLeaf { return nil }
        let keys = (inner ?? path).keys.map { $0.text == before ? RealtimeKey(after.string) : $0 }
        return inner == nil ? RealtimePath(keys) : target.appending(RealtimePath(keys))
      }
    }

    private mutating func auth(_ actor: RealtimeActor) -> RealtimeNode {
      guard let uid = actor.uid else { return .absent }
      var auth = actor.auth
      // Users whose ids are not in the rules may have any id.
      if actor.name != "admin" {
        auth = auth.replacing(
          "/uid",
          with: RealtimeNode(
            .string(
              Text(one([uid.string, "team-\(uid.string)-of-many", "a1\(uid.string)", "z\(actor.name.utf8.count)"])))))
      }
      if Bool.random(using: &random) {
        auth = auth.replacing("/token/email", with: RealtimeNode(.string(Text(one(["a@b.c", "x"])))))
      }
      if ["owner", "admin"].contains(actor.name), Bool.random(using: &random) {
        auth = auth.replacing(
          "/token/level", with: RealtimeNode(.number(Double(Int.random(in: 0...6, using: &random)))))
        auth = auth.replacing("/token/admin", with: RealtimeNode(.boolean(Bool.random(using: &random))))
      }
      return auth
    }
  }
}

extension RealtimeNode {
  /// The paths at which the id of a user is a key or a value.
  fileprivate func occurrences(of uid: Text, at path: RealtimePath = .root) -> [RealtimePath] {
    var found: [RealtimePath] = []
    for (key, child) in children {
      let childPath = path.child(key)
      if key.text == uid || child.leaf == .string(uid) { found.append(childPath) }
      found += child.occurrences(of: uid, at: childPath)
    }
    return found
  }
}
