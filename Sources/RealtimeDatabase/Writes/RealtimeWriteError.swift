import StructuredText

/// Why a value, a path or an update cannot be written. The SDKs say it before they send anything, the service says it to
/// those who send it anyway, in fewer words.
package struct RealtimeWriteError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case invalidKey(String)
    /// A key longer than ``RealtimeKey/maximumBytes``.
    case longKey(String, bytes: Int)
    /// `NaN`, `Infinity` or `-Infinity`.
    case invalidNumber(String)
    /// Its first fifty characters.
    case longString(String)
    /// The whole path in UTF-8 bytes, a slash for each segment; only the SDKs mind.
    case longPath(bytes: Int)
    case tooDeep
    case valueBesideChildren
    case invalidPriority
    /// As JSON.
    case unknownServerValue(String)
    case invalidIncrement(String)
    /// An update whose body is no object.
    case notAnObject
    /// A key of an update, and the segment that is none.
    case invalidUpdatePath(key: String, segment: String)
    case updateBelowUpdate(ancestor: String, path: String)
    case clientOnlyData
    case tooLarge(bytes: Int)
    /// The value below the key is not what a priority can be.
    case invalidPriorityPath(String)
  }

  package var reason: Reason
  /// From the root: the location that was written, and below it what the value holds.
  package var property: [String]

  package init(_ reason: Reason, at property: [String] = []) {
    self.reason = reason
    self.property = property
  }

  /// The operation of an SDK, for the beginning of its messages.
  package enum Operation: String, Hashable, Sendable {
    case set, update, push, transaction

    fileprivate var argument: String { self == .update ? "values" : "value" }
  }

  /// What the JavaScript SDK throws.
  package func clientText(_ operation: Operation) -> String {
    if reason == .clientOnlyData { return "\(operation.rawValue) failed = Can't modify data under /.info/" }
    let prefix =
      operation == .transaction
      ? "transaction failed: Data returned " : "\(operation.rawValue) failed: \(operation.argument) argument "
    return prefix + clientTail
  }

  /// The same about data that nobody is writing: without the operation.
  package var dataText: String { String(clientTail.drop { $0 == " " }) }

  private var clientTail: String {
    let place = property.isEmpty ? "" : "in property '\(property.joined(separator: "."))'"
    let keys = ##"Keys must be non-empty strings and can't contain ".", "#", "$", "/", "[", or "]""##
    let priority = "valid Firebase priority (a string, finite number, server value, or null)."
    return switch reason {
    case .invalidKey(let key): " contains an invalid key (\(key)) \(place).  \(keys)"
    case .longKey(_, let bytes), .longPath(let bytes):
      "has a key path longer than \(RealtimePath.maximumBytes) bytes (\(bytes))."
    case .invalidNumber(let text): "contains \(text) \(place)"
    case .longString(let start):
      "contains a string greater than \(RealtimeLeaf.maximumStringBytes) utf8 bytes \(place) ('\(start)...')"
    case .tooDeep:
      "path specified exceeds the maximum depth that can be written (\(RealtimePath.maximumDepth)) or object contains a "
        + "cycle \(place)"
    case .valueBesideChildren: #" contains ".value" child \#(place) in addition to actual children."#
    case .invalidPriority: "must be a \(priority)"
    case .unknownServerValue(let text): "Unexpected server value: \(text)"
    case .invalidIncrement(let text): "Unexpected increment value: \(text)"
    case .notAnObject: " must be an object containing the children to replace."
    case .invalidUpdatePath(let key, let segment):
      "contains an invalid key (\(segment)) in path \(RealtimePath(key)). \(keys)"
    case .updateBelowUpdate(let ancestor, let path):
      "contains a path \(ancestor) that is ancestor of another path \(path)"
    case .clientOnlyData: ""
    case .tooLarge: RealtimeWriteError.tooLargeText
    case .invalidPriorityPath(let path): "contains an invalid value for '\(path)', which must be a \(priority)"
    }
  }

  /// The text of `{"error": …}`, with status 400.
  package var restText: String {
    if case .tooLarge = reason { return RealtimeWriteError.tooLargeText }
    return "Invalid data; couldn't parse JSON object, array, or value."
  }

  private static let tooLargeText =
    "Data to write exceeds the maximum size that can be modified with a single request."
}
