import ArgumentParser
import Foundation
import Testing

@testable import Terminal

@Suite("Console") struct ConsoleTests {
  private func console(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> Console {
    try Console(
      GlobalFlags<FindingFormats>.options(arguments), environment: ProcessEnvironment(variables), title: "check")
  }

  /// A folder that is gone when the test is over.
  private func withFolder(_ work: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "firebreak-terminal-\(UUID().uuidString)")
      .path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try work(folder)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
  }

  @Test("what the flags say") func flags() throws {
    let plain = try console()
    #expect(plain.isForPeople)
    #expect(!plain.isQuiet && !plain.isVerbose && !plain.isASCII)
    let other = try console(["-q", "-v", "--ascii", "-o", "json", "--color", "always"])
    #expect(!other.isForPeople)
    #expect(other.isQuiet && other.isVerbose && other.isASCII)
    #expect(other.outputIsColored && other.errorIsColored)
  }

  @Test("a line is written over only where somebody watches, on a terminal that can")
  func redrawing() {
    let watched = ProcessEnvironment(["TERM": "xterm", "CI": ""])
    #expect(Console.redrawsLines(watched, isTerminal: true))
    #expect(!Console.redrawsLines(watched, isTerminal: false))
    for variables in [["TERM": "dumb"], ["TERM": "xterm", "CI": "true"]] {
      #expect(!Console.redrawsLines(ProcessEnvironment(variables), isTerminal: true), "\(variables)")
    }
  }

  @Test("what the environment says") func environment() throws {
    let console = try console([], ["FIREBREAK_QUIET": "1", "FIREBREAK_OUTPUT": "json,sarif=a.sarif", "NO_COLOR": "1"])
    #expect(console.isQuiet)
    #expect(console.outputs == [OutputRequest(format: .json), OutputRequest(format: .sarif, file: "a.sarif")])
    #expect(!console.outputIsColored && !console.errorIsColored)
  }

  @Test("no progress in continuous integration", arguments: [["CI": "1"], ["FIREBREAK_NO_PROGRESS": "1"]])
  func progress(variables: [String: String]) throws {
    #expect(try !console([], variables).showsProgress)
  }

  @Test("the width of text", arguments: [("80", 80), ("10", 40), ("500", 200), ("wide", 100)])
  func width(columns: String, width: Int) throws {
    #expect(try console([], ["COLUMNS": columns]).width == width)
  }

  @Test("a file is made, and replaced as a whole") func files() throws {
    try withFolder { folder in
      let file = "\(folder)/a.txt"
      let console = try console()
      try console.write("first, and longer", toFile: file)
      try console.write("second", toFile: file)
      #expect(try text(file) == "second")
    }
  }

  @Test("a file that cannot be written") func unwritable() throws {
    try withFolder { folder in
      let console = try console()
      let isFolder = #expect(throws: EnvironmentFailure.self) { try console.write("", toFile: folder) }
      #expect(isFolder?.message.hasSuffix(": it is a folder") == true)
      let isMissing = #expect(throws: EnvironmentFailure.self) { try console.write("", toFile: "\(folder)/none/a") }
      #expect(isMissing?.message.contains(": there is no folder `") == true)
    }
  }

  @Test("folders are made with those above them") func folders() throws {
    try withFolder { folder in
      try console().makeFolder("\(folder)/a/b")
      try console().write("x", toFile: "\(folder)/a/b/c")
      #expect(try text("\(folder)/a/b/c") == "x")
    }
  }

  @Test("every output gets its own text, files without colours") func outputs() throws {
    try withFolder { folder in
      let console = try console(["-o", "json=\(folder)/a.json", "-o", "markdown=\(folder)/a.md", "--color", "always"])
      try console.write { format, colored in format == .json ? "json \(colored)" : nil }
      #expect(try text("\(folder)/a.json") == "json false")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/a.md"))
    }
  }

  @Test("a stream that cannot be written to keeps the number of the error") func brokenStream() {
    let stream = StandardStream(descriptor: -1)
    #expect(stream.state == .open)
    stream.write("")
    #expect(stream.state == .open)
    stream.writeLine("lost")
    // EBADF
    #expect(stream.state == .failed(9))
    #expect(SystemText.describe(9) == "Bad file descriptor")
    #expect(!stream.isTerminal)
  }

  @Test("a job summary is appended to") func summary() throws {
    try withFolder { folder in
      let summary = JobSummary(file: "\(folder)/summary.md")
      try summary.append("first\n")
      try summary.append("")
      try summary.append("second\n")
      #expect(try text(summary.file) == "first\nsecond\n")
      let error = #expect(throws: EnvironmentFailure.self) { try JobSummary(file: "\(folder)/none/a").append("x") }
      #expect(error?.message == "cannot write the job summary `\(folder)/none/a`")
    }
  }

  @Test("a summary that is too long is cut between two lines") func longSummary() {
    let text = String(repeating: "aaaa\n", count: 50)
    #expect(JobSummary.fitting(text, in: 250) == text)
    let cut = "aaaa\naaaa\naaaa\naaaa\n\n47 more lines do not fit into the summary.\n"
    #expect(JobSummary.fitting(text, in: 100) == cut)
    #expect(JobSummary.fitting(text, in: 10) == "")
  }
}
