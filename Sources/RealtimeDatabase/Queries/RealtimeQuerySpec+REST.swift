import Diagnostics
import FirestoreModel
import StructuredText

extension RealtimeQuerySpec {
  /// The parameters of a REST request that make a query.
  package static let restParameters = [
    "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast",
  ]

  /// Reads the parameters of a REST request, percent-decoded; others than ``restParameters`` are passed over.
  ///
  /// `startAt=200,"m3"` is a bound with a key, as the JavaScript SDK sends it.
  /// - Parameter isShallow: `shallow=true` stands beside them; then children are listed by key, with limits and
  ///   `startAfter` alone, as the Firebase CLI does.
  /// - Returns: nil without any of the parameters: a plain read.
  package init?(
    restParameters parameters: some Sequence<(name: String, value: String)>, isShallow: Bool = false
  ) throws(RealtimeQueryRefusal) {
    var reader = RESTQueryReader()
    for (name, value) in parameters { reader.values[name] = value }
    guard !reader.values.keys.filter({ RealtimeQuerySpec.restParameters.contains($0) }).isEmpty else { return nil }
    self = try isShallow ? reader.listing() : reader.query()
  }
}

private struct RESTQueryReader {
  var values: [String: String] = [:]

  func query() throws(RealtimeQueryRefusal) -> RealtimeQuerySpec {
    guard let orderBy = values["orderBy"] else {
      throw RealtimeQueryRefusal("orderBy must be defined when other query parameters are defined")
    }
    var spec = RealtimeQuerySpec(ordering: try ordering(orderBy))
    if let equal = values["equalTo"] {
      guard ["startAt", "startAfter", "endAt", "endBefore"].allSatisfy({ values[$0] == nil }) else {
        throw RealtimeQueryRefusal(
          "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore")
      }
      spec.start = try bound(equal, isInclusive: true, spec.ordering)
      spec.end = spec.start
    }
    if let start = try bound("startAt", "startAfter", spec.ordering) { spec.start = start }
    if let end = try bound("endAt", "endBefore", spec.ordering) { spec.end = end }
    spec.limit = try limit()
    return spec
  }

  /// Keys alone. What production says to other parameters beside `shallow` is not documented.
  func listing() throws(RealtimeQueryRefusal) -> RealtimeQuerySpec {
    for name in ["orderBy", "startAt", "endAt", "endBefore", "equalTo"] where values[name] != nil {
      throw RealtimeQueryRefusal("shallow cannot be combined with \(name)")
    }
    var spec = RealtimeQuerySpec(ordering: .key, limit: try limit())
    if let start = values["startAfter"] {
      // The CLI sends the key without quotes.
      let key: String
      if case .string(let text)? = elements(of: start)?.first { key = text } else { key = start }
      spec.start = RealtimeQuerySpec.Bound(RealtimeNode(.string(Text(key))), isInclusive: false)
    }
    return spec
  }

  private func ordering(_ text: String) throws(RealtimeQueryRefusal) -> RealtimeQuerySpec.Ordering {
    if let values = elements(of: text), values.count == 1, case .string(let name) = values[0] {
      switch Text(name) {
      case "$key": return .key
      case "$value": return .value
      case "$priority": return .priority
      default:
        let path = RealtimePath(name)
        if !path.isRoot, path.isAddressable { return .child(path) }
      }
    }
    throw RealtimeQueryRefusal("orderBy must be a valid JSON encoded path")
  }

  private func bound(
    _ inclusive: String, _ exclusive: String, _ ordering: RealtimeQuerySpec.Ordering
  ) throws(RealtimeQueryRefusal) -> RealtimeQuerySpec.Bound? {
    switch (values[inclusive], values[exclusive]) {
    case (nil, nil): return nil
    case (let text?, nil): return try bound(text, isInclusive: true, ordering)
    case (nil, let text?): return try bound(text, isInclusive: false, ordering)
    // The words are those of the limits; production's are not documented.
    case (.some, .some): throw RealtimeQueryRefusal("Only one of \(inclusive) and \(exclusive) may be specified")
    }
  }

  private func bound(
    _ text: String, isInclusive: Bool, _ ordering: RealtimeQuerySpec.Ordering
  ) throws(RealtimeQueryRefusal) -> RealtimeQuerySpec.Bound {
    guard let values = elements(of: text), let first = values.first, let value = RealtimeNode(primitive: first),
      values.count <= 2
    else { throw .noPrimitive }
    var key: RealtimeKey?
    if values.count == 2 {
      guard case .string(let name) = values[1] else { throw .noPrimitive }
      let named = RealtimeKey(name)
      guard named.defect == nil else {
        throw RealtimeQueryRefusal("Constraint key field must be a valid key name")
      }
      key = named
    }
    if ordering == .key {
      guard case .string = value.leaf, key == nil else {
        throw RealtimeQueryRefusal("Provided key index type is invalid, must be string")
      }
    }
    // The words of the SDKs, which ask the same; production's are not documented.
    if ordering == .priority, case .boolean? = value.leaf { throw .noPriority }
    return RealtimeQuerySpec.Bound(value, key: key, isInclusive: isInclusive)
  }

  private func limit() throws(RealtimeQueryRefusal) -> RealtimeQuerySpec.Limit? {
    switch (values["limitToFirst"], values["limitToLast"]) {
    case (nil, nil): return nil
    case (.some, .some): throw RealtimeQueryRefusal("Only one of limitToFirst and limitToLast may be specified")
    case (let text?, nil): return .first(try count(text, "limitToFirst"))
    case (nil, let text?): return .last(try count(text, "limitToLast"))
    }
  }

  private func count(_ text: String, _ name: String) throws(RealtimeQueryRefusal) -> Int {
    guard let count = Int(text) else { throw RealtimeQueryRefusal("\(name) must be an integer") }
    guard count > 0 else { throw RealtimeQueryRefusal("\(name) must be positive") }
    return count
  }

  /// The values of `json` or `json,json`; nil for anything else.
  private func elements(of text: String) -> [JSONValue]? {
    let result = JSONReader.read(SourceText(path: "<parameter>", text: "[\(text)]"))
    guard case .array(let nodes)? = result.valid?.content else { return nil }
    return nodes.map(JSONValue.init)
  }
}

extension RealtimeQueryRefusal {
  fileprivate static let noPrimitive = RealtimeQueryRefusal("Constraint index field must be a JSON primitive")
}
