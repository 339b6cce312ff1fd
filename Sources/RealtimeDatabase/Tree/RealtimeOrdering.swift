/// What the children of a location are ordered by.
package enum RealtimeOrdering: Hashable, Sendable {
  /// The default of the SDKs: absent priorities first, then by key.
  case priority
  case key
  case value
  case child(RealtimePath)
}

extension RealtimeNode {
  /// What a child is ordered by; with the order by key, nothing.
  func ordered(by ordering: RealtimeOrdering) -> RealtimeNode {
    switch ordering {
    case .priority: priorityNode
    case .key: .absent
    case .value: self
    case .child(let path): self[path]
    }
  }
}
