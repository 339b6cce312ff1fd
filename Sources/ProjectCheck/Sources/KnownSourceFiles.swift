import Diagnostics
import Project
import Synchronization

/// The sources of a project as they were read, for whoever looks at them again when nothing but some texts has changed.
package final class KnownSourceFiles: Sendable {
  private let known = Mutex<SourceFiles?>(nil)

  package init() {}

  /// - Parameter edited: the absolute paths of all files that have changed since the last time; nil: any may have.
  func files(edited: Set<String>?, _ read: () -> SourceFiles) -> SourceFiles {
    let files = edited.flatMap { known.withLock { $0 }?.reading($0) } ?? read()
    known.withLock { $0 = files }
    return files
  }
}

extension SourceFiles {
  /// These files with some of them read again; nil where something else may follow from their texts than what they ask.
  fileprivate func reading(_ edited: Set<String>) -> SourceFiles? {
    var files = self
    for path in edited {
      guard let place = files.place(of: path), let text = try? InputFile.read(path) else { return nil }
      guard Self.reads(text, like: files.sources[place]) else { return nil }
      files.sources[place] = text
    }
    return files
  }

  private func place(of path: String) -> Int? {
    var (low, high) = (0, sources.count)
    while low < high {
      let middle = (low + high) / 2
      if sources[middle].path.utf8.lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
    }
    return low < sources.count && sources[low].path == path ? low : nil
  }
}
