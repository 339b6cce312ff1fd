/// A template of the page that cannot be read: a mistake of Firebreak itself.
package struct PageFailure: Error, Hashable {
  package var template: String
  package var reason: String
}
