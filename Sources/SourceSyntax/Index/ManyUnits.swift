import Diagnostics
import Dispatch
package import SourceTokens
import Synchronization

/// What was read of many units, with one table of names for all of them.
package struct ReadUnits<Content: Sendable>: Sendable {
  package let names: NameTable
  /// In the order of the units; nil where no grammar reads the language.
  package let units: [Content?]

  package init(names: NameTable, units: [Content?]) {
    self.names = names
    self.units = units
  }
}

extension SyntaxReader {
  /// The index of every unit.
  ///
  /// - Parameter names: words with fixed numbers come first; all names of the units are added.
  package static func index(_ units: [SourceUnit], _ names: NameTable = NameTable()) -> ReadUnits<UnitIndex> {
    read(units, names) { batch, names in
      var marks = NameMarks()
      return batch.map { unit in
        tokens(of: unit, &names).map { UnitIndex(unit, $0.tokens, &names, &marks) }
      }
    } rename: { index, names in
      index.rename(names)
    }
  }

  /// The trees of units.
  package static func trees(of units: [SourceUnit], _ names: NameTable = NameTable()) -> ReadUnits<SyntaxTree> {
    let read = read(units, names) { batch, names in
      batch.map { tree(of: $0, &names, depthLimit: depthOnThreads) }
    } rename: { tree, names in
      tree.rename(names)
    }
    // What is nested too deeply for the stacks of those threads is read again by this one.
    guard read.units.contains(where: { $0?.cut != nil }) else { return read }
    var table = read.names
    let whole = zip(units, read.units).map { unit, content in
      content?.cut == nil ? content : tree(of: unit, &table)
    }
    return ReadUnits(names: table, units: whole)
  }

  /// The stack of a thread that is not the first one may be small.
  private static let depthOnThreads = 100

  /// Reads batches of units at the same time, each with a table of names of its own. The tables are merged in the order
  /// of the units: numbers of names do not depend on how many threads there are.
  private static func read<Content: Sendable>(
    _ units: [SourceUnit], _ names: NameTable,
    _ content: @Sendable (ArraySlice<SourceUnit>, inout NameTable) -> [Content?],
    rename: @Sendable (inout Content, [NameID]) -> Void
  ) -> ReadUnits<Content> {
    let batches = batches(of: units)
    let results = Mutex<[(names: NameTable, units: [Content?])?]>(Array(repeating: nil, count: batches.count))
    DispatchQueue.concurrentPerform(iterations: batches.count) { batch in
      var table = names
      let read = content(units[batches[batch]], &table)
      results.withLock { $0[batch] = (table, read) }
    }
    var merged = names
    var all: [Content?] = []
    for result in results.withLock({ $0 }) {
      guard let result else { continue }
      let numbers = merged.merge(result.names)
      for var unit in result.units {
        if var some = unit {
          rename(&some, numbers)
          unit = some
        }
        all.append(unit)
      }
    }
    return ReadUnits(names: merged, units: all)
  }

  /// Units that stand side by side, each of about the same length together; more than there are processors, for some
  /// code takes longer than other. They depend on the units alone.
  private static func batches(of units: [SourceUnit]) -> [Range<Int>] {
    let limit = max(units.reduce(0) { $0 + $1.span.end - $1.span.start } / 16, 1 << 16)
    var batches: [Range<Int>] = []
    var start = 0
    var length = 0
    for (place, unit) in units.enumerated() {
      length += unit.span.end - unit.span.start
      guard length > limit || place == units.count - 1 else { continue }
      batches.append(start..<place + 1)
      (start, length) = (place + 1, 0)
    }
    return batches
  }
}
