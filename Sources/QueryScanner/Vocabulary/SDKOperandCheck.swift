import Diagnostics
import FirestoreModel
import QueryModel
import SourceTokens

/// The SDKs whose checks differ.
enum SDKInUse {
  case web, server, mobile, python

  init(_ scope: CallScope, caller: ScannedRequest.Caller) {
    switch scope.language {
    case .python: self = .python
    case .javascript, .typescript, .page: self = caller == .admin ? .server : .web
    case .java, .kotlin: self = caller == .admin ? .server : .mobile
    case .swift, .dart, .markdown: self = .mobile
    }
  }

  /// As messages call it.
  var name: String {
    switch self {
    case .web: "the web SDK"
    case .server: "the server SDK"
    case .mobile, .python: "the SDK"
    }
  }
}

/// What the SDKs throw at in the values that fields are compared with, and in the order of the calls.
extension SDKCallCheck {
  /// - Parameter base: what the filter is put on; nil where it is a value of its own.
  func operandRefusal(in base: QueryDraft?) -> SDKRefusal? {
    undefinedRefusal ?? emptyListRefusal ?? nullRefusal(in: base) ?? documentIDRefusal(in: base)
  }

  private func sdk(_ base: QueryDraft?) -> SDKInUse { SDKInUse(scope, caller: base?.database.caller ?? scope.caller) }

  private var isJavaScript: Bool { scope.language == .javascript || scope.language == .typescript }

  private var isOrder: Bool { lastName.hasPrefix("order") }

  /// What is compared with the field.
  private var operands: [SDKArguments.Argument] {
    if isOrder { return [] }
    switch scope.language {
    case .javascript, .typescript, .page: return arguments.count == 3 ? [arguments.all[2]] : []
    case .python: return [positional("value", 2)].compactMap(\.self)
    case .swift, .kotlin, .java, .dart, .markdown: return Array(arguments.all.dropFirst())
    }
  }

  /// `where('a', '==', undefined)`
  private var undefinedRefusal: SDKRefusal? {
    guard isJavaScript, arguments.count == 3, let value = arguments[2], value.value == .null,
      value.isWritten("undefined")
    else { return nil }
    return refusal(
      "`undefined` is no value to compare with", "ask for `null`, or leave the filter out", at: value.location)
  }

  // MARK: - Lists

  /// An empty list in the code itself: that of a variable stands for one that is filled later.
  private var emptyListRefusal: SDKRefusal? {
    for operand in operands {
      guard let op = listOperator(operand), Self.emptyLists.contains(operand.writtenWithoutTypes) else { continue }
      if scope.language == .python {
        let operatorName = op.uppercased().replacing("-", with: "_")
        var refusal = refusal(
          "'\(operatorName)' requires an non-empty ArrayValue.", Self.emptyListHelp, at: operand.location)
        (refusal.sdk, refusal.isOfService) = ("the service", true)
        return refusal
      }
      var refusal = refusal(
        isJavaScript
          ? "Invalid Query. A non-empty array is required for '\(op)' filters."
          : "'\(op)' needs at least one value", Self.emptyListHelp, at: operand.location)
      refusal.sdk = sdk(nil).name
      return refusal
    }
    return nil
  }

  private static let emptyListHelp = "without values to look for nothing can be found: do not ask"

  private static let emptyLists: Set<String> = [
    "[]", "()", "tuple()", "list()", "listOf()", "emptyList()", "List.of()", "Collections.emptyList()",
    "Arrays.asList()",
    "arrayListOf()", "mutableListOf()",
  ]

  /// The comparison with lists that an argument belongs to, as the web SDK calls it.
  private func listOperator(_ operand: SDKArguments.Argument) -> String? {
    switch scope.language {
    case .javascript, .typescript, .page: return arguments[1]?.value.knownText.flatMap { Self.listOperators[$0] }
    case .python: return positional("op_string", 1)?.value.knownText.flatMap { Self.listOperators[$0] }
    case .swift, .dart: return operand.label.flatMap { Self.listOperators[$0] }
    case .kotlin, .java: return Self.listOperators[String(lastName)]
    case .markdown: return nil
    }
  }

  private static let listOperators: [String: String] = [
    "in": "in", "not-in": "not-in", "array-contains-any": "array-contains-any",
    "array_contains_any": "array-contains-any", "notIn": "not-in", "arrayContainsAny": "array-contains-any",
    "whereIn": "in", "whereNotIn": "not-in", "whereArrayContainsAny": "array-contains-any", "inArray": "in",
    "notInArray": "not-in",
  ]

  // MARK: - Null

  /// Ranges and lists beside null or NaN: servers' SDKs throw, the others send what finds nothing.
  private func nullRefusal(in base: QueryDraft?) -> SDKRefusal? {
    guard isJavaScript || scope.language == .python, [.server, .python].contains(sdk(base)),
      let operand = operands.first,
      let op = positional("op_string", 1)?.value.knownText, Self.ranges.contains(op)
    else { return nil }
    let isNaN = ["NaN", "Number.NaN", "math.nan", "float(\"nan\")", "float('nan')"].contains(where: operand.isWritten)
    guard isNaN || operand.isWritten("null") || operand.isWritten("None") else { return nil }
    let value = isNaN ? "NaN" : "Null"
    var refusal = refusal(
      isJavaScript
        ? "Invalid query. You can only perform '==' and '!=' comparisons on \(value)."
        : "only '==' and '!=' compare with \(value)",
      "nothing is less or more than it: ask with '!=' for what is there", at: operand.location)
    refusal.sdk = sdk(base).name
    return refusal
  }

  private static let ranges: Set<String> = ["<", "<=", ">", ">="]

  // MARK: - Document ids

  private func documentIDRefusal(in base: QueryDraft?) -> SDKRefusal? {
    guard scope.language != .python, !isOrder, let field = arguments[0]?.value.fieldPath, field.isDocumentName else {
      return nil
    }
    let source = base.flatMap { $0.unresolved.contains { $0.kind == .collection } ? nil : $0.query.source }
    for operand in operands {
      let members: [ScannedValue] = if case .list(let list) = operand.value { list.elements } else { [operand.value] }
      for text in members.compactMap(\.knownText) where !text.isEmpty || operand.isEmptyLiteral {
        guard let message = DocumentIDOperand.message(text, in: source) else { continue }
        var refusal = refusal(message, DocumentIDOperand.help, at: operand.location)
        refusal.sdk = sdk(base).name
        return refusal
      }
    }
    return nil
  }

  // MARK: - Order of the calls

  /// A constraint on a query that has a cursor already.
  func lateRefusal(_ base: QueryDraft) -> SDKRefusal? {
    guard base.query.start != nil || base.query.end != nil else { return nil }
    let sdk = sdk(base)
    let message: String
    switch sdk {
    case .python: return nil
    case .server where !isJavaScript, .mobile:
      if sdk == .mobile, !isOrder { return nil }
      message = isOrder ? "an order cannot follow a cursor" : "a filter cannot follow a cursor"
    case .server:
      message =
        "Cannot specify \(isOrder ? "an orderBy() constraint" : "a where() filter") after calling startAt(), "
        + "startAfter(), endBefore() or endAt()."
    case .web:
      guard isOrder else { return nil }
      message = WebRefusals.lateOrder(hasStart: base.query.start != nil)
    }
    return SDKRefusal(
      sdk: sdk.name, message: message, help: "put the cursor behind all filters and orders", at: scope.location)
  }
}

/// What a document is compared with by its name: an id, or a path from the root for collection groups.
enum DocumentIDOperand {
  static let help = "name a document that the query could find"

  /// Why the SDKs do not take it; nil when they do.
  /// - Parameter source: where the query looks; nil when that is not known.
  static func message(_ text: String, in source: QuerySource?) -> String? {
    if text.isEmpty {
      return "the id of the document is empty"
    }
    guard let source else { return nil }
    let count = text.split(separator: "/", omittingEmptySubsequences: false).count
    let shown = QuotedText.of(text, limit: 80)
    if source.allDescendants {
      guard !count.isMultiple(of: 2) else { return nil }
      return
        "\(shown) is no path of a document, which a collection group needs: it has an odd number of segments (\(count))"
    }
    guard count > 1 else { return nil }
    return "\(shown) is no id of a document: it contains '/'"
  }

  /// Why the SDKs do not take a text as the end of a page of a collection group; nil when they do.
  static func cursorMessage(_ text: String) -> String? {
    let count = text.split(separator: "/", omittingEmptySubsequences: false).count
    guard !text.isEmpty, !count.isMultiple(of: 2) else { return nil }
    return
      "\(QuotedText.of(text, limit: 80)) is no path of a document, which a page of a collection group begins or ends at: "
      + "it has an odd number of segments (\(count))"
  }

  /// - Parameter filter: a filter that was made before its query was known.
  static func refusal(
    of filter: DraftFilter, in source: QuerySource, _ sdk: SDKInUse, at location: SourceLocation
  ) -> SDKRefusal? {
    switch filter {
    case .field(let path, _, let operand) where path.isDocumentName:
      for text in texts(operand) where !text.isEmpty {
        guard let reason = message(text, in: source) else { continue }
        return SDKRefusal(sdk: sdk.name, message: reason, help: help, at: location, wouldBeAnswered: false)
      }
      return nil
    case .and(let parts), .or(let parts):
      for part in parts {
        if let found = refusal(of: part, in: source, sdk, at: location) { return found }
      }
      return nil
    case .bounded(let inner, _): return refusal(of: inner, in: source, sdk, at: location)
    case .field, .unary, .refused, .unknown: return nil
    }
  }

  private static func texts(_ operand: Operand) -> [String] {
    switch operand {
    case .value(.string(let text)): [text.string]
    case .value(.array(let values)): values.flatMap { texts(.value($0)) }
    case .array(let members): members.flatMap(texts)
    default: []
    }
  }
}

extension SDKArguments.Argument {
  /// The code of the argument without white space and `<types>`; nothing when it is long.
  fileprivate var writtenWithoutTypes: String {
    let span = location.span
    let bytes = location.source.bytes
    guard span.start >= 0, span.start <= span.end, span.end <= bytes.count, span.end - span.start < 128 else {
      return ""
    }
    var code = bytes[span.start..<span.end].filter { $0 > 0x20 }
    if let open = code.firstIndex(of: UInt8(ascii: "<")), let close = code.lastIndex(of: UInt8(ascii: ">")),
      open < close
    {
      code.removeSubrange(open...close)
    }
    return String(decoding: code, as: UTF8.self)
  }
}

extension QueryDraft {
  /// The last documents of an order come backwards: the servers' SDKs turn them round only where they have all of them.
  func refusingStream(_ sdk: SDKInUse, at location: SourceLocation) -> QueryDraft {
    var draft = self
    draft.refusal =
      draft.refusal
      ?? SDKRefusal(
        sdk: sdk.name, message: "the last documents of an order cannot be streamed",
        help: "read them with `get()`", at: location)
    return draft
  }
}
