import Diagnostics
import FirestoreModel
import QueryModel
import Testing

@testable import Workbench

/// `code line:column message` of every finding.
func findings(_ reading: WorkloadReading) -> [String] {
  reading.diagnostics.map { diagnostic in
    let place = diagnostic.location?.position
    return "\(diagnostic.code.id) \(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.message)"
  }
}

func read(_ text: String, overrides: [ParameterOverride] = []) -> WorkloadReading {
  WorkloadReader.read(SourceText(path: "test.workload.yaml", text: text), overrides: overrides)
}

@Suite("Worked examples of the workload format") struct ExampleDecodingTests {
  @Test func `11.2 chat open`() throws {
    let reading = read(ExampleWorkloads.chatOpen)
    #expect(findings(reading) == [])
    let suite = try #require(reading.suite)
    #expect(suite.variants.map(\.name) == ["before", "after", "after-as-written", "before-persist", "after-limit"])
    #expect(suite.assertions.count == 5)
  }

  @Test func `11.3 clear three days`() throws {
    let reading = read(ExampleWorkloads.clearThreeDays)
    #expect(findings(reading) == [])
  }

  @Test func `11.4 hybrid feed`() throws {
    let reading = read(ExampleWorkloads.hybridFeed)
    let message = "Realtime Database steps are not supported yet"
    #expect(
      findings(reading) == [
        "FB8001 7:6 \(message)", "FB8001 11:8 \(message)", "FB8001 25:9 \(message)", "FB8001 21:42 \(message)",
      ])
  }

  @Test func `11.5 conversation list`() throws {
    let reading = read(ExampleWorkloads.conversationList)
    #expect(findings(reading) == [])
  }
}
