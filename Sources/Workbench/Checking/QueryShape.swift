package import Diagnostics
package import QueryModel

/// A query as the project states it, with parts that are only known at run time, and the place that states it.
package struct QueryShape: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Asked once.
    case get
    /// Asked once per page, with a limit and a cursor that the page step adds.
    case page
    case listen
    case aggregate
  }

  /// The operation's name; nil when the step has none.
  package var name: String?
  package var kind: Kind
  package var query: Query
  /// Empty unless `kind` is `aggregate`.
  package var aggregations: [Aggregation]
  /// As the user wrote it.
  package var text: String
  package var location: SourceLocation
  /// Ids of the findings that this place is meant to show.
  package var expectedFindings: Set<String>
  /// A refusal by the service is the right answer here.
  package var expectsRefusal: Bool
  /// Rules are to deny it: nothing is looked up, and no document of the answer is billed.
  package var expectsDenial: Bool
  /// The index file that the workload itself names, relative to its own; nil: that of the project.
  package var indexFile: Name?
  package var edition: DatabaseSetting.Edition

  package init(
    name: String? = nil, kind: Kind, query: Query, aggregations: [Aggregation] = [], text: String,
    location: SourceLocation, expectedFindings: Set<String> = [], expectsRefusal: Bool = false,
    expectsDenial: Bool = false, indexFile: Name? = nil, edition: DatabaseSetting.Edition = .standard
  ) {
    self.name = name
    self.kind = kind
    self.query = query
    self.aggregations = aggregations
    self.text = text
    self.location = location
    self.expectedFindings = expectedFindings
    self.expectsRefusal = expectsRefusal
    self.expectsDenial = expectsDenial
    self.indexFile = indexFile
    self.edition = edition
  }

  /// How messages name it: by the operation, or by its text on one line.
  package var shortText: String {
    if let name { return name }
    return String(QuotedText.of(text, limit: 200).dropFirst().dropLast())
  }
}
