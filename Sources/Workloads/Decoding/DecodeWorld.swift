package import Diagnostics
package import FirestoreModel
package import StructuredText

extension Workload {
  /// The database that every workload runs against.
  package static let database = DatabaseName(project: "demo-local")
}

extension WorkloadDecoder {
  /// Top-level keys that a variant can change.
  static let worldKeys = [
    "clock", "seed", "prices", "database", "params", "data", "actors", "background", "procedures", "timeline",
  ]

  static let actorKeys = [
    "count", "auth", "client", "world", "vars", "sessions", "steps", "betweenSessions", "during",
  ]

  /// Keys that a step may have, actions and what goes with them.
  static let stepKeys =
    actionKeys + [
      "name", "chance", "repeat", "spread", "wholeSeconds", "burst", "forEach", "retry", "expect", "as", "source",
      "missing", "keep", "each", "onChange", "intend", "copies", "maxAge", "merge", "fields", "then", "else",
    ]

  /// A decoder for a tree, with the names and parameters that the tree declares.
  package init(root: Node, source: SourceText) {
    let names = DeclaredNames(root)
    self.init(source: source, scope: names.scope(parameters: []), names: names)
    guard case .object(let members) = root.content, let node = members.first(where: { $0.key == "params" })?.value
    else { return }
    // Complaints about parameters are made once, when the world is read.
    var probe = self
    probe.decoding = NodeDecoding(source)
    scope = names.scope(parameters: probe.parameters(node))
  }

  mutating func world(_ root: Node) -> Workload {
    var workload = Workload(clock: .standard)
    guard case .object = root.content, var reader = ObjectReader(root, decoding) else { return workload }
    workload.clock = reader.take("clock").flatMap { clock($0) } ?? .standard
    workload.seed = reader.take("seed").map { seed($0) } ?? 0
    workload.prices = reader.take("prices").flatMap { prices($0) }
    workload.database = reader.take("database").flatMap { database($0) } ?? DatabaseSetting()
    workload.parameters = reader.take("params").map { parameters($0) } ?? []
    if let node = reader.take("data") {
      workload.data = data(node)
      workload.realtimeData = realtimeData(node)
    }
    workload.procedures = reader.take("procedures").map { procedures($0) } ?? []
    workload.actors = reader.take("actors").map { actors($0) } ?? []
    workload.background = reader.take("background").map { background($0) } ?? []
    workload.timeline = reader.take("timeline").map { timeline($0) } ?? []
    checkProcedureCalls(workload)
    checkSpreads(workload)
    // What could not be read leaves names behind that nothing explains.
    if !decoding.diagnostics.contains(where: { $0.severity == .error }) { report(NamesAtHand(workload).problems) }
    workload.inheritLoops()
    return workload
  }

  mutating func assertions(_ node: Node, names: AssertionNames) -> [Assertion] {
    list(node, expected: "a list of assertions").compactMap { assertion($0, names: names) }
  }

  /// `{expect: "reads(before) == 5"}`, or the line alone.
  private mutating func assertion(_ node: Node, names: AssertionNames) -> Assertion? {
    if node.text != nil { return assertionLine(node, names: names) }
    return mapping(node, expected: "a mapping with `expect`") { decoder, reader in
      guard let line = reader.take("expect") else {
        decoder.missing("expect", in: reader.span)
        return nil
      }
      return decoder.assertionLine(line, names: names)
    }
  }

  private mutating func assertionLine(_ node: Node, names: AssertionNames) -> Assertion? {
    guard let text = node.text else {
      wrongType(node, expected: "an assertion such as `\"reads(before).perDay == 1000\"`")
      return nil
    }
    let scalar = scalar(text, at: node)
    do throws(LineError) {
      return try AssertionParser.parse(scalar, names: names)
    } catch {
      report(WorkloadProblem(error, in: scalar))
      return nil
    }
  }

  /// A procedure that does itself, directly or through others, would never end.
  private mutating func checkProcedureCalls(_ workload: Workload) {
    var finished: Set<String> = []
    for procedure in workload.procedures {
      var open: [String] = []
      if let call = Self.endlessCall(procedure.name, workload, &open, &finished) {
        report(
          WorkloadProblem(
            .malformedInput, "the procedure \(QuotedText.of(call.text)) does itself without end", span: call.span))
        return
      }
    }
  }

  private static func endlessCall(
    _ name: String, _ workload: Workload, _ open: inout [String], _ finished: inout Set<String>
  ) -> Name? {
    guard !finished.contains(name), let procedure = workload.procedure(named: name) else { return nil }
    open.append(name)
    defer { open.removeLast() }
    var calls: [Name] = []
    for step in procedure.steps {
      step.visit { if case .perform(let call) = $0.action { calls.append(call) } }
    }
    for call in calls {
      if open.contains(call.text) { return call }
      if let endless = endlessCall(call.text, workload, &open, &finished) { return endless }
    }
    finished.insert(name)
    return nil
  }
}

extension ClockSetting {
  /// What a file without `clock:` gets: 30 days from the start of a Monday in the quota's time zone.
  package static let standard = ClockSetting(
    start: Timestamp(microseconds: 1_767_600_000_000_000), utcOffset: -28_800, days: 30)
}
