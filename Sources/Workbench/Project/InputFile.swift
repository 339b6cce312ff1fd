package import Diagnostics
import FoundationEssentials

/// Reads whole input files. The only place in which the libraries touch the file system, together with
/// ``ProjectFolder``.
package enum InputFile {
  /// Largest accepted size in bytes.
  package enum Limit: Int, Sendable {
    /// Configuration, index files, queries, workloads: written by people.
    case written = 16_777_216
    /// Documents.
    case data = 536_870_912
  }

  package static func read(_ path: String, limit: Limit = .written) throws(InputFileError) -> SourceText {
    try read(path, shownAs: path, limit: limit)
  }

  /// Everything that standard input delivers.
  package static func readStandardInput(limit: Limit = .written) throws(InputFileError) -> SourceText {
    try read("/dev/stdin", shownAs: "<stdin>", limit: limit)
  }

  package enum Kind: Hashable, Sendable {
    case missing, file, folder
  }

  /// What a path names; symbolic links are followed.
  package static func kind(_ path: String) -> Kind {
    guard let type = fileType(path) else { return .missing }
    return type == .typeDirectory ? .folder : .file
  }

  private static func read(_ path: String, shownAs shown: String, limit: Limit) throws(InputFileError) -> SourceText {
    if path.isEmpty { throw InputFileError(path: shown, reason: .missing) }
    // A pipe (`<(command)`) has no size and may be looked at only by reading it.
    if let attributes = attributes(path) {
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        throw InputFileError(path: shown, reason: .isFolder)
      }
      let size = attributes[.size] as? UInt64 ?? (attributes[.size] as? Int).flatMap(UInt64.init(exactly:)) ?? 0
      if size > UInt64(limit.rawValue) {
        throw InputFileError(path: shown, reason: .tooLarge(limit: limit))
      }
    } else if path != "/dev/stdin" {
      throw InputFileError(path: shown, reason: .missing)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputFileError(path: shown, reason: .unreadable)
    }
    guard data.count <= limit.rawValue else { throw InputFileError(path: shown, reason: .tooLarge(limit: limit)) }
    return SourceText(path: shown, bytes: Array(data))
  }

  static func fileType(_ path: String) -> FileAttributeType? { attributes(path)?[.type] as? FileAttributeType }

  /// Attributes of what a path finally names.
  private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    let wanted = path.hasPrefix("/dev/") ? path : resolved
    return try? FileManager.default.attributesOfItem(atPath: wanted)
  }
}

/// Why a file could not be read.
package struct InputFileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case missing, isFolder, unreadable
    case tooLarge(limit: InputFile.Limit)
  }

  package var path: String
  package var reason: Reason

  /// The finding for a file that the command cannot do without.
  package var diagnostic: Diagnostic {
    Diagnostic(.malformedInput, message, at: SourceText(path: path, bytes: []).start, help: help)
  }

  private var message: String {
    switch reason {
    case .missing: "there is no file \(QuotedText.of(path, limit: 200))"
    case .isFolder: "\(QuotedText.of(path, limit: 200)) is a folder, not a file"
    case .unreadable: "the file \(QuotedText.of(path, limit: 200)) cannot be read"
    case .tooLarge(let limit): "the file is larger than \(limit.rawValue / 1_048_576) MiB"
    }
  }

  private var help: String? {
    switch reason {
    case .missing: nil
    case .isFolder: "name a file in it"
    case .unreadable: "check its permissions"
    case .tooLarge: "split it"
    }
  }
}
