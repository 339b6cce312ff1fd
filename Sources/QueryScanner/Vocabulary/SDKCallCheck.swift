import Diagnostics
import FirestoreModel
import QueryModel
import SourceTokens

/// What the SDKs throw at in the arguments of a single call: names of fields, comparisons, directions, values and paths
/// that can be read in the code and that no query can be asked with.
struct SDKCallCheck {
  var name: String
  var receiver: ScannedValue?
  var arguments: SDKArguments
  var scope: CallScope

  /// A filter that is a value of its own, with the refusal if there is one.
  func checked(_ filter: DraftFilter) -> DraftFilter {
    guard isConstraint else { return filter }
    let comparison: SDKRefusal? = if case .field(_, nil, _) = filter { comparisonRefusal } else { nil }
    return (fieldRefusal ?? comparison ?? operandRefusal(in: nil)).map { .refused(filter, $0) } ?? filter
  }

  /// A document whose path is the argument, with the refusal if there is one.
  func checked(_ document: DocumentHandle) -> DocumentHandle {
    guard document.refusal == nil, let refused = documentRefusal else { return document }
    var document = document
    document.refusal = refused.refusal
    if let path = refused.path { (document.path, document.isKnown) = (path, true) }
    return document
  }

  /// A collection, or a query with one more constraint, with the refusal if there is one.
  func checked(_ draft: QueryDraft) -> QueryDraft {
    var draft = draft
    guard isConstraint else {
      draft.refusal = collectionRefusal ?? draft.refusal
      return draft
    }
    let before: [UnresolvedPart] = if case .query(let base)? = receiver { base.unresolved } else { [] }
    func isNew(_ part: UnresolvedPart) -> Bool { !before.contains(part) }
    var base: QueryDraft?
    if case .query(let before)? = receiver { base = before }
    var found = fieldRefusal ?? operandRefusal(in: base) ?? base.flatMap(lateRefusal)
    if draft.unresolved.contains(where: { $0.kind == .comparison && isNew($0) }), let refusal = comparisonRefusal {
      found = found ?? refusal
      draft.unresolved.removeAll { $0.kind == .comparison && isNew($0) }
    }
    if draft.unresolved.contains(where: { $0.kind == .direction && isNew($0) }), let refusal = directionRefusal {
      found = found ?? refusal
      draft.unresolved.removeAll { $0.kind == .direction && isNew($0) }
      draft.unknownDirections.remove(draft.query.orders.count - 1)
    }
    draft.refusal = draft.refusal ?? found
    return draft
  }

  /// `where…`, `order…`, and the filters that are values: their first argument is a field.
  private var isConstraint: Bool {
    let last = lastName
    return last.hasPrefix("where") || last.hasPrefix("order") || last == "FieldFilter" || name.hasPrefix("Filter")
  }

  /// What stands behind the dots of the name.
  var lastName: Substring {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name[...] }
    return name[name.utf8.index(after: dot)...]
  }

  func positional(_ label: String, _ place: Int) -> SDKArguments.Argument? {
    if let labelled = arguments[label] { return labelled }
    let positional = arguments.all.filter { scope.language != .python || $0.label == nil }
    return positional.indices.contains(place) ? positional[place] : nil
  }

  func refusal(
    _ message: String, _ help: String, at location: SourceLocation, isOfPath: Bool = false
  ) -> SDKRefusal {
    SDKRefusal(
      sdk: "the SDK", message: message, help: help, at: location, isOfPath: isOfPath, wouldBeAnswered: false)
  }
}

// MARK: - Constraints

extension SDKCallCheck {
  private var fieldRefusal: SDKRefusal? {
    guard let field = positional("field_path", 0), case .text = field.value, let text = field.value.knownText,
      !text.isEmpty || field.isEmptyLiteral
    else { return nil }
    let help = "name the field as the documents have it"
    let isWeb = SDKInUse(scope, caller: scope.caller) == .web
    let shown = QuotedText.of(text, limit: 80)
    // Python hands the text on as it is.
    if scope.language != .python {
      let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      if parts.contains(where: \.isEmpty), !text.contains("`") {
        return refusal(
          isWeb
            ? "Invalid field path (\(text)). Paths must not be empty, begin with '.', end with '.', or contain '..'"
            : "\(shown) is no field path: a segment of it is empty", help, at: field.location)
      }
      if text.utf8.contains(where: Self.reservedInPaths.contains), !text.contains("`") {
        return refusal(
          isWeb
            ? "Invalid field path (\(text)). Paths must not contain '~', '*', '/', '[', or ']'"
            : "\(shown) is no field path: it contains one of ~ * / [ ]", help, at: field.location)
      }
      guard parts.contains(where: { Text(String(Substring($0))).isReservedFieldName }) else { return nil }
    }
    do throws(FirestoreError) {
      _ = try FieldPath(parsing: text)
      return nil
    } catch {
      var refusal = refusal(error.message, help, at: field.location)
      (refusal.sdk, refusal.isOfService) = ("the service", true)
      return refusal
    }
  }

  private static let reservedInPaths = Array("~*/[]".utf8)

  private var comparisonRefusal: SDKRefusal? {
    guard let op = positional("op_string", 1), let text = op.value.knownText, scope.hasOperatorsAsText else {
      return nil
    }
    return refusal(
      "\(QuotedText.of(text, limit: 40)) is no comparison",
      scope.language == .python
        ? "write one of <, <=, ==, !=, >, >=, array_contains, array_contains_any, in, not-in"
        : "write one of <, <=, ==, !=, >, >=, array-contains, array-contains-any, in, not-in", at: op.location)
  }

  private var directionRefusal: SDKRefusal? {
    guard let direction = positional("direction", 1), let text = direction.value.knownText, scope.hasOperatorsAsText
    else { return nil }
    return refusal(
      "\(QuotedText.of(text, limit: 40)) is no direction",
      scope.language == .python ? "write \"ASCENDING\" or \"DESCENDING\"" : "write 'asc' or 'desc'",
      at: direction.location)
  }
}

// MARK: - Paths

extension SDKCallCheck {
  private var collectionRefusal: SDKRefusal? {
    guard let path = arguments[receiver == nil ? 1 : 0], arguments.count <= (receiver == nil ? 2 : 1) else {
      return nil
    }
    switch lastName {
    case "collection" where path.isEmptyLiteral:
      return refusal(
        "the path of the collection is empty", "name the collection", at: path.location,
        isOfPath: true)
    case "collectionGroup", "collection_group":
      guard path.isEmptyLiteral || path.value.knownText?.contains("/") == true else { return nil }
      return refusal(
        path.isEmptyLiteral
          ? "the id of the collection is empty"
          : "\(QuotedText.of(path.value.knownText ?? "", limit: 80)) is no id of a collection: it contains '/'",
        "name only the last part of the path: a group has no place of its own", at: path.location, isOfPath: true)
    default: return nil
    }
  }

  /// The path as the code has it, where all of it is known.
  private var documentRefusal: (refusal: SDKRefusal, path: PathTemplate?)? {
    let last = lastName
    guard last == "doc" || last == "document" else { return nil }
    let parent = receiver ?? arguments[0]?.value
    let given = receiver == nil ? Array(arguments.all.dropFirst()) : arguments.all
    guard let first = given.first, let base = segments(of: parent) else { return nil }
    if given.count == 1, first.isEmptyLiteral {
      return (
        refusal(
          "the path of the document is empty", "name the document", at: first.location,
          isOfPath: true), nil
      )
    }
    guard let own = Self.joined(given).pathSegments, !own.isEmpty,
      own.allSatisfy({ $0.literal != nil }), !(own.count + base.count).isMultiple(of: 2)
    else { return nil }
    let path = PathTemplate(base + own)
    return (
      refusal(
        "\(QuotedText.of("\(path)", limit: 80)) is no path of a document: it has an odd number of segments "
          + "(\(path.segments.count))",
        "name the document that is meant, or read the collection", at: first.location, isOfPath: true), path
    )
  }

  /// All parts of a path as one text, slashes between them.
  private static func joined(_ path: [SDKArguments.Argument]) -> ScannedValue {
    if path.count == 1, let only = path.first?.value {
      if case .list = only {} else { return only }
    }
    let parts = path.flatMap { part in
      if case .list(let list) = part.value { list.elements } else { [part.value] }
    }
    return .text(Array(parts.map(\.textPieces).joined(separator: [.literal("/")])))
  }

  /// What stands before the path of a document; nil when it may be a database or a collection.
  private func segments(of parent: ScannedValue?) -> [PathSegment]? {
    switch parent {
    case .database?: return []
    case .document(let document)?: return document.isKnown ? document.path.segments : nil
    case .query(let draft)?:
      guard !draft.unresolved.contains(where: { $0.kind == .collection }), let id = draft.query.source.collectionID
      else {
        return nil
      }
      return draft.query.source.parent.segments + [id]
    case .unknown(let unknown)?:
      guard let name = unknown.name?.lowercased() else { return nil }
      return name == "db" || name.hasSuffix("firestore") || name.hasSuffix("database") ? [] : nil
    default: return nil
    }
  }
}

extension SDKArguments.Argument {
  /// Exactly this stands in the code, white space aside.
  func isWritten(_ text: String) -> Bool {
    let span = location.span
    let bytes = location.source.bytes
    guard span.start >= 0, span.start <= span.end, span.end <= bytes.count, span.end - span.start < 256 else {
      return false
    }
    return text.utf8.elementsEqual(bytes[span.start..<span.end].filter { $0 > 0x20 })
  }

  /// A list stands in the place of single values: `...names`, `*names`.
  var isSpread: Bool {
    let bytes = location.source.bytes
    let start = location.span.start
    return bytes.indices.contains(start) && (bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: "*"))
  }

  /// An empty text in the code itself: that of a variable stands for one that comes later.
  var isEmptyLiteral: Bool {
    guard value.knownText == "" else { return false }
    return isWritten("''") || isWritten("\"\"") || isWritten("``")
  }
}

extension CallScope {
  fileprivate var hasOperatorsAsText: Bool {
    language == .javascript || language == .typescript || language == .python
  }
}
