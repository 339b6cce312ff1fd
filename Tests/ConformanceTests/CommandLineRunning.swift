import Foundation

/// Runs the built executable as a user does.
enum CommandLineTool {
  struct Answer: Equatable {
    var output: String
    var errors: String
    var exitCode: Int32

    /// The JSON on standard output.
    var json: NSDictionary? {
      (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? NSDictionary
    }

    /// `findings[].code` of the JSON.
    var codes: [String] {
      (json?["findings"] as? [NSDictionary])?.compactMap { $0["code"] as? String } ?? []
    }
  }

  /// Beside the test bundle.
  static let executable: URL = {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let beside = folder.appending(path: "firebreak")
    if FileManager.default.isExecutableFile(atPath: beside.path()) { return beside }
    return Repository.root.appending(path: ".build/debug/firebreak")
  }()

  /// - Parameters:
  ///   - folder: the working directory, or
  ///   - place: below it.
  ///   - environment: everything the process sees.
  ///   - joinsErrors: both streams are `output`, in the order of their lines, as on a terminal.
  static func run(
    _ arguments: [String], in folder: TestFolder, at place: String = "", input: String = "",
    environment: [String: String] = [:], joinsErrors: Bool = false, executable: URL = executable
  ) throws -> Answer {
    // Files instead of pipes: nothing can block, however much is written.
    let scratch = try TestFolder(["input": input])
    let (output, errors) = (scratch.url.appending(path: "output"), scratch.url.appending(path: "errors"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = place.isEmpty ? folder.url : folder.url.appending(path: place)
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: scratch.url.appending(path: "input"))
    let written = try FileHandle(forWritingTo: output)
    process.standardOutput = written
    process.standardError = joinsErrors ? written : try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Answer(
      output: try String(contentsOf: output, encoding: .utf8), errors: try String(contentsOf: errors, encoding: .utf8),
      exitCode: code)
  }
}

/// A folder with files for one test, removed with the value.
final class TestFolder {
  let url: URL

  convenience init(_ files: [String: String]) throws { try self.init(bytes: files.mapValues { Data($0.utf8) }) }

  init(bytes files: [String: Data]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "firebreak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, bytes) in files {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
