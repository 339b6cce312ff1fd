import QueryModel

extension [RequestLog.Entry] {
  /// Without what is less known only because nothing called the function with values, where something does.
  /// - Parameters:
  ///   - answered: functions of which callers know everything that they ask.
  ///   - known: functions all of whose callers are known.
  ///   - ofInstances: methods of types of which all instances are known.
  func withoutSuperseded(_ answered: Set<Int>, _ known: Set<Int>, _ ofInstances: Set<Int>) -> [RequestLog.Entry] {
    guard count > 1 else { return self }
    if !ofInstances.isEmpty {
      let told = filter { !isToldByInstances($0, ofInstances) }
      if told.count < count { return told.withoutSuperseded(answered, known, []) }
    }
    // Where a caller's value was not understood, the function by itself may say what it is.
    let understood =
      known.isEmpty
      ? known
      : known.filter { function in
        allSatisfy { entry in
          entry.request.unresolved.isEmpty
            || !entry.chains.contains { RootOfChain($0)?.function != function && $0.contains(function) }
        }
      }
    let superseded = indices.filter {
      isSuperseded(self[$0], answered, self[$0].request.unresolved.isEmpty ? understood : known)
    }
    if superseded.isEmpty { return self }
    return indices.filter { place in
      !superseded.contains(place) && !superseded.contains { accompanies(self[place], self[$0]) }
    }.map { self[$0] }
  }

  /// Whether an entry was met only by methods on any instance, which ask something on the instances that there are.
  private func isToldByInstances(_ entry: RequestLog.Entry, _ ofInstances: Set<Int>) -> Bool {
    !entry.hasMoreChains
      && entry.chains.allSatisfy { chain in
        guard let root = RootOfChain(chain), !root.isOfInstance, !root.isByDefault, ofInstances.contains(root.function)
        else {
          return false
        }
        return contains { other in
          other.chains.contains { RootOfChain($0).map { $0.isOfInstance && $0.function == root.function } == true }
        }
      }
  }

  private func isSuperseded(_ entry: RequestLog.Entry, _ answered: Set<Int>, _ known: Set<Int>) -> Bool {
    !entry.hasMoreChains
      && entry.chains.allSatisfy { chain in
        guard let root = RootOfChain(chain) else { return false }
        return contains { other in
          guard other.request != entry.request, other.chains.contains(where: { root.isCalled(in: $0) }) else {
            return false
          }
          return answered.contains(root.function) || known.contains(root.function) || root.isByDefault
            || (!root.isOfInstance || other.request.hasSamePlace(as: entry.request))
              && other.request.isBetterKnown(than: entry.request)
        }
      }
  }

  /// Whether an entry was met only where one was that callers know better: what the callers do not meet, only an argument
  /// that nobody passes leads to.
  private func accompanies(_ entry: RequestLog.Entry, _ superseded: RequestLog.Entry) -> Bool {
    !superseded.request.unresolved.isEmpty && !entry.hasMoreChains
      && entry.chains.allSatisfy(superseded.chains.contains)
      && entry.request.hasSamePlace(as: superseded.request)
      && contains { other in
        !other.chains.allSatisfy(superseded.chains.contains) && other.request.hasSamePlace(as: entry.request)
          && other.request.isBetterKnown(than: superseded.request)
      }
  }
}

/// The function that was evaluated for itself, and on which instance.
private struct RootOfChain {
  var function: Int
  /// Negative numbers before the function say of which type or making its receiver is.
  var isOfInstance: Bool
  /// No caller passes anything.
  var isByDefault: Bool

  init?(_ chain: [Int]) {
    guard let first = chain.first else { return nil }
    isOfInstance = first < 0 && chain.count > 1 && first != .min
    isByDefault = first == RequestLog.byDefault
    function = isOfInstance ? chain[1] : first
  }

  /// Whether something that knows more evaluates the function on this way.
  func isCalled(in chain: [Int]) -> Bool {
    guard isOfInstance, let other = RootOfChain(chain) else {
      return chain.dropFirst(chain.first == RequestLog.byDefault ? 2 : 1).contains(function)
    }
    return chain.dropFirst(other.isOfInstance ? 2 : 1).contains(function)
  }
}

extension ScannedRequest {
  /// Asks the same collection or document.
  fileprivate func hasSamePlace(as other: ScannedRequest) -> Bool {
    switch (target, other.target) {
    case (.query(let mine, _), .query(let theirs, _)): mine.source == theirs.source
    case (.document(let mine), .document(let theirs)): mine == theirs
    case (.realtime(let mine), .realtime(let theirs)): mine.location == theirs.location
    default: false
    }
  }
}
