package import Diagnostics
import Foundation

/// A folder with files for one test, removed with the value.
package final class FolderFixture {
  package let path: String

  package init(_ files: [String: String]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "firebreak-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = URL(filePath: path).appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// Puts bytes in place of a file.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path).appending(path: name))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The text with the folder's own path left out.
  package func relative(_ text: String) -> String { text.replacing(path + "/", with: "").replacing(path, with: ".") }

  /// `FB0005 error firebase.json:4:19 the message`
  package func lines(_ findings: [Diagnostic]) -> [String] {
    findings.map { finding in
      let place = finding.location.map(\.description) ?? "-"
      return relative("\(finding.code.id) \(finding.severity.rawValue) \(place) \(finding.message)")
    }
  }
}
