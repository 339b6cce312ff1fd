import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Testing

private let folder = "Tests/RealtimeDatabaseTests/Specs"

func realtimeQuery(_ text: String) throws -> RealtimeQuerySpec {
  try RealtimeQuerySpec(parsing: SourceText(path: "<query>", text: text))
}

@Suite("Queries of the Realtime Database") struct RealtimeQueryTests {
  @Test("results of the reference", arguments: try SpecFile.cases("\(folder)/query-results.yaml"))
  func results(_ spec: SpecValue) throws {
    let data = try RealtimeNode(node: SpecFile.load("\(folder)/query-results.yaml")["data"][spec["data"].string].node)
    let query = try realtimeQuery(spec["query"].string)
    let window = RealtimeWindow(query, over: data)
    let keys = try spec["keys"].strings
    #expect(window.keys.map(\.string) == keys)
    #expect(window.count == keys.count)
    #expect(Set(window.node.children.map(\.key.string)) == Set(keys))
    #expect(window.byteCount == JSONWriter.text(window.node.export, .compact).utf8.count)
  }

  @Test("a value has no children to select")
  func leaf() throws {
    let leaf = RealtimeNode(.number(3), priority: .number(1))
    #expect(try RealtimeWindow(realtimeQuery("orderByChild=a"), over: leaf).node == leaf)
    #expect(try RealtimeWindow(realtimeQuery("limitToFirst=1"), over: leaf).node == .absent)
    #expect(try RealtimeWindow(realtimeQuery("startAt=null"), over: leaf).byteCount == 4)
    #expect(RealtimeWindow(RealtimeQuerySpec(), over: .absent).keys == [])
  }

  @Test("bounds and limits drop the priority of the location")
  func priorityOfTheLocation() throws {
    let node = try RealtimeNode(json: ["a": 1, "b": 2, ".priority": 5])
    #expect(try RealtimeWindow(realtimeQuery("orderByKey"), over: node).node == node)
    #expect(try RealtimeWindow(realtimeQuery("limitToFirst=1"), over: node).node == RealtimeNode(json: ["a": 1]))
  }

  @Test("what is refused", arguments: try SpecFile.cases("\(folder)/query-refusals.yaml"))
  func refusals(_ spec: SpecValue) throws {
    let query = try spec["query"].string
    let problem = #expect(throws: RealtimeQueryTextProblem.self) { try realtimeQuery(query) }
    #expect(try problem?.diagnostic.message == spec["message"].string)
    #expect(try problem?.diagnostic.help == spec.optional("help")?.string)
    let code: DiagnosticCode = try spec["message"].string.contains("`") ? .malformedInput : .invalidQuery
    #expect(problem?.diagnostic.code == code)
  }

  @Test("text and wire", arguments: try SpecFile.cases("\(folder)/query-forms.yaml"))
  func forms(_ spec: SpecValue) throws {
    try spec.allow("text", "canonical", "wire", "index", "listener")
    let query = try realtimeQuery(spec["text"].string)
    let canonical = try (spec.optional("canonical") ?? spec["text"]).string
    #expect(query.description == canonical)
    #expect(JSONWriter.text(query.wire, .compact) == (try spec["wire"].json))
    #expect(RealtimeQuerySpec(wire: query.wire) == query)
    #expect(try realtimeQuery(canonical) == query)
    let index = try spec.optional("index")?.string
    #expect(query.requiredIndex?.description == index)
    #expect(query.listenerIndex?.description == (try spec.optional("listener")?.boolean == true ? index : nil))
  }

  @Test("query objects of other clients", arguments: try SpecFile.load("\(folder)/query-forms.yaml")["wire"].array)
  func wire(_ spec: SpecValue) throws {
    let query = RealtimeQuerySpec(wire: JSONValue(try spec["wire"].node))
    #expect(query?.description == (try spec.optional("text")?.string))
  }

  @Test("REST parameters", arguments: try SpecFile.cases("\(folder)/query-rest.yaml"))
  func rest(_ spec: SpecValue) throws {
    try spec.allow("id", "parameters", "shallow", "text", "refused", "index")
    let parameters = try spec["parameters"].members.map { (name: $0.key, value: try $0.value.string) }
    let isShallow = try spec.optional("shallow")?.boolean ?? false
    if let refused = try spec.optional("refused")?.string {
      #expect(throws: RealtimeQueryRefusal(refused)) {
        try RealtimeQuerySpec(restParameters: parameters, isShallow: isShallow)
      }
      return
    }
    let query = try RealtimeQuerySpec(restParameters: parameters, isShallow: isShallow)
    #expect(query?.description == (try spec.optional("text")?.string))
    if let index = try spec.optional("index")?.string {
      #expect(query?.requiredIndex?.missingText(at: "/m/a") == index)
    }
  }

  // id: X3, X10
  @Test("the words of a missing index")
  func missingIndex() throws {
    let query = try realtimeQuery("orderByChild=likes")
    #expect(
      query.requiredIndex?.missingText(at: "/m/a")
        == "Index not defined, add \".indexOn\": \"likes\", for path \"/m/a\", to the rules")
    #expect(query.listenerIndex == nil)
    #expect(try realtimeQuery("orderByChild=x&limitToLast=1").listenerIndex == .child("/x"))
  }
}
