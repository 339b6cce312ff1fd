import Foundation
import Testing

/// What a run keeps, and what a project says of it in `firebreak.json`.
@Suite("Command line: kept runs") struct CommandLineScratchTests {
  private static func files(limit: String = " limit 50", settings: String = "{}") -> [String: String] {
    var files = CommandLineRunTests.files
    files["chat.workload.yaml"]?.replace(" limit 50", with: limit)
    files["chat.workload.yaml"]?.replace("reads: 50}", with: "reads: 100}")
    files["firebreak.json"] = settings
    return files
  }

  @Test("a link in the scratch folder is not written through", arguments: ["runs", "report"])
  func links(name: String) throws {
    let victim = try TestFolder([:])
    let folder = try TestFolder(Self.files())
    if name == "report" { #expect(try CommandLineTool.run(["run", ".", "-q"], in: folder).exitCode == 0) }
    let scratch = folder.url.appending(path: ".firebreak")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: scratch.appending(path: name), withDestinationURL: victim.url)
    let answer = try CommandLineTool.run(name == "runs" ? ["run", "."] : ["report"], in: folder)
    let refusal = "`./.firebreak/\(name)` is a symbolic link: nothing is written through it; remove it"
    #expect(answer.errors.replacing("`.firebreak/", with: "`./.firebreak/").contains(refusal), "\(answer.errors)")
    // A run is done, whether it is kept or not.
    #expect(answer.exitCode == (name == "runs" ? 0 : 3))
    #expect(try FileManager.default.contentsOfDirectory(atPath: victim.url.path()) == [])
  }

  @Test(
    "the level of queries without a bound is the same in `run` as in `check`",
    arguments: [("error", 1, ["FB7004"]), ("warn", 0, ["FB7004"]), ("off", 0, [])])
  func unbounded(level: String, exitCode: Int32, codes: [String]) throws {
    let folder = try TestFolder(Self.files(limit: "", settings: #"{"budgets": {"*": {"unbounded": "\#(level)"}}}"#))
    for command in ["run", "check"] {
      let answer = try CommandLineTool.run([command, ".", "-o", "json"], in: folder)
      #expect(answer.codes == codes, "\(command)")
      #expect(answer.exitCode == exitCode, "\(command)")
    }
  }

  @Test("what failed is not said with the number of what was kept")
  func verdict() throws {
    var files = Self.files()
    files["chat.workload.yaml"]?.replace("reads: 100}", with: "reads: 40}")
    let answer = try CommandLineTool.run(["run", "."], in: TestFolder(files))
    #expect(answer.exitCode == 1)
    #expect(answer.output.contains("$0.00/mo   1 of 1 budgets exceeded\n"), "\(answer.output)")
  }

  @Test("a bill that lacks a price says so")
  func partlyPriced() throws {
    var files = Self.files()
    files["chat.workload.yaml"]?.replace(
      "prices: {book: google-standard, location: nam5}", with: "prices: {book: book.yaml}")
    files["book.yaml"] = """
      book: half
      asOf: 2026-01-01
      currency: USD
      reads: {per: 1, price: 1, evidence: a test}
      free: {scope: none}

      """
    let answer = try CommandLineTool.run(["run", "."], in: TestFolder(files))
    #expect(answer.output.contains("≥ $"), "\(answer.output)\(answer.errors)")
  }
}
