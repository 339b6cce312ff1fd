import FirestoreModel
package import RealtimeDatabase
import RealtimeRules
import Synchronization

// Every request runs through `serve`, so that each is reported once, whatever becomes of it.

extension RealtimeInstance {
  /// - Parameter perform: decides and carries out, all at once for everybody else; fills in what there is to report.
  func serve<Answer>(
    _ operation: ServedRealtimeRequest.Operation, _ path: RealtimePath, query: RealtimeQuerySpec? = nil,
    _ context: RealtimeContext,
    _ perform: (inout State, inout ServedRealtimeRequest) throws(RealtimeRefusal) -> Answer
  ) throws(RealtimeRefusal) -> Answer {
    var served = ServedRealtimeRequest(
      instance: name, operation: operation, path: path, time: clock(), context: context, query: query)
    do throws(RealtimeRefusal) {
      if let defect = path.location.keys.lazy.compactMap(\.defect).first {
        throw .invalidRequest(Self.text(of: defect))
      }
      let answer = try state.withLock { state throws(RealtimeRefusal) in
        // Broken rules would decide about everybody, the owner included.
        if let breakdown = state.configuration.breakdown { throw .broken(breakdown) }
        return try perform(&state, &served)
      }
      report(served)
      return answer
    } catch {
      served.outcome = error == .permissionDenied ? .denied : .refused(error)
      report(served)
      throw error
    }
  }

  /// What the rules would say to a request with the data that there is. Nothing is written or reported.
  ///
  /// - Parameter write: nil: the location is read.
  package func trial(
    _ write: RealtimeWrite?, at path: RealtimePath, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> ServedRealtimeRequest {
    var served = ServedRealtimeRequest(
      instance: name, operation: write == nil ? .read : .set, path: path, time: clock(), context: context)
    try state.withLock { state throws(RealtimeRefusal) in
      if let breakdown = state.configuration.breakdown { throw .broken(breakdown) }
      let operation = try write.map { (write) throws(RealtimeRefusal) in
        write.ruleOperation(try state.change(write, served.time))
      }
      do throws(RealtimeRefusal) { try state.admit(operation ?? .read(path, query: nil), &served) } catch {
        guard error == .permissionDenied else { throw error }
        served.outcome = .denied
      }
    }
    return served
  }

  /// An SDK has connected.
  ///
  /// - Parameter isResumed: it was connected before.
  package func connect(_ context: RealtimeContext, isResumed: Bool) {
    var served = ServedRealtimeRequest(
      instance: name, operation: .connect, path: .root, time: clock(), context: context)
    served.isResumed = isResumed
    report(served)
  }

  func report(_ served: ServedRealtimeRequest) {
    var served = served
    served.billing = served.event(messages)
    observer.record(served)
  }

  private static func text(of defect: RealtimeKey.Defect) -> String {
    switch defect {
    case .empty, .illegalCharacter: "Invalid path: Invalid token in path"
    case .tooLong: "Invalid path: a key is longer than \(RealtimeKey.maximumBytes) bytes"
    }
  }
}

extension RealtimePath {
  /// Whether it names the priority of a location, and not a child of it.
  var isPriority: Bool { last?.text == ".priority" }

  /// Without `.priority` at its end.
  fileprivate var location: RealtimePath { isPriority ? parent ?? .root : self }
}

extension RealtimeInstance.State {
  /// Asks the rules, notes which of them decided, and throws when they say no.
  func admit(
    _ operation: RealtimeRuleRequest.Operation, _ served: inout ServedRealtimeRequest
  ) throws(RealtimeRefusal) {
    let decision = configuration.decision(
      operation, by: served.context.caller, on: root, now: Double(served.time.realtimeMilliseconds), tracing: true)
    served.rule = decision.rule
    if let rules = configuration.rules, !decision.trace.isEmpty {
      let trace = (served.evidence?.trace ?? []) + decision.trace
      served.evidence = RealtimeEvidence(rules: rules, trace: trace)
    }
    if !decision.isAllowed { throw .permissionDenied }
  }
}

extension RealtimeConfiguration {
  /// The rules, or what stands for them where there are none.
  func decision(
    _ operation: RealtimeRuleRequest.Operation, by caller: RealtimeCaller, on root: RealtimeNode, now: Double,
    tracing: Bool = false
  ) -> RealtimeRuleDecision {
    guard case .client(let auth) = caller else {
      return RealtimeRuleDecision(isAllowed: true, reason: .granted, rule: nil)
    }
    guard let rules else { return RealtimeRuleDecision(isAllowed: isOpen, reason: .noRule, rule: nil) }
    return rules.decide(
      RealtimeRuleRequest(operation, auth: auth, now: now), data: root, assumptions: assumptions,
      tracing: tracing)
  }
}
