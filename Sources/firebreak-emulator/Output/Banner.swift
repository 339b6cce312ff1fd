import Diagnostics
import Emulation
import EmulatorServer
import Project
import Terminal

/// What `start` shows once clients can connect.
struct Banner {
  var addresses: ServedAddresses
  var databases: [ConfiguredDatabase]
  /// Of the Realtime Database; shown where that is served.
  var realtimeDatabases: [ConfiguredRealtimeDatabase]
  var mode: ServiceMode
  var readyTime: Duration
  var isASCII = false
  /// Columns; nil: as many as it takes.
  var width: Int?

  var text: String {
    let separator = isASCII ? "-" : "·"
    let exports = [
      ("FIRESTORE_EMULATOR_HOST", addresses.firestore), ("FIREBASE_DATABASE_EMULATOR_HOST", addresses.database),
    ]
    .compactMap { name, address in address.map { "export \(name)=\($0.reachableAuthority)" } }
    return """
      firebreak \(FirebreakVersion.current) \(separator) standard edition \(separator) offline
      \(table)
      mode: \(mode.rawValue)   ready in \(readyTime.milliseconds) ms
      \(page)\(exports.joined(separator: "\n"))

      """
  }

  private var page: String { addresses.page.map { "UI: http://\($0.reachableAuthority)\n" } ?? "" }

  /// One emulator: its name, its address, and its databases with their files.
  private struct Served {
    var name: String
    var address: ListeningAddress
    var databases: [(id: String, files: String)]
  }

  private var served: [Served] {
    var served = [
      Served(name: "Firestore", address: addresses.firestore, databases: databases.map { ($0.id, $0.files) })
    ]
    if let database = addresses.database {
      served.append(
        Served(name: "Database", address: database, databases: realtimeDatabases.map { ($0.name, $0.files) }))
    }
    return served
  }

  private var table: String {
    let heading = ["Emulator", "Host:Port", "Databases", "Rules / indexes"]
    let whole = served.map { emulator in
      [
        emulator.name, emulator.address.reachableAuthority, emulator.databases.map(\.id).joined(separator: ", "),
        emulator.databases.map(\.files).joined(separator: "; "),
      ]
    }
    let wide = TextTable([heading] + whole)
    guard let width, wide.boxWidth > width else { return wide.box(isASCII: isASCII) }
    // One line for each database, and what is still too long is cut.
    let lines = served.flatMap { emulator in
      emulator.databases.enumerated().map { index, database in
        (index == 0 ? [emulator.name, emulator.address.reachableAuthority] : ["", ""]) + [database.id, database.files]
      }
    }
    return TextTable([heading] + lines).fitted(to: width, keeping: 2, isASCII: isASCII).box(isASCII: isASCII)
  }
}

extension ConfiguredRealtimeDatabase {
  fileprivate var files: String { isOpen ? "OPEN" : rules ?? "no rules" }
}

extension ConfiguredDatabase {
  /// `firestore.rules + 9`: the rules, and how many indexes are declared.
  fileprivate var files: String {
    let access = isOpen ? "OPEN" : rules ?? "no rules"
    return "\(access) + \(indexCount)"
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
