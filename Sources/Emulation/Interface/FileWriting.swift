package import Diagnostics
import Digests
import FoundationEssentials
import Project
package import StructuredText

/// Replaces files of the project that somebody edits from the page.
package enum FileWriting {
  package enum Failure: Error {
    case refused(String)
    /// The file is another one than was seen; with `{"etag", "source"}` as it is now.
    case changed(Diagnostic, current: JSONValue)

    var message: String {
      switch self {
      case .refused(let message): message
      case .changed(let problem, _): problem.message
      }
    }
  }

  /// Which version of a file somebody has seen who replaces it.
  package enum Expectation: Hashable, Sendable {
    case any
    /// Its ``FileWriting/tag(of:)``.
    case version(String)

    /// `*` is any version; nil, too, where nothing is written.
    package init(_ tag: String?) { self = tag.flatMap { $0 == "*" ? nil : .version($0) } ?? .any }

    /// - Parameter bytes: of the file as it is now; nil: there is none.
    func check(_ bytes: [UInt8]?, of path: String) throws(Failure) {
      guard case .version(let tag) = self, tag != FileWriting.tag(of: bytes) else { return }
      let problem = Diagnostic(
        .fileChanged, "\(QuotedText.of(path, limit: 200)) has changed since it was read", at: nil,
        help: "nothing was written: read it again, and bring both versions together")
      throw .changed(problem, current: FileWriting.version(bytes))
    }
  }

  /// What tells two versions of a file apart.
  package static func tag(of bytes: [UInt8]?) -> String {
    guard let bytes else { return "absent" }
    return Digest.sha256.of(bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func version(_ bytes: [UInt8]?) -> JSONValue {
    ["etag": .string(tag(of: bytes)), "source": .string(String(decoding: bytes ?? [], as: UTF8.self))]
  }

  /// Nil: it is not there, or cannot be read.
  static func bytes(of path: String) -> [UInt8]? { (try? InputFile.read(path))?.bytes }

  /// In one step, so that nobody reads half of it. A link stays a link, and the file keeps its mode.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let place = InputFile.withoutLinks(path)
    let mode = (try? FileManager.default.attributesOfItem(atPath: place))?[.posixPermissions]
    do {
      try Data(bytes).write(to: URL(filePath: place), options: .atomic)
      if let mode { try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place) }
    } catch {
      throw .refused("\(QuotedText.of(path, limit: 200)) cannot be written")
    }
  }
}
