package import QueryModel

/// A query that a step sends to the service. What is asked of the cache alone is none.
package struct SentQuery: Sendable {
  package enum Kind: Hashable, Sendable {
    case get, listen, page
  }

  package var step: Step
  package var kind: Kind
  package var template: QueryTemplate
  /// Empty for a query that returns documents.
  package var aggregations: [Aggregation]
}

extension Step {
  /// Of this step alone, without those inside it.
  package var sentQueries: [SentQuery] {
    switch action {
    case .read(let read):
      read.source == .cache ? [] : [sent(read.target, read.kind == .listen ? .listen : .get)].compactMap(\.self)
    case .page(let page):
      page.source == .cache ? [] : [SentQuery(step: self, kind: .page, template: page.query, aggregations: [])]
    case .transaction(let transaction): transaction.reads.compactMap { sent($0, .get) }
    case .detach, .device, .write, .batch, .assign, .condition, .pause, .perform, .group, .outsideWrite, .realtime: []
    }
  }

  private func sent(_ target: ReadTarget, _ kind: SentQuery.Kind) -> SentQuery? {
    switch target {
    case .document: nil
    case .query(let template): SentQuery(step: self, kind: kind, template: template, aggregations: [])
    case .aggregation(let template, let aggregations):
      SentQuery(step: self, kind: kind, template: template, aggregations: aggregations)
    }
  }
}

extension Workload {
  /// In the order of the actors, then of the procedures and of the timeline.
  package var sentQueries: [SentQuery] {
    var found: [SentQuery] = []
    visitSteps { found += $0.sentQueries }
    return found
  }
}
