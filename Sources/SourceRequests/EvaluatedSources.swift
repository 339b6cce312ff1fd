package import Diagnostics
package import QueryScanner
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// The requests of sources in languages that the evaluation by demand reads.
package enum EvaluatedSources {
  package static func reads(_ source: SourceText) -> Bool {
    SourceTokens.SourceLanguage(fileName: source.path).flatMap { EvaluatedLanguage($0) } != nil
  }

  package static func requests(of sources: [SourceText]) -> [ScannedRequest] {
    let families = SourceTokens.SourceLanguage.Family.allCases.flatMap { requests(of: sources, $0) }
    return families.sorted(by: sources.map(\.path))
  }

  private static func requests(
    of sources: [SourceText], _ family: SourceTokens.SourceLanguage.Family
  ) -> [ScannedRequest] {
    guard let rows = EvaluatedLanguage.models(of: family) else { return [] }
    var names = NameTable()
    guard let models = try? ModelTables(rows, &names) else { return [] }
    let units = sources.flatMap { Self.units(of: $0, family, &names) }
    guard !units.isEmpty else { return [] }
    var writer = RequestWriter(Evaluator(Program(units, names: names), models))
    return writer.requests()
  }

  private static func units(
    of source: SourceText, _ family: SourceTokens.SourceLanguage.Family, _ names: inout NameTable
  ) -> [Program.Unit] {
    guard let language = SourceTokens.SourceLanguage(fileName: source.path), language.family == family,
      let evaluated = EvaluatedLanguage(language),
      let tree = SyntaxReader.tree(of: SourceUnit(source, language), &names)
    else { return [] }
    return [Program.Unit(tree, evaluated.rules(&names), evaluated.words(&names))]
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
