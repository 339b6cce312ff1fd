package import Diagnostics
package import FirestoreModel
package import FirestoreRulesEvaluator
import StructuredText

/// A test suite of the hosted test service (`projects.test`): requests and resources as free maps, calls as mocks.
package struct TestSuiteFile: Sendable {
  package var source: SourceText
  /// The rules that the request to the service would bring; nil where it tests those that are deployed.
  package var rules: SourceText?
  package var cases: [TestSuiteCase]
}

package struct TestSuiteCase: Sendable {
  package var name: String
  package var location: SourceLocation
  package var isAllowed: Bool
  package var method: RulesMethod
  /// Of `request.path`: the database and what follows `documents`.
  package var database: Text
  package var path: [Text]
  /// `request` as given; what is not given is absent.
  package var members: BuiltMap
  /// `resource` as given.
  package var resource: RuleValue?
  package var mocks: FunctionMocks
}

extension TestSuiteFile {
  /// Without any error in the findings there is a file.
  package static func read(_ source: SourceText) -> (file: TestSuiteFile?, findings: [Diagnostic]) {
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return (nil, decoding.diagnostics) }
    let file = TestSuiteReader(decoding: decoding).file(root)
    return (decoding.hasErrors ? nil : file, decoding.diagnostics)
  }
}

private struct TestSuiteReader {
  let decoding: NodeDecoding

  /// The body of the request, `{"source", "testSuite"}`, or the suite alone.
  func file(_ root: Node) -> TestSuiteFile? {
    guard var object = ObjectReader(root, decoding, for: "the test suite") else { return nil }
    if case .object(let members) = root.content, members.contains(where: { $0.key == "testCases" }) {
      let cases = self.cases(&object)
      object.finish()
      return TestSuiteFile(source: decoding.source, rules: nil, cases: cases)
    }
    let rules = object.object("source").flatMap { self.rules($0) }
    guard var suite = object.object("testSuite", .required) else { return nil }
    object.finish()
    let cases = self.cases(&suite)
    suite.finish()
    return TestSuiteFile(source: decoding.source, rules: rules, cases: cases)
  }

  /// `files`: one rules file. The service takes several only for modules, which no released tool supports.
  private func rules(_ reader: ObjectReader) -> SourceText? {
    var source = reader
    source.know("language")
    let files = source.array("files", .required) ?? []
    source.finish()
    if files.count > 1 {
      decoding.report(.unsupportedFeature, "a test suite with several rules files is not supported", at: files[1].span)
    }
    guard let first = files.first, var file = ObjectReader(first, decoding, for: "files") else { return nil }
    let name = file.string("name") ?? "firestore.rules"
    let content = file.string("content", .required)
    file.know("fingerprint")
    file.finish()
    return content.map { SourceText(path: "\(decoding.source.path)#\(name)", text: $0) }
  }

  private func cases(_ suite: inout ObjectReader) -> [TestSuiteCase] {
    (suite.array("testCases", .required) ?? []).enumerated().compactMap { testCase($0.element, number: $0.offset + 1) }
  }

  // MARK: One case

  private func testCase(_ node: Node, number: Int) -> TestSuiteCase? {
    guard var object = ObjectReader(node, decoding, for: "testCases") else { return nil }
    let expectation = object.choice("expectation", .required, of: [("ALLOW", true), ("DENY", false)])
    let encoding = object.choice(
      "pathEncoding", of: [("ENCODING_UNSPECIFIED", true), ("URL_ENCODED", true), ("PLAIN", false)])
    let levels = ["LEVEL_UNSPECIFIED", "NONE", "FULL", "VISITED"]
    _ = object.choice("expressionReportLevel", of: levels.map { ($0, $0) })
    let request = object.node("request", .required)
    let resource = object.node("resource").flatMap { $0.content == .null ? nil : value($0) }
    let mocks = (object.array("functionMocks") ?? []).compactMap { mock($0) }
    object.finish()
    guard let request, let expectation else { return nil }
    return testCase(
      request, number: number, isAllowed: expectation, isEncoded: encoding ?? true, resource: resource, mocks: mocks,
      location: decoding.source.location(Span(node.span.start, min(node.span.end, node.span.start + 1))))
  }

  private func testCase(
    _ request: Node, number: Int, isAllowed: Bool, isEncoded: Bool, resource: RuleValue?,
    mocks: [FunctionMocks.Mock], location: SourceLocation
  ) -> TestSuiteCase? {
    guard var object = ObjectReader(request, decoding, for: "request") else { return nil }
    let method = object.choice("method", .required, of: RulesMethod.allCases.map { ($0.rawValue, $0) })
    let pathText = object.string("path", .required)
    let time = object.node("time").map { decoding.time($0, for: "time") }
    var entries: [BuiltMap.Entry] = []
    for member in object.rest {
      if let value = value(member.value) { entries.append(BuiltMap.Entry(key: Text(member.key), value: value)) }
    }
    guard let method, let pathText else { return nil }
    if let time {
      guard let time else { return nil }
      let moment = RuleTimestamp(seconds: time.seconds, nanoseconds: time.nanoseconds)
      entries.append(BuiltMap.Entry(key: "time", value: .timestamp(moment)))
    }
    let path = RequestedPath(isEncoded ? PercentEncoding.decoded(pathText) : pathText)
    let database = path.database ?? "(default)"
    entries.append(BuiltMap.Entry(key: "method", value: .string(Text(method.rawValue))))
    let segments = ["databases", database, "documents"] + path.segments
    entries.append(BuiltMap.Entry(key: "path", value: .path(RulePath(segments))))
    return TestSuiteCase(
      name: "\(number): \(method.rawValue) \(path.segments.map(\.string).joined(separator: "/"))", location: location,
      isAllowed: isAllowed, method: method, database: database, path: path.segments, members: BuiltMap(entries),
      resource: resource, mocks: FunctionMocks(mocks))
  }

  // MARK: Mocks

  private func mock(_ node: Node) -> FunctionMocks.Mock? {
    guard var object = ObjectReader(node, decoding, for: "functionMocks") else { return nil }
    // What else the service mocks has no meaning for Firestore.
    let names = DocumentFunction.allCases.map { ($0.rawValue, $0) }
    let function = object.choice("function", .required, of: names)
    let arguments = object.array("args", .required) ?? []
    let result = object.object("result", .required)
    object.finish()
    guard let function, var result else { return nil }
    let undefined = result.node("undefined")
    let valueNode = result.node("value", undefined == nil ? .required : .optional)
    result.finish()
    guard arguments.count == 1, let argument = arguments.first else {
      decoding.report(.wrongType, "`\(function.rawValue)` takes one argument", at: node.span)
      return nil
    }
    guard var matcher = ObjectReader(argument, decoding, for: "args") else { return nil }
    let any = matcher.node("anyValue")
    let exact = matcher.node("exactValue", any == nil ? .required : .optional)
    matcher.finish()
    var path: RulePath?
    if any == nil {
      guard let exact, let text = decoding.string(exact, for: "exactValue") else { return nil }
      let requested = RequestedPath(text)
      path = RulePath(["databases", requested.database ?? "(default)", "documents"] + requested.segments)
    }
    return FunctionMocks.Mock(
      function: function, path: path, result: undefined == nil ? valueNode.flatMap { value($0) } : nil)
  }

  // MARK: Values

  /// JSON as the service takes it: integers are ints, other numbers floats.
  private func value(_ node: Node) -> RuleValue? {
    switch node.content {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let text):
      let number = NumberText(text)
      return number.integer.map(RuleValue.integer) ?? .float(number.double)
    case .string(let text): return .string(Text(text))
    case .array(let elements): return .list(.built(elements.compactMap { value($0) }))
    case .object(let members):
      return .map(
        .built(
          BuiltMap(
            members.compactMap { member in
              value(member.value).map { BuiltMap.Entry(key: Text(member.key), value: $0) }
            })))
    }
  }
}

/// `%28default%29`: what is not a valid escape stays as it is.
enum PercentEncoding {
  static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, bytes[index + 1] != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(validating: result, as: UTF8.self) ?? text
  }
}
