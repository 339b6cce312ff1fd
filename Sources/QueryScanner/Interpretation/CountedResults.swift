import Diagnostics

/// Whether code has no use for a result but how many documents there are: to count them bills far less.
extension Interpreter {
  /// `const snap = await getDocs(q)`, of which nothing but `snap.size` is used.
  func noteCount(of value: ScannedValue, by expression: Expression, as pattern: Pattern) {
    guard silence == 0, case .name(let name) = pattern, let result = result(value, askedIn: expression),
      let id = chain.last
    else { return }
    let key = ListUse(file: file, span: expression.span)
    let isOnlyCounted = countedResults[key] ?? isOnlyCounted(name, bySpan: expression.span, in: body(of: id))
    countedResults[key] = isOnlyCounted
    if isOnlyCounted { log.add(.onlyCounted(location(expression.span)), to: result.location) }
  }

  /// `(await getDocs(q)).size`
  func noteCount(of value: ScannedValue, by base: Expression, asking member: String) {
    guard silence == 0, CountWords.members.contains(member), !base.looksAtElements,
      let result = result(value, askedIn: base)
    else { return }
    log.add(.onlyCounted(location(base.span)), to: result.location)
  }

  /// The result of a request that the expression itself sends: what a function of the code hands out, others may use.
  private func result(_ value: ScannedValue, askedIn expression: Expression) -> ScannedResult? {
    guard case .result(let result) = value, result.part != .document else { return nil }
    let place = location(expression.span)
    let isInside =
      place.source == result.location.source && place.span.start <= result.location.span.start
      && result.location.span.end <= place.span.end
    return isInside ? result : nil
  }

  private func isOnlyCounted(_ name: String, bySpan span: Span, in body: [Statement]) -> Bool {
    CountUses(of: name, region(of: name, around: span, in: body)).areAll
  }

  private func body(of id: Int) -> [Statement] {
    if id == outside { return source.statements }
    return id >= 0 && index.functions[id].file == file ? index.functions[id].body ?? [] : []
  }
}

private enum CountWords {
  static let members: Set<String> = ["length", "size", "count"]
  /// They ask less than how many.
  static let lesser: Set<String> = ["empty", "isEmpty", "isNotEmpty"]
}

/// Every mention of a name, and which of them only ask how many there are.
private struct CountUses {
  private var mentions = 0
  private var counts = 0
  private var lesser = 0

  var areAll: Bool { counts > 0 && counts + lesser == mentions }

  init(of name: String, _ region: [Statement]) {
    for statement in region {
      statement.forEachNode { node in
        switch node.kind {
        case .name(name): mentions += 1
        case .member(let base, let member) where CountWords.members.contains(member):
          if base.isList(name) { counts += 1 }
        case .member(let base, let member) where CountWords.lesser.contains(member):
          if base.isList(name) { lesser += 1 }
        default: break
        }
      }
    }
  }
}

extension Expression {
  /// `docs.filter(…)`: how many are left over is no count of the query's.
  fileprivate var looksAtElements: Bool {
    switch kind {
    case .member(let base, _): base.looksAtElements
    case .call(let call):
      call.callee.looksAtElements
        || call.arguments.contains { if case .closure = $0.value.kind { true } else { false } }
    default: false
    }
  }

  /// `snap`, `snap.docs`, `snapshot.documents`
  fileprivate func isList(_ name: String) -> Bool {
    switch kind {
    case .name(name): true
    case .member(let base, "docs"), .member(let base, "documents"): base.isList(name)
    case .call(let call) where call.arguments.isEmpty:
      if case .member(let base, "getDocuments") = call.callee.kind { base.isList(name) } else { false }
    default: false
    }
  }
}
