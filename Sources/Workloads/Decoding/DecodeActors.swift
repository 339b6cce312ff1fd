import Diagnostics
import FirestoreModel
import StructuredText

extension WorkloadDecoder {
  mutating func actors(_ node: Node) -> [WorkloadActor] {
    members(node, expected: "a mapping of actors").compactMap { actor($0) }
  }

  private mutating func actor(_ member: Node.Member) -> WorkloadActor? {
    mapping(member.value, expected: "an actor") { decoder, reader in
      var actor = WorkloadActor(name: member.key, span: member.keySpan)
      if let node = reader.take("count") {
        let limits = 0...WorkloadActor.maximumCount
        actor.count = decoder.integer(node, in: limits, expected: "a whole number from 0 to \(limits.upperBound)") ?? 1
      }
      actor.auth = reader.take("auth").flatMap { decoder.authentication($0) }
      if let client = reader.take("client").flatMap({ decoder.client($0) }) { actor.client = client }
      if let world = reader.take("world").flatMap({ decoder.word($0, World.self) }) { actor.world = world }
      actor.variables = reader.take("vars").map { decoder.variables($0) } ?? []
      actor.sessions = reader.take("sessions").flatMap { decoder.sessions($0) }
      actor.steps = reader.take("steps").map { decoder.steps($0) } ?? []
      actor.betweenSessions = reader.take("betweenSessions").map { decoder.steps($0) } ?? []
      actor.during = reader.take("during").map { decoder.steps($0) } ?? []
      return actor
    }
  }

  /// `{uid: "u{i}", token: {…}}`; `none` for a client that has not signed in.
  private mutating func authentication(_ node: Node) -> Authentication? {
    if resolved(node).text == "none" { return nil }
    return mapping(node, expected: "a mapping with `uid`, or `none`") { decoder, reader in
      let token = reader.take("token").map { decoder.fields($0) } ?? []
      guard let uidNode = reader.take("uid") else {
        decoder.missing("uid", in: reader.span)
        return nil
      }
      guard let uid = decoder.text(uidNode, expected: "a text") else { return nil }
      return decoder.template(decoder.scalar(uid.text, at: uidNode)).map { Authentication(uid: $0, token: token) }
    }
  }

  private mutating func client(_ node: Node) -> ClientProfile? {
    mapping(node, expected: "a mapping with `sdk`") { decoder, reader in
      let platform = reader.take("sdk").flatMap { decoder.word($0, ClientProfile.Platform.self) } ?? .ios
      let persistence = reader.take("persistence").flatMap { decoder.word($0, ClientProfile.Persistence.self) }
      let skew = reader.take("clockSkew").flatMap { decoder.timeSpan($0, allowsNegative: true) }
      return ClientProfile(platform: platform, persistence: persistence, clockSkew: skew ?? .zero)
    }
  }

  private mutating func variables(_ node: Node) -> [ActorVariable] {
    members(node, expected: "a mapping of variables").compactMap { variable($0) }
  }

  private mutating func variable(_ member: Node.Member) -> ActorVariable? {
    guard let text = member.value.text else {
      return expression(member.value).map {
        ActorVariable(name: member.key, initial: $0, span: member.keySpan)
      }
    }
    var scalar = scalar(text, at: member.value)
    let isFrozen = text.hasPrefix("frozen ")
    if isFrozen { scalar = scalar.part("frozen ".utf8.count..<text.utf8.count) }
    guard let initial = initialValue(scalar) else { return nil }
    return ActorVariable(name: member.key, initial: initial, isFrozen: isFrozen, span: member.keySpan)
  }

  /// An expression; a lone word that names nothing is the text itself (`store: warm`), and so is no text at all.
  private mutating func initialValue(_ scalar: ScalarText) -> Expression? {
    if scalar.text.isEmpty {
      return Expression(text: "''", root: ExpressionNode(.literal(.string("")), span: scalar.span), span: scalar.span)
    }
    let isWord = scalar.text.utf8.first?.isWordStart == true && scalar.text.utf8.allSatisfy(\.isWordByte)
    let isKnown = ["now", "serverNow", "true", "false", "null", "none"].contains(scalar.text)
    if isWord, !isKnown, !scope.variables.contains(scalar.text) {
      if let problem = FunctionText(scalar.text).problem(at: scalar.span) { report(problem) }
      let root = ExpressionNode(.literal(.string(Text(scalar.text))), span: scalar.span)
      return Expression(text: scalar.text, root: root, span: scalar.span)
    }
    if let name = Self.parameterName(scalar.text), let value = scope.parameter(name) {
      return Expression(text: scalar.text, root: ExpressionNode(.literal(value), span: scalar.span), span: scalar.span)
    }
    return assignedValue(scalar)
  }

  // MARK: Sessions

  private mutating func sessions(_ node: Node) -> SessionPlan? {
    mapping(node, expected: "a mapping with `perDay`, `at` and `length`") { decoder, reader in
      let perDay = reader.take("perDay").flatMap { decoder.quantity($0) }
      let days = reader.take("days").map { decoder.weekdays($0) }
      let at = reader.take("at")
      let length = reader.take("length").flatMap { decoder.duration($0) }
      let people = reader.take("people").flatMap { decoder.word($0, SessionPlan.People.self) }
      guard let at else {
        decoder.missing("at", in: reader.span)
        return nil
      }
      guard let placement = decoder.placement(at) else { return nil }
      return SessionPlan(
        perDay: perDay ?? .constant(1), days: days, placement: placement, length: length ?? .constant(.zero),
        people: people, span: reader.span)
    }
  }

  /// `[mon, tue, wed, thu, fri]`
  private mutating func weekdays(_ node: Node) -> Set<Weekday> {
    Set(list(node, expected: "a list of days of the week, such as `[mon, fri]`").compactMap { word($0, Weekday.self) })
  }

  /// `{first: "08:00", gap: 16m}` or `{window: ["08:00", "22:00"], gap: even}`
  private mutating func placement(_ node: Node) -> SessionPlan.Placement? {
    mapping(node, expected: "a mapping with `first` or `window`") { decoder, reader in
      let first = reader.take("first")
      let window = reader.take("window")
      let gap = reader.take("gap")
      switch (first, window) {
      case (let first?, nil):
        guard let start = decoder.timeOfDay(first) else { return nil }
        let gap = gap.map { decoder.timeSpan($0, allowsNegative: false) } ?? .zero
        return gap.map { .sequence(first: start, gap: $0) }
      case (nil, let window?):
        if let gap, decoder.resolved(gap).text != "even" { decoder.wrongType(gap, expected: "`even`") }
        return decoder.window(window)
      case (.some, .some), (nil, nil):
        decoder.report(
          WorkloadProblem(.wrongType, "expected either `first` or `window`", span: reader.span))
        return nil
      }
    }
  }

  private mutating func window(_ node: Node) -> SessionPlan.Placement? {
    guard case .array(let items) = node.content, items.count == 2 else {
      wrongType(node, expected: "a list of two times of day")
      return nil
    }
    guard let from = timeOfDay(items[0]), let to = timeOfDay(items[1]) else { return nil }
    guard from <= to else {
      report(WorkloadProblem(.wrongType, "expected the earlier time of day first", span: node.span))
      return nil
    }
    return .even(from: from, to: to)
  }

  // MARK: Procedures and scripts

  mutating func procedures(_ node: Node) -> [Procedure] {
    members(node, expected: "a mapping of procedures").map { member in
      Procedure(name: member.key, steps: steps(member.value), span: member.keySpan)
    }
  }

  mutating func background(_ node: Node) -> [BackgroundActivity] {
    list(node, expected: "a list of activities").compactMap { activity($0) }
  }

  private mutating func activity(_ node: Node) -> BackgroundActivity? {
    mapping(node, expected: "a mapping with `every` and `write`") { decoder, reader in
      let every = reader.take("every")
      let write = reader.take("write")
      guard let every, let write else {
        let rate = every == nil ? reader.take("perDay") : nil
        let help = rate?.foundNumber.map { "write it inside: `every: {perDay: \($0)}`" }
        decoder.missing(every == nil ? "every" : "write", in: reader.span, help: help)
        return nil
      }
      guard let rate = decoder.rate(every), let write = decoder.outsideWrite(write) else { return nil }
      return BackgroundActivity(rate: rate, write: write, span: reader.span)
    }
  }

  private mutating func rate(_ node: Node) -> BackgroundActivity.Rate? {
    if case .object = node.content {
      return mapping(node, expected: "`{perDay: n}` or a length of time") { decoder, reader in
        guard let perDay = reader.take("perDay") else {
          decoder.missing("perDay", in: reader.span)
          return nil
        }
        return decoder.quantity(perDay).map(BackgroundActivity.Rate.perDay)
      }
    }
    guard let span = timeSpan(node, allowsNegative: false) else { return nil }
    guard span > .zero else {
      wrongType(node, expected: "a length of time above 0")
      return nil
    }
    return .interval(span)
  }

  mutating func timeline(_ node: Node) -> [TimelineEntry] {
    list(node, expected: "a list of entries").compactMap { entry($0) }
  }

  /// `at`, perhaps `actor`, and either `steps` or one step's own keys.
  private mutating func entry(_ node: Node) -> TimelineEntry? {
    mapping(node, expected: "a mapping with `at`") { decoder, reader in
      let actor = reader.take("actor").flatMap { decoder.text($0, expected: "an actor's name") }
      if let actor, !decoder.names.actors.contains(actor.text) {
        decoder.unknown(.actor, actor.text, among: decoder.names.actors, span: actor.span)
      }
      let at = reader.take("at")
      let step = decoder.step(&reader)
      guard let at else {
        decoder.missing("at", in: reader.span)
        return nil
      }
      guard let time = decoder.time(at), let step else { return nil }
      if case .group(let steps) = step.action, step == Step(action: .group(steps), span: step.span) {
        return TimelineEntry(at: time, actor: actor, steps: steps, span: reader.span)
      }
      return TimelineEntry(at: time, actor: actor, steps: [step], span: reader.span)
    }
  }
}
