import FoundationEssentials

/// The folder that relative paths are read from.
package enum WorkingFolder {
  package static var path: String { FileManager.default.currentDirectoryPath }
}
