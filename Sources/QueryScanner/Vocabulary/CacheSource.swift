/// Where the SDKs of apps look for an answer: `Source.CACHE`, `ListenSource.cache`, `{ source: 'cache' }`.
extension SDKHandle {
  /// What the client has kept, and nothing else.
  package static let cache = SDKHandle.named("Source.cache")
}

extension SDKArguments {
  /// Whether an option among the arguments keeps a read from the service.
  var askCacheOnly: Bool { all.contains { $0.value.isCacheSource } }
}

extension SDKRequest {
  /// The request as the options among the arguments of its call make it.
  func asked(with arguments: SDKArguments) -> SDKRequest {
    switch kind {
    case .get, .listen:
      var request = self
      request.isFromCache = isFromCache || arguments.askCacheOnly
      return request
    case .aggregate, .write, .unsent: return self
    }
  }
}

extension ScannedValue {
  fileprivate var isCacheSource: Bool {
    switch self {
    case .handle(.cache): true
    case .record(let options):
      options.contains { $0.key == "source" && ($0.value == .handle(.cache) || $0.value.knownText == "cache") }
    default: false
    }
  }
}

extension String {
  /// The last two parts of a dotted name say so, in whatever case the language has them.
  package var namesCacheSource: Bool {
    // Every name is asked.
    guard utf8.count > 6, let last = utf8.last, last == UInt8(ascii: "e") || last == UInt8(ascii: "E") else {
      return false
    }
    let parts = split(separator: ".").suffix(2)
    guard parts.count == 2, let type = parts.first, let member = parts.last else { return false }
    return ["Source", "ListenSource", "FirestoreSource"].contains(type) && (member == "cache" || member == "CACHE")
  }
}
