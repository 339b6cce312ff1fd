import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import QueryModel
import Testing

@testable import Workloads

/// `code line:column message` of every finding.
func findings(_ reading: WorkloadReading) -> [String] {
  reading.diagnostics.map { diagnostic in
    let place = diagnostic.location?.position
    return "\(diagnostic.code.id) \(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.message)"
  }
}

func read(_ text: String, overrides: [ParameterOverride] = []) -> WorkloadReading {
  WorkloadReader.read(SourceText(path: "test.workload.yaml", text: text), overrides: overrides)
}

@Suite("Worked examples of the workload format") struct ExampleDecodingTests {
  private func suite(_ text: String) throws -> WorkloadSuite {
    let reading = read(text)
    #expect(findings(reading) == [])
    return try #require(reading.suite)
  }

  private func query(_ step: Step) -> QueryTemplate? {
    guard case .read(let read) = step.action, case .query(let query) = read.target else { return nil }
    return query
  }

  @Test func `11.2 the frame`() throws {
    let suite = try suite(ExampleWorkloads.chatOpen)
    #expect(suite.name == "chathub-chat-open")
    #expect(suite.variants.map(\.name) == ["before", "after", "after-as-written", "before-persist", "after-limit"])
    #expect(suite.variants.map(\.expectedFindings) == [[], [], [], [], ["FB7014", "FB7016"]])
    #expect(
      suite.assertions.map(\.text) == [
        "reads(before).perDay == 50000000", "reads(after).perDay == 2500000",
        "cost(before).reads.month == 5400.00 USD && cost(after).reads.month == 270.00 USD",
        "missed(after.msgs) == 0", "missed(after-limit.msgs) == 30000000",
      ])
    let workload = suite.variants[0].workload
    let start = try #require(Timestamp(rfc3339: "2026-01-05T08:00:00Z"))
    #expect(workload.clock == ClockSetting(start: start, utcOffset: -28_800, days: 30))
    guard case .file(let book)? = workload.prices?.book else {
      Issue.record("no book")
      return
    }
    #expect(book.text == "books/doc-000.yaml")
    let parameters: [ParameterValue] = [.integer(1000), .integer(1000), .integer(50), .integer(50)]
    #expect(workload.parameters.map(\.value) == parameters)
  }

  @Test func `11.2 data and actor`() throws {
    let workload = try suite(ExampleWorkloads.chatOpen).variants[0].workload
    let entry = try #require(workload.data.first)
    #expect(entry.path.sourceText == "Chats/{chat}/Messages/{auto}")
    #expect(entry.loops.map(\.values) == [.range(first: 1, last: 1000)])
    #expect(entry.count == .constant(1000) && entry.retention == .constant(1000))
    #expect(
      entry.fields.map(\.value) == [.spread(from: .relative(.days(-90)), to: .relative(.zero))])
    let actor = try #require(workload.actor(named: "member"))
    #expect(actor.count == 1000 && actor.client == ClientProfile(platform: .ios, persistence: .off))
    #expect(actor.sessions?.perDay == .constant(50))
    #expect(actor.sessions?.placement == .sequence(first: .hours(8), gap: .minutes(16)))
    #expect(actor.sessions?.length == .constant(.minutes(1)))
    #expect(actor.variables.map { "\($0.name) \($0.initial.text)" } == ["clear 0", "seen now"])
    guard case .outsideWrite(let write) = actor.betweenSessions[0].action else {
      Issue.record("no write")
      return
    }
    #expect(write.count == .constant(50) && write.spread == Spread(.gap) && write.fields == nil)
    #expect(workload.dataEntry(for: write.path) == entry)
    #expect(entry.loopBindings(of: ["Chats", "17", "Messages", "x"]) == ["chat": .integer(17)])
  }

  @Test func `11.2 steps of two variants`() throws {
    let suite = try suite(ExampleWorkloads.chatOpen)
    let steps = suite.variants[0].workload.actors[0].steps
    #expect(steps.map(\.name?.text) == ["chat.open", nil, nil])
    let before = try #require(query(steps[0]))
    #expect(before.query.limit == nil && before.query.filter == nil)
    #expect(before.query.orders == [Order(FieldPath(name: "message_time_stamp"), .descending)])
    #expect(before.query.source.parent.segments == [.literal("Chats"), .expression("i")])
    #expect(before.query.source.collectionID == .literal("Messages"))
    let after = try #require(query(suite.variants[4].workload.actors[0].steps[0]))
    #expect(after.query.limit == 30)
    #expect(after.bindings.keys.sorted() == ["i", "max(clear,seen)"])
    guard case .assign(let assignments) = steps[1].action, case .detach(let name) = steps[2].action else {
      Issue.record("wrong steps")
      return
    }
    #expect(assignments.map(\.value.text) == ["max(seen, maxOf(msgs.message_time_stamp))"])
    #expect(name.text == "msgs")
  }

  @Test func `11.3 clear three days`() throws {
    let workload = try suite(ExampleWorkloads.clearThreeDays).variants[0].workload
    #expect(workload.procedures.map(\.name) == ["openChat", "clearChat"])
    guard case .condition(let condition, let then, let otherwise) = workload.procedures[0].steps[0].action,
      case .write(let write) = workload.procedures[1].steps[1].action
    else {
      Issue.record("wrong steps")
      return
    }
    #expect(condition.text == "max(clear,seen) > 0")
    #expect(then.map(\.name?.text) == ["chat.open"] && otherwise.map(\.name?.text) == ["chat.open.all"])
    #expect(write.kind == .set(merge: true) && write.path.sourceText == "Users/me/Chats/you")
    #expect(
      write.fields.map(\.path.description) == ["fetch_message_after", "conversation_deleted", "last_message_timestamp"])
    #expect(write.fields[2].value == .serverTime)
    #expect(workload.timeline.map(\.actor?.text) == ["me", "me", nil, "me", nil, "me", "me"])
    #expect(workload.timeline[2].at == .dayTime(day: 1, timeOfDay: .hours(12)))
    guard case .outsideWrite(let arrivals) = workload.timeline[2].steps[0].action else {
      Issue.record("no write")
      return
    }
    #expect(arrivals.count == .constant(30) && arrivals.spread == Spread(.duration(.hours(20))))
  }

  @Test func `11.4 a feed in two databases`() throws {
    let suite = try suite(ExampleWorkloads.hybridFeed)
    let workload = suite.variants[0].workload
    #expect(workload.data.count == 1)
    let entry = try #require(workload.realtimeData.first)
    #expect(entry.path.sourceText == "posts/recent/{p}" && entry.loops.map(\.variable) == ["p"])
    guard case .realtime(let watch) = workload.actors[0].steps[0].action,
      case .realtime(let like) = workload.actors[0].during[0].action,
      case .realtime(let post) = workload.procedures[0].steps[1].action
    else {
      Issue.record("no requests to the Realtime Database")
      return
    }
    #expect(watch.text == "posts/recent orderByChild timestamp limitToLast 50")
    #expect((watch.operation, watch.event, watch.onChange.count) == (.listen, .value, 1))
    #expect((like.operation, like.amount) == (.increment, .literal(.integer(1))))
    #expect(post.operation == .set && post.writtenValues.count == 1)
    let events = suite.variants.map { variant -> RealtimeStep.Event? in
      guard case .realtime(let watch) = variant.workload.actors[0].steps[0].action else { return nil }
      return watch.event
    }
    #expect(events == [.value, .childAdded, .childAdded])
    #expect(suite.budgets.map(\.budget.maximum) == [Rational(60)])
    #expect(suite.budgets.map(\.budget.period) == [.session])
    #expect(suite.variants[0].workload.actors[0].variables[0].initial.root.kind == .literal(.string("warm")))
  }

  @Test func `11.5 conversation list`() throws {
    let suite = try suite(ExampleWorkloads.conversationList)
    let actor = suite.variants[0].workload.actors[0]
    let listen = try #require(query(actor.steps[0]))
    #expect(
      listen.query.filter
        == .field(FieldFilter(FieldPath(name: "participants"), .arrayContains, .expression("u{i}"))))
    #expect(actor.steps[2].chance == 0.2)
    let pages = suite.variants.map { variant -> PageStep? in
      guard case .page(let page) = variant.workload.procedures[0].steps[0].action else { return nil }
      return page
    }
    #expect(pages.map { $0?.cursor } == [.snapshot, .refetch])
    #expect(pages[0]?.size == .constant(50) && pages[0]?.until == .pages(.constant(1)))
    #expect(pages[0]?.query.query.filter == listen.query.filter)
    #expect(suite.budgets.map(\.budget.warnAt) == [Rational(9, over: 10)])
    #expect(suite.budgets.map(\.level) == [.warn] && suite.budgets.map(\.budget.period) == [.userDay])
  }

  @Test func `mutated files never crash the reader`() {
    var random = RandomStream(seed: 4)
    let letters = Array("{}[]:,-\"' \n$.0aé|&*!%".utf8)
    let examples = [ExampleWorkloads.chatOpen, ExampleWorkloads.clearThreeDays, ExampleWorkloads.conversationList]
    for _ in 0..<150 {
      var bytes = Array(examples[Int(random.index(below: 3))].utf8)
      for _ in 0...random.index(below: 6) {
        let position = Int(random.index(below: UInt64(bytes.count)))
        switch random.index(below: 4) {
        case 0: bytes.insert(letters[Int(random.index(below: UInt64(letters.count)))], at: position)
        case 1: bytes[position] = letters[Int(random.index(below: UInt64(letters.count)))]
        case 2: bytes.remove(at: position)
        default: bytes.removeSubrange(position..<min(bytes.count, position + Int(random.index(below: 40))))
        }
      }
      let reading = WorkloadReader.read(SourceText(path: "mutated.workload.yaml", bytes: bytes))
      #expect(reading.suite != nil || !reading.diagnostics.isEmpty)
      for diagnostic in reading.diagnostics { _ = diagnostic.location?.position }
    }
  }
}
