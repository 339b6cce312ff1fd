/// Which names mention which: what one name has to do with spreads to those that use it.
struct MentionGraph {
  private var numbers: [String: Int] = [:]
  private var names: [String] = []
  /// Per name: the names that use it.
  private var users: [[Int]] = []
  private var isMarked: [Bool] = []
  /// Per name: the last collection that it was met in.
  private var met: [Int] = []
  private var collection = 0

  var count: Int { names.count }

  func name(_ number: Int) -> String { names[number] }

  func knownNumber(of name: String) -> Int? { numbers[name] }

  mutating func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    users.append([])
    met.append(0)
    return names.count - 1
  }

  /// The numbers of the names that are visited, each once.
  mutating func numbers(_ visitAll: ((String) -> Void) -> Void) -> [Int] {
    collection += 1
    var result: [Int] = []
    func note(_ name: String) {
      let number = number(of: name)
      guard met[number] != collection else { return }
      met[number] = collection
      result.append(number)
    }
    visitAll(note)
    return result
  }

  mutating func note(_ name: String, usedBy user: String) { users[number(of: name)].append(number(of: user)) }

  mutating func note(_ mentioned: [Int], usedBy user: Int) {
    for name in mentioned { users[name].append(user) }
  }

  /// Marks the names and whatever uses them, directly or not.
  /// - Parameter spellings: the names that a user stands for.
  mutating func spread(from seeds: [String], spellings: (String) -> [String]) {
    var queue = seeds.map { number(of: $0) }
    isMarked = Array(repeating: false, count: names.count)
    for seed in queue { isMarked[seed] = true }
    var isSpelled = isMarked.map { _ in false }
    while let name = queue.popLast() {
      for user in users[name] where !isSpelled[user] {
        isSpelled[user] = true
        for spelling in spellings(names[user]) {
          let number = number(of: spelling)
          if number >= isMarked.count {
            isMarked += Array(repeating: false, count: number + 1 - isMarked.count)
            isSpelled += Array(repeating: false, count: number + 1 - isSpelled.count)
          }
          guard !isMarked[number] else { continue }
          isMarked[number] = true
          queue.append(number)
        }
      }
    }
  }

  func isReached(_ number: Int) -> Bool { isMarked.indices.contains(number) && isMarked[number] }
}
