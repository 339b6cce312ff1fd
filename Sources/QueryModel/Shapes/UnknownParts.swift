import FirestoreModel

// A query can be judged with parts that are not known, but not run.

extension QueryStatement {
  /// The first part that is not known, as the text form writes it: `?`, `$name`, `{expression}`. Nil: it can be run.
  package var firstUnknownPart: String? {
    switch self {
    case .document(let path): path.firstUnknownPart
    case .query(let query): query.firstUnknownPart
    case .aggregation(let aggregation): aggregation.query.firstUnknownPart
    }
  }
}

extension Query {
  package var firstUnknownPart: String? {
    if let unknown = source.parent.firstUnknownPart ?? source.collectionID?.unknownText { return unknown }
    if let unknown = filter?.firstUnknownPart { return unknown }
    for operand in (start?.values ?? []) + (end?.values ?? []) + [nearest?.queryVector].compactMap(\.self) {
      if let unknown = operand.unknownText { return unknown }
    }
    return nil
  }
}

extension PathTemplate {
  fileprivate var firstUnknownPart: String? { segments.lazy.compactMap(\.unknownText).first }
}

extension PathSegment {
  fileprivate var unknownText: String? {
    switch self {
    case .literal: nil
    case .unknown: "?"
    case .parameter(let name): "$\(name)"
    case .expression(let source): "{\(source)}"
    }
  }
}

extension Filter {
  fileprivate var firstUnknownPart: String? {
    switch self {
    case .field(let filter): filter.operand.unknownText
    case .unary: nil
    case .and(let parts), .or(let parts): parts.lazy.compactMap(\.firstUnknownPart).first
    }
  }
}

extension Operand {
  fileprivate var unknownText: String? {
    switch self {
    case .value: nil
    case .unknown: "?"
    case .parameter(let name): "$\(name)"
    case .expression(let source): "{\(source)}"
    case .array(let parts): parts.lazy.compactMap(\.unknownText).first
    case .map(let parts): parts.lazy.compactMap { $0.operand.unknownText }.first
    }
  }
}
