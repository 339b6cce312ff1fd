import Diagnostics

/// Where a function is called.
struct CallSite {
  var file: Int
  /// Of the name that is called.
  var span: Span
}

extension Interpreter {
  /// The call in the root that leads to what is asked now; nil where the root asks itself.
  ///
  /// What builds the query in the root is told instead, if anything does.
  /// - Parameter builder: the last call of a caller that built the query.
  func callOfRoot(besides builder: SourceLocation?) -> SourceLocation? {
    let start = chain.startOfWay
    guard chain.count == callSites.count, chain.count > start + 1, let site = callSites[start + 1] else { return nil }
    let caller = index.files[site.file].source.source
    guard let builder else { return SourceLocation(source: caller, span: site.span) }
    // With only one call between them the caller of the function that asks is the one that builds.
    guard chain.count > start + 2, chain[start] >= 0, let body = index.functions[chain[start]].body,
      let first = body.first?.span, let last = body.last?.span
    else { return nil }
    let isInRoot =
      builder.source.path == caller.path && builder.span.start >= first.start && builder.span.end <= last.end
    return isInRoot ? nil : SourceLocation(source: caller, span: site.span)
  }
}

extension [Int] {
  /// Where the functions of a chain begin: what stands before says which receiver the first of them has, or that nothing
  /// is passed to it.
  fileprivate var startOfWay: Int { count > 1 && self[0] < 0 && self[0] != .min ? 1 : 0 }

  /// Whether a chain is a way that begins later on another one.
  fileprivate func isEnd(of other: [Int]) -> Bool {
    let (own, others) = (self[startOfWay...], other[other.startOfWay...])
    return own.count < others.count && others.suffix(own.count).elementsEqual(own)
  }
}

extension [RequestLog.Entry] {
  /// The entries with the calls whose arguments make of a function's request what it is: those of the shortest ways that
  /// lead to it. What a function asks by itself does not depend on who calls it.
  func namingCalls(among all: [RequestLog.Entry]) -> [RequestLog.Entry] {
    if allSatisfy(\.calls.isEmpty) { return self }
    return map { entry in
      guard !entry.calls.isEmpty else { return entry }
      var entry = entry
      let ways = all.filter { $0.request.asksTheSame(as: entry.request) }.flatMap(\.chains)
      for call in entry.calls where !ways.contains(where: { $0.isEnd(of: entry.chains[call.chain]) }) {
        entry.note([call.location])
      }
      return entry
    }
  }
}

extension ScannedRequest {
  fileprivate func asksTheSame(as other: ScannedRequest) -> Bool {
    target == other.target && database == other.database
  }
}
