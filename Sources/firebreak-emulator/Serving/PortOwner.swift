import FoundationEssentials

/// Which process listens on a port, as far as the system lets us see.
enum PortOwner {
  struct Process: Hashable {
    var identifier: Int
    var name: String
  }

  static func of(port: Int) -> Process? {
    #if os(Linux)
      let sockets = Set(
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
          listeningSockets(on: port, table: text(path) ?? "")
        })
      guard !sockets.isEmpty else { return nil }
      let links = Set(sockets.map { "socket:[\($0)]" })
      let files = FileManager.default
      for name in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
        // Processes of other users do not let us look.
        guard let identifier = Int(name), let open = try? files.contentsOfDirectory(atPath: "/proc/\(name)/fd") else {
          continue
        }
        let holds = open.contains { descriptor in
          (try? files.destinationOfSymbolicLink(atPath: "/proc/\(name)/fd/\(descriptor)")).map(links.contains) ?? false
        }
        guard holds else { continue }
        let command = text("/proc/\(name)/comm")?.split(separator: "\n").first.map(String.init)
        return Process(identifier: identifier, name: command ?? "a process")
      }
    #endif
    return nil
  }

  /// The numbers of the sockets that listen on the port, in the kernel's table of TCP sockets: `sl local_address
  /// rem_address st … inode`, addresses in hexadecimal.
  static func listeningSockets(on port: Int, table: String) -> [String] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: " ")
      guard columns.count > 9, columns[3] == "0A" else { return nil }
      guard let local = columns[1].split(separator: ":").last, Int(local, radix: 16) == port else { return nil }
      return String(columns[9])
    }
  }

  /// Files of the kernel have no size until they are read.
  private static func text(_ path: String) -> String? {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
