import ArgumentParser
package import FirestoreModel

/// `--port`
package struct PortNumber: ExpressibleByArgument, Hashable {
  package var value: Int

  package init(_ value: Int) { self.value = value }

  package init?(argument: String) {
    guard let value = Int(argument), (0...65_535).contains(value) else { return nil }
    self.value = value
  }
}

/// `--clock`: a time with an offset, or a day, which starts at midnight UTC.
package struct StartingTime: ExpressibleByArgument, Hashable {
  package var time: Timestamp

  package init?(argument: String) {
    let text = argument.contains("T") ? argument : argument + "T00:00:00Z"
    guard let time = Timestamp(rfc3339: text) else { return nil }
    self.time = time
  }
}

/// `--lock-wait`: a number of `ms`, `s` or `m`.
package struct WaitingTime: ExpressibleByArgument, Hashable {
  package var microseconds: Int64

  package init?(argument: String) {
    let units: [(String, Int64)] = [("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000)]
    guard let (unit, factor) = units.first(where: { argument.hasSuffix($0.0) }),
      let count = Int64(argument.dropLast(unit.count)), count >= 0
    else { return nil }
    let (product, overflows) = count.multipliedReportingOverflow(by: factor)
    // Longer than any transaction lives.
    guard !overflows, product <= 3_600_000_000 else { return nil }
    microseconds = product
  }
}

/// `--export-on-exit`, which needs no value beside `--import`.
package enum ExportFolder: ExpressibleByArgument, Hashable, CustomStringConvertible {
  case ofImport
  case folder(String)

  package init?(argument: String) {
    if argument.isEmpty { return nil }
    self = .folder(argument)
  }

  package var description: String {
    switch self {
    case .ofImport: "the folder of --import"
    case .folder(let path): path
    }
  }
}

/// `--export-format`
package enum ExportFormat: String, ExpressibleByArgument, CaseIterable, Hashable, Sendable {
  case google, lines
}
