import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension RuleJudge {
  /// Decides a case of the hosted test service, as that does or as if a client had made the request.
  func answer(
    _ item: TestSuiteCase, semantics: RuleTestRunner.SuiteSemantics, recording coverage: inout Coverage
  ) -> RuleAnswer {
    let request = item.request
    switch semantics {
    case .testapi:
      let values = TestCaseValues(request: item.members, resource: item.resource)
      let session = RequestSession(NoDocuments(), semantics: .testAPI(item.mocks))
      return decide(request, values, session, &coverage)
    case .live:
      let documents = MockedDocuments(item.mocks, beside: request)
      return decide(request, nil, RequestSession(documents, semantics: .live), &coverage)
    }
  }

  private func decide<Reader: DocumentReader>(
    _ request: RulesRequest, _ values: TestCaseValues?, _ session: RequestSession<Reader>, _ coverage: inout Coverage
  ) -> RuleAnswer {
    let engine = RulesEngine(rules)
    var (counted, traced) = (session, session)
    if recordsCoverage { _ = engine.decide(request, testCase: values, in: &counted, recording: &coverage) }
    let (decision, trace) = engine.trace(request, testCase: values, in: &traced)
    return RuleAnswer(
      decision, [trace], read: traced.documentsRead, budgets: AccessDecision.Budgets(decision))
  }
}

extension TestSuiteCase {
  /// The request with what the case says of it, for live semantics: `auth`, and the documents' `data`.
  fileprivate var request: RulesRequest {
    var auth: AuthContext?
    if case .map(let given)? = members["auth"], case .string(let uid)? = given["uid"] {
      auth = AuthContext(uid: uid, token: given["token"]?.storedMap ?? MapValue())
    }
    var time = RuleTimestamp(Timestamp.ofRequests)
    if case .timestamp(let given)? = members["time"] { time = given }
    let document = DocumentPath(segments: path)
    return RulesRequest(
      method: method, database: database, path: RequestPath(head: path), auth: auth, time: time,
      resource: document.flatMap { path in resource?.fieldsOfDocument.map { RulesDocument(path: path, fields: $0) } },
      newResource: document.flatMap { path in
        members["resource"]?.fieldsOfDocument.map { RulesDocument(path: path, fields: $0) }
      })
  }
}

extension RuleValue {
  fileprivate var storedMap: MapValue? { if case .map(let map)? = storedValue { map } else { nil } }

  /// The content of `data`.
  fileprivate var fieldsOfDocument: MapValue? {
    guard case .map(let map) = self else { return nil }
    return map["data"]?.storedMap
  }
}

/// The documents that the mocks of a test case describe, and the document of the case itself, before and after the request.
private struct MockedDocuments: DocumentReader {
  private let mocks: [FunctionMocks.Mock]
  private let path: DocumentPath?
  private let before: RulesDocument?
  private let after: RulesDocument?

  init(_ mocks: FunctionMocks, beside request: RulesRequest) {
    self.mocks = mocks.mocks
    path = DocumentPath(segments: request.path.head)
    before = request.resource
    after =
      switch request.method {
      case .create, .update: request.newResource
      case .delete: nil
      case .get, .list: request.resource
      }
  }

  func document(at path: DocumentPath) -> RulesDocument? {
    mocked(path, seesAfter: false) ?? (path == self.path ? before : nil)
  }

  func documentAfter(at path: DocumentPath) -> RulesDocument? {
    mocked(path, seesAfter: true) ?? (path == self.path ? after : document(at: path))
  }

  private func mocked(_ path: DocumentPath, seesAfter: Bool) -> RulesDocument? {
    for mock in mocks
    where mock.function.seesAfter == seesAfter
      && (mock.path == nil || mock.path?.segments.dropFirst(3).elementsEqual(path.segments) == true)
    {
      switch mock.result {
      case .boolean(true)?: return RulesDocument(path: path, fields: MapValue())
      case let result?:
        if let fields = result.fieldsOfDocument { return RulesDocument(path: path, fields: fields) }
      case nil: break
      }
    }
    return nil
  }
}
