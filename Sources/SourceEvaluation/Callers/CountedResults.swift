import SourceSemantics
import SourceSyntax
import SourceTokens

/// Whether code has no use for an answer but how many documents are in it: to count them bills far less.
extension Evaluator {
  /// The call whose answer is only counted; nil where something else is done with it.
  package func isOnlyCounted(_ origin: OriginID) -> Bool {
    let place = origins[Int(origin.raw)]
    guard functions.indices.contains(place.function) else { return false }
    let graph = functions[place.function].graph
    guard
      let index = graph.cells.indices.first(where: {
        graph.cells[$0].operation == .call && graph.cells[$0].site == place.node
      })
    else { return false }
    var uses = CountUses()
    note(GraphNode(raw: UInt32(index)), in: place.function, &uses)
    return uses.counts > 0 && !uses.hasOther
  }

  private struct CountUses {
    var counts = 0
    var hasOther = false
  }

  private func note(_ node: GraphNode, in function: Int, _ uses: inout CountUses) {
    let graph = functions[function].graph
    if graph.result == node || isCaptured(node, function) { uses.hasOther = true }
    for index in graph.cells.indices
    where !uses.hasOther && graph.operands(GraphNode(raw: UInt32(index))).contains(node) {
      let cell = graph.cells[index]
      guard cell.operation == .member else {
        uses.hasOther = uses.hasOther || cell.operation != .present
        continue
      }
      switch use(NameID(cell.payload)) {
      case .documents: note(GraphNode(raw: UInt32(index)), in: function, &uses)
      case .count: uses.counts += 1
      case .lesser: break
      case .other: uses.hasOther = true
      }
    }
  }

  private enum Use { case documents, count, lesser, other }

  /// What rows make of a member of an answer.
  private func use(_ name: NameID) -> Use {
    for sort in [ValueSort.snapshot, .documents, .any] {
      guard let row = models.methods(sort, name, isCall: false).first,
        case .value(.make(let construct, _)) = models[row].meaning
      else { continue }
      switch construct {
      case .documentsOf: return .documents
      case .length: return .count
      case .isEmpty, .isFilled: return .lesser
      default: return .other
      }
    }
    return .other
  }

  /// Whether a variable that functions inside know holds the value.
  private func isCaptured(_ node: GraphNode, _ function: Int) -> Bool {
    let graph = functions[function].graph
    let names = Set(graph.exits.filter { $0.value == node }.keys)
    guard !names.isEmpty else { return false }
    return functions.contains { inner in
      inner.outer == function
        && inner.graph.cells.contains { $0.operation == .capture && names.contains(NameID($0.payload)) }
    }
  }
}
