package import StructuredText

/// Where an emulator can be reached.
package struct ListeningAddress: Hashable, Sendable {
  /// As it was configured.
  package var host: String
  package var port: Int
  /// The addresses of the sockets, in the order they were opened.
  package var addresses: [String]

  package var authority: String { Self.authority(host, port) }

  /// Where clients on this machine connect to: nobody can connect to "all addresses".
  package var reachableHost: String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::", "[::]": "::1"
    default: host
    }
  }

  /// The value for `FIRESTORE_EMULATOR_HOST` and `FIREBASE_DATABASE_EMULATOR_HOST`.
  package var reachableAuthority: String { Self.authority(reachableHost, port) }

  private static func authority(_ host: String, _ port: Int) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// Where the databases of an emulation can be reached.
package struct ServedAddresses: Hashable, Sendable {
  package var firestore: ListeningAddress
  /// Nil: the Realtime Database is not served.
  package var database: ListeningAddress?
  /// Nil: there is no page.
  package var page: ListeningAddress?

  package init(
    firestore: ListeningAddress, database: ListeningAddress? = nil, page: ListeningAddress? = nil
  ) {
    self.firestore = firestore
    self.database = database
    self.page = page
  }

  /// As the hub of the Firebase CLI describes the emulators that it has started, by their names:
  /// `{"firestore": {"name", "host", "port", "listen": [{"address", "port"}]}, …}`.
  package var emulators: [JSONValue.Member] {
    [.init("firestore", firestore.description(named: "firestore"))]
      + (database.map { [.init("database", $0.description(named: "database"))] } ?? [])
      + (page.map { [.init("ui", $0.description(named: "ui"))] } ?? [])
  }

  /// What commands of the Firebase CLI read to find a hub that runs, and what that says of itself.
  package func hubLocator(version: String, process: Int64) -> JSONValue {
    [
      "version": .string(version), "origins": [.string("http://\(firestore.reachableAuthority)\(HubEndpoints.path)")],
      "pid": .integer(process), "host": .string(firestore.reachableHost), "port": .integer(Int64(firestore.port)),
    ]
  }

  /// The same with the hub itself, which is the port of Firestore.
  var discovery: JSONValue { .object(emulators + [.init("hub", firestore.description(named: "hub"))]) }
}

extension ListeningAddress {
  fileprivate func description(named name: String) -> JSONValue {
    let port = JSONValue.integer(Int64(port))
    let sockets = addresses.map { JSONValue.object([.init("address", .string($0)), .init("port", port)]) }
    return ["name": .string(name), "host": .string(reachableHost), "port": port, "listen": .array(sockets)]
  }
}
