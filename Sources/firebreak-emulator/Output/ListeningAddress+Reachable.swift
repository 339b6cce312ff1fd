import EmulatorServer

extension ListeningAddress {
  /// Where clients on this machine connect to: nobody can connect to "all addresses".
  var reachableHost: String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::", "[::]": "::1"
    default: host
    }
  }

  /// The value for `FIRESTORE_EMULATOR_HOST` and `FIREBASE_DATABASE_EMULATOR_HOST`.
  var reachableAuthority: String {
    let host = reachableHost
    return host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
