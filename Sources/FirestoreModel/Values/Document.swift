/// One version of a document.
package struct Document: Hashable, Sendable {
  package var path: DocumentPath
  package var fields: MapValue
  package var createTime: Timestamp
  package var updateTime: Timestamp

  package init(path: DocumentPath, fields: MapValue, createTime: Timestamp, updateTime: Timestamp) {
    self.path = path
    self.fields = fields
    self.createTime = createTime
    self.updateTime = updateTime
  }
}
