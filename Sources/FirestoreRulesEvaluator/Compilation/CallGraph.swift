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

  /// One way from a function back to itself in each group of functions that call one another, with the call that closes
  /// the circle; it starts with the function that comes first in the source.
  var cycles: [(functions: [Int], closing: Span)] {
    groups.compactMap { group in group.min().flatMap { wayBack(to: $0, within: group) } }
      .sorted { ($0.functions.first ?? 0) < ($1.functions.first ?? 0) }
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

  /// The strongly connected components: in two passes, along the calls and against them.
  private var groups: [Set<Int>] {
    var callers: [Int: [Int]] = [:]
    for (function, list) in calls {
      for call in list { callers[call.target, default: []].append(function) }
    }
    var seen: Set<Int> = []
    var groups: [Set<Int>] = []
    for start in finished.reversed() where seen.insert(start).inserted {
      var group: Set<Int> = [start]
      var pending = [start]
      while let function = pending.popLast() {
        for caller in callers[function] ?? [] where seen.insert(caller).inserted {
          group.insert(caller)
          pending.append(caller)
        }
      }
      groups.append(group)
    }
    return groups
  }

  /// Functions in the order in which a walk along the calls leaves them.
  private var finished: [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    for start in calls.keys.sorted() where seen.insert(start).inserted {
      var stack = [(function: start, next: 0)]
      while let (function, next) = stack.last {
        let list = calls[function] ?? []
        guard next < list.count else {
          order.append(function)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        if seen.insert(list[next].target).inserted { stack.append((list[next].target, 0)) }
      }
    }
    return order
  }

  /// A shortest way from a function to a call of itself.
  private func wayBack(to start: Int, within group: Set<Int>) -> (functions: [Int], closing: Span)? {
    var before: [Int: Int] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let function = pending[next]
      next += 1
      for call in calls[function] ?? [] where group.contains(call.target) {
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
