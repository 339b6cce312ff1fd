// FB7019 filtered-after-read warning
//
// means: A large share of the documents that a query reads is thrown away by the client. With a limit, a page can even
//   be empty while more documents exist. In sources, which do not say how large the share is, it is information.
// why: The filter runs after the limit and after the bill.
// example:
//   limit 50, then hide archived ones: a page of 50 may show 0
// fix: Put the condition into the query or into the data.
// ignore: When nearly all documents pass.

import Diagnostics
import QueryModel
import QueryScanner

/// FB7019: documents are read and billed, and the app throws part of them away.
enum FilteredAfterRead {
  static func findings(on source: SourceRequest) -> [Diagnostic] {
    guard case .query(let query, _) = source.request.target else { return [] }
    return source.request.remarks.compactMap { remark in
      guard case .filteredAfterRead(let place) = remark else { return nil }
      let isPaged = query.limit != nil
      let file = place.source == source.request.location.source ? "" : " of \(QuotedText.of(place.source.path))"
      var finding = Diagnostic(
        .filteredAfterRead,
        "documents of \(source.title) are filtered in line \(place.position.line)\(file), after they were read",
        at: source.request.location, severity: .info,
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
