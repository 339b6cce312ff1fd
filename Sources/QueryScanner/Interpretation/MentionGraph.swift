/// Which names mention which: what one name has to do with spreads to those that use it.
struct MentionGraph {
  private var numbers: [String: Int] = [:]
  private var names: [String] = []
  /// Per name: the names that use it.
  private var users: [[Int]] = []
  private var isMarked: [Bool] = []

  mutating func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    users.append([])
    return names.count - 1
  }

  mutating func note(_ name: String, usedBy user: String) { users[number(of: name)].append(number(of: user)) }

  mutating func note(_ mentioned: [Int], usedBy user: String) {
    let user = number(of: user)
    for name in mentioned { users[name].append(user) }
  }

  /// Marks the names and whatever uses them, directly or not.
  /// - Parameter spellings: the names that a user stands for.
  mutating func spread(from seeds: Set<String>, spellings: (String) -> [String]) {
    var queue = seeds.map { number(of: $0) }
    isMarked = Array(repeating: false, count: names.count)
    for seed in queue { isMarked[seed] = true }
    var visited = Array(repeating: false, count: names.count)
    while let name = queue.popLast() {
      guard !visited[name] else { continue }
      visited[name] = true
      for user in users[name] {
        for spelling in spellings(names[user]) {
          let number = number(of: spelling)
          if number >= isMarked.count {
            isMarked += Array(repeating: false, count: number + 1 - isMarked.count)
            visited += Array(repeating: false, count: number + 1 - visited.count)
          }
          guard !isMarked[number] else { continue }
          isMarked[number] = true
          queue.append(number)
        }
      }
    }
  }

  func isReached(_ number: Int) -> Bool { isMarked.indices.contains(number) && isMarked[number] }

  var reached: Set<String> { Set(names.indices.filter { isReached($0) }.map { names[$0] }) }
}
