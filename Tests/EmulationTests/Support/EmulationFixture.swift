import Diagnostics
import DocumentStore
import Emulation
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import Foundation
import Project
import QueryExecution
import QueryModel
import StructuredText
import Synchronization

/// A clock that shows the time it is set to and lets nobody wait.
final class SetClock: ServiceClock {
  private let time: Mutex<Timestamp>

  init(_ text: String = "2026-11-21T12:00:00Z") {
    time = Mutex(Timestamp(rfc3339: text) ?? Timestamp(microseconds: 0))
  }

  var now: Timestamp { time.withLock { $0 } }

  func advance(seconds: Int64) {
    time.withLock { $0 = Timestamp(microseconds: $0.microseconds + seconds * 1_000_000) }
  }

  func sleep(until time: Timestamp) async throws(CancellationError) {}
}

/// A folder with files for one test, removed with the value.
final class Folder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "firebreak-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  /// Everything in it, by name.
  var names: [String] {
    let found = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return found.sorted()
  }

  func relative(_ text: String) -> String { text.replacing(path + "/", with: "").replacing(path, with: ".") }

  /// `FB0005 error firebase.json:4:19 the message`
  func lines(_ findings: [Diagnostic]) -> [String] {
    FindingList(findings).diagnostics.map { finding in
      let place = finding.location.map(\.description) ?? "-"
      return relative("\(finding.code.id) \(finding.severity.rawValue) \(place) \(finding.message)")
    }
  }
}

extension Folder {
  func emulation(
    _ mode: ServiceMode = .production, allowsOpen: Bool = false, failsWhileBroken: Bool = false,
    project: String? = nil, clock: SetClock = SetClock(), journals: (any EmulationJournals)? = nil,
    log: (any RequestObserver)? = nil, databaseLimit: Int = 10_000, keepsHistory: Bool = false
  ) throws -> Emulation {
    let found = try Project.discover(ProjectRequest(startFolder: path, project: project))
    var settings = EmulationSettings(
      project: found, mode: mode, allowsOpen: allowsOpen, failsWhileBroken: failsWhileBroken, seed: 1)
    settings.databaseLimit = databaseLimit
    settings.keepsHistory = keepsHistory
    return Emulation(
      settings: settings,
      clock: clock, journals: journals, log: log)
  }
}

extension DatabaseName {
  static let standard = DatabaseName(project: "demo-local")
}

extension RequestContext {
  static let admin = RequestContext(caller: .admin)
  static let anonymous = RequestContext(caller: .user(nil))

  static func user(_ uid: Text, operation: Text? = nil, test: Text? = nil) -> RequestContext {
    RequestContext(caller: .user(AuthContext(signedIn: uid)), operation: operation, test: test)
  }

  static func admin(operation: Text? = nil, test: Text? = nil) -> RequestContext {
    RequestContext(caller: .admin, operation: operation, test: test)
  }
}

extension Emulation {
  func set(_ path: String, _ fields: String = "{}", in name: DatabaseName = .standard) async throws {
    let path = try DocumentPath(parsing: path)
    let source = SourceText(path: "fields", text: fields)
    let node = JSONReader.read(source).valid
    let map = try node.map { try MapValue(jsonFields: $0, in: source, database: name) } ?? MapValue()
    _ = try await database(name).commit([Write(path, .set(map))], in: nil, as: .commit, .admin)
  }

  /// The names that a query in the text form finds, or the error's status and message.
  func ask(_ text: String, _ context: RequestContext = .admin, in name: DatabaseName = .standard) async -> [String] {
    do {
      switch try QueryStatement(parsing: text, database: name) {
      case .document(let path):
        let segments = path.segments.compactMap { segment -> Text? in
          if case .literal(let text) = segment { text } else { nil }
        }
        guard let path = DocumentPath(segments: segments) else { return ["no path"] }
        return [try await database(name).get(path, .strong, context).stored.document.path.description]
      case .query(let query):
        return try await database(name).run(query, explain: nil, .strong, context).result?.documents()
          .map(\.path.description) ?? []
      case .aggregation(let query):
        let result = try await database(name).aggregate(query, explain: nil, .strong, context).result
        return result?.values.map { "\($0.value)" } ?? []
      }
    } catch let error as FirestoreError {
      return ["\(error.status.name): \(error.message)"]
    } catch {
      return ["\(error)"]
    }
  }
}

/// Remembers the lines of all requests.
final class LineLog: RequestObserver {
  private let lines = Mutex<[String]>([])

  func record(_ request: ServedRequest) {
    let line = RequestLine().text(request)
    lines.withLock { $0.append(line) }
  }

  var text: [String] { lines.withLock { $0 } }
}

extension Emulation {
  /// `ok` or `degraded`: the first word of the health document.
  var status: String {
    guard case .object(let members) = health, case .string(let status)? = members.first?.value else { return "" }
    return status
  }
}
