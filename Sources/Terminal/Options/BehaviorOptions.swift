package import ArgumentParser
package import FirestoreModel
package import Project

extension ServiceMode: ExpressibleByArgument {}

/// Whose behaviour is reproduced, as known when.
package struct BehaviorOptions: ParsableArguments, Sendable {
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
  package var asOf: CalendarDate?

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

/// A day as in `2026-03-31`.
extension CalendarDate: ExpressibleByArgument {
  package init?(argument: String) { self.init(iso: argument) }
}

/// `--jobs`: at least one.
package struct JobCount: ExpressibleByArgument, Hashable {
  package var value: Int

  package init?(argument: String) {
    guard let value = Int(argument), (1...1024).contains(value) else { return nil }
    self.value = value
  }
}
