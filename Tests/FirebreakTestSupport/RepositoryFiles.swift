package import Foundation

/// Files of the repository that the tests were compiled from.
package enum RepositoryFiles {
  /// The folder that holds `Package.swift`, found upwards from this file.
  package static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path() != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path())
    {
      folder = folder.deletingLastPathComponent()
    }
    return folder
  }()

  /// The bytes of a file named relative to the root.
  package static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return Array(try Data(contentsOf: root.appending(path: path)))
    } catch {
      throw SpecError("\(path): cannot be read")
    }
  }

  /// Paths below a folder, relative to the root, sorted; `suffix` is how their names end.
  package static func paths(below folder: String, suffix: String) -> [String] {
    let start = root.appending(path: folder)
    guard let walker = FileManager.default.enumerator(atPath: start.path()) else { return [] }
    return walker.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The names of the folders directly in a folder, sorted. Throws when there are none.
  package static func folders(in folder: String) throws -> [String] {
    let start = root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: start.path())) ?? []
    let folders = names.filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: start.appending(path: name).path())
      return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
    guard !folders.isEmpty else { throw SpecError("\(folder): no folders") }
    return folders.sorted()
  }
}
