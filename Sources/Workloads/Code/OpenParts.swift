package import FirestoreModel
package import QueryModel

/// What code leaves to the run of a request, under the names by which a workload gives it.
package struct OpenParts {
  package enum Part: Hashable {
    /// The id of a document in a collection.
    case document(in: String)
    case comparison(FieldPath, FieldOperator)
    case limit, offset, start, end
    /// The vector that others are near to.
    case vector(FieldPath)
  }

  /// In the order of the query, each with a name that no other has.
  package let parts: [(name: String, part: Part)]

  var names: [String] { parts.map(\.name) }

  package init(_ target: CodeRequest.Target) {
    var found: [Part] = []
    _ = target.filled { part in
      found.append(part)
      return nil
    }
    let counts = Dictionary(found.map { ($0.shortName, 1) }, uniquingKeysWith: +)
    var used: [String: Int] = [:]
    parts = found.map { part in
      let name = counts[part.shortName] == 1 ? part.shortName : part.longName
      used[name, default: 0] += 1
      return (used[name] == 1 ? name : "\(name) \(used[name] ?? 1)", part)
    }
  }
}

extension OpenParts.Part {
  fileprivate var shortName: String {
    switch self {
    case .document(let collection): collection
    case .comparison(let field, _), .vector(let field): field.description
    case .limit: "limit"
    case .offset: "offset"
    case .start: "start"
    case .end: "end"
    }
  }

  fileprivate var longName: String {
    if case .comparison(let field, let op) = self { "\(field) \(op.symbol)" } else { shortName }
  }
}

extension CodeRequest.Target {
  /// The request with values for what it leaves open, asked for in one order.
  ///
  /// The cursor of a next page is left out: a step asks the first page, and `page` makes cursors of its own.
  func filled(_ value: (OpenParts.Part) -> Operand?) -> CodeRequest.Target {
    switch self {
    case .document(let path): return .document(path.filled(value))
    case .query(var query, let aggregations):
      query.source.parent = query.source.parent.filled(value)
      query.filter = query.filter.map { $0.filled(value) }
      if let start = query.start { query.start = start.isOfNextPage ? nil : start.filled(.start, value) }
      if let end = query.end { query.end = end.filled(.end, value) }
      if query.unknownBounds.contains(.limit), let limit = value(.limit)?.count {
        query.limit = limit
        query.unknownBounds.remove(.limit)
      }
      if query.unknownBounds.contains(.offset), let offset = value(.offset)?.count {
        query.offset = offset
        query.unknownBounds.remove(.offset)
      }
      if var nearest = query.nearest, nearest.queryVector.isOpen, let vector = value(.vector(nearest.path)) {
        nearest.queryVector = vector
        query.nearest = nearest
      }
      return .query(query, aggregations)
    }
  }
}

extension PathTemplate {
  fileprivate func filled(_ value: (OpenParts.Part) -> Operand?) -> PathTemplate {
    var segments: [PathSegment] = []
    for segment in self.segments {
      if case .literal = segment {
        segments.append(segment)
        continue
      }
      let collection = segments.last?.literal?.string ?? "?"
      segments.append(value(.document(in: collection))?.knownValue?.segmentText.map { .literal($0) } ?? segment)
    }
    return PathTemplate(segments)
  }
}

extension Filter {
  fileprivate func filled(_ value: (OpenParts.Part) -> Operand?) -> Filter {
    switch self {
    case .unary: return self
    case .and(let parts): return .and(parts.map { $0.filled(value) })
    case .or(let parts): return .or(parts.map { $0.filled(value) })
    case .field(let field):
      guard field.operand.isOpen, let given = value(.comparison(field.path, field.op)) else { return self }
      return Filter(sdk: field.path, field.op, given)
    }
  }
}

extension Cursor {
  fileprivate var isOfNextPage: Bool { !before && values.contains(where: \.isOpen) }

  fileprivate func filled(_ part: OpenParts.Part, _ value: (OpenParts.Part) -> Operand?) -> Cursor {
    guard values.contains(where: \.isOpen) || values.isEmpty, let given = value(part) else { return self }
    return Cursor(values: given.listMembers ?? [given], before: before)
  }
}

extension Operand {
  fileprivate var isOpen: Bool { knownValue == nil }

  fileprivate var count: Int32? {
    if case .value(.integer(let number)) = self, number >= 0 { Int32(exactly: number) } else { nil }
  }
}

extension Value {
  fileprivate var segmentText: Text? {
    switch self {
    case .string(let text): text
    case .integer(let number): Text(String(number))
    default: nil
    }
  }
}
