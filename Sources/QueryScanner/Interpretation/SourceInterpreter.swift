import Diagnostics
import Dispatch
import Synchronization

/// From trees to requests: follows values through the code of a project.
package enum SourceInterpreter {
  /// In the order of files and of their text; each once.
  ///
  /// What code in one family of languages declares, code in another one cannot mean: each family is evaluated by itself,
  /// at the same time as the others.
  package static func requests(of sources: [ParsedSource]) -> [ScannedRequest] {
    var order: [String: Int] = [:]
    for (place, source) in sources.enumerated() where order[source.source.path] == nil {
      order[source.source.path] = place
    }
    let (fileOrder, parts) = (order, families(of: sources))
    let found = Mutex<[[RequestsOfPlace]]>(Array(repeating: [], count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { part in
      let requests = requests(of: parts[part], fileOrder)
      found.withLock { $0[part] = requests }
    }
    return inOrder(found.withLock(\.self)).flatMap(\.requests)
  }

  /// The sources of each family in their order; the family with the most code first, as it takes longest.
  private static func families(of sources: [ParsedSource]) -> [[ParsedSource]] {
    var parts: [(family: SourceLanguage.Family, sources: [ParsedSource], length: Int)] = []
    for source in sources {
      let length = source.fence.map { $0.end - $0.start } ?? source.source.bytes.count
      if let place = parts.firstIndex(where: { $0.family == source.language.family }) {
        parts[place].sources.append(source)
        parts[place].length += length
      } else {
        parts.append((source.language.family, [source], length))
      }
    }
    return parts.sorted { $0.length > $1.length }.map(\.sources)
  }

  /// Documents show code of several families in turn.
  private static func inOrder(_ parts: [[RequestsOfPlace]]) -> [RequestsOfPlace] {
    guard parts.count > 1 else { return parts.first ?? [] }
    return parts.flatMap(\.self).sorted { left, right in
      left.file != right.file ? left.file < right.file : left.start < right.start
    }
  }

  /// What sources ask that may all mean one another.
  private static func requests(of sources: [ParsedSource], _ fileOrder: [String: Int]) -> [RequestsOfPlace] {
    let first = Interpreter(sources)
    first.runRoots()
    var properties = first.properties
    // Where no value is a database's, what methods assign makes none either.
    guard first.hasMetDatabase else { return first.requests(fileOrder) }
    let isRead = properties.publish()
    let makings = first.typesOfKnownMakings(among: properties.constructions.keys)
    guard isRead || !makings.isEmpty else { return first.requests(fileOrder) }
    // Something reads what another method assigns: once more with what is known now.
    let second = Interpreter(after: first)
    second.properties = properties
    second.knownMakings = makings
    second.runRoots()
    properties = second.properties
    guard properties.findsPlaces, properties.publish() else { return second.requests(fileOrder) }
    // What one screen hands to the next it was itself handed by a method.
    let third = Interpreter(after: second)
    third.properties = properties
    third.runRoots()
    return third.requests(fileOrder)
  }
}

extension Interpreter {
  fileprivate func requests(_ fileOrder: [String: Int]) -> [RequestsOfPlace] {
    let answered = answeredFunctions.union(scriptFunctionsOfKnownCallers)
    let known = functionsOfKnownCallers(among: log.functionsWithCallers)
    return log.requests(fileOrder: fileOrder, answered: answered, known: known, ofInstances: methodsOfKnownInstances)
  }
}
