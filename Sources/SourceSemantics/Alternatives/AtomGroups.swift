/// Atoms that depend on each other: because one condition has both, or because they test one subject.
struct AtomGroups {
  private var parents: [AtomID: AtomID] = [:]

  init(_ supports: [[AtomID]], _ diagrams: Diagrams) {
    var subjects: [SubjectID: AtomID] = [:]
    for support in supports {
      for atom in support {
        parents[atom] = parents[atom] ?? atom
        join(atom, support[0])
        guard diagrams.atom(atom).hasTheory else { continue }
        join(atom, subjects[diagrams.atom(atom).subject, default: atom])
        subjects[diagrams.atom(atom).subject] = atom
      }
    }
  }

  /// The first atom of the group.
  mutating func first(of atom: AtomID) -> AtomID {
    var top = atom
    while let parent = parents[top], parent != top { top = parent }
    var at = atom
    while let parent = parents[at], parent != top {
      parents[at] = top
      at = parent
    }
    return top
  }

  /// The atoms of the group, in their order.
  mutating func members(of first: AtomID) -> [AtomID] {
    parents.keys.filter { self.first(of: $0) == first }.sorted()
  }

  private mutating func join(_ left: AtomID, _ right: AtomID) {
    let (one, other) = (first(of: left), first(of: right))
    parents[max(one, other)] = min(one, other)
  }
}
