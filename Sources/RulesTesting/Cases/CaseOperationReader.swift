import Diagnostics
import DocumentStore
import FirestoreModel
import QueryModel
import StructuredText

/// Reads the operation of a case: `get`, `list`, `create`, `update`, `set`, `merge`, `delete` or `commit`.
struct CaseOperationReader {
  let decoding: NodeDecoding
  let database: DatabaseName

  static let writes = ["create", "update", "set", "merge", "delete"]
  static let words = ["get", "list"] + writes + ["commit"]

  private var values: PlainValueReader {
    PlainValueReader(understandsEncoding: true, decoding: decoding, database: database)
  }

  /// Exactly one; nil after a complaint.
  func operation(_ object: inout ObjectReader) -> RuleOperation? {
    guard let (word, node) = chosen(Self.words, &object) else { return nil }
    switch word {
    case "commit": return commit(node)
    case "get", "list", "delete": return operation(word, target: node, fields: nil)
    default: return write(word, node).map { .commit([$0]) }
    }
  }

  /// One request of which word, target and fields stand apart.
  func operation(_ word: String, target: Node, fields: Node?) -> RuleOperation? {
    switch word {
    case "get": return decoding.documentPath(target, for: "get").map(RuleOperation.get)
    case "list": return CaseQueryReader(decoding: decoding, values: values).query(target).map(RuleOperation.list)
    case "delete": return write(word, target).map { .commit([$0]) }
    default:
      guard let path = decoding.documentPath(target, for: "path") else { return nil }
      let members = fields.map { decoding.members($0, for: "fields") } ?? []
      return members.flatMap { write(word, to: path, $0) }.map { .commit([$0]) }
    }
  }

  private func chosen(_ words: [String], _ object: inout ObjectReader) -> (String, Node)? {
    var found: [(word: String, member: Node.Member)] = []
    for word in words {
      if let member = object.member(word) { found.append((word, member)) }
    }
    if found.count == 1 { return (found[0].word, found[0].member.value) }
    let list = words.map { "`\($0)`" }.joined(separator: ", ")
    if found.count > 1 {
      let second = found.map(\.member).sorted { $0.keySpan.start < $1.keySpan.start }[1]
      decoding.report(
        .malformedInput, "a case makes one request, and `\(second.key)` is a second one", at: second.keySpan,
        help: "write another case, or `commit` for writes that belong together")
    } else {
      let start = object.node.span.start
      decoding.report(
        .wrongType, "there is no operation here", at: Span(start, start + 1), help: "write exactly one of \(list)")
    }
    return nil
  }

  private func commit(_ node: Node) -> RuleOperation? {
    guard let nodes = decoding.array(node, for: "commit") else { return nil }
    if nodes.isEmpty {
      decoding.report(.wrongType, "a commit without writes asks nothing", at: node.span)
      return nil
    }
    let writes = nodes.compactMap { node -> Write? in
      guard var object = ObjectReader(node, decoding, for: "a write") else { return nil }
      let chosen = chosen(Self.writes, &object)
      object.finish()
      return chosen.flatMap { write($0.0, $0.1) }
    }
    return writes.count == nodes.count ? .commit(writes) : nil
  }

  // MARK: Writes

  private func write(_ word: String, _ node: Node) -> Write? {
    if word == "delete" { return decoding.documentPath(node, for: word).map { Write($0, .delete) } }
    guard var object = ObjectReader(node, decoding, for: word) else { return nil }
    let pathNode = object.node("path", .required)
    let members = object.members("fields", .required)
    object.finish()
    guard let pathNode, let path = decoding.documentPath(pathNode, for: "path"), let members else { return nil }
    return write(word, to: path, members)
  }

  private func write(_ word: String, to path: DocumentPath, _ members: [Node.Member]) -> Write? {
    var fields = FieldsOfWrite(values: values)
    switch word {
    case "update":
      for member in members { fields.readUpdate(member) }
      guard fields.isComplete else { return nil }
      return Write(
        path, .merge(fields.fields, mask: fields.mask), transforms: fields.transforms, precondition: .exists(true))
    case "merge":
      for member in members { fields.read(member, below: [], merges: true) }
      guard fields.isComplete else { return nil }
      return Write(path, .merge(fields.fields, mask: fields.mask), transforms: fields.transforms)
    default:
      for member in members { fields.read(member, below: [], merges: false) }
      guard fields.isComplete else { return nil }
      return Write(
        path, .set(fields.fields), transforms: fields.transforms,
        precondition: word == "create" ? .exists(false) : nil)
    }
  }
}

/// The fields of one write, as the SDKs send them: values, the paths that they replace, and server timestamps apart.
private struct FieldsOfWrite {
  let values: PlainValueReader
  var fields = MapValue()
  var mask: [FieldPath] = []
  var transforms: [FieldTransform] = []
  var isComplete = true

  init(values: PlainValueReader) { self.values = values }

  /// The keys of an update are field paths, as in the SDKs' `update()`.
  mutating func readUpdate(_ member: Node.Member) {
    let path: FieldPath
    do throws(FirestoreError) { path = try FieldPath(parsing: member.key) } catch {
      values.decoding.report(.malformedInput, error.message, at: member.keySpan)
      isComplete = false
      return
    }
    if isServerTime(member.value) {
      transforms.append(FieldTransform(path, .requestTime))
    } else {
      mask.append(path)
      set(member.value, at: path.segments)
    }
  }

  /// - Parameter merges: maps are merged entry by entry, as in the SDKs' `set()` with merge.
  mutating func read(_ member: Node.Member, below parents: [Text], merges: Bool) {
    let segments = parents + [Text(member.key)]
    if isServerTime(member.value) {
      transforms.append(FieldTransform(FieldPath(segments: segments), .requestTime))
      return
    }
    if merges, case .object(let inner) = member.value.content, !inner.isEmpty, values.encoded(member.value) == nil {
      for entry in inner { read(entry, below: segments, merges: true) }
      return
    }
    mask.append(FieldPath(segments: segments))
    set(member.value, at: segments)
  }

  private mutating func set(_ node: Node, at segments: [Text]) {
    // A map is read entry by entry, so that the server timestamps in it are found.
    if case .object(let members) = node.content, values.encoded(node) == nil, containsServerTime(node) {
      fields.set(.map(MapValue()), at: FieldPath(segments: segments))
      for member in members {
        let path = segments + [Text(member.key)]
        if isServerTime(member.value) {
          transforms.append(FieldTransform(FieldPath(segments: path), .requestTime))
        } else {
          set(member.value, at: path)
        }
      }
      return
    }
    guard let value = values.value(node) else {
      isComplete = false
      return
    }
    fields.set(value, at: FieldPath(segments: segments))
  }

  private func isServerTime(_ node: Node) -> Bool { node.content == .string(PlainValueReader.serverTime) }

  private func containsServerTime(_ node: Node) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { isServerTime($0.value) || containsServerTime($0.value) }
  }
}
