import QueryScanner

/// The requests that a first workload is made of.
struct FirstPlaces {
  private let requests: [SourceRequest]

  /// Those of the application; scripts that run once, and documents, where there is nothing else.
  init(_ sources: SourceQueries) {
    let written = sources.requests.filter { !$0.isTest && $0.request.kind.isRead }
    let code = written.filter { !$0.isExample }
    let application = code.filter { !$0.isOfOneRun }
    requests = [application, code].first { !$0.isEmpty } ?? written
  }

  /// One of each file, then a second of each, with the places that they have among all: where not all are taken, the first
  /// ones stand for the whole application and not for the files whose names come first.
  /// - Parameter most: about so many are taken.
  func spread(over most: Int) -> [(place: Int, request: SourceRequest)] {
    var files: [[(place: Int, request: SourceRequest)]] = []
    for (place, request) in requests.enumerated() {
      if files.last?.last?.request.path == request.path {
        files[files.count - 1].append((place, request))
      } else {
        files.append([(place, request)])
      }
    }
    let stride = max(1, (files.count + most - 1) / max(1, most))
    let turns = (0..<stride).flatMap { first in Swift.stride(from: first, to: files.count, by: stride) }
    let rounds = files.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in
      turns.compactMap { file in files[file].indices.contains(round) ? files[file][round] : nil }
    }
  }
}
