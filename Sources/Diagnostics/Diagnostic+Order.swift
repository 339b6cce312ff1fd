extension Sequence<Diagnostic> {
  /// The findings of one file by position, then by code, then by message, each once.
  package var inOrder: [Diagnostic] {
    uniqued().sorted { left, right in
      let (one, other) = (left.location?.span, right.location?.span)
      if one?.start != other?.start { return (one?.start ?? -1) < (other?.start ?? -1) }
      if left.code != right.code { return left.code.number < right.code.number }
      if one?.end != other?.end { return (one?.end ?? -1) < (other?.end ?? -1) }
      return left.message < right.message
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, at its first place.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
