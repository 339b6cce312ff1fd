import Emulation
import FirestoreModel
import HTTPTypes
import RealtimeService
import StructuredText

/// The rules and index files of the project, as they are and as somebody changes them.
struct PageFiles: Sendable {
  let emulation: Emulation

  /// `POST` writes what is missing into the file; with `{"member", "definition"}` that one, with `{"onlyShowing": true}`
  /// nothing: it says what it would write.
  func indexes(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get, .post)
    let database = try call.databaseName(emulation).database
    guard call.method == .post else { return EndpointAnswer.document(emulation.indexes(of: database)) }
    var choice = Emulation.IndexChoice.everythingMissing
    var onlyShowing = false
    if !call.body.isEmpty {
      let body = try call.json()
      if let definition = body["definition"] {
        choice = .single(member: body.text("member") ?? "indexes", definition)
      }
      onlyShowing = body["onlyShowing"]?.content == .boolean(true)
    }
    do throws(FileWriting.Failure) {
      guard let answer = try emulation.writeIndexes(choice, of: database, onlyShowing: onlyShowing) else {
        throw FileWriting.Failure(message: "firebase.json names no index file for this database")
      }
      return EndpointAnswer.document(answer)
    } catch { throw .refused(FirestoreError(.failedPrecondition, error.message)) }
  }

  /// `PUT` with `{"source"}` writes the file, unless the text has errors. With `instance=` those of the Realtime Database.
  func rules(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get, .put)
    let name = try call.databaseName(emulation)
    let instance = call.target.value("instance").map { Text($0) }
    guard call.method == .put else {
      guard let instance else { return EndpointAnswer.document(emulation.rules(of: name)) }
      do throws(RealtimeRefusal) {
        return EndpointAnswer.document(try emulation.realtimeRules(shownOf: instance))
      } catch { throw .refused(FirestoreError(.invalidArgument, error.text)) }
    }
    let body = try call.json()
    guard let text = body.text("source") else { throw .refused(EndpointAnswer.invalid("The body has no `source`.")) }
    do throws(FileWriting.Failure) {
      let answer =
        if let instance { try emulation.writeRealtimeRules(text, of: instance) } else {
          try emulation.writeRules(text, of: name.database)
        }
      guard let answer else {
        throw FileWriting.Failure(message: "firebase.json names no rules file for this database")
      }
      return EndpointAnswer.document(answer)
    } catch { throw .refused(FirestoreError(.failedPrecondition, error.message)) }
  }
}

extension RESTCall {
  /// The parameter `database`.
  func databaseName(_ emulation: Emulation) throws(RESTRefusal) -> DatabaseName {
    let name = emulation.databaseName(target.value("database") ?? "(default)")
    do throws(FirestoreError) { try name.requireIDs() } catch { throw .refused(error) }
    return name
  }

  func json() throws(RESTRefusal) -> Node {
    do throws(FirestoreError) { return try EndpointAnswer.body(body) } catch { throw .refused(error) }
  }
}
