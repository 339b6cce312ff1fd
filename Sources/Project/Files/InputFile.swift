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
    if let text = FileOverlay.text(path) { return SourceText(path: path, bytes: text) }
    return try FileMemory.read(path) { () throws(InputFileError) in
      switch kind(path) {
      case .missing: throw InputFileError(path: path, reason: .missing)
      case .folder: throw InputFileError(path: path, reason: .isFolder)
      case .file: break
      }
      guard FileConfinement.allows(path) else { throw InputFileError(path: path, reason: .outside) }
      do throws(FileBytes.Failure) {
        return SourceText(path: path, bytes: try FileBytes.read(path, limit: limit.rawValue))
      } catch {
        throw InputFileError(path: path, reason: reason(error, limit))
      }
    }
  }

  private static func reason(_ failure: FileBytes.Failure, _ limit: Limit) -> InputFileError.Reason {
    switch failure {
    case .isFolder: .isFolder
    case .notRegular: .notRegular
    case .unreadable: .unreadable
    case .tooLarge: .tooLarge(limit: limit)
    }
  }

  /// Everything that standard input delivers.
  package static func readStandardInput(limit: Limit = .written) throws(InputFileError) -> SourceText {
    do throws(FileBytes.Failure) {
      return SourceText(path: "<stdin>", bytes: try FileBytes.readStandardInput(limit: limit.rawValue))
    } catch {
      throw InputFileError(path: "<stdin>", reason: reason(error, limit))
    }
  }

  package enum Kind: Hashable, Sendable {
    case missing, file, folder
  }

  /// Whether the path itself is a symbolic link, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeSymbolicLink
  }

  /// The absolute path of a file or folder by way of no link; what is not there keeps its links.
  package static func withoutLinks(_ path: String) -> String {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    return resolved.count > 1 && resolved.hasSuffix("/") ? String(resolved.dropLast()) : resolved
  }

  /// What a path names; symbolic links are followed.
  package static func kind(_ path: String) -> Kind {
    if FileOverlay.text(path) != nil { return .file }
    return FolderListing.kindBehindLinks(of: path)
  }
}

/// Why a file could not be read.
package struct InputFileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case missing, isFolder, unreadable
    /// Of a folder that this process is not to read.
    case outside
    /// A named pipe, a device or a socket.
    case notRegular
    case tooLarge(limit: InputFile.Limit)
  }

  package var path: String
  package var reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The finding for a file that the command cannot do without.
  package var diagnostic: Diagnostic {
    Diagnostic(.malformedInput, message, at: SourceText(path: path, bytes: []).start, help: help)
  }

  private var message: String {
    switch reason {
    case .missing: "there is no file \(QuotedText.of(path, limit: 200))"
    case .isFolder: "\(QuotedText.of(path, limit: 200)) is a folder, not a file"
    case .notRegular: "\(QuotedText.of(path, limit: 200)) is a pipe or a device, not a file"
    case .outside: "the file \(QuotedText.of(path, limit: 200)) lies outside of the workspace"
    case .unreadable: "the file \(QuotedText.of(path, limit: 200)) cannot be read"
    case .tooLarge(let limit): "the file is larger than \(limit.rawValue / 1_048_576) MiB"
    }
  }

  private var help: String? {
    switch reason {
    case .missing: nil
    case .isFolder: "name a file in it"
    case .notRegular: "replace it by a file"
    case .outside: "start the server with a folder that holds it: `firebreak mcp DIR`"
    case .unreadable: "check its permissions"
    case .tooLarge: "split it"
    }
  }
}
