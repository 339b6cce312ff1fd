import Diagnostics
import FirestoreModel
import Metering
import StructuredText
import Workloads

extension VariantReport {
  init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "variants"),
      let name = object.string("name", .required)
    else { return nil }
    self.init(
      name: name, tally: Tally(reading: &object), storedBytes: object.count("storedBytes"),
      outsideWrites: object.count("outsideWrites"),
      month: object.present("monthlyCost").flatMap { MonthlyCost(reading: $0, decoding) },
      correctness: object.object("correctness").map { Correctness(reading: $0) } ?? Correctness(),
      waste: object.object("waste").map { Waste(reading: $0) } ?? Waste(),
      operations: object.elements("operations") { OperationReport(reading: $0, decoding) },
      users: object.count("users"), coldShare: object.present("coldShare").flatMap { Share(reading: $0, decoding) },
      realtime: object.present("realtime").flatMap { RealtimeReport(reading: $0, decoding) },
      refused: object.count("refused"))
    let operations = operations.count
    days = object.elements("days") { DayReport(reading: $0, operations: operations, decoding) }
    roles = object.elements("roles") { RoleReport(reading: $0, decoding) }
    listeners = object.elements("listeners") { ListenerReport(reading: $0, decoding) }
    ruleReads = object.elements("ruleReads") { RuleReadReport(reading: $0, decoding) }
    fanOut = object.elements("fanOut") { WriteFanOutReport(reading: $0, decoding) }
    kind = object.choice("kind", of: VariantKind.allCases.map { ($0.rawValue, $0) }) ?? .alternative
    _ = object.choice("standing", of: VariantStanding.allCases.map { ($0.rawValue, $0) })
    refusedAsExpected = object.count("refusedAsExpected")
    documentsShown = object.count("documentsShown")
    shortcomings = object.strings("shortcomings") ?? []
  }
}

extension Share {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "coldShare") else { return nil }
    self.init(part: object.count("part", .required), whole: object.count("whole", .required))
  }
}

extension Correctness {
  fileprivate init(reading object: ObjectReader) {
    var object = object
    self.init(
      missed: object.count("missed"), stale: object.count("stale"), duplicates: object.count("duplicates"),
      denied: object.count("denied"), indexErrors: object.count("indexErrors"))
  }
}

extension Waste {
  fileprivate init(reading object: ObjectReader) {
    var object = object
    var amounts: [Class: Int64] = [:]
    for wasteClass in Class.allCases {
      let amount = object.count(wasteClass.rawValue)
      if amount > 0 { amounts[wasteClass] = amount }
    }
    self.init(amounts)
  }
}

extension MonthlyCost {
  /// From the exact lines; from the parts where there are none.
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "monthlyCost"),
      let currency = object.string("currency", .required)
    else { return nil }
    var lines = object.elements("lines") { Line(reading: $0, decoding) }
    let parts = object.members("parts", .required) ?? []
    if lines.isEmpty {
      lines = parts.compactMap { member in
        Part(rawValue: member.key).map { part in
          Line(
            part: part, quantity: nil, billed: nil, amount: decoding.exact(member.value, for: member.key),
            isVerified: true)
        }
      }
    }
    let listAmount = object.present("listAmount").flatMap { decoding.amount($0, for: "listAmount") }
    self.init(currency: currency, lines: lines, calendar: BillingCalendar(reading: &object), listAmount: listAmount)
  }
}

extension MonthlyCost.Line {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "lines") else { return nil }
    let parts = MonthlyCost.Part.allCases.map { ($0.rawValue, $0) }
    guard let part = object.choice("part", .required, of: parts) else { return nil }
    self.init(
      part: part, quantity: object.present("quantity").flatMap { decoding.amount($0, for: "quantity") },
      billed: object.present("billed").flatMap { decoding.amount($0, for: "billed") },
      amount: object.present("amount").flatMap { decoding.amount($0, for: "amount") },
      isVerified: object.boolean("verified") ?? true)
  }
}

extension NodeDecoding {
  /// Nil for `null`.
  fileprivate func exact(_ node: Node, for name: String) -> Rational? {
    if case .null = node.content { return nil }
    return amount(node, for: name)
  }
}

// MARK: - Operations

extension OperationReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "operations"),
      let name = object.string("name", .required)
    else { return nil }
    self.init(
      name: name, shape: object.text("shape"), calls: object.count("calls", .required), tally: Tally(reading: &object),
      plan: object.present("plan") == nil ? nil : object.strings("plan"),
      readsPerCall: object.present("readsPerCall").flatMap { ReadsPerCall(reading: $0, decoding) },
      callsByReads: object.elements("callsByReads") { CallsByReads(reading: $0, decoding) },
      source: object.place("source"))
  }
}

extension ReadsPerCall {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "readsPerCall") else { return nil }
    self.init(
      minimum: object.count("minimum", .required), median: object.count("median", .required),
      maximum: object.count("maximum", .required))
  }
}

extension CallsByReads {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard let pair = decoding.array(node, for: "callsByReads") else { return nil }
    let numbers = pair.compactMap { decoding.integer($0, for: "callsByReads", in: 0 ... .max) }
    guard numbers.count == 2 else {
      decoding.report(.wrongType, "expected two numbers for `callsByReads`: reads and calls", at: node.span)
      return nil
    }
    self.init(reads: numbers[0], calls: numbers[1])
  }
}

// MARK: - Days, actors, listeners, rules, collections

extension DayReport {
  fileprivate init?(reading node: Node, operations: Int, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "days"), let number = object.integer("day", .required),
      let dateNode = object.node("date", .required), let text = decoding.string(dateNode, for: "date")
    else { return nil }
    guard let date = CalendarDate(iso: text) else {
      decoding.reportWrongType(expected: "a date such as `2026-01-31`", for: "date", found: dateNode)
      return nil
    }
    self.init(
      number: number, date: date, tally: Tally(reading: &object), hours: object.counts("hours"),
      readsByOperation: object.counts("operations"),
      cost: object.present("cost").flatMap { decoding.amount($0, for: "cost") })
    guard hours.count == 24, readsByOperation.count == operations else {
      decoding.report(
        .wrongType, "a day has 24 numbers in `hours`, and one for each of the \(operations) operations", at: node.span)
      return nil
    }
  }
}

extension RoleReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "roles"),
      let name = object.string("name", .required)
    else { return nil }
    self.init(
      name: name, instances: object.count("instances", .required), sessions: object.count("sessions", .required),
      isServer: object.boolean("server") ?? false, tally: Tally(reading: &object))
  }
}

extension ListenerReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "listeners"),
      let operation = object.string("operation", .required), var lifetimes = object.object("lifetimeSeconds", .required)
    else { return nil }
    self.init(
      operation: operation, attaches: object.count("attaches", .required), resumed: object.count("resumed"),
      initialReads: object.count("initialReads"), deltaReads: object.count("deltaReads"),
      reissuedReads: object.count("reissuedReads"),
      lifetimes: Lifetimes(
        minimum: lifetimes.count("minimum", .required), median: lifetimes.count("median", .required),
        maximum: lifetimes.count("maximum", .required)))
  }
}

extension RuleReadReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "ruleReads"),
      let location = object.place("source", .required), let expression = object.string("expression", .required)
    else { return nil }
    self.init(location: location, expression: expression, reads: object.count("reads", .required))
  }
}

extension WriteFanOutReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "fanOut"),
      let collection = object.string("collection", .required)
    else { return nil }
    self.init(
      collection: collection, writes: object.count("writes", .required),
      indexEntries: object.count("indexEntries", .required), bytes: object.count("bytes", .required))
  }
}
