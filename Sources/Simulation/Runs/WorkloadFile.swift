import Diagnostics
import Project
import StructuredText
import Workloads

/// A workload file, read and parsed once and decoded as often as other parameters are asked for.
struct WorkloadFile: Sendable {
  let path: String
  let source: SourceText
  private let tree: ReadResult
  private let code: CodeRequests?

  /// Nil when the file is no value at all.
  var root: Node? { tree.node }

  /// - Parameter code: what the sources of its project ask.
  static func read(_ path: String, code: CodeRequests?) throws(InputFileError) -> WorkloadFile {
    WorkloadFile(path, try InputFile.read(path), code: code)
  }

  init(_ path: String, _ source: SourceText, code: CodeRequests? = nil) {
    self.path = path
    self.source = source
    self.code = code
    tree = YAMLReader.read(source)
  }

  /// - Parameter only: this variant alone.
  func decode(_ parameters: [ParameterOverride], only: String? = nil) -> WorkloadReading {
    guard let root = tree.node else { return WorkloadReading(suite: nil, diagnostics: tree.diagnostics) }
    let folder = DisplayPath.folder(of: path)
    var reading = WorkloadReader.read(root, source: source, overrides: parameters, only: only, code: code) { name in
      try? InputFile.read(DisplayPath.join(folder, name), limit: .data).bytes
    }
    reading.diagnostics = tree.diagnostics + reading.diagnostics
    if tree.valid == nil { reading.suite = nil }
    return reading
  }
}
