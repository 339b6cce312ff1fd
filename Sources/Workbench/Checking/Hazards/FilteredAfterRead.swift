import Diagnostics
import QueryModel
import QueryScanner

/// FB7019: documents are read and billed, and the app throws part of them away.
enum FilteredAfterRead {
  static func findings(on source: SourceRequest, in lines: SourceLines) -> [Diagnostic] {
    guard case .query(let query, _) = source.request.target else { return [] }
    return source.request.remarks.compactMap { remark in
      guard case .filteredAfterRead(let place) = remark else { return nil }
      let isPaged = query.limit != nil
      var finding = Diagnostic(
        .filteredAfterRead,
        "documents of \(source.title) are filtered in line \(lines.line(of: place)), after they were read",
        at: source.request.location,
        notes: ["what is left out has been billed"]
          + (isPaged ? ["the limit counts before the filter: a full page may show few documents, or none"] : []),
        help: "put the condition into the query, or keep a field that it can be put on")
      finding.flow = [
        RelatedLocation("the documents are read here", at: source.request.location),
        RelatedLocation("and some of them are left out here", at: place),
      ]
      return finding
    }
  }
}
