package import Diagnostics
package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import Metering
import QueryModel
import QueryPlanner
package import RealtimeDatabase
package import Workloads

/// What a simulation finds out beside the bill: refusals, observers, plans, waste. Cells of one variant share it.
package struct RunNotes {
  /// What is known of an operation beyond its bill.
  package struct OperationNote {
    package var span: Span
    package var shape: String?
    /// The `properties` of Explain; nil for operations that are no queries.
    package var plan: [String]?
    /// Documents handed to the app, and those that its own filter kept.
    package var returned = SaturatingSum()
    package var kept = SaturatingSum()
    package var attached = SaturatingSum()
    package var resumed = SaturatingSum()
    /// Of listeners that have ended, and of those that the end of the run found.
    package var lifetimes = ListenerLifetimes()
    /// Requests that were refused, and those of them that the step's `expect:` says.
    package var refused = SaturatingSum()
    package var refusedAsExpected = SaturatingSum()
    var missingGets = SaturatingSum()
    package var unexpectedMisses = SaturatingSum()
  }

  /// The same refusal of the same step is one finding.
  package struct Refusal: Hashable {
    package var step: Step
    var error: FirestoreError
    /// Where rules denied it, and how: instances that are denied alike are one finding.
    var denial: DenialPlace?

    package var isDenial: Bool { error.status == .permissionDenied }
  }

  struct DenialPlace: Hashable {
    var code: DiagnosticCode
    var kind: AccessDenial.Kind
    var location: SourceLocation?

    init(_ denial: AccessDenial) {
      code = denial.code
      kind = denial.kind
      location = denial.location
    }
  }

  package struct ObservedResult: Hashable {
    package var actor: String
    package var result: String
  }

  package struct Observation: Hashable {
    package var missed = SaturatingSum()
    /// Those of them that came while an earlier answer was on the screen.
    package var cameLater = SaturatingSum()
    package var stale = SaturatingSum()
    package var duplicates = SaturatingSum()
    package var visible = SaturatingSum()
  }

  package private(set) var operations: [Text: OperationNote] = [:]
  /// Unexpected ones, with how often they happened, in the order of their first time.
  package private(set) var refusals: [Refusal] = []
  private(set) var refusalCounts: [Refusal: SaturatingSum] = [:]
  /// The first denial of each place, with its values.
  private(set) var denials: [Refusal: AccessDenial] = [:]
  /// Requests that were refused, expected or not.
  package private(set) var refusedRequests = SaturatingSum()
  /// Every step that was done at least once.
  package private(set) var reached: Set<Span> = []
  /// Steps that were refused as their `expect:` says.
  package private(set) var expectedRefusals: Set<Span> = []
  package private(set) var observations: [ObservedResult: Observation] = [:]
  /// Missing indexes that mode `permissive` assumed, by the step that needed them first.
  private(set) var assumedIndexes: [(index: MissingIndex, span: Span)] = []
  private(set) var problems: [ExpressionError] = []
  private var knownProblems: Set<ExpressionError> = []
  private(set) var unsupported: [Problem] = []
  /// Why the simulation ended before the period did.
  private(set) var unfinished: Problem?
  /// What is wrong with the values that queries were filled with.
  package private(set) var boundFindings: [BoundFinding] = []
  private(set) var internalErrors: [Problem] = []
  /// By actor.
  package private(set) var denied: [String: SaturatingSum] = [:]
  package private(set) var indexErrors: [String: SaturatingSum] = [:]
  package var outsideWrites = SaturatingSum()
  /// Sessions that have begun, by actor.
  package private(set) var sessions: [String: SaturatingSum] = [:]
  /// What went wrong with sessions, by actor.
  package internal(set) var sessionFaults: [String: SessionFaults] = [:]
  /// Documents that users got to see, each once a session.
  package private(set) var shown = SeenCount()
  /// Those that the workload names by `intend:`, whether they were seen or not.
  package private(set) var intended = SeenCount()
  /// By collection, ids of documents left out.
  package private(set) var fanOut: [String: WriteFanOut] = [:]
  /// Rules have looked into texts: instances that were taken to be alike may be told apart. What is found out from there
  /// on is worth nothing.
  var isFoldingRefuted = false
  /// Bytes at the end of each day.
  private(set) var storageSamples: [Int64] = []
  /// The same of the Realtime Database.
  private(set) var realtimeStorageSamples: [Int64] = []
  /// Listeners of the Realtime Database whose query has no index, in the order of their first time.
  package private(set) var unindexedListens: [UnindexedListen] = []

  package struct UnindexedListen {
    package var step: Step
    package var location: String
    package var index: RealtimeIndexTarget
    /// Bytes of the largest first data, and what they would be with the index.
    package var bytes: Int64
    package var bytesIfIndexed: Int64
  }

  package struct BoundFinding: Hashable {
    package var finding: BoundCheck.Finding
    package var step: Step
  }

  struct Problem: Hashable {
    var message: String
    var span: Span
    /// It could be simulated if there were less of it.
    var isTooMuch = false
  }
}

extension RunNotes {
  mutating func ran(_ operation: OperationID, shape: String?, plan: [String]?) {
    if operations[operation.name] == nil {
      operations[operation.name] = OperationNote(span: operation.span, shape: shape, plan: plan)
    } else if let plan, operations[operation.name]?.plan == nil {
      operations[operation.name]?.plan = plan
    }
  }

  mutating func attached(_ operation: OperationID, resumed: Bool, _ multiplicity: Int64) {
    operations[operation.name]?.attached.add(multiplicity)
    if resumed { operations[operation.name]?.resumed.add(multiplicity) }
  }

  mutating func listened(_ operation: OperationID, microseconds: Int64, _ multiplicity: Int64) {
    operations[operation.name]?.lifetimes.add(seconds: microseconds / 1_000_000, times: multiplicity)
  }

  mutating func reached(_ step: Step) { reached.insert(step.span) }

  /// Whether all was done that the workload says; otherwise its figures are those of something else.
  package var isComplete: Bool { problems.isEmpty && unsupported.isEmpty && internalErrors.isEmpty }

  mutating func sessionBegan(of instance: ActorInstance) {
    sessions[instance.actor.name, default: SaturatingSum()].add(instance.multiplicity)
  }

  mutating func showed(_ documents: SeenDocuments, intended named: SeenDocuments, to instance: ActorInstance) {
    shown.add(documents, to: instance)
    intended.add(named, to: instance)
  }

  /// Cells are parts of one database.
  mutating func addFanOut(_ found: [String: WriteFanOut]) { fanOut.merge(found) { $0.adding($1) } }

  mutating func filtered(_ operation: OperationID, returned: Int, kept: Int, multiplicity: Int64) {
    operations[operation.name]?.returned.add(Int64(returned), times: multiplicity)
    operations[operation.name]?.kept.add(Int64(kept), times: multiplicity)
  }

  /// A get that was billed for a document that does not exist.
  mutating func gotNothing(mayBeMissing: Bool, _ operation: OperationID, by instance: ActorInstance) {
    operations[operation.name]?.missingGets.add(instance.multiplicity)
    if !mayBeMissing { operations[operation.name]?.unexpectedMisses.add(instance.multiplicity) }
  }

  /// - Parameter denial: what the rules found, when it is they who refuse.
  mutating func refused(
    _ error: FirestoreError, _ step: Step, by instance: ActorInstance, denial: AccessDenial? = nil
  ) {
    refusedRequests.add(instance.multiplicity)
    switch error.status {
    case .permissionDenied: denied[instance.actor.name, default: SaturatingSum()].add(instance.multiplicity)
    case .failedPrecondition where error.isMissingIndex:
      indexErrors[instance.actor.name, default: SaturatingSum()].add(instance.multiplicity)
    default: break
    }
    // A refused operation is one that was asked, too.
    ran(step.operation, shape: step.shapeText, plan: nil)
    operations[step.operation.name]?.refused.add(instance.multiplicity)
    if step.expects(error, denial?.code) {
      operations[step.operation.name]?.refusedAsExpected.add(instance.multiplicity)
      expectedRefusals.insert(step.span)
      return
    }
    let refusal = Refusal(step: step, error: error, denial: denial.map(DenialPlace.init))
    if refusalCounts[refusal] == nil {
      refusals.append(refusal)
      denials[refusal] = denial
    }
    refusalCounts[refusal, default: SaturatingSum()].add(instance.multiplicity)
  }

  mutating func assumed(_ indexes: [MissingIndex], _ step: Step) {
    for index in indexes where !assumedIndexes.contains(where: { $0.index.definition == index.definition }) {
      assumedIndexes.append((index, step.shapeSpan))
    }
  }

  mutating func report(_ error: ExpressionError) {
    if knownProblems.insert(error).inserted { problems.append(error) }
  }

  mutating func outsideWriteFailed(_ error: FirestoreError, at span: Span) {
    report(ExpressionError("the outside world cannot write this: \(error.message)", span: span))
  }

  mutating func found(_ finding: BoundCheck.Finding, at step: Step) {
    let found = BoundFinding(finding: finding, step: step)
    if !boundFindings.contains(found) { boundFindings.append(found) }
  }

  mutating func unsupported(_ what: String, at span: Span, isTooMuch: Bool = false) {
    let problem = Problem(message: what, span: span, isTooMuch: isTooMuch)
    if !unsupported.contains(problem) { unsupported.append(problem) }
  }

  /// What is too much ends the run where it is.
  mutating func leaveUnfinished(_ what: String, at span: Span) {
    unfinished = unfinished ?? Problem(message: what, span: span)
    unsupported(what, at: span, isTooMuch: true)
  }

  mutating func internalError(_ message: String, at span: Span) {
    let problem = Problem(message: message, span: span)
    if !internalErrors.contains(problem) { internalErrors.append(problem) }
  }

  mutating func observed(_ observer: ResultObserver, result: String, actor: String, multiplicity: Int64) {
    let key = ObservedResult(actor: actor, result: result)
    var observation = observations[key] ?? Observation()
    observation.missed.add(Int64(observer.missed), times: multiplicity)
    observation.cameLater.add(Int64(observer.cameLater), times: multiplicity)
    observation.stale.add(Int64(observer.stale), times: multiplicity)
    observation.duplicates.add(Int64(observer.duplicates), times: multiplicity)
    observation.visible.add(Int64(observer.visible), times: multiplicity)
    observations[key] = observation
  }

  /// Cells are parts of one database.
  mutating func addStorageSamples(_ samples: [Int64]) { RunNotes.add(samples, to: &storageSamples) }

  mutating func addRealtimeStorageSamples(_ samples: [Int64]) { RunNotes.add(samples, to: &realtimeStorageSamples) }

  private static func add(_ samples: [Int64], to sums: inout [Int64]) {
    if sums.count < samples.count { sums += Array(repeating: 0, count: samples.count - sums.count) }
    for (index, sample) in samples.enumerated() { sums[index] = sums[index].addingClamped(sample) }
  }

  /// Counts what was found out between two moments so many times more. What is kept once is there already.
  mutating func repeatDays(from before: RunNotes, to after: RunNotes, times: Int64) {
    func grow(_ sum: inout SaturatingSum, _ before: SaturatingSum?, _ after: SaturatingSum?) {
      sum.add((after?.value ?? 0) - (before?.value ?? 0), times: times)
    }
    func grow<Key: Hashable>(
      _ sums: inout [Key: SaturatingSum], _ before: [Key: SaturatingSum], _ after: [Key: SaturatingSum]
    ) {
      for (key, value) in after { grow(&sums[key, default: SaturatingSum()], before[key], value) }
    }
    for (name, new) in after.operations {
      guard var note = operations[name] else { continue }
      let old = before.operations[name]
      grow(&note.returned, old?.returned, new.returned)
      grow(&note.kept, old?.kept, new.kept)
      grow(&note.attached, old?.attached, new.attached)
      grow(&note.resumed, old?.resumed, new.resumed)
      grow(&note.refused, old?.refused, new.refused)
      grow(&note.refusedAsExpected, old?.refusedAsExpected, new.refusedAsExpected)
      grow(&note.missingGets, old?.missingGets, new.missingGets)
      grow(&note.unexpectedMisses, old?.unexpectedMisses, new.unexpectedMisses)
      note.lifetimes.repeatDays(since: old?.lifetimes ?? ListenerLifetimes(), times: times)
      operations[name] = note
    }
    grow(&refusalCounts, before.refusalCounts, after.refusalCounts)
    grow(&refusedRequests, before.refusedRequests, after.refusedRequests)
    grow(&denied, before.denied, after.denied)
    grow(&indexErrors, before.indexErrors, after.indexErrors)
    grow(&outsideWrites, before.outsideWrites, after.outsideWrites)
    grow(&shown.all, before.shown.all, after.shown.all)
    grow(&shown.bySteps, before.shown.bySteps, after.shown.bySteps)
    grow(&intended.all, before.intended.all, after.intended.all)
    grow(&intended.bySteps, before.intended.bySteps, after.intended.bySteps)
    grow(&sessions, before.sessions, after.sessions)
    for (actor, new) in after.sessionFaults {
      let old = before.sessionFaults[actor]
      grow(&sessionFaults[actor, default: SessionFaults()].late, old?.late, new.late)
      grow(&sessionFaults[actor, default: SessionFaults()].overrun, old?.overrun, new.overrun)
    }
  }

  mutating func unindexed(
    _ step: Step, _ request: RealtimeStep, _ index: RealtimeIndexTarget, _ traffic: RealtimeTraffic
  ) {
    if let known = unindexedListens.firstIndex(where: { $0.step.span == step.span && $0.index == index }) {
      guard traffic.bytes > unindexedListens[known].bytes else { return }
      unindexedListens[known].bytes = traffic.bytes
      unindexedListens[known].bytesIfIndexed = traffic.bytesIfIndexed
      return
    }
    unindexedListens.append(
      UnindexedListen(
        step: step, location: request.pattern.string, index: index, bytes: traffic.bytes,
        bytesIfIndexed: traffic.bytesIfIndexed))
  }
}

extension FirestoreError {
  /// The code under which a refusal that nobody expected is reported.
  func findingCode(for step: Step) -> DiagnosticCode {
    if case .realtime = step.action {
      if status == .permissionDenied { return .denialNotExpected }
      return isMissingIndex ? .missingIndexOn : .invalidQuery
    }
    if isMissingIndex {
      if message.contains("vector index") { return .missingVectorIndex }
      return message.contains("COLLECTION_GROUP") ? .missingCollectionGroupIndex : .missingCompositeIndex
    }
    return .refusing(self)
  }

  /// Production's text for a query that no index serves.
  var isMissingIndex: Bool {
    status == .failedPrecondition
      && (message.contains("requires an index") || message.contains("index") || message.hasPrefix("Index not defined"))
  }
}

extension Step {
  /// Whether the workload says that being refused is the right answer.
  /// - Parameter denial: the code of a denial by rules.
  func expects(_ error: FirestoreError, _ denial: DiagnosticCode? = nil) -> Bool {
    guard let expectation else { return false }
    if let status = expectation.status { return status == error.status }
    if let code = expectation.code { return code == (denial ?? error.findingCode(for: self)).id }
    return false
  }

  /// Whether the workload says that rules deny it.
  package var expectsDenial: Bool {
    guard let expectation else { return false }
    if expectation.status == .permissionDenied { return true }
    let denials: [DiagnosticCode] = [.listNotProvable, .proofUnknown, .denialNotExpected]
    return denials.contains { $0.id == expectation.code }
  }

  /// Where the query or path stands.
  package var shapeSpan: Span {
    switch action {
    case .read(let read): read.target.span
    case .page(let page): page.query.span
    case .write(let write): write.path.span
    case .realtime(let request): request.path.span
    case .batch, .transaction, .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite:
      span
    }
  }
}

extension AccessDenial {
  /// The code under which a denial is reported: of a query what the proof came to, of anything else that nobody expected
  /// it.
  package var code: DiagnosticCode {
    switch (method, kind) {
    case (.list, .rules(.unproven)): .proofUnknown
    case (.list, _): .listNotProvable
    case (.get, _), (.create, _), (.update, _), (.delete, _): .denialNotExpected
    }
  }
}
