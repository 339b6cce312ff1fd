import FirestoreModel
package import Metering
import QueryModel
import QueryShapes
import Workloads

/// How large a collection is in a workload, and what a query of it bills there.
package struct WorkloadSize: Hashable, Sendable {
  package var workload: String
  /// That the workload begins with.
  package var documents: Int64
  package var reads: CountRange
}

extension WorkloadSuite {
  /// How many documents the collection of a query holds when the workload begins; for a group, all of them. Nil where the
  /// workload has no such collection, or draws the number.
  func documents(of query: Query) -> Int64? {
    guard let entries = variants.first?.workload.data, let collection = query.source.collectionID?.literal?.string
    else {
      return nil
    }
    let parents = query.source.parent.segments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map {
      $0.element.literal?.string
    }
    var sum: Int64?
    for entry in entries {
      let names = entry.path.segments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element.literal)
      guard names.last == collection, let count = entry.count.constant else { continue }
      guard query.source.allDescendants || names.dropLast().elementsEqual(parents, by: ==) else { continue }
      let place = entry.path.segments.dropLast()
      let loops = entry.loops.filter { loop in
        query.source.allDescendants || !place.contains { $0.mentions(loop.variable) }
      }
      sum = (sum ?? 0).addingClamped(loops.reduce(count) { Int64(clamping: Int128($0) * Int128($1.values.count)) })
    }
    return sum
  }
}

extension TextTemplate {
  fileprivate func mentions(_ variable: String) -> Bool {
    parts.contains { part in
      guard case .expression(let expression) = part else { return false }
      return expression.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == variable }
    }
  }
}

extension LoopValues {
  fileprivate var count: Int64 {
    switch self {
    case .range(let first, let last): Int64(clamping: max(0, Int128(last) - Int128(first) + 1))
    case .list(let values): Int64(values.count)
    }
  }
}
