import Diagnostics
import FoundationEssentials
import Project

/// Replaces files of the project that somebody edits from the page.
package enum FileWriting {
  package struct Failure: Error {
    package var message: String

    package init(message: String) { self.message = message }
  }

  /// In one step, so that nobody reads half of it. A link stays a link, and the file keeps its mode.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let place = InputFile.withoutLinks(path)
    let mode = (try? FileManager.default.attributesOfItem(atPath: place))?[.posixPermissions]
    do {
      try Data(bytes).write(to: URL(filePath: place), options: .atomic)
      if let mode { try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place) }
    } catch {
      throw Failure(message: "\(QuotedText.of(path, limit: 200)) cannot be written")
    }
  }
}
