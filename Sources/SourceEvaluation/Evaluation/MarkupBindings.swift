import Diagnostics
import SourceSyntax
import SourceTokens

/// Elements of a page that give what a component keeps whatever a person enters: `<input v-model="name">`.
extension Evaluator {
  /// Whether elements of the page around a place may give its values.
  mutating func isEntered(at place: OriginID) -> Bool {
    let source = program.units[functions[origins[Int(place.raw)].function].key.unit].tree.unit.source
    if let known = enteredPages[source.path] { return known }
    let isPage = SourceLanguage(fileName: source.path) == .page
    let isEntered = isPage && Self.marks.contains { source.bytes.firstRange(of: Array($0.utf8)) != nil }
    enteredPages[source.path] = isEntered
    return isEntered
  }

  private static let marks = ["v-model", "bind:", "ngModel"]
}
