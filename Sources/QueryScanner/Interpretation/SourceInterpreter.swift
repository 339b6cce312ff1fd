import Diagnostics

/// From trees to requests: follows values through the code of a project.
package enum SourceInterpreter {
  /// In the order of files and of their text; each once.
  package static func requests(of sources: [ParsedSource]) -> [ScannedRequest] { [] }
}
