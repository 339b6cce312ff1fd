import EmulatorServer
import StructuredText
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--ready-file`: where scripts learn the port that the system has chosen.
enum ReadyFile {
  /// `{"host", "port", "firestore": {"host", "port", "listen": […]}, "pid", "version"}`; `firestore` as the hub of the
  /// Firebase CLI describes an emulator.
  static func text(_ address: ListeningAddress) -> String {
    let (host, port) = (JSONValue.string(address.reachableHost), JSONValue.integer(Int64(address.port)))
    let sockets = address.addresses.map { JSONValue.object([.init("address", .string($0)), .init("port", port)]) }
    let firestore: JSONValue = ["name": "firestore", "host": host, "port": port, "listen": .array(sockets)]
    let document: JSONValue = [
      "host": host, "port": port, "firestore": firestore, "pid": .integer(Int64(getpid())),
      "version": .string(FirebreakVersion.current),
    ]
    return JSONWriter.text(document) + "\n"
  }
}

extension ListeningAddress {
  /// Where clients on this machine connect to: nobody can connect to "all addresses".
  var reachableHost: String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::", "[::]": "::1"
    default: host
    }
  }

  /// The value for `FIRESTORE_EMULATOR_HOST`.
  var reachableAuthority: String {
    let host = reachableHost
    return host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
