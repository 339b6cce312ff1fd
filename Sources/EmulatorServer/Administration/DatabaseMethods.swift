import Emulation
import FirestoreModel
import FirestoreService
import FirestoreWire
import SwiftProtobuf

// Databases as such. Here one exists as soon as somebody names it; those that are told are those of `firebase.json`, and
// those that were named.

extension AdministrationMethods {
  var getDatabase: AdministrationMethod<WireGetDatabaseRequest, WireDatabase> {
    method("GetDatabase") { request throws(FirestoreError) in
      let name = try DatabaseName(resourceName: request.name)
      try requireKnown(name)
      return message(name)
    }
  }

  var listDatabases: AdministrationMethod<WireListDatabasesRequest, WireListDatabasesResponse> {
    method("ListDatabases") { request throws(FirestoreError) in
      var response = WireListDatabasesResponse()
      response.databases = emulation.databaseNames(of: try project(request.parent)).map(message)
      return response
    }
  }

  var createDatabase: AdministrationMethod<WireCreateDatabaseRequest, WireOperation> {
    method("CreateDatabase") { request throws(FirestoreError) in
      let name = DatabaseName(project: try project(request.parent), database: Text(request.databaseID))
      try name.requireIDs()
      guard name.database.string.isIDOfNewDatabase else {
        throw FirestoreError(
          .invalidArgument,
          "The id \"\(name.database)\" is not one that a new database may have: `(default)`, or 4 to 63 of a-z, 0-9 and -, "
            + "beginning with a letter and not ending with -, and no UUID.")
      }
      guard !emulation.databaseNames(of: name.project).contains(name) else {
        throw FirestoreError(.alreadyExists, "Database already exists. Please use another database_id")
      }
      guard [.unspecified, .standard].contains(request.database.databaseEdition) else {
        throw .notServed("Databases of the enterprise edition are")
      }
      guard [.unspecified, .firestoreNative].contains(request.database.type) else {
        throw .notServed("Databases in Datastore mode are")
      }
      try set(try request.database.concurrencyMode.mode(), of: name)
      return try operations.end(in: name, metadata: WireCreateDatabaseMetadata(), .success(message(name)))
    }
  }

  /// Only how transactions of a database wait for one another can be changed.
  var updateDatabase: AdministrationMethod<WireUpdateDatabaseRequest, WireOperation> {
    method("UpdateDatabase") { request throws(FirestoreError) in
      let name = try DatabaseName(resourceName: request.database.name)
      try requireKnown(name)
      if let other = request.updateMask.paths.first(where: { $0 != "concurrency_mode" }) {
        throw .notServed("`\(other)` of a database is")
      }
      try set(try request.database.concurrencyMode.mode(), of: name)
      return try operations.end(in: name, metadata: WireUpdateDatabaseMetadata(), .success(message(name)))
    }
  }

  private func project(_ parent: String) throws(FirestoreError) -> Text {
    let parts = parent.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "projects" else {
      throw FirestoreError(.invalidArgument, "The name \"\(parent)\" has another form than \"projects/{project}\".")
    }
    let project = Text(String(parts[1]))
    try project.validateAsScopeID()
    return project
  }

  private func set(_ mode: ConcurrencyMode?, of name: DatabaseName) throws(FirestoreError) {
    let transactions = try emulation.database(name).transactions
    if let mode { transactions.concurrency = mode }
  }

  private func message(_ name: DatabaseName) -> WireDatabase {
    // Looking at one that nobody has used does not open it.
    let opened = emulation.databases.first { $0.name == name }
    var database = WireDatabase()
    database.name = name.description
    database.uid = StableHash(name.description.utf8).value.hexadecimal
    database.createTime = Google_Protobuf_Timestamp(emulation.startTime)
    database.updateTime = database.createTime
    database.type = .firestoreNative
    database.concurrencyMode = opened?.transactions.concurrency == .optimistic ? .optimistic : .pessimistic
    database.versionRetentionPeriod.seconds = 3_600
    database.earliestVersionTime = Google_Protobuf_Timestamp(
      max(emulation.startTime, Timestamp(microseconds: emulation.clock.now.microseconds - 3_600_000_000)))
    database.pointInTimeRecoveryEnablement = .pointInTimeRecoveryDisabled
    database.appEngineIntegrationMode = .disabled
    database.deleteProtectionState = .deleteProtectionDisabled
    database.databaseEdition = emulation.isEnterprise(name.database) ? .enterprise : .standard
    return database
  }
}

extension WireDatabase.ConcurrencyMode {
  /// Nil: as it was.
  fileprivate func mode() throws(FirestoreError) -> ConcurrencyMode? {
    switch self {
    case .unspecified: nil
    case .optimistic: .optimistic
    case .pessimistic: .pessimistic
    case .optimisticWithEntityGroups:
      throw FirestoreError(.invalidArgument, "OPTIMISTIC_WITH_ENTITY_GROUPS is for databases in Datastore mode.")
    case .UNRECOGNIZED:
      throw FirestoreError(.invalidArgument, "The concurrency_mode of the database is unknown.")
    }
  }
}

extension Google_Protobuf_Timestamp {
  init(_ time: Timestamp) {
    self.init(seconds: time.seconds, nanos: time.nanoseconds)
  }
}

extension String {
  /// As the comment of `CreateDatabaseRequest.database_id` has it. Other requests take any id, since a client names what it
  /// likes.
  fileprivate var isIDOfNewDatabase: Bool {
    if self == "(default)" { return true }
    guard (4...63).contains(utf8.count), let first = utf8.first, let last = utf8.last else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return isLetter(first) && (isLetter(last) || isDigit(last))
      && utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
      && split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) != [8, 4, 4, 4, 12]
  }
}
