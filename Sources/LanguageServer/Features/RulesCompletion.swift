import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import ProjectCheck
import QueryModel
import QueryShapes
import Workloads

/// What may stand at a place of rules.
struct RulesCompletion {
  let items: [CompletionItem]

  init(_ context: FeatureContext, at offset: Int) {
    let word = context.wordRange(at: offset)
    let bytes = context.document.bytes
    let names = RuleNames(context.document.source)
    guard word.lowerBound > 0, bytes[word.lowerBound - 1] == UInt8(ascii: ".") else {
      items = Self.words(names, at: offset)
      return
    }
    let base = Self.chain(before: word.lowerBound - 1, in: bytes)
    items = Self.members(of: base, names.path(at: offset), context)
  }

  /// `request.resource.data` before a dot.
  private static func chain(before dot: Int, in bytes: [UInt8]) -> String {
    var start = dot
    while start > 0 {
      let byte = bytes[start - 1]
      guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") else { break }
      start -= 1
    }
    return String(decoding: bytes[start..<dot], as: UTF8.self)
  }

  // MARK: - Behind a dot

  private static func members(
    of base: String, _ path: [MatchSegment], _ context: FeatureContext
  ) -> [CompletionItem] {
    if BuiltinFunction.namespaces.contains(base) {
      return grouped(BuiltinSignature.functions.filter { $0.name.hasPrefix(base + ".") }, .function) { name in
        String(name.dropFirst(base.count + 1))
      }
    }
    if let fields = fixed[base] { return fields.map { CompletionItem(label: $0, kind: .property) } + mapMethods }
    if base == "resource.data" || base == "request.resource.data" || base.hasSuffix(".data") {
      let fields = DataFields(context).fields(of: path)
      return fields.map { CompletionItem(label: $0, kind: .field, detail: "field of the code or a workload") }
        + mapMethods
    }
    return grouped(BuiltinSignature.methods, .method) { $0 }
  }

  private static let fixed: [String: [String]] = [
    "request": RequestMember.allCases.map(\.rawValue), "resource": ["data", "id", "__name__"],
    "request.resource": ["data", "id", "__name__"], "request.auth": ["uid", "token"],
    "request.query": ["limit", "offset", "orderBy"],
    "request.auth.token": [
      "email", "email_verified", "phone_number", "name", "sub", "firebase", "iss", "aud", "auth_time",
    ],
  ]

  private static let mapMethods: [CompletionItem] = grouped(
    BuiltinSignature.methods.filter { $0.receiver == .map }, .method
  ) { $0 }

  /// One item for all forms of a name.
  private static func grouped(
    _ signatures: [BuiltinSignature], _ kind: CompletionItem.Kind, _ label: (String) -> String
  ) -> [CompletionItem] {
    Dictionary(grouping: signatures, by: \.name).sorted { $0.key < $1.key }.map { name, forms in
      CompletionItem(
        label: label(name), kind: kind, detail: forms.map(\.text).joined(separator: ", "))
    }
  }

  // MARK: - Words

  private static func words(_ names: RuleNames, at offset: Int) -> [CompletionItem] {
    let own = names.known(at: offset).map { declaration in
      switch declaration.kind {
      case .function:
        CompletionItem(
          label: declaration.name.text, kind: .function,
          detail: "\(declaration.name.text)(\(declaration.parameters.joined(separator: ", ")))")
      case .parameter, .binding, .capture: CompletionItem(label: declaration.name.text, kind: .variable)
      }
    }
    let variables = ["request", "resource"].map { CompletionItem(label: $0, kind: .variable) }
    let documents = ["get", "exists", "getAfter", "existsAfter"].map { name in
      CompletionItem(label: name, kind: .function, detail: "\(name)(path)")
    }
    let functions = grouped(BuiltinSignature.functions.filter { !$0.name.contains(".") }, .function) { $0 }
    let namespaces = BuiltinFunction.namespaces.sorted().map { CompletionItem(label: $0, kind: .module) }
    let keywords = (RuleTokens.keywords.sorted() + ["read", "write", "get", "list", "create", "update", "delete"])
      .map { CompletionItem(label: $0, kind: .keyword) }
    return own + variables + documents + functions + namespaces
      + keywords.filter { keyword in
        keyword.label != "get"
      }
  }
}

/// The fields that the queries of the code and the documents of workloads tell of, by collection.
struct DataFields {
  private var fieldsOfCollection: [String: Set<String>] = [:]

  init(_ context: FeatureContext) {
    for project in context.projects {
      for shape in project.queries.groups.flatMap(\.shapes) {
        guard let id = shape.query.source.collectionID?.literal?.string else { continue }
        add(shape.query.usedFields, to: id)
      }
      for suite in project.queries.suites {
        for entry in suite.variants.flatMap(\.workload.data) {
          guard let id = entry.path.segments.dropLast().last?.literal else { continue }
          add(entry.fields.map(\.path), to: id)
        }
      }
    }
  }

  private mutating func add(_ fields: some Sequence<FieldPath>, to collection: String) {
    for field in fields where !field.isDocumentName {
      if let first = field.segments.first { fieldsOfCollection[collection, default: []].insert(first.string) }
    }
  }

  /// Of the collection whose documents a block matches; of all where that is not known.
  func fields(of path: [MatchSegment]) -> [String] {
    let collection = path.dropLast().last.flatMap { segment -> String? in
      if case .literal(let name) = segment.kind { name } else { nil }
    }
    if let collection { return (fieldsOfCollection[collection] ?? []).sorted() }
    return fieldsOfCollection.values.reduce(into: Set<String>()) { $0.formUnion($1) }.sorted()
  }
}
