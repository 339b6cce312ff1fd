import Benchmark
import Diagnostics
import FirestoreModel
import FirestoreRulesChecker
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A typical rule, an auth check and two comparisons of fields, decided over and over on one core; the same under a
/// trace; and what it takes to read, compile and check a file of 1,000 lines.
func rulesBenchmarks() {
  let once = Benchmark.Configuration(metrics: [.wallClock, .throughput], scalingFactor: .kilo)
  Benchmark("1,000 rules decisions", configuration: once) { benchmark in
    let engine = RulesEngine(TypicalRule.rules)
    for _ in benchmark.scaledIterations {
      var session = RequestSession(NoDocuments())
      let decision = engine.decide(TypicalRule.request, in: &session)
      precondition(decision.isAllowed)
      blackHole(decision)
    }
  }
  Benchmark("1,000 rules decisions under a trace", configuration: once) { benchmark in
    let engine = RulesEngine(TypicalRule.rules)
    for _ in benchmark.scaledIterations {
      var session = RequestSession(NoDocuments())
      blackHole(engine.trace(TypicalRule.request, in: &session))
    }
  }
  Benchmark("Parse and compile 1,000 lines of rules", configuration: .init(metrics: [.wallClock])) { benchmark in
    let source = LongFile.source
    benchmark.startMeasurement()
    let compilation = CompiledRules.compile(CloudRulesParser.parse(source))
    benchmark.stopMeasurement()
    precondition(compilation.rules != nil)
  }
  Benchmark("Check 1,000 lines of rules", configuration: .init(metrics: [.wallClock])) { benchmark in
    let parsed = CloudRulesParser.parse(LongFile.source)
    let compilation = CompiledRules.compile(parsed)
    benchmark.startMeasurement()
    blackHole(RulesCheck.findings(parsed, compilation))
    benchmark.stopMeasurement()
  }
}

private enum TypicalRule {
  static let text = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /orders/{order} {
          allow update: if request.auth != null && resource.data.owner == request.auth.uid
            && request.resource.data.owner == resource.data.owner;
        }
      }
    }
    """

  static let rules: CompiledRules = {
    let compilation = CompiledRules.compile(CloudRulesParser.parse(SourceText(path: "typical.rules", text: text)))
    guard let rules = compilation.rules else { preconditionFailure("\(compilation.problems)") }
    return rules
  }()

  static let request: RulesRequest = {
    let path = DocumentPath(collection: CollectionPath(parent: nil, id: "orders"), id: "o1")
    return RulesRequest(
      method: .update, path: RequestPath(path), auth: AuthContext(uid: "alice"),
      time: RuleTimestamp(seconds: 1_767_225_600, nanoseconds: 0),
      resource: RulesDocument(path: path, fields: ["owner": .string("alice"), "total": .integer(5)]),
      newResource: RulesDocument(path: path, fields: ["owner": .string("alice"), "total": .integer(6)]))
  }()
}

/// 100 collections of ten lines.
private enum LongFile {
  static let source: SourceText = {
    var text = "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n"
    for collection in 0..<100 {
      text += """
            match /things\(collection)/{id} {
              function isOwner(data) {
                return request.auth != null && data.owner == request.auth.uid;
              }
              allow get: if isOwner(resource.data) || resource.data.public == true;
              allow list: if isOwner(resource.data) && request.query.limit <= 50;
              allow create: if isOwner(request.resource.data) && request.resource.data.keys().hasOnly(['owner', 'title']);
              allow update: if isOwner(resource.data) && isOwner(request.resource.data);
              allow delete: if isOwner(resource.data);
            }

        """
    }
    text += "  }\n}\n"
    return SourceText(path: "long.rules", text: text)
  }()
}
