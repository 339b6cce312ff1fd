import Diagnostics
import StructuredText
import Testing

extension SpecValue: CustomTestStringConvertible {
  /// The case's `id` or `name`, so that every row of a table is reported by its own name.
  package var testDescription: String {
    let names = ["id", "name"].compactMap { key in try? optional(key).map { try $0.string } }
    return names.isEmpty ? source.location(node.span).description : names.joined(separator: " ")
  }
}
