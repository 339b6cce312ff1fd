import FirestoreModel

/// The target of a request: path and query, taken apart.
struct RESTTarget: Hashable, Sendable {
  struct Parameter: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// Of the path, as they were sent.
  var segments: [String]
  /// Decoded, in order.
  var parameters: [Parameter]

  /// - Throws: INVALID_ARGUMENT for text that is no UTF-8.
  init(_ target: String) throws(FirestoreError) {
    let withoutFragment = target.prefix { $0 != "#" }
    let path = Self.path(withoutFragment.prefix { $0 != "?" })
    segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    // A slash at the end adds nothing.
    if segments.count > 1, segments.last?.isEmpty == true { segments.removeLast() }
    parameters = []
    guard let mark = withoutFragment.firstIndex(of: "?") else { return }
    parameters = try Self.parameters(withoutFragment[mark...].dropFirst())
  }

  /// Proxies may send a whole URL.
  private static func path(_ text: Substring) -> Substring {
    guard !text.hasPrefix("/"), let scheme = text.firstRange(of: "://") else { return text }
    return text[scheme.upperBound...].drop { $0 != "/" }
  }

  /// `name=value&…`, as in URLs and forms.
  static func parameters(_ query: Substring) throws(FirestoreError) -> [Parameter] {
    var parameters: [Parameter] = []
    for part in query.split(separator: "&") {
      let name = part.prefix { $0 != "=" }
      guard let decodedName = PercentText.decode(name, plusIsBlank: true),
        let value = PercentText.decode(part.dropFirst(name.count + 1), plusIsBlank: true)
      else { throw FirestoreError(.invalidArgument, "The query of the URL is not UTF-8.") }
      parameters.append(Parameter(name: decodedName, value: value))
    }
    return parameters
  }

  /// Of the browser channel: `google.firestore.v1.Firestore/METHOD/channel`.
  var isChannel: Bool {
    segments.count == 3 && segments[0] == "google.firestore.v1.Firestore" && segments[2] == "channel"
  }

  /// The segments from `index` on as the text of a resource name.
  func name(from index: Int, upTo end: Int? = nil) throws(FirestoreError) -> String {
    var names: [String] = []
    for segment in segments[index..<(end ?? segments.count)] {
      guard let decoded = PercentText.decode(segment, keepsSlashes: true) else {
        throw FirestoreError(.invalidArgument, "The path of the URL is not UTF-8.")
      }
      names.append(decoded)
    }
    return names.joined(separator: "/")
  }

  /// One decoded segment; nil when there is none.
  func segment(_ index: Int) -> String? {
    segments.indices.contains(index) ? PercentText.decode(segments[index]) : nil
  }
}
