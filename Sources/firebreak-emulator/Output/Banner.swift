import Diagnostics
import Emulation
import EmulatorServer
import Terminal
import Workbench

/// What `start` shows once clients can connect.
struct Banner {
  var address: ListeningAddress
  var databases: [ConfiguredDatabase]
  var mode: ServiceMode
  var readyTime: Duration
  var isASCII = false
  /// Columns; nil: as many as it takes.
  var width: Int?

  var text: String {
    let separator = isASCII ? "-" : "·"
    return """
      firebreak \(FirebreakVersion.current) \(separator) standard edition \(separator) offline
      \(table)
      mode: \(mode.rawValue)   ready in \(readyTime.milliseconds) ms
      export FIRESTORE_EMULATOR_HOST=\(address.reachableAuthority)

      """
  }

  private var table: String {
    let heading = ["Emulator", "Host:Port", "Databases", "Rules / indexes"]
    let whole = [
      "Firestore", address.reachableAuthority, databases.map(\.id).joined(separator: ", "),
      databases.map(\.files).joined(separator: "; "),
    ]
    let wide = BoxTable(rows: [[heading], [whole]], isASCII: isASCII)
    guard let width, wide.width > width else { return wide.text }
    // One line for each database, and what is still too long is cut.
    let lines = databases.enumerated().map { index, database in
      (index == 0 ? ["Firestore", address.reachableAuthority] : ["", ""]) + [database.id, database.files]
    }
    return BoxTable(rows: [[heading], lines], isASCII: isASCII).fitted(to: width).text
  }
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
