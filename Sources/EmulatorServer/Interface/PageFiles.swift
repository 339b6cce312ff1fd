import Diagnostics
import Emulation
import FirestoreModel
import HTTPTypes
import RealtimeService
import StructuredText

/// The rules and index files of the project, as they are and as somebody changes them.
///
/// Who writes says which version of the file they have seen: `etag` of the body, or the header `if-match`. Where the file is
/// another one by now nothing is written, and the answer (412) has it as it is. `*` writes over whatever is there.
struct PageFiles: Sendable {
  let emulation: Emulation

  /// Twice what a rules file may have, since JSON writes ends of lines and quotes as two characters.
  private static let rulesLimit = 512 << 10

  /// `POST` writes what is missing into the file; with `{"member", "definition"}` that one, with `{"onlyShowing": true}`
  /// nothing: it says what it would write.
  func indexes(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get, .post)
    let database = try call.database(emulation, try call.parameters { $0.text("database") }).database
    guard call.method == .post else { return EndpointAnswer.document(emulation.indexes(of: database)) }
    let change = try call.object { body in
      let onlyShowing = body.boolean("onlyShowing") ?? false
      let member = body.choice("member", of: [("indexes", "indexes"), ("fieldOverrides", "fieldOverrides")])
      let definition = body.node("definition", body.has("member") ? .required : .optional)
      if definition != nil, !body.has("member") { _ = body.node("member", .required) }
      let choice: Emulation.IndexChoice =
        if let member, let definition { .single(member: member, definition) } else { .everythingMissing }
      return (choice: choice, onlyShowing: onlyShowing, etag: call.etag(&body, isRequired: !onlyShowing))
    }
    return try Self.written("firebase.json names no index file for this database") { () throws(FileWriting.Failure) in
      try emulation.writeIndexes(
        change.choice, of: database, onlyShowing: change.onlyShowing, expecting: FileWriting.Expectation(change.etag))
    }
  }

  /// `PUT` with `{"source", "etag"}` writes the file, unless the text has errors. With `instance=` those of the Realtime
  /// Database. `POST` with `{"source"}` only says what is wrong with the text.
  func rules(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get, .put, .post)
    let asked = try call.parameters { (database: $0.text("database"), instance: $0.text("instance")) }
    let name = try call.database(emulation, asked.database)
    let instance = asked.instance.map { Text($0) }
    if call.method == .post {
      let text = try call.object(limit: Self.rulesLimit) { $0.string("source", .required) ?? "" }
      return EndpointAnswer.document(emulation.findings(ofRules: text, for: instance))
    }
    guard call.method == .put else {
      guard let instance else { return EndpointAnswer.document(emulation.rules(of: name)) }
      do throws(RealtimeRefusal) {
        return EndpointAnswer.document(try emulation.realtimeRules(shownOf: instance))
      } catch { throw .refused(FirestoreError(.invalidArgument, error.text)) }
    }
    let body = try call.object(limit: Self.rulesLimit) { body in
      (source: body.string("source", .required) ?? "", etag: call.etag(&body, isRequired: true))
    }
    let expected = FileWriting.Expectation(body.etag)
    return try Self.written("firebase.json names no rules file for this database") { () throws(FileWriting.Failure) in
      if let instance {
        try emulation.writeRealtimeRules(body.source, of: instance, expecting: expected)
      } else {
        try emulation.writeRules(body.source, of: name.database, expecting: expected)
      }
    }
  }

  private static func written(
    _ noFile: String, _ write: () throws(FileWriting.Failure) -> JSONValue?
  ) throws(RESTRefusal) -> HTTPAnswer {
    do throws(FileWriting.Failure) {
      guard let answer = try write() else { throw .refused(noFile) }
      return EndpointAnswer.document(answer)
    } catch {
      switch error {
      case .refused(let message): throw .refused(FirestoreError(.failedPrecondition, message))
      case .changed(let problem, let current): throw .changed(problem, current: current)
      }
    }
  }
}

extension ObjectReader {
  fileprivate func has(_ key: String) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { $0.key == key }
  }
}

extension RESTCall {
  /// The version that was seen: of the header `if-match`, or of the body.
  fileprivate func etag(_ body: inout ObjectReader, isRequired: Bool) -> String? {
    let header = fields.value("if-match").map { value in
      value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : value
    }
    return body.string("etag", isRequired && header == nil ? .required : .optional) ?? header
  }

  /// The database that the parameter `database` means.
  func database(_ emulation: Emulation, _ named: String?) throws(RESTRefusal) -> DatabaseName {
    let name = emulation.databaseName(named ?? "(default)")
    do throws(FirestoreError) { try name.requireIDs() } catch { throw .refused(error) }
    return name
  }
}
