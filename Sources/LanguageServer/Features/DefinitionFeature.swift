import Diagnostics
import JSONRPC
import ProjectCheck
import QueryScanner
import QueryShapes
import StructuredText

/// From a query to its index and to the statement of the rules that decides it; from a call in rules to its function.
enum DefinitionFeature: LanguageFeature {
  static let method = "textDocument/definition"
  static let capability = "definitionProvider"

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    let offset = try context.offset()
    var locations: [SourceLocation] = []
    for query in context.queries(at: offset) {
      locations += query.project.queries.facts(of: query.shape, in: query.group).definitions
      locations += [query.request.flatMap { query.project.access(of: $0)?.statement }].compactMap(\.self)
      locations += query.shape.builtAt
    }
    if context.document.isRules {
      let names = RuleNames(context.document.source)
      locations += names.declarations(of: context.word(at: offset), at: offset).map(context.document.source.location)
    }
    return .array(locations.uniqued().map { context.places.json($0) })
  }
}

/// From an index, or a statement of rules, to the queries that need it; from a function of rules to its calls.
enum ReferencesFeature: LanguageFeature {
  static let method = "textDocument/references"
  static let capability = "referencesProvider"

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    let offset = try context.offset()
    var locations: [SourceLocation] = []
    if let (project, _, location) = context.definition(at: offset) {
      locations = project.queries.users(of: location).map(\.location)
    } else if context.document.isRules {
      let names = RuleNames(context.document.source)
      let uses = names.uses(of: context.word(at: offset), at: offset)
      locations = uses.map(context.document.source.location)
      if uses.isEmpty, let statement = RuleStatements(&context).statement(at: offset, &context) {
        locations = statement.requests.map(\.request.location)
      }
    }
    return .array(locations.uniqued().map { context.places.json($0) })
  }
}
