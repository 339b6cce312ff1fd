import Diagnostics
package import Workloads

/// A workload to begin with: steps of a few actors, over documents that are made up for them.
///
/// What code reads and what an emulator was asked become one, by whoever knows them.
package struct WorkloadDraft: Sendable {
  package var name: String
  /// What it is, in lines of its description.
  package var about: [String]
  package var parameters: [Parameter]
  /// As the workload names it; nil: rules are not evaluated.
  package var rules: String?
  /// How many of the steps the rules deny to the made-up user; they are left out then.
  package internal(set) var denied = 0
  package var actors: [DraftActor] = []
  package var documents = MadeUpDocuments()
  /// Steps that it does not have.
  package var leftOut: [DraftStep.Reason: Int] = [:]

  package struct Parameter: Sendable {
    var name: String
    var value: Int

    package init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  package init(named name: String, about: [String], parameters: [Parameter]) {
    self.name = name
    self.about = about
    self.parameters = parameters
  }

  package var stepCount: Int { actors.reduce(0) { $0 + $1.steps.count } }
  package var leftOutCount: Int { leftOut.values.reduce(0, +) }

  package mutating func leaveOut(_ reason: DraftStep.Reason, _ count: Int = 1) { leftOut[reason, default: 0] += count }

  /// Each has a name of its own, by which reports and budgets know it.
  package mutating func nameSteps() {
    var used: [String: Int] = [:]
    for actor in actors.indices {
      for index in actors[actor].steps.indices {
        let name = actors[actor].steps[index].name
        used[name, default: 0] += 1
        if let count = used[name], count > 1 { actors[actor].steps[index].name = "\(name)-\(count)" }
      }
    }
  }
}

/// Who takes steps.
package struct DraftActor: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Signed in.
    case user
    /// Nobody is signed in.
    case visitor
    /// An Admin SDK.
    case server
  }

  package var kind: Kind
  /// The parameter that says how many there are; nil: one.
  package var count: String?
  /// `5m`
  package var sessionLength: String
  /// Its SDK, and whether that keeps documents on the device; as a workload says it.
  package var client: String
  package var steps: [DraftStep]

  package init(
    _ kind: Kind, count: String? = nil, sessionLength: String, client: String = "sdk: web", steps: [DraftStep]
  ) {
    self.client = kind == .server ? "sdk: server" : client
    self.kind = kind
    self.count = count
    self.sessionLength = sessionLength
    self.steps = steps
  }
}

/// One request as a step of a workload.
package struct DraftStep: Hashable, Sendable {
  package enum Action: String, Sendable { case get, query, listen, create, set, delete }

  package var action: Action
  package var target: String
  /// The request of the sources that it is, as a workload names it; nil: the target is written out.
  package private(set) var code: String?
  package var name: String
  /// Where it comes from; a comment.
  package var origin: String
  /// How often in a session, on average.
  package var frequency = 1.0

  /// Why a request is no step.
  package enum Reason: String, CaseIterable, Sendable {
    case open = "known only at run time"
    case refused = "refused by the service or the SDK"
    case denied = "denied by the rules"
    case otherDatabase = "of another database"
    case realtime = "of the Realtime Database"
    case withoutIndex = "in need of an index, where no index file is kept"
    case severalDocuments = "about several documents at the same time"
    case tooMany = "more than a first workload shows"
    case unwritable = "not to be written as a step"
  }

  package init(_ action: Action, _ target: String, name: String, origin: String) {
    self.action = action
    self.target = target
    self.name = name
    self.origin = origin
  }

  /// Names the request of the sources in place of its query, where a workload can.
  ///
  /// - Parameter all: what the sources ask.
  package mutating func name(_ request: CodeRequest, among all: CodeRequests) {
    if let reference = request.reference { name(request, as: reference, among: all) }
  }

  /// The same with the values with which it was asked, as YAML.
  package mutating func name(_ request: CodeRequest, giving values: [String], among all: CodeRequests) {
    if let reference = request.reference(giving: values) { name(request, as: reference, among: all) }
  }

  /// Whether it names a request of the sources.
  package var isNamed: Bool { code != nil }

  private mutating func name(_ request: CodeRequest, as reference: String, among all: CodeRequests) {
    var named = self
    named.code = reference
    if named.suite(all)?.asks(request) ?? false { self = named }
  }

  /// The workload of this step alone, as the reader of workloads takes it; nil where it does not.
  package var suite: WorkloadSuite? {
    var written = self
    written.code = nil
    return written.suite(nil)
  }

  private func suite(_ code: CodeRequests?) -> WorkloadSuite? {
    let text = "workload: step\nactors:\n  user:\n    steps:\n      - \(line(writing: nil))\n"
    let reading = WorkloadReader.read(SourceText(path: "step", text: text), code: code)
    return reading.diagnostics.allSatisfy { $0.severity < .error } ? reading.suite : nil
  }
}
