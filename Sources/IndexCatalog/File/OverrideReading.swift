import Diagnostics
import FirestoreModel
import StructuredText

extension IndexFileReader {
  mutating func readOverride(_ node: Node) {
    guard node.isObject else {
      return report(.wrongType, "a field override is an object, not \(node.typeName)", at: node)
    }
    reportUnknownKeys(of: node, known: ["collectionGroup", "fieldPath", "ttl", "indexes"], in: "a field override")
    let json = JSONValue(node)
    let group = require(node.member("collectionGroup"), "collectionGroup", of: json, at: node)
      .flatMap { text($0, "collectionGroup") }
    let target = require(node.member("fieldPath"), "fieldPath", of: json, at: node).flatMap { readTarget($0) }
    let indexes = require(node.member("indexes"), "indexes", of: json, at: node)
    if let ttl = node.member("ttl"), ttl.boolean == nil {
      report(.invalidIndexDefinition, "Property \"ttl\" must be of type boolean", at: ttl)
    }
    guard let indexes else { return }
    let entries = readEntries(indexes)
    guard let group = group.flatMap({ collectionID($0, at: node) }), let target, let entries else { return }
    let override = FieldOverride(
      collectionGroup: group, target: target, entries: entries, ttl: node.member("ttl")?.boolean)
    accept(override, at: node)
  }

  private mutating func readTarget(_ node: Node) -> FieldOverride.Target? {
    node.text == "*" ? .allFields : readPath(node).map(FieldOverride.Target.field)
  }

  private mutating func readEntries(_ node: Node) -> [FieldOverride.Entry]? {
    guard let elements = node.elements else {
      report(.wrongType, "`indexes` must be an array, not \(node.typeName)", at: node)
      return nil
    }
    var entries: [FieldOverride.Entry] = []
    var complete = true
    for element in elements {
      if let entry = readEntry(element) { entries.append(entry) } else { complete = false }
    }
    return complete ? entries : nil
  }

  private mutating func readEntry(_ node: Node) -> FieldOverride.Entry? {
    guard node.isObject else {
      report(.wrongType, "an entry of `indexes` is an object, not \(node.typeName)", at: node)
      return nil
    }
    reportUnknownKeys(
      of: node, known: ["order", "arrayConfig", "queryScope", "apiScope", "density", "multikey", "unique"],
      in: "a field override's index")
    let json = JSONValue(node)
    let modes = node.members.filter { ["arrayConfig", "order"].contains($0.key) && $0.value.isTruthy }
    guard let mode = modes.first, modes.count == 1 else {
      report(
        .invalidIndexDefinition,
        "Must contain exactly one of \"arrayConfig,order\": \(JSONWriter.text(json, .compact))", at: node)
      return nil
    }
    let readMode: IndexMode?
    if mode.key == "arrayConfig" {
      readMode = requireEnum(mode.value, "arrayConfig", ["CONTAINS"], of: json).map { _ in .contains }
    } else {
      readMode = requireEnum(mode.value, "order", ["ASCENDING", "DESCENDING"], of: json).map {
        $0 == "ASCENDING" ? .ascending : .descending
      }
    }
    let scope = readEntryScope(node, of: json)
    func truthy(_ key: String) -> Node? { node.member(key).flatMap { $0.isTruthy ? $0 : nil } }
    let serves = readSettings(
      node, apiScope: truthy("apiScope"), density: truthy("density"), multikey: node.member("multikey"),
      unique: node.member("unique"), object: json)
    guard let readMode, let scope, serves else { return nil }
    return FieldOverride.Entry(readMode, scope)
  }

  private mutating func readEntryScope(_ node: Node, of json: JSONValue) -> QueryScope? {
    guard let scope = node.member("queryScope"), scope.isTruthy else {
      report(
        .overrideWithoutScope, "this entry does not say `queryScope`", at: node,
        help: "write `\"queryScope\": \"COLLECTION\"`, which is assumed here; the service may refuse it")
      return .collection
    }
    return requireEnum(scope, "queryScope", QueryScope.allCases.map(\.rawValue), of: json).flatMap(QueryScope.init)
  }

  private mutating func accept(_ override: FieldOverride, at node: Node) {
    if overrides.contains(where: {
      $0.value.hasTarget(of: override)
    }) {
      report(
        .duplicateIndex, "`\(override.collectionGroup)` has two overrides for `\(override.target.text)`", at: node,
        help: "merge them; the later one replaces the earlier one")
    }
    reportExpiry(of: override, at: node)
    overrides.append(IndexFile.Entry(override, at: location(node)))
  }

  /// A collection group has one field at most by whose time its documents end.
  private mutating func reportExpiry(of override: FieldOverride, at node: Node) {
    guard override.ttl == true, let place = node.member("ttl") else { return }
    if override.target == .allFields {
      report(.invalidIndexDefinition, "`ttl` is about one field, not about all of them", at: place)
    } else if let other = overrides.first(where: {
      $0.value.collectionGroup == override.collectionGroup && $0.value.ttl == true && !$0.value.hasTarget(of: override)
    }) {
      report(
        .invalidIndexDefinition,
        "`\(override.collectionGroup)` has another field with `ttl`: `\(other.value.target.text)`", at: place,
        help: "a collection group has one policy for the time to live; a second one fails to deploy")
    }
  }

  /// An override without collection modes, unless what it replaces has none either.
  mutating func reportRemovedCollectionIndexes() {
    for entry in overrides {
      let override = entry.value
      guard !override.entries.isEmpty, override.entries.allSatisfy({ $0.scope == .collectionGroup }) else { continue }
      guard replaced(by: override).contains(where: { $0.scope == .collection }) else { continue }
      diagnostics.append(
        Diagnostic(
          .overrideRemovesCollectionIndexes,
          "this override removes the collection indexes of `\(override.target.text)`", at: entry.location,
          notes: [
            "an override replaces all single-field indexes of its field; "
              + "a COLLECTION_GROUP index does not serve collection queries"
          ],
          help: "repeat the modes that collection queries need with `\"queryScope\": \"COLLECTION\"`"))
    }
  }

  /// The single-field indexes that the target of an override would have without it.
  private func replaced(by override: FieldOverride) -> [FieldOverride.Entry] {
    guard case .field(let path) = override.target else { return FieldOverride.automaticEntries }
    let others = overrides.map(\.value).filter {
      $0.collectionGroup != override.collectionGroup || $0.target != override.target
    }
    return IndexCatalog(overrides: others).singleFieldEntries(
      collectionGroup: override.collectionGroup, path: path)
  }

  /// An override that repeats the default matters only below another override of the same group.
  mutating func reportOverridesWithoutEffect() {
    guard edition == .standard else { return }
    let catalog = IndexCatalog(overrides: overrides.map(\.value))
    for entry in overrides {
      guard case .field(let path) = entry.value.target, entry.value.ttl != true,
        Set(entry.value.entries) == Set(FieldOverride.automaticEntries)
      else { continue }
      let others = IndexCatalog(overrides: catalog.overrides.filter { $0 != entry.value })
      guard others.governingOverride(collectionGroup: entry.value.collectionGroup, path: path) == nil else { continue }
      diagnostics.append(
        Diagnostic(
          .overrideEqualsDefault, "this override repeats the default of `\(path)`", at: entry.location,
          help: "delete it; it has no effect and counts against the limit of overrides"))
    }
  }
}
