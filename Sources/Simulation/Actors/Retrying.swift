import Workloads

/// A step that the app does again when it times out.
struct Retrying {
  /// Without its `retry`.
  var step: Step
  var policy: RetryPolicy
  var scope: Scope
  /// From 0.
  var attempt: Int64 = 0
}
