import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryModel

// Every request runs through `serve`, so that each is reported once, whatever becomes of it.

extension FirestoreDatabase {
  /// Runs a request and reports it.
  ///
  /// - Parameters:
  ///   - kind: what it is billed as when it does not get far enough to say so itself; nil: it is never billed.
  ///   - perform: fills in what there is to report beside the outcome.
  func serve<Answer>(
    _ method: ServedRequest.Method, _ target: String, billedAs kind: BillingEvent.Kind?, query: RecordedQuery? = nil,
    _ context: RequestContext,
    _ perform: (DatabaseConfiguration, inout ServedRequest) async throws(FirestoreError) -> Answer
  ) async throws(FirestoreError) -> Answer {
    var served = ServedRequest(
      database: name, method: method, time: clock.now, context: context, target: target, query: query)
    let configuration = configuration
    do throws(FirestoreError) {
      // Rules or indexes that are broken would decide about everybody, privileged callers included.
      if let breakdown = configuration.breakdown { throw FirestoreError(.failedPrecondition, breakdown) }
      let answer = try await perform(configuration, &served)
      report(served)
      return answer
    } catch {
      if served.outcome == .served { served.outcome = .refused(error) }
      if served.billing == nil, let kind { served.billing = .refused(kind) }
      report(served)
      throw error
    }
  }

  private func report(_ served: ServedRequest) {
    var served = served
    served.billing?.time = served.time
    served.billing?.operationName = served.context.operation ?? served.context.test ?? ""
    served.duration = max(0, clock.now.microseconds - served.time.microseconds)
    observer.record(served)
  }
}

extension ServedRequest {
  /// Notes what rules have decided. A denial bills what they have read, and is thrown as what the service answers.
  ///
  /// - Returns: how many documents rules have read.
  mutating func admit(
    _ decision: AccessDecision, _ denied: (_ ruleReads: Int64) -> BillingEvent
  ) throws(FirestoreError) -> Int64 {
    // Of privileged callers nothing was asked.
    guard decision.basis != .privileged else { return 0 }
    self.decision = decision
    let ruleReads = Int64(decision.ruleReads.count)
    guard let error = decision.error else { return ruleReads }
    billing = denied(ruleReads)
    if let denial = decision.denial { outcome = .denied(denial) }
    throw error
  }

  /// Refuses what end users may never ask for, whatever the rules say.
  mutating func requirePrivilege(
    for request: PrivilegedRequest, billedAs kind: BillingEvent.Kind?
  ) throws(FirestoreError) {
    guard let refusal = AccessControl.refusal(of: request, by: context.caller) else { return }
    billing = kind.map { .denied($0, ruleReads: 0) }
    throw refusal
  }
}
