/// What the service fills in when it executes a write: `{".sv": …}`.
package enum ServerValue: Hashable, Sendable {
  /// Milliseconds since 1970, the same for all placeholders of a write.
  case timestamp
  case increment(Double)

  /// - Parameters:
  ///   - existing: what stands at this very place before the write.
  ///   - now: milliseconds since 1970.
  package func resolved(over existing: RealtimeLeaf?, now: Double) -> Double {
    switch self {
    case .timestamp: return now
    case .increment(let step):
      guard case .number(let number) = existing else { return step }
      return number + step
    }
  }
}
