import Diagnostics
import FirestoreModel
import StructuredText

/// Places as SARIF writes them: files relative to the root of the repository, lines and columns from 1, columns in
/// code points, the end of a region behind its last character.
struct SARIFPlaces {
  /// The symbol for the root of the repository. What it is on the machine of the run is not written: viewers put their
  /// own checkout in its place, and reports of two machines stay the same.
  static let base = "%SRCROOT%"

  private let paths: RepositoryPaths
  private var positions = SourcePositions()

  init(paths: RepositoryPaths) { self.paths = paths }

  /// Code scanning refuses results without a place; what is about the project points to where the project is described.
  mutating func location(_ location: SourceLocation?) -> JSONValue {
    guard let location else {
      return [
        "physicalLocation": [
          "artifactLocation": artifact(paths.path(RepositoryPaths.wholeProject)), "region": ["startLine": 1],
        ]
      ]
    }
    return ["physicalLocation": physical(location)]
  }

  mutating func related(_ place: RelatedLocation, id: Int) -> JSONValue {
    .object([
      .init("id", .integer(Int64(id))), .init("physicalLocation", physical(place.location)),
      .init("message", ["text": .string(QuotedText.singleLine(place.message))]),
    ])
  }

  mutating func fix(_ fix: SuggestedFix) -> JSONValue {
    // One change per file, in the order in which files are first named.
    var files: [(path: String, replacements: [JSONValue])] = []
    for edit in fix.edits {
      let path = paths.path(of: edit.location.source)
      let replacement = JSONValue.object([
        .init("deletedRegion", region(edit.location, withSnippet: false)),
        .init("insertedContent", ["text": .string(edit.replacement)]),
      ])
      if let known = files.firstIndex(where: { $0.path == path }) {
        files[known].replacements.append(replacement)
      } else {
        files.append((path, [replacement]))
      }
    }
    let changes = files.map { path, replacements in
      JSONValue.object([.init("artifactLocation", artifact(path)), .init("replacements", .array(replacements))])
    }
    return .object([.init("description", ["text": .string(fix.title)]), .init("artifactChanges", .array(changes))])
  }

  /// One way through the code, all in one thread.
  mutating func codeFlow(_ flow: [RelatedLocation]) -> JSONValue {
    var locations: [JSONValue] = []
    for place in flow {
      locations.append([
        "location": [
          "physicalLocation": physical(place.location),
          "message": ["text": .string(QuotedText.singleLine(place.message))],
        ]
      ])
    }
    return ["threadFlows": [["locations": .array(locations)]]]
  }

  private mutating func physical(_ location: SourceLocation) -> JSONValue {
    .object([
      .init("artifactLocation", artifact(paths.path(of: location.source))),
      .init("region", region(location, withSnippet: true)),
    ])
  }

  private func artifact(_ path: String) -> JSONValue {
    let isAbsolute = path.hasPrefix("/")
    let uri = JSONValue.Member("uri", .string((isAbsolute ? "file://" : "") + URIText.path(path)))
    return .object([uri] + (isAbsolute ? [] : [.init("uriBaseId", .string(Self.base))]))
  }

  private mutating func region(_ location: SourceLocation, withSnippet: Bool) -> JSONValue {
    let (start, end) = positions.range(location)
    let snippet = withSnippet ? snippet(of: location) : nil
    return .object(
      [
        .init("startLine", .integer(Int64(start.line))), .init("startColumn", .integer(Int64(start.column))),
        .init("endLine", .integer(Int64(end.line))), .init("endColumn", .integer(Int64(end.column))),
      ] + (snippet.map { [.init("snippet", ["text": .string($0)])] } ?? []))
  }

  /// Longer places would make a report of thousands of findings unreadable for those who take 10 MB at most.
  private static let longestSnippet = 2000

  private func snippet(of location: SourceLocation) -> String? {
    let count = location.span.clamped(to: location.source.bytes.count).count
    return (1...Self.longestSnippet).contains(count) ? location.source.text(in: location.span) : nil
  }
}

/// Paths as parts of addresses (RFC 3986).
enum URIText {
  /// Everything but unreserved characters and slashes is percent-encoded. A colon, too: in the first part of a relative
  /// reference it would end a scheme.
  static func path(_ path: String) -> String {
    var output = ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: output.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        output.unicodeScalars.append(Unicode.Scalar(byte))
      default: output += "%" + byte.hexadecimal.uppercased()
      }
    }
    return output
  }
}
