import Diagnostics

/// Which declared function calls which.
///
/// Nothing here recurses: a source may declare thousands of functions that call one another in a row.
struct CallGraph {
  private struct Call {
    var target: Int
    var span: Span
  }

  private var calls: [Int: [Call]] = [:]

  /// - Parameter function: the function around the call; nil in the condition of a statement.
  mutating func add(from function: Int?, to target: Int, at span: Span) {
    if let function { calls[function, default: []].append(Call(target: target, span: span)) }
  }

  /// Functions on the way from one back to itself, the one that comes first in the source first, and the call that
  /// closes the circle. Each function appears in at most one of them.
  var cycles: [(functions: [Int], closing: Span)] {
    var found: [(functions: [Int], closing: Span)] = []
    var known: Set<Int> = []
    for function in calls.keys.sorted() where heights[function] == nil && !known.contains(function) {
      guard let cycle = wayBack(to: function) else { continue }
      known.formUnion(cycle.functions)
      found.append(cycle)
    }
    return found
  }

  /// The longest chain of calls that starts in each function, counted in functions. None for those that take part in
  /// recursion or lead to it.
  var heights: [Int: Int] {
    var callers: [Int: [Int]] = [:]
    var open: [Int: Int] = [:]
    for (function, list) in calls {
      let targets = Set(list.map(\.target))
      open[function] = targets.count
      for target in targets { callers[target, default: []].append(function) }
    }
    var heights: [Int: Int] = [:]
    var pending = callers.keys.filter { calls[$0] == nil }
    for leaf in pending { heights[leaf] = 1 }
    while let function = pending.popLast() {
      for caller in callers[function] ?? [] {
        open[caller, default: 0] -= 1
        guard open[caller] == 0 else { continue }
        heights[caller] = 1 + (calls[caller] ?? []).reduce(0) { max($0, heights[$1.target] ?? 0) }
        pending.append(caller)
      }
    }
    return heights
  }

  /// A shortest way from a function to a call of itself.
  private func wayBack(to start: Int) -> (functions: [Int], closing: Span)? {
    var before: [Int: Int] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let function = pending[next]
      next += 1
      for call in calls[function] ?? [] {
        if call.target == start {
          var way = [function]
          while let previous = before[way[way.count - 1]] { way.append(previous) }
          return (way.reversed(), call.span)
        }
        if before[call.target] == nil {
          before[call.target] = function
          pending.append(call.target)
        }
      }
    }
    return nil
  }
}
