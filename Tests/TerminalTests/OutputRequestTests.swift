import Terminal
import Testing

@Suite("Outputs") struct OutputRequestTests {
  private func checked(_ requests: [OutputRequest]) throws -> [OutputRequest] {
    try OutputRequest.checked(requests, formats: FindingFormats.formats)
  }

  private func refusal(_ requests: [OutputRequest]) -> UsageError? {
    #expect(throws: UsageError.self) { try checked(requests) }
  }

  @Test("a format, with or without a file") func arguments() {
    #expect(OutputRequest(argument: "json") == OutputRequest(format: .json))
    #expect(OutputRequest(argument: "json=-") == OutputRequest(format: .json))
    #expect(OutputRequest(argument: "sarif=out/a.sarif") == OutputRequest(format: .sarif, file: "out/a.sarif"))
    #expect(OutputRequest(argument: "json=a=b") == OutputRequest(format: .json, file: "a=b"))
  }

  @Test("what is no output", arguments: ["", "xml", "JSON", "json=", "=file"])
  func noOutputs(text: String) {
    #expect(OutputRequest(argument: text) == nil)
    let error = #expect(throws: UsageError.self) { try OutputRequest.read(text) }
    #expect(error?.message == "`\(text)` is not an output (FORMAT or FORMAT=FILE)")
  }

  @Test("without a request, text for people") func standard() throws {
    #expect(try checked([]) == [OutputRequest(format: .full)])
  }

  @Test("several files beside one format on standard output") func several() throws {
    let requests = [
      OutputRequest(format: .full), OutputRequest(format: .json, file: "a.json"),
      OutputRequest(format: .junit, file: "a.xml"),
    ]
    #expect(try checked(requests) == requests)
  }

  @Test("annotations follow the text", arguments: ["full", "concise"])
  func annotations(name: String) throws {
    let format = try #require(OutputFormat(rawValue: name))
    let requests = [OutputRequest(format: .github), OutputRequest(format: format)]
    #expect(try checked(requests).map(\.format) == [format, .github])
  }

  @Test("one format on standard output, once") func standardOutput() {
    let two = refusal([OutputRequest(format: .json), OutputRequest(format: .github)])
    #expect(two?.message == "only one format may use standard output, not `json` and `github`")
    #expect(two?.help == "write the others to files, as in `-o github=FILE`")
    let twice = refusal([OutputRequest(format: .json), OutputRequest(format: .json)])
    #expect(twice?.message == "`json` is asked for twice on standard output")
  }

  @Test("a file is written once") func files() {
    let error = refusal([OutputRequest(format: .json, file: "a"), OutputRequest(format: .sarif, file: "a")])
    #expect(error?.message == "two outputs would write the file `a`")
  }

  @Test("a format of other commands is refused by name") func otherFormats() {
    let error = refusal([OutputRequest(format: .html, file: "a.html")])
    #expect(error?.message == "`html` is not an output format of this command")
  }

  @Test("help lists what a command writes") func lists() {
    #expect(OutputFormat.list(TextFormats.formats) == "`full`")
    #expect(OutputFormat.list(FileFormats.formats) == "`full` or `json`")
    #expect(OutputFormat.list(AnswerFormats.formats) == "`full`, `json` or `markdown`")
    #expect(RequestedOutput<AnswerFormats>.allValueStrings == ["full", "json", "markdown"])
    #expect(RunFormats.formats.subtracting(FindingFormats.formats) == [.summary, .html])
    #expect(CoverageFormats.formats.subtracting(FindingFormats.formats) == [.html, .lcov])
  }
}
