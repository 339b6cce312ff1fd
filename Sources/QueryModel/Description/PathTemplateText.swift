package import FirestoreModel

extension PathSegment {
  /// As messages show it: the id itself, `?`, `$name` or `{expression}`.
  package var text: String {
    switch self {
    case .literal(let id): id.string
    case .unknown: "?"
    case .parameter(let name): "$\(name)"
    case .expression(let source): "{\(source)}"
    }
  }

  package var literal: Text? {
    if case .literal(let id) = self { id } else { nil }
  }
}

extension PathTemplate {
  package init(_ path: DocumentPath) { self.init(path.segments.map(PathSegment.literal)) }

  /// The ids when all of them are known.
  package var literals: [Text]? {
    let ids = segments.compactMap(\.literal)
    return ids.count == segments.count ? ids : nil
  }
}
