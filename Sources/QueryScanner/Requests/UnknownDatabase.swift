package import Diagnostics

/// `db.collection("users").get()` in a file that imports nothing and says nowhere what `db` is: a script of Firestore,
/// or of another database that spells it alike.
package struct UnknownDatabase: Hashable, Sendable {
  /// What is asked: `db`, `this.db`.
  package var name: String
  /// The first such call.
  package var location: SourceLocation
  /// How many there are in the file.
  package var count: Int

  package init(name: String, location: SourceLocation, count: Int) {
    self.name = name
    self.location = location
    self.count = count
  }
}

extension UnknownDatabase {
  /// At most one for each file in which no request was found.
  static func all(in sources: [ParsedSource], besides requests: [ScannedRequest]) -> [UnknownDatabase] {
    let asking = Set(requests.map(\.location.source.path))
    return sources.compactMap { source in
      guard source.fence == nil, !asking.contains(source.source.path), mentionsCollection(source.source.bytes) else {
        return nil
      }
      var search = Search(source)
      search.visit(source.statements)
      return search.found
    }
  }

  /// `collection(` stands somewhere.
  private static func mentionsCollection(_ bytes: [UInt8]) -> Bool {
    let word = Array("collection".utf8)
    var index = word.count
    while let open = bytes[min(index, bytes.count)...].firstIndex(of: UInt8(ascii: "(")) {
      if bytes[(open - word.count)..<open].elementsEqual(word) { return true }
      index = open + 1
    }
    return false
  }

  private struct Search {
    private let source: ParsedSource
    /// Names that the file declares with a value, or imports from a package: these are not Firestore's, or it would have
    /// been seen.
    private var known: Set<String> = []
    private(set) var found: UnknownDatabase?

    init(_ source: ParsedSource) {
      self.source = source
      note(source.statements)
    }

    mutating func visit(_ statements: [Statement]) {
      for statement in statements {
        var calls: [Call] = []
        var places: [Span] = []
        statement.forEachNode { node in
          if case .call(let call) = node.kind {
            calls.append(call)
            places.append(call.callee.span)
          }
        }
        for (call, place) in zip(calls, places) { check(call, place) }
        if case .type(let declaration) = statement.kind { visit(declaration.members) }
      }
    }

    private mutating func check(_ call: Call, _ place: Span) {
      guard call.arguments.isEmpty, case .member(let base, let name) = call.callee.kind,
        UnknownDatabase.sending.contains(name), let database = database(of: base),
        !database.contains(where: known.contains)
      else { return }
      guard found == nil else {
        found?.count += 1
        return
      }
      let start = place.end - name.utf8.count
      let span = start >= place.start ? Span(start, place.end) : place
      found = UnknownDatabase(
        name: database.joined(separator: "."), location: SourceLocation(source: source.source, span: span), count: 1)
    }

    /// The names before `.collection("…")`, behind which only limits may stand.
    private func database(of base: Expression) -> [String]? {
      guard case .call(let call) = base.kind, case .member(let inner, let name) = call.callee.kind else { return nil }
      if UnknownDatabase.narrowing.contains(name) { return database(of: inner) }
      guard name == "collection", call.arguments.count == 1, case .text? = call.arguments.first?.value.kind else {
        return nil
      }
      return inner.dottedName
    }

    private mutating func note(_ statements: [Statement]) {
      declare(statements)
      for statement in statements {
        statement.forEachNode { node in
          switch node.kind {
          case .assignment(let target, _, _):
            switch target.kind {
            case .name(let name), .member(_, let name): known.insert(name)
            default: break
            }
          case .closure(let closure):
            declare(closure.parameters)
            declare(closure.body)
          default: break
          }
        }
        if case .type(let declaration) = statement.kind { note(declaration.members) }
      }
    }

    /// What statements declare, those inside of closures aside.
    private mutating func declare(_ statements: [Statement]) {
      for statement in statements {
        switch statement.kind {
        case .variable(let variable):
          if variable.value != nil || variable.type != nil { known.formUnion(variable.pattern.names) }
        case .imported(let imported):
          if imported.module.first != ".", imported.module.first != "/" { known.formUnion(imported.names.keys) }
        case .function(let function):
          declare(function.parameters)
          declare(function.body ?? [])
        case .block(let inner): declare(inner)
        case .condition(let condition):
          for binding in condition.bindings { known.formUnion(binding.pattern.names) }
          declare(condition.then + condition.otherwise)
        case .selection(let selection): selection.cases.forEach { declare($0.body) }
        case .loop(let loop): declare(loop.prelude + loop.body)
        case .attempt(let body, let handlers, let finally): declare(body + handlers.flatMap { $0 } + finally)
        case .expression, .result, .type, .leave, .other: break
        }
      }
    }

    private mutating func declare(_ parameters: [Parameter]) {
      for parameter in parameters where parameter.type != nil { known.formUnion(parameter.pattern.names) }
    }
  }

  private static let sending: Set<String> = ["get", "stream", "getDocuments", "snapshots"]
  private static let narrowing: Set<String> = ["limit", "offset"]
}
