import Diagnostics
import Foundation
import FirebreakTestSupport
import QueryScanner
import Testing

@Suite("Scratch") struct ScratchTests {
  @Test func run() throws {
    let environment = ProcessInfo.processInfo.environment
    for path in (environment["SCAN"] ?? "").split(separator: ":") {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: String(path))))
      let clock = ContinuousClock()
      var lines: [String] = []
      let table = LineTable(SourceText(path: String(path), bytes: bytes))
      print("@@ \(path)")
      let time = clock.measure {
        let source = SourceText(path: String(path), bytes: bytes)
        for request in SourceScanner.scan([source]).requests {
          let line = table.position(of: request.location.span.start).line
          lines.append("  \(line) \(request) [\(request.function ?? "-")]")
        }
      }
      print("== \(path) \(time)\n" + lines.joined(separator: "\n"))
    }
  }

  @Test func big() {
    guard let count = ProcessInfo.processInfo.environment["BIG"].flatMap({ Int($0) }) else { return }
    let sources = GeneratedSources.project(lines: count)
    let clock = ContinuousClock()
    var parsed: [ParsedSource] = []
    let t1 = clock.measure { parsed = sources.flatMap(SourceReader.read) }
    var n = 0
    let t2 = clock.measure { n = SourceInterpreter.requests(of: parsed).count }
    print("== BIG parse \(t1) interpret \(t2) requests \(n)")
  }
}
