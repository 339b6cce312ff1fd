import FirestoreModel
import Workloads

extension CellSimulation {
  /// One attempt. An attempt that times out may have reached the server all the same; offline, a write waits in the
  /// queue of the device, whose acknowledgement never comes in time.
  func advance(_ retrying: Retrying, _ task: StepTask) -> Progress {
    let policy = retrying.policy
    guard retrying.attempt < policy.attempts else { return .proceed }
    task.step = retrying.step
    let random = random(of: task)
    let isOffline = task.instance?.device.isOffline ?? false
    let fails = policy.fails.outcome(retrying.attempt, using: random) || isOffline
    guard fails else { return act(retrying.step, retrying.scope, task) }
    var next = retrying
    next.attempt += 1
    let isLast = next.attempt >= policy.attempts
    if !isLast { task.frames.append(.retrying(next)) }
    if policy.reaches.outcome(retrying.attempt, using: random) || isOffline {
      _ = act(retrying.step, retrying.scope, task)
    }
    let pause = isLast ? .zero : policy.pause(after: retrying.attempt)
    return .wait(until: now.advanced(by: policy.timeout).advanced(by: pause))
  }
}

extension RetryPolicy {
  /// The last pause is used again when there are too few.
  fileprivate func pause(after attempt: Int64) -> TimeSpan {
    guard let last = backoff.last else { return .zero }
    return attempt < Int64(backoff.count) ? backoff[Int(attempt)] : last
  }
}

extension RetryPolicy.Outcomes {
  fileprivate func outcome(_ attempt: Int64, using random: RandomSource) -> Bool {
    switch self {
    case .probability(let probability): random.happens(probability)
    case .list(let outcomes): attempt < Int64(outcomes.count) && outcomes[Int(attempt)]
    }
  }
}
