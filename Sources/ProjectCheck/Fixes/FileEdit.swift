/// A file as it is and as it is to be.
package struct FileEdit: Hashable, Sendable {
  package var path: String
  package var before: String
  package var after: String

  package init(path: String, before: String, after: String) {
    self.path = path
    self.before = before
    self.after = after
  }
}
