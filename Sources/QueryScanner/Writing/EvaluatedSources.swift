package import Diagnostics
package import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Finds what sources ask by evaluating on demand.
package enum EvaluatedSources {
  /// What sources ask, without what documents show and say beside their code.
  ///
  /// - Parameters:
  ///   - configuration: files that say where modules are: `tsconfig.json`, `package.json`, `pubspec.yaml`.
  ///   - cache: what was read by earlier scans of mostly the same files.
  ///   - budget: what each part of the sources may cost that has nothing of the others; nil: as much as it asks for.
  package static func report(
    on sources: [SourceText], configuration: [SourceText] = [], cache: ScanCache = ScanCache(),
    budget: EvaluationBudget? = nil
  ) -> ScanReport {
    let units = cache.units(sources + configuration)
    let configuration = ModuleConfiguration(configuration + sources)
    let asked = SourceLanguage.Family.allCases.filter { family in units.contains { $0.language.family == family } }
    let families = DeepStack.map(asked) { EvaluatedFamily($0, units, configuration, cache, budget) }
    let requests = families.flatMap(\.requests).sorted(by: sources)
    let trees = families.flatMap(\.units).sorted(by: sources)
    let asking = Set(requests.map(\.location.source))
    return ScanReport(
      requests: requests.placingListeners(in: trees), fragments: [],
      remarks: trees.flatMap(\.remarks), cuts: trees.compactMap(\.cut),
      unknownDatabases: cache.unknownDatabases(trees.filter { !asking.contains($0.tree.unit.file) }))
  }
}

extension [ScannedRequest] {
  /// With the sites of listeners of which one file attaches several that look alike.
  fileprivate func placingListeners(in trees: [ReadUnit]) -> [ScannedRequest] {
    placingListeners { wanted in
      var sites: [String: [Int: ListenerSite]] = [:]
      for unit in trees {
        guard let places = wanted[unit.path] else { continue }
        let found = ListenerSearch.sites(in: unit.tree, unit.names, at: places)
        sites[unit.path, default: [:]].merge(found) { first, _ in first }
      }
      return sites
    }
  }
}

extension [ScannedRequest] {
  fileprivate func sorted(by sources: [SourceText]) -> [ScannedRequest] {
    sorted(by: sources) { ($0.location.source, $0.location.span.start) }
  }
}

extension [ReadUnit] {
  fileprivate func sorted(by sources: [SourceText]) -> [ReadUnit] {
    sorted(by: sources) { ($0.tree.unit.file, $0.tree.unit.span.start) }
  }
}

extension Array {
  /// In the order of the files, and of the text in each.
  fileprivate func sorted(by sources: [SourceText], place: (Element) -> (source: SourceText, start: Int)) -> [Element] {
    let order = Dictionary(sources.enumerated().map { ($1, $0) }) { first, _ in first }
    let keys = map { element in
      let place = place(element)
      return (order[place.source] ?? 0, place.start)
    }
    return indices.sorted { one, other in
      (keys[one].0, keys[one].1, one) < (keys[other].0, keys[other].1, other)
    }.map { self[$0] }
  }
}
