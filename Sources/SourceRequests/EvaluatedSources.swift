package import Diagnostics
package import QueryScanner
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// The requests of sources in languages that the evaluation by demand reads.
package enum EvaluatedSources {
  package static func reads(_ source: SourceText) -> Bool {
    SourceTokens.SourceLanguage(fileName: source.path) == .python
  }

  package static func requests(of sources: [SourceText]) -> [ScannedRequest] {
    var names = NameTable()
    guard let models = try? ModelTables(PythonModels.text, &names) else { return [] }
    let rules = PythonLanguage.rules(&names)
    let words = PythonLanguage.words(&names)
    let units = sources.compactMap { source -> Program.Unit? in
      guard let tree = SyntaxReader.tree(of: SourceUnit(source, SourceTokens.SourceLanguage.python), &names) else {
        return nil
      }
      return Program.Unit(tree: tree, scopes: FunctionScopes(tree, rules), path: PythonLanguage.path(source.path))
    }
    var writer = RequestWriter(Evaluator(Program(units: units, names: names, rules: rules, words: words), models))
    return writer.requests().sorted(by: sources.map(\.path))
  }
}

extension [ScannedRequest] {
  /// In the order of the files, and of the text in each.
  fileprivate func sorted(by paths: [String]) -> [ScannedRequest] {
    let order = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
    func key(_ request: ScannedRequest) -> (Int, Int) {
      (order[request.location.source.path] ?? 0, request.location.span.start)
    }
    return enumerated().sorted { left, right in
      let (one, other) = (key(left.element), key(right.element))
      return one == other ? left.offset < right.offset : one < other
    }.map(\.element)
  }
}
