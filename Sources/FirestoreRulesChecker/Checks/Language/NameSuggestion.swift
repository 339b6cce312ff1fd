import Diagnostics

/// A known name close to a mistyped one. Names of one or two letters are close to everything.
enum NameSuggestion {
  static func nearest(to name: String, among known: [String]) -> String? {
    name.utf8.count < 3 ? nil : NearestName.of(name, among: known)
  }
}
