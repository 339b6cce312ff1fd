// Comparisons whose result is −1, 0 or 1.

func threeWay<Key: Comparable>(_ a: Key, _ b: Key) -> Int { a == b ? 0 : (a < b ? -1 : 1) }

func firstDifference(_ first: Int, _ second: @autoclosure () -> Int) -> Int { first != 0 ? first : second() }
