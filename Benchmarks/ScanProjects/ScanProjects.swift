import ArgumentParser
import Foundation
import ScanComparison

/// Scans real projects, one process each, and says what it took; keeps what was found, and compares it with what was
/// found before.
@main struct ScanProjects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan-projects",
    abstract: "Scan every project in a folder; print files, lines, seconds, memory and shapes of each.")

  @Argument(help: "A folder of projects, or one project with --one.") var folder: String
  @Option(help: "Only projects whose names contain this.") var only: String?
  @Option(help: "Write what is found into this folder, a file for each project.") var save: String?
  @Option(help: "Compare with what was saved in this folder.") var compare: String?
  @Option(help: "Write the places that differ as JSON.") var differences: String?
  @Flag(help: .hidden) var one = false

  func run() throws {
    if one {
      let measured = Measurement.of(project: folder)
      return FileHandle.standardOutput.write(try JSONEncoder.readable.encode(measured))
    }
    var table = ProjectTable(isCompared: compare != nil)
    var found: [String: ScanDifferences] = [:]
    for project in try projects() {
      let measured = try measure(project)
      if let save { try keep(measured.record, as: save + "/\(project).json") }
      let differences = try compare.flatMap { try Self.differences(to: measured.record, in: $0 + "/\(project).json") }
      found[project] = differences
      table.add(project, measured, differences)
    }
    table.finish()
    if let differences { try keep(found, as: differences) }
    if found.values.contains(where: { $0.count(.worse) > 0 }) { throw ExitCode(1) }
  }

  private func projects() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      var isFolder: ObjCBool = false
      let exists = unsafe FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      return exists && isFolder.boolValue && !name.hasPrefix(".") && only.map { name.contains($0) } != false
    }
    return names.sorted()
  }

  /// A process of its own: what one project leaves in memory says nothing of the next one.
  private func measure(_ project: String) throws -> Measurement {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--one", "\(folder)/\(project)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ScanFailure(project: project) }
    return try JSONDecoder().decode(Measurement.self, from: answer)
  }

  private func keep(_ value: some Encodable, as path: String) throws {
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder.readable.encode(value).write(to: file)
  }

  /// Nil where nothing was saved.
  private static func differences(to record: ScanRecord, in path: String) throws -> ScanDifferences? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let saved = try JSONDecoder().decode(ScanRecord.self, from: Data(contentsOf: URL(filePath: path)))
    return ScanDifferences(from: saved, to: record)
  }
}

struct ScanFailure: Error, CustomStringConvertible {
  var project: String
  var description: String { "the scan of \(project) did not end as it should" }
}

extension JSONEncoder {
  static var readable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
