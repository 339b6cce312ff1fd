import Diagnostics

/// From trees to requests: follows values through the code of a project.
package enum SourceInterpreter {
  /// In the order of files and of their text; each once.
  package static func requests(of sources: [ParsedSource]) -> [ScannedRequest] {
    guard !sources.isEmpty else { return [] }
    let first = Interpreter(sources)
    first.runRoots()
    var properties = first.properties
    // Where no value is a database's, what methods assign makes none either.
    guard first.hasMetDatabase, properties.publish() else { return first.requests }
    // Something reads what another method assigns: once more with what is known now.
    let second = Interpreter(after: first)
    second.properties = properties
    second.runRoots()
    return second.requests
  }
}

extension Interpreter {
  fileprivate var requests: [ScannedRequest] {
    var order: [String: Int] = [:]
    for (place, file) in index.files.enumerated() where order[file.source.source.path] == nil {
      order[file.source.source.path] = place
    }
    return log.requests(fileOrder: order, answered: answeredFunctions)
  }
}
