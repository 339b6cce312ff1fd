import ArgumentParser
import FirestoreModel
import Terminal
import Testing

@Suite("Environment") struct EnvironmentTests {
  private let environment = ProcessEnvironment([
    "FIREBREAK_PROJECT_DIR": "app", "FIREBREAK_MODE": "", "FIREBREAK_PORT": "http", "FIREBREAK_DATABASE": "a,b",
  ])

  private func port(_ text: String) throws -> PortNumber {
    guard let port = PortNumber(argument: text) else { throw UsageError("`\(text)` is not a port") }
    return port
  }

  @Test("every flag has a variable") func names() {
    #expect(ProcessEnvironment.variable(of: "project-dir") == "FIREBREAK_PROJECT_DIR")
    #expect(ProcessEnvironment.variable(of: "o") == "FIREBREAK_O")
  }

  @Test("an empty variable counts as not set") func empty() throws {
    #expect(environment["FIREBREAK_MODE"] == "")
    #expect(environment.nonEmpty("FIREBREAK_MODE") == nil)
    #expect(environment.flag("mode") == nil)
    #expect(try environment.value(nil as String?, flag: "mode") { $0 } == nil)
  }

  @Test("the command line wins") func values() throws {
    #expect(try environment.value("here", flag: "project-dir") { $0 } == "here")
    #expect(try environment.value(nil as String?, flag: "project-dir") { $0 } == "app")
    #expect(try environment.value(nil as String?, flag: "config") { $0 } == nil)
  }

  @Test("flags that may be repeated are separated by commas") func lists() throws {
    #expect(try environment.values([] as [String], flag: "database") { $0 } == ["a", "b"])
    #expect(try environment.values(["c"], flag: "database") { $0 } == ["c"])
    #expect(try environment.values([] as [String], flag: "select") { $0 } == [])
  }

  @Test("a value that cannot be read is told with the name of its variable") func broken() throws {
    let error = #expect(throws: UsageError.self) {
      try environment.value(nil as PortNumber?, flag: "port") { try port($0) }
    }
    #expect(error?.message == "FIREBREAK_PORT: `http` is not a port")
    #expect(try environment.value(PortNumber(1), flag: "port") { try port($0) } == PortNumber(1))
  }

  @Test(
    "a flag without a value is set by anything but 0, false and no",
    arguments: [
      ("1", true), ("yes", true), ("true", true), ("anything", true), ("0", false), ("false", false), ("FALSE", false),
      ("no", false), ("", false),
    ])
  func switches(value: String, isSet: Bool) {
    let environment = ProcessEnvironment(["FIREBREAK_QUIET": value])
    #expect(environment.isSet(false, flag: "quiet") == isSet)
    #expect(environment.isSet(true, flag: "quiet"))
    #expect(!environment.isSet(false, flag: "verbose"))
  }

  @Test(
    "colours of `auto`",
    arguments: [
      ([:], true, true), ([:], false, false), (["TERM": "dumb"], true, false), (["NO_COLOR": "1"], true, false),
      (["NO_COLOR": ""], true, true), (["FORCE_COLOR": "1"], false, true), (["FORCE_COLOR": "0"], true, false),
      (["CLICOLOR_FORCE": "false"], true, false), (["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
    ] as [([String: String], Bool, Bool)])
  func colors(variables: [String: String], isTerminal: Bool, isColored: Bool) {
    let environment = ProcessEnvironment(variables)
    #expect(ColorChoice.auto.isColored(environment: environment, streamIsTerminal: isTerminal) == isColored)
    #expect(ColorChoice.always.isColored(environment: environment, streamIsTerminal: isTerminal))
    #expect(!ColorChoice.never.isColored(environment: environment, streamIsTerminal: isTerminal))
  }

  @Test("colours are auto, always or never") func colorNames() throws {
    #expect(try ColorChoice.allCases.map(\.rawValue).map(ColorChoice.read) == [.auto, .always, .never])
    let error = #expect(throws: UsageError.self) { try ColorChoice.read("red") }
    #expect(error?.message == "`red` is not one of auto, always, never")
  }

  @Test("settings come from flags, then from the environment") func settings() throws {
    func settings(_ arguments: [String], _ variables: [String: String]) throws -> CommandSettings {
      let options = try GlobalFlags<FindingFormats>.options(arguments)
      return try CommandSettings(options, ProcessEnvironment(variables))
    }
    #expect(try settings([], [:]).rulesFile == nil)
    #expect(try settings([], ["FIREBREAK_RULES": "a.rules"]).rulesFile == "a.rules")
    #expect(try settings(["--rules", "b.rules"], ["FIREBREAK_RULES": "a.rules"]).rulesFile == "b.rules")
    #expect(try settings([], ["FIREBREAK_AS_OF": "2026-03-31"]).asOf == CalendarDate(argument: "2026-03-31"))
    let error = #expect(throws: UsageError.self) { try settings([], ["FIREBREAK_AS_OF": "spring"]) }
    #expect(error?.message == "FIREBREAK_AS_OF: `spring` is not a day, YYYY-MM-DD")
  }
}
