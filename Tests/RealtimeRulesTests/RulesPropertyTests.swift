import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Testing

@testable import RealtimeRules

@Suite("Rules, at random") struct RulesPropertyTests {
  @Test("decisions are those of a plain reading of the reference", arguments: 1...12)
  func oracle(seed: UInt64) throws {
    var random = RandomRules(seed: seed)
    var reads = [true: 0, false: 0]
    var writes = [true: 0, false: 0]
    for _ in 0..<80 {
      let text = "{\"rules\": {\(random.rules())}}"
      guard let rules = RealtimeRulesReading.read(SourceText(path: "r.json", text: text)).ruleset else { continue }
      let data = random.node()
      let assumptions = random.assumptions()
      for _ in 0..<8 {
        let auth = random.auth()
        let path = random.path(0..<5)
        let query = try random.query()
        let plain = NaiveRules(
          rules: rules.root, before: data, after: data, auth: auth, now: 5, query: query?.drawn,
          assumptions: assumptions)
        let request = RealtimeRuleRequest(.read(path, query: query?.spec), auth: auth, now: 5)
        let read = rules.decide(request, data: data, assumptions: assumptions)
        #expect(
          read.isAllowed == plain.mayRead(path),
          "\(text) read \(path) \(query?.spec.description ?? "") auth \(auth.export) data \(data.export)")
        reads[read.isAllowed, default: 0] += 1
        try check(&random, rules, data, auth, assumptions, &writes)
      }
    }
    #expect(reads[true, default: 0] > 20 && reads[false, default: 0] > 20)
    #expect(writes[true, default: 0] > 5 && writes[false, default: 0] > 20)
  }

  /// Several paths, none above another; some are deleted, of some the priority alone is written.
  private func check(
    _ random: inout RandomRules, _ rules: RealtimeRuleset, _ data: RealtimeNode, _ auth: RealtimeNode,
    _ assumptions: RealtimeAssumptions, _ counts: inout [Bool: Int]
  ) throws {
    var paths: [RealtimePath] = []
    var after = data
    var members: [JSONValue.Member] = []
    for _ in 0..<random.number(1..<4) {
      let path = random.path(0..<4)
      guard !paths.contains(where: { $0.contains(path) || path.contains($0) }) else { continue }
      paths.append(path)
      if random.chance(15) {
        let priority = random.chance(50) ? random.priority() : nil
        after = after.replacing(path, with: after[path].withPriority(priority))
        members.append(.init("\(path)/.priority", priority?.json ?? .null))
      } else {
        let node = random.chance(20) ? .absent : random.node()
        after = after.replacing(path, with: node)
        members.append(.init(path.description, node.export))
      }
    }
    let change = try RealtimeWrite.update(.object(members), at: .root, by: .sdk).applied(to: data, now: 5)
    #expect(change.new == after)
    let decision = rules.decide(change, auth: auth, now: 5, assumptions: assumptions)
    let oracle = NaiveRules(
      rules: rules.root, before: data, after: after, auth: auth, now: 5, assumptions: assumptions)
    #expect(
      decision.isAllowed == oracle.mayWrite(paths),
      "\(String(decoding: rules.source.bytes, as: UTF8.self)) update \(members) auth \(auth.export) data \(data.export)"
    )
    counts[decision.isAllowed, default: 0] += 1
    let request = RealtimeRuleRequest(.update(.root, paths.map { ($0, after[$0]) }), auth: auth, now: 5)
    #expect(rules.decide(request, data: data, assumptions: assumptions).isAllowed == decision.isAllowed)
  }

  @Test("a pattern finds what trying every place finds", arguments: 1...4)
  func patterns(seed: UInt64) throws {
    var random = RandomRules(seed: seed)
    var found = 0
    for _ in 0..<500 {
      let pattern = random.pattern()
      let ignoresCase = random.chance(30)
      let compiled = try RegularExpression(pattern, ignoresCase: ignoresCase)
      for _ in 0..<6 {
        let text = (0..<random.number(0..<3)).map { _ in random.pick(RandomRules.texts) }.joined()
        let isFound = NaivePattern.finds(pattern, in: Array(text.unicodeScalars), ignoresCase: ignoresCase)
        #expect(compiled.matches(Text(text)) == isFound, "/\(pattern)/\(ignoresCase ? "i" : "") in \(text)")
        found += isFound ? 1 : 0
      }
    }
    #expect(found > 300 && found < 2700)
  }

  @Test("an update is the same change as one deep set where nothing is asked between")
  func updateAsSet() throws {
    var random = RandomRules(seed: 11)
    var allowed = 0
    for _ in 0..<400 {
      // All rules stand at the top or below the written children, and what is validated there asks for nothing else.
      let text = """
        {"rules": {".write": \(RulesFixture.quoted(random.boolean([], ".write"))), "a": {
          "$k": {".validate": "newData.isNumber() || newData.hasChildren()", "$l": {".validate": "newData.val() !== 'b'"}}}}}
        """
      guard let rules = RealtimeRulesReading.read(SourceText(path: "r.json", text: text)).ruleset else { continue }
      let data = random.node()
      let names = RandomRules.keys.filter { _ in random.chance(60) }
      let writes = names.map { (path: RealtimePath([RealtimeKey("a"), RealtimeKey($0)]), node: random.node(depth: 1)) }
      guard !writes.isEmpty else { continue }
      let base = data.replacing("a", with: .absent)
      let set = writes.reduce(RealtimeNode.absent) { $0.replacing(RealtimePath([$1.path.keys[1]]), with: $1.node) }
      let update = rules.decide(RealtimeRuleRequest(.update("a", writes), now: 5), data: base)
      let whole = rules.decide(RealtimeRuleRequest(.write("a", set), now: 5), data: base)
      #expect(update.isAllowed == whole.isAllowed, "\(text) \(writes)")
      if update.isAllowed { allowed += 1 }
    }
    #expect(allowed > 10)
  }

  @Test("broken rules are refused with places inside the file, whatever they say")
  func mutations() throws {
    var generator = SeededGenerator(seed: 3)
    let seeds = try SpecFile.load("Tests/RealtimeRulesTests/Specs/decisions.yaml")["sets"].members.map {
      try $0.value.string
    }
    let inserts = [
      "(", ")", "[", "]", "{", "}", "\"", "\\", "/", "'", "!", "-", "$", ".", ",", ":", "?", "&&", "é", "\u{0}", "\n",
      "//", "/*", "\\u0041", "\\ud800", "1e9", "newData", ".read",
    ]
    for text in seeds {
      for _ in 0..<150 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes.remove(at: place)
          case 1:
            bytes.insert(contentsOf: inserts[Int.random(in: 0..<inserts.count, using: &generator)].utf8, at: place)
          default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          }
        }
        let reading = RealtimeRulesReading.read(SourceText(path: "r.json", bytes: bytes))
        #expect((reading.ruleset == nil) == !reading.diagnostics.isEmpty)
        for finding in reading.diagnostics {
          let span = try #require(finding.location?.span)
          #expect(span.start >= 0 && span.start <= span.end && span.end <= bytes.count + 1)
          #expect(["FB6001", "FB6002", "FB6003"].contains(finding.code.id))
        }
        if let rules = reading.ruleset {
          _ = rules.decide(RealtimeRuleRequest(.read("a/b/c", query: nil), now: 0), data: .absent)
        }
      }
    }
  }

  @Test("no depth and no length exhausts anything")
  func hostile() {
    func findings(_ expression: String) -> [String] {
      let text = "{\"rules\": {\".read\": \(RulesFixture.quoted(expression))}}"
      return RealtimeRulesReading.read(SourceText(path: "r.json", text: text)).diagnostics.map(\.code.id)
    }
    func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    #expect(findings(times("(", 100_000) + "true" + times(")", 100_000)) == ["FB6003"])
    #expect(findings(times("!", 100_000) + "true") == ["FB6003"])
    #expect(findings(times("- ", 100_000) + "1 == 1") == ["FB6003"])
    #expect(findings("auth" + times(".a", 100_000) + " == null") == ["FB6003"])
    #expect(findings("1" + times(" + 1", 100_000) + " == 1") == ["FB6003"])
    #expect(findings(times("true ? ", 100_000) + "true" + times(" : true", 100_000)) == ["FB6003"])
    #expect(findings(times("auth[", 100_000)) == ["FB6003"])
    #expect(findings(times("root.hasChildren([", 1000)) == ["FB6003"])
    #expect(findings("root.val().matches(/" + times("(", 1000) + "a" + times(")", 1000) + "/)") == ["FB6003"])
    #expect(findings("true" + times(" && true", 20_000)) == [])
    #expect(findings("'" + times("x", 1_000_000) + "' == 'x'") == [])
    let deep = "{\"rules\": " + times("{\"a\": ", 5000) + "{}" + times("}", 5001)
    #expect(RealtimeRulesReading.read(SourceText(path: "r.json", text: deep)).diagnostics.map(\.code.id) == ["FB6001"])
    // Texts do not grow without end.
    let growing = "root.val()" + times(".replace('a', 'aaaaaaaaaaaaaaaa')", 60) + " == 'a'"
    let rules = RealtimeRulesReading.read(
      SourceText(path: "r.json", text: "{\"rules\": {\".read\": \(RulesFixture.quoted(growing))}}")
    ).ruleset
    let decision = rules?.decide(
      RealtimeRuleRequest(.read(.root, query: nil), now: 0), data: RealtimeNode(.string("a")))
    #expect(decision?.reason == .error("the text has more than 10485760 bytes"))
  }

  @Test("looking on records every part with its value, below what it is part of")
  func trace() throws {
    let rules = try RulesFixture.rules(
      #"{"rules": {"r": {".read": false, "$id": {".read": "auth != null && data.child('m').hasChild(auth.uid)"}}}}"#)
    let data = RealtimeNode.absent.replacing("r/x/m/b", with: RealtimeNode(.boolean(true)))
    let request = RealtimeRuleRequest(.read("r/x", query: nil), auth: RealtimeNode(claims: ["uid": "a"]), now: 0)
    let decision = rules.decide(request, data: data, tracing: true)
    #expect(decision.trace.map { "\($0.rule.pattern) \($0.rule.path)" } == ["/r /r", "/r/$id /r/x"])
    let values = decision.trace.flatMap(\.values).map { value in
      let text = String(decoding: rules.source.bytes[value.span.start..<value.span.end], as: UTF8.self)
      switch value.outcome {
      case .value(let shown): return "\(value.depth) \(text): \(shown)"
      case .error(let shown): return "\(value.depth) \(text)! \(shown)"
      }
    }
    #expect(
      values == [
        "2 auth: (object)", "1 auth != null: true", "2 data.child('m'): /r/x/m", "3 auth: (object)",
        "2 auth.uid: \"a\"",
        "1 data.child('m').hasChild(auth.uid): false", "0 auth != null && data.child('m').hasChild(auth.uid): false",
      ])
  }
}
