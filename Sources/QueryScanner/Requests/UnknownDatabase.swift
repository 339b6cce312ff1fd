package import Diagnostics

/// `db.collection("users").get()` in a file that imports nothing and says nowhere what `db` is: a script of Firestore,
/// or of another database that spells it alike.
package struct UnknownDatabase: Hashable, Sendable {
  /// What is asked: `db`, `this.db`.
  package var name: String
  /// The first such call.
  package var location: SourceLocation
  /// How many there are in the file.
  package var count: Int

  package init(name: String, location: SourceLocation, count: Int) {
    self.name = name
    self.location = location
    self.count = count
  }
}
