/// A place where names are declared: a function's parameters, a block. Values are kept in the ``PathState``.
final class Scope {
  let id: Int
  let parent: Scope?
  let file: Int
  /// What `self` is; names without a receiver may be its members.
  let receiver: ScannedValue?
  /// Of a function, not of a block in it.
  let isFunction: Bool
  private(set) var names: [String] = []
  /// The names again, where there are too many to be compared one by one.
  private var known: Set<String> = []
  /// The object that is written down here: `this` is kept among the names of the scope.
  var literal: PropertyOwner?
  /// A closure may read its variables later.
  var isCaptured = false

  init(id: Int, parent: Scope?, file: Int, receiver: ScannedValue? = nil, isFunction: Bool = true) {
    self.id = id
    self.parent = parent
    self.file = file
    self.receiver = receiver
    self.isFunction = isFunction
  }

  private static let compared = 16

  /// A name is declared here, perhaps once more.
  func note(_ name: String) {
    if names.count > Self.compared ? known.contains(name) : names.contains(name) { return }
    names.append(name)
    if names.count == Self.compared + 1 {
      known = Set(names)
    } else if names.count > Self.compared {
      known.insert(name)
    }
  }

  /// The scope of the function that this one is part of.
  var function: Scope {
    var scope = self
    while !scope.isFunction, let parent = scope.parent { scope = parent }
    return scope
  }
}
