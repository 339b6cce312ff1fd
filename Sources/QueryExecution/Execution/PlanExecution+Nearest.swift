import DocumentStore
import FirestoreModel
import QueryModel
import QueryPlanner

extension PlanExecution {
  /// Executes `find_nearest`: compares every vector of the filtered part of the vector index.
  ///
  /// Ties keep the order of names (as recorded in production; the documentation promises none).
  func nearestDocuments() throws(FirestoreError) -> QueryResult {
    guard let nearest = plan.query.nearest, case .value(.vector(let target)) = nearest.queryVector else {
      throw FirestoreError(.invalidArgument, "Query Value must be of type vector.")
    }
    let walk = walk(offset: 0, limit: nil, looksAhead: false)
    var neighbours: [(path: DocumentPath, distance: Double)] = []
    for path in walk.paths {
      guard case .vector(let vector)? = snapshot.document(path)?.fields[nearest.path] else { continue }
      let distance = try nearest.measure.distance(vector, target)
      if nearest.accepts(distance) { neighbours.append((path, distance)) }
    }
    let nearestFirst = neighbours.enumerated().sorted { left, right in
      if left.element.distance == right.element.distance { return left.offset < right.offset }
      return nearest.measure == .dotProduct
        ? left.element.distance > right.element.distance : left.element.distance < right.element.distance
    }
    let taken = nearestFirst.prefix(Int(nearest.limit)).map(\.element)
    var statistics = ExecutionStatistics()
    statistics.documentsReturned = taken.count
    statistics.vectorEntriesScanned = walk.entriesScanned
    var result = result(
      ResultWindow(
        listed: ListedEntries(taken.map(\.path)), snapshot: snapshot, space: space, reversed: false), statistics)
    result.distances = taken.map(\.distance)
    return result
  }
}

extension FindNearest {
  /// The threshold is inclusive: at most for distances, at least for the dot product.
  fileprivate func accepts(_ distance: Double) -> Bool {
    guard let distanceThreshold else { return true }
    return measure == .dotProduct ? distance >= distanceThreshold : distance <= distanceThreshold
  }
}

extension FindNearest.Measure {
  fileprivate func distance(_ vector: [Double], _ target: [Double]) throws(FirestoreError) -> Double {
    switch self {
    case .euclidean:
      return zip(vector, target).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    case .dotProduct:
      return dot(vector, target)
    case .cosine:
      let magnitude = dot(vector, vector).squareRoot() * dot(target, target).squareRoot()
      guard magnitude != 0 else {
        throw FirestoreError(
          .failedPrecondition, "Cannot compute cosine distance against a vector with a magnitude of zero.",
          details: [.errorInfo(reason: "COSINE_DISTANCE_ON_ZERO_VECTOR")])
      }
      return 1 - dot(vector, target) / magnitude
    }
  }

  private func dot(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
