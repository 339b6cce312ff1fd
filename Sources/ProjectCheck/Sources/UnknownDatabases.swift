import Diagnostics
import QueryScanner

extension UnknownDatabase {
  /// FB1010: whether these are queries of Firestore is not known.
  var finding: Diagnostic {
    let shown = QuotedText.of(name, limit: 80)
    var notes = ["if it is, its queries are not judged"]
    if count > 1 { notes.append("calls like this in the file: \(count)") }
    return Diagnostic(
      .unresolvedQueryShape,
      "whether \(shown) is a database of Firestore is not known: nothing that is read says what it is",
      at: location, notes: notes, help: "import the SDK, or the file that makes \(shown), where it is used")
  }
}
