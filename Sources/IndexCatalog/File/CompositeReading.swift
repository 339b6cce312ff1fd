import Diagnostics
import FirestoreModel
import StructuredText

/// One object of `indexes` after the CLI's upgrade of old spellings, which comes before its validation.
private struct UpgradedIndex {
  var collectionGroup: Node?
  var queryScope: Node
  var apiScope: Node?
  var density: Node?
  var multikey: Node?
  var unique: Node?
  var fields: Node?

  init(_ node: Node) {
    func truthy(_ key: String) -> Node? { node.member(key).flatMap { $0.isTruthy ? $0 : nil } }
    collectionGroup = truthy("collectionGroup") ?? truthy("collectionId")
    queryScope = truthy("queryScope") ?? Node(.string(QueryScope.collection.rawValue), span: node.span)
    apiScope = truthy("apiScope")
    density = truthy("density")
    multikey = node.member("multikey")
    unique = node.member("unique")
    fields = truthy("fields").map { fields in
      guard let elements = fields.elements else { return fields }
      return Node(.array(elements.map { UpgradedField($0).node }), span: fields.span)
    }
  }

  var json: JSONValue {
    let members = [
      ("collectionGroup", collectionGroup), ("queryScope", queryScope), ("apiScope", apiScope), ("density", density),
      ("multikey", multikey), ("unique", unique), ("fields", fields),
    ]
    return .object(members.compactMap { key, node in node.map { .init(key, JSONValue($0)) } })
  }
}

/// One object of `fields`; the first mode present wins, `mode` is the old spelling of all.
private struct UpgradedField {
  var node: Node

  init(_ field: Node) {
    let current = ["order", "arrayConfig", "vectorConfig", "searchConfig"].lazy.compactMap { key in
      field.members.first { $0.key == key && $0.value.isTruthy }
    }.first
    let mode = field.members.first { $0.key == "mode" }.map { old in
      old.value.text == "ARRAY_CONTAINS"
        ? Node.Member(
          key: "arrayConfig", keySpan: old.keySpan, value: Node(.string("CONTAINS"), span: old.value.span))
        : Node.Member(key: "order", keySpan: old.keySpan, value: old.value)
    }
    let path = field.members.first { $0.key == "fieldPath" }
    node = Node(.object([path, current ?? mode].compactMap(\.self)), span: field.span)
  }
}

extension IndexFileReader {
  mutating func readComposite(_ node: Node) {
    guard node.isObject else {
      return report(.wrongType, "an index definition is an object, not \(node.typeName)", at: node)
    }
    reportSpellings(of: node)
    let index = UpgradedIndex(node)
    let group = require(
      index.collectionGroup, "collectionGroup", of: index.json, at: node,
      help: node.looksLikeAdminEntry ? "this is a resource of the admin API; its `name` holds the group" : nil)
    let scope = readScope(index.queryScope, of: index.json)
    let serves = readSettings(
      node, apiScope: index.apiScope, density: index.density, multikey: index.multikey, unique: index.unique,
      object: index.json)
    let fields = readFields(index.fields, of: index.json, at: node)
    guard let group = group.flatMap({ text($0, "collectionGroup") }).flatMap({ collectionID($0, at: node) }), let scope,
      let fields, serves
    else { return }
    accept(fields, collectionGroup: group, scope: scope, at: node)
  }

  /// Nil for what no collection is called. A path is none: an index is for all collections of an id.
  mutating func collectionID(_ text: String, at node: Node) -> Text? {
    guard text.contains("/") else { return Text(text) }
    report(
      .invalidIndexDefinition, "`\(text)` is the path of a collection, not its id",
      at: node.member("collectionGroup") ?? node,
      help: text.split(separator: "/").last.map { "an index is for all collections of an id: write `\($0)`" })
    return nil
  }

  private mutating func reportSpellings(of node: Node) {
    reportUnknownKeys(
      of: node,
      known: [
        "collectionGroup", "collectionId", "queryScope", "fields", "apiScope", "density", "multikey", "unique",
      ] + (node.looksLikeAdminEntry ? ["name", "state", "indexConfig", "shardCount"] : []),
      in: "an index definition")
    if let old = node.member("collectionId"), node.member("collectionGroup") == nil { reportLegacy(at: old) }
    for field in node.member("fields")?.elements ?? [] {
      reportUnknownKeys(
        of: field, known: ["fieldPath", "order", "arrayConfig", "vectorConfig", "searchConfig", "mode"],
        in: "an index field")
      let modes = ["order", "arrayConfig", "vectorConfig", "searchConfig", "mode"].filter {
        field.member($0)?.isTruthy == true
      }
      if modes.first == "mode", let mode = field.member("mode") { reportLegacy(at: mode) }
      if modes.count > 1, let kept = modes.first {
        report(
          .invalidIndexDefinition,
          "an index field has one mode, this one has `\(modes.joined(separator: "` and `"))`", at: field,
          help: "the CLI silently keeps only `\(kept)`; remove the other")
      }
    }
  }

  private mutating func readScope(_ node: Node, of object: JSONValue) -> QueryScope? {
    let code: DiagnosticCode = node.text == "COLLECTION_RECURSIVE" ? .indexNotForThisEdition : .invalidIndexDefinition
    return requireEnum(node, "queryScope", QueryScope.allCases.map(\.rawValue), of: object, code: code)
      .flatMap(QueryScope.init)
  }

  mutating func text(_ node: Node, _ key: String) -> String? {
    if let text = node.text { return text }
    report(.wrongType, "`\(key)` must be a string, not \(node.typeName)", at: node)
    return nil
  }

  private mutating func readFields(_ node: Node?, of object: JSONValue, at index: Node) -> [IndexField]? {
    guard let node = require(node, "fields", of: object, at: index) else { return nil }
    guard let elements = node.elements else {
      report(.wrongType, "`fields` must be an array, not \(node.typeName)", at: node)
      return nil
    }
    var fields: [IndexField] = []
    for element in elements {
      if let field = readField(element) { fields.append(field) }
    }
    return fields.count == elements.count ? fields : nil
  }

  private mutating func readField(_ node: Node) -> IndexField? {
    let json = JSONValue(node)
    let path = require(node.member("fieldPath"), "fieldPath", of: json, at: node).flatMap { readPath($0) }
    let modes = ["order", "arrayConfig", "searchConfig", "vectorConfig"]
    guard let member = node.members.first(where: { modes.contains($0.key) && $0.value.isTruthy }) else {
      report(
        .invalidIndexDefinition,
        "Must contain exactly one of \"\(modes.joined(separator: ","))\": \(JSONWriter.text(json, .compact))", at: node)
      return nil
    }
    let mode = readMode(member, of: json)
    guard let path, let mode else { return nil }
    return IndexField(path, mode)
  }

  mutating func readPath(_ node: Node) -> FieldPath? {
    guard let text = text(node, "fieldPath") else { return nil }
    do {
      return try FieldPath(parsing: text)
    } catch {
      report(
        .invalidIndexDefinition, "`\(text)` is not a field path", at: node,
        help: "quote a segment that is not a simple name with back-quotes")
      return nil
    }
  }

  private mutating func readMode(_ member: Node.Member, of json: JSONValue) -> IndexMode? {
    switch member.key {
    case "order":
      return requireEnum(member.value, "order", ["ASCENDING", "DESCENDING"], of: json).map {
        $0 == "ASCENDING" ? .ascending : .descending
      }
    case "arrayConfig":
      return requireEnum(member.value, "arrayConfig", ["CONTAINS"], of: json).map { _ in .contains }
    case "vectorConfig": return readVector(member.value)
    default:
      report(
        .indexNotForThisEdition, "`searchConfig` exists only in databases with the MongoDB interface",
        at: member.value)
      return nil
    }
  }

  private mutating func readVector(_ node: Node) -> IndexMode? {
    guard case .number(let digits)? = node.member("dimension")?.content else {
      report(.invalidIndexDefinition, "Property \"vectorConfig.dimension\" must be of type number", at: node)
      return nil
    }
    guard require(node.member("flat"), "flat", of: JSONValue(node), at: node) != nil else { return nil }
    guard let dimension = Double(digits).flatMap(Int.init(exactly:)), (1...2048).contains(dimension) else {
      report(.invalidIndexDefinition, "a vector dimension is a whole number from 1 to 2048, not \(digits)", at: node)
      return nil
    }
    return .vector(dimension: dimension)
  }
}

// MARK: Settings of editions and other interfaces

extension IndexFileReader {
  /// Checks the settings that matter in other editions. False: the entry does not serve native queries, or is refused.
  mutating func readSettings(
    _ node: Node, apiScope: Node?, density: Node?, multikey: Node?, unique: Node?, object: JSONValue
  ) -> Bool {
    let before = diagnostics.count
    let scope = apiScope.flatMap { value in
      requireEnum(value, "apiScope", ["ANY_API", "DATASTORE_MODE_API", "MONGODB_COMPATIBLE_API"], of: object)
    }
    let fill = density.flatMap { value in
      requireEnum(value, "density", ["DENSITY_UNSPECIFIED", "SPARSE_ALL", "SPARSE_ANY", "DENSE"], of: object)
    }
    for (key, value) in [("multikey", multikey), ("unique", unique)] {
      guard let value, value.boolean == nil else { continue }
      report(.invalidIndexDefinition, "Property \"\(key)\" must be of type boolean", at: value)
    }
    if let unique, unique.boolean != nil {
      report(.indexNotForThisEdition, "The `unique` index configuration is not supported yet.", at: unique)
    }
    if edition == .standard {
      reportForeign(scope.map { $0 != "ANY_API" } ?? false, "apiScope", apiScope)
      reportForeign(fill.map { ["SPARSE_ANY", "DENSE"].contains($0) } ?? false, "density", density)
      reportForeign(multikey?.boolean ?? false, "multikey", multikey)
    }
    let servesNative = scope ?? "ANY_API" == "ANY_API"
    return diagnostics[before...].allSatisfy { $0.severity != .error } && servesNative
  }

  private mutating func reportForeign(_ isForeign: Bool, _ key: String, _ node: Node?) {
    guard isForeign, let node else { return }
    let value = node.text ?? "true"
    report(
      .indexNotForThisEdition, "`\(key)` `\(value)` does not exist for Standard edition databases in native mode",
      at: node, help: "remove the key or the definition")
  }
}
