import Diagnostics
import SourceSyntax
import SourceTokens

/// A unit as it was read, and the names that its family has.
struct ReadUnit: Sendable {
  let tree: SyntaxTree
  let names: NameTable

  var path: String { tree.unit.file.path }

  var remarks: [LocatedRemark] {
    tree.remarks.map { LocatedRemark(remark: $0, source: tree.unit.file) }
  }

  var cut: Diagnostics.SourceLocation? {
    tree.cut.map { place in
      SourceLocation(source: tree.unit.file, span: Span(place, min(place + 1, tree.unit.file.bytes.count)))
    }
  }
}
