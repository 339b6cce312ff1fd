import Diagnostics
import Project
import StructuredText

extension InputFile {
  /// A JSON file, or standard input for `-`; nil, with the findings, when it cannot be read.
  static func readJSON(
    _ path: String, limit: Limit, _ problems: inout [Diagnostic]
  ) -> (root: Node, source: SourceText)? {
    do throws(InputFileError) {
      let source = try path == "-" ? readStandardInput(limit: limit) : read(path, limit: limit)
      var limits = ReadLimits()
      limits.bytes = limit.rawValue
      let result = JSONReader.read(source, JSONReader.Options(limits: limits))
      problems += result.diagnostics
      return result.valid.map { ($0, source) }
    } catch {
      problems.append(error.diagnostic)
      return nil
    }
  }
}
