import Benchmark
import DocumentStore
import FirestoreModel

// The trees against SQLite in the same run, and what documents and commits cost.

private let keys = Inputs.randomKeys(Inputs.million)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 1, maxDuration: .seconds(20), maxIterations: 5)
  queryBenchmarks()
  monthBenchmarks()
  sweepBenchmarks()
  rulesBenchmarks()
  scannerBenchmarks()

  Benchmark("Insert 1,000,000 random keys: tree") { benchmark in
    let keys = keys
    benchmark.startMeasurement()
    blackHole(IndexTree(inserting: keys, weight: 1))
    benchmark.stopMeasurement()
  }

  Benchmark("Insert 1,000,000 random keys: SQLite") { benchmark in
    let keys = keys
    let table = SQLiteKeys()
    benchmark.startMeasurement()
    table.insert(keys)
    benchmark.stopMeasurement()
  }

  Benchmark("Scan 1,000,000 keys: tree") { (_: Benchmark, tree: IndexTree) in
    var cursor = tree.makeCursor()
    var read = 0
    cursor.seek(to: [])
    while let key = cursor.key {
      read += key.count + Int(key.first ?? 0)
      cursor.advance()
    }
    blackHole(read)
  } setup: { () -> IndexTree in
    IndexTree(inserting: keys, weight: 1)
  }

  Benchmark("Scan 1,000,000 keys: SQLite") { (_: Benchmark, table: SQLiteKeys) in
    blackHole(table.scan(from: []))
  } setup: { () -> SQLiteKeys in
    let table = SQLiteKeys()
    table.insert(keys)
    return table
  }

  Benchmark("Count and weigh 1,000 ranges of 1,000,000 keys: tree") { (_: Benchmark, tree: IndexTree) in
    for (lower, upper) in zip(keys.prefix(1000), keys.dropFirst(1000)) {
      blackHole(tree.count(from: lower, to: upper))
      blackHole(tree.weight(from: lower, to: upper))
    }
  } setup: { () -> IndexTree in
    IndexTree(inserting: keys, weight: 1)
  }

  Benchmark(
    "Hold 1,000,000 small documents",
    configuration: .init(metrics: [.wallClock, .peakMemoryResident], warmupIterations: 0, maxIterations: 1)
  ) { _ in
    let store = Inputs.makeStore()
    Inputs.fill(store, count: Inputs.million)
    blackHole(store.current.documentCount)
  }

  Benchmark("1,000 commits of one document, 3 indexes, 100,000 documents") {
    (benchmark: Benchmark, store: DocumentStore) in
    for number in 0..<1000 {
      var write = Inputs.message(number &* 97)
      write.operation = .merge(
        ["sentAt": .integer(Int64(benchmark.currentIteration))], mask: ["sentAt"].map(FieldPath.init(name:)))
      blackHole(try store.commit([write], at: Inputs.start))
    }
  } setup: { () -> DocumentStore in
    let store = Inputs.makeStore()
    Inputs.fill(store, count: 100_000)
    for layout in Inputs.layouts { blackHole(store.current.index(layout).count) }
    return store
  }
}
