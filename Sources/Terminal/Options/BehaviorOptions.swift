package import ArgumentParser
package import Project

extension ServiceMode: ExpressibleByArgument {}

/// Whose behaviour is reproduced, as known when.
package struct BehaviorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whose answers: production refuses a query without its index; permissive runs it and reports it.",
      valueName: "mode"))
  package var mode: ServiceMode?

  @Option(
    help: ArgumentHelp(
      "Answer an open question about the service, as in Q-2=composite; may be repeated.", valueName: "name=value"))
  package var assume: [AssumedAnswer] = []

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp("Behaviour and prices as known on this day.", valueName: "yyyy-mm-dd"))
  package var asOf: CalendarDay?

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp("How much to do at the same time; never changes the output.", valueName: "n"))
  package var jobs: JobCount?

  package init() {}
}

/// `--assume NAME=VALUE`
package struct AssumedAnswer: ExpressibleByArgument, Hashable {
  package var name: String
  package var value: String

  package init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A day of the Gregorian calendar, `2026-03-31`.
package struct CalendarDay: ExpressibleByArgument, Hashable, CustomStringConvertible {
  package var year: Int
  package var month: Int
  package var day: Int

  package init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year > 0, (1...12).contains(month)
    else { return nil }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
    description = argument
  }

  package let description: String
}

/// `--jobs`: at least one.
package struct JobCount: ExpressibleByArgument, Hashable {
  package var value: Int

  package init?(argument: String) {
    guard let value = Int(argument), (1...1024).contains(value) else { return nil }
    self.value = value
  }
}
