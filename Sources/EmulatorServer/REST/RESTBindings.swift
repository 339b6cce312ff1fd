import FirestoreModel
import FirestoreWire

// Which parameters of a URL fill which fields.

extension WireGetDocumentRequest {
  static func get(_ name: String, _ parameters: inout RESTParameters) throws(FirestoreError) -> Self {
    var message = Self()
    message.name = name
    if let paths = parameters.strings("mask.fieldPaths") { message.mask.fieldPaths = paths }
    if let transaction = try parameters.bytes("transaction") { message.transaction = transaction }
    if let time = try parameters.timestamp("readTime") { message.readTime = time }
    return message
  }
}

extension WireListDocumentsRequest {
  static func list(
    _ parent: String, _ collection: String, _ parameters: inout RESTParameters
  ) throws(FirestoreError) -> Self {
    var message = Self()
    message.parent = parent
    message.collectionID = collection
    message.pageSize = try parameters.integer("pageSize") ?? 0
    message.pageToken = try parameters.string("pageToken") ?? ""
    message.orderBy = try parameters.string("orderBy") ?? ""
    message.showMissing = try parameters.boolean("showMissing") ?? false
    if let paths = parameters.strings("mask.fieldPaths") { message.mask.fieldPaths = paths }
    if let transaction = try parameters.bytes("transaction") { message.transaction = transaction }
    if let time = try parameters.timestamp("readTime") { message.readTime = time }
    return message
  }
}

extension WireCreateDocumentRequest {
  static func create(
    _ parent: String, _ collection: String, _ parameters: inout RESTParameters
  ) throws(FirestoreError) -> Self {
    var message = Self()
    message.parent = parent
    message.collectionID = collection
    message.documentID = try parameters.string("documentId") ?? ""
    if let paths = parameters.strings("mask.fieldPaths") { message.mask.fieldPaths = paths }
    return message
  }
}

extension WireUpdateDocumentRequest {
  static func update(_ parameters: inout RESTParameters) throws(FirestoreError) -> Self {
    var message = Self()
    if let paths = parameters.strings("updateMask.fieldPaths") { message.updateMask.fieldPaths = paths }
    if let paths = parameters.strings("mask.fieldPaths") { message.mask.fieldPaths = paths }
    if let condition = try WirePrecondition.current(&parameters) { message.currentDocument = condition }
    return message
  }
}

extension WireDeleteDocumentRequest {
  static func delete(_ name: String, _ parameters: inout RESTParameters) throws(FirestoreError) -> Self {
    var message = Self()
    message.name = name
    if let condition = try WirePrecondition.current(&parameters) { message.currentDocument = condition }
    return message
  }
}

extension WirePrecondition {
  fileprivate static func current(_ parameters: inout RESTParameters) throws(FirestoreError) -> Self? {
    let exists = try parameters.boolean("currentDocument.exists")
    let time = try parameters.timestamp("currentDocument.updateTime")
    var condition = Self()
    switch (exists, time) {
    case (nil, nil): return nil
    case (let exists?, nil): condition.exists = exists
    case (nil, let time?): condition.updateTime = time
    case (_?, _?):
      throw FirestoreError(
        .invalidArgument,
        "The precondition `currentDocument` has both `exists` and `updateTime`: only one is possible.")
    }
    return condition
  }
}
