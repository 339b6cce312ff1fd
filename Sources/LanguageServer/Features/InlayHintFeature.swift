import JSONRPC
import Metering
import ProjectCheck
import StructuredText

/// `≈ 20 reads` behind queries of which it is known how much they read at most.
enum InlayHintFeature: LanguageFeature {
  static let method = "textDocument/inlayHint"
  static let capability = "inlayHintProvider"

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    let range = try context.range()
    var hints: [JSONValue] = []
    var places: Set<Int> = []
    for query in context.queries()
    where range.contains(query.span.upperBound) || range.upperBound == query.span.upperBound {
      let facts = query.project.queries.facts(of: query.shape, in: query.group)
      guard let most = facts.reads?.maximum, places.insert(query.span.upperBound).inserted else { continue }
      let place = context.document.range(query.span.upperBound..<query.span.upperBound, context.client.encoding).start
      hints.append([
        "position": place.json, "label": .string("≈ \(most) \(most == 1 ? "read" : "reads")"), "paddingLeft": true,
        "tooltip": .string("\(facts.reads?.shown ?? "") a run, before what rules read"),
      ])
    }
    return .array(hints)
  }
}
