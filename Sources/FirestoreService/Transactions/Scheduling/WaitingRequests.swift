import DocumentStore
import FirestoreModel

/// What a commit is about to do, as far as others are concerned.
struct CommitRequest: Hashable, Sendable {
  /// The documents it writes. Those that it only verifies are not among them: nobody minds being read.
  var paths: Set<DocumentPath> = []
  /// Not even a document to verify.
  var isEmpty = true
}

/// A request that waits for another transaction, or behind an older commit.
struct WaitingRequest: Sendable {
  enum Want: Sendable {
    case read
    case commit(CommitRequest, changes: [DocumentChange])
  }

  let seniority: Seniority
  /// Nil: a commit without a transaction.
  let transaction: Int?
  let deadline: Timestamp
  var want: Want
  /// The transaction or the request whose end it waits for; nil: it has ended.
  var blocker: Int?
}

/// All requests that wait, by their numbers.
struct WaitingRequests: Sendable {
  private(set) var requests: [Int: WaitingRequest] = [:]
  /// Which of the commits want to write a document.
  private var commits: [DocumentPath: Set<Int>] = [:]
  private var behind: [Int: Set<Int>] = [:]

  var count: Int { requests.count }
  var isEmpty: Bool { requests.isEmpty }

  subscript(number: Int) -> WaitingRequest? { requests[number] }

  mutating func set(_ request: WaitingRequest, number: Int) {
    remove(number)
    requests[number] = request
    if let blocker = request.blocker { behind[blocker, default: []].insert(number) }
    guard case .commit(let commit, _) = request.want else { return }
    for path in commit.paths { commits[path, default: []].insert(number) }
  }

  mutating func remove(_ number: Int) {
    guard let request = requests.removeValue(forKey: number) else { return }
    if let blocker = request.blocker {
      behind[blocker]?.remove(number)
      if behind[blocker]?.isEmpty == true { behind[blocker] = nil }
    }
    guard case .commit(let commit, _) = request.want else { return }
    for path in commit.paths {
      commits[path]?.remove(number)
      if commits[path]?.isEmpty == true { commits[path] = nil }
    }
  }

  /// Those that waited for a transaction or request, in the order of their turns; they wait for nobody now.
  mutating func release(behind blocker: Int) -> [Int] {
    guard let released = behind.removeValue(forKey: blocker) else { return [] }
    for number in released { requests[number]?.blocker = nil }
    return released.sorted { left, right in
      guard let left = requests[left], let right = requests[right] else { return false }
      return left.seniority < right.seniority
    }
  }

  /// The youngest of the older commits that a read has to let pass: whoever comes later must not keep them waiting.
  func commitBefore(_ seniority: Seniority, of transaction: Int, reading scope: ReadScope) -> Int? {
    switch scope {
    case .documents(let paths):
      return youngest(commits(writing: paths), before: seniority, transaction)
    case .range(let range):
      let numbers = requests.filter { _, request in
        guard case .commit(_, let changes) = request.want else { return false }
        return changes.contains(where: range.isTouched)
      }.keys
      return youngest(numbers, before: seniority, transaction)
    }
  }

  /// The youngest of the older commits that want to write the same.
  func commitBefore(_ seniority: Seniority, of transaction: Int?, writing request: CommitRequest) -> Int? {
    youngest(commits(writing: request.paths), before: seniority, transaction)
  }

  private func commits(writing paths: some Sequence<DocumentPath>) -> Set<Int> {
    if commits.isEmpty { return [] }
    return paths.reduce(into: []) { $0.formUnion(commits[$1, default: []]) }
  }

  private func youngest(_ numbers: some Sequence<Int>, before seniority: Seniority, _ transaction: Int?) -> Int? {
    var found: (number: Int, seniority: Seniority)?
    for number in numbers {
      guard let request = requests[number], request.seniority < seniority else { continue }
      if let transaction, request.transaction == transaction { continue }
      if found.map({ $0.seniority < request.seniority }) ?? true { found = (number, request.seniority) }
    }
    return found?.number
  }
}
