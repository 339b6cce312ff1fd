import FirebreakTestSupport
import SourceSemantics
import Testing

@Suite("Conditions without some of their atoms") struct ProjectionTests {
  @Test("hold where some values of those make them hold", arguments: 0..<40)
  func kept(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams()
    let isOpen = (0..<6).map { _ in Bool.random(using: &random) }
    let atoms = (0..<6).map { diagrams.id(of: Atom(SubjectID(UInt32($0)), .opaque(0)), isOpen: isOpen[$0]) }
    let single = diagrams.conditions(atoms)
    let written = WrittenCondition.random(atoms: 6, depth: 5, using: &random)
    let condition = written.built(of: single, in: &diagrams)
    let subjects = Set((0..<6).filter { _ in Bool.random(using: &random) }.map { SubjectID(UInt32($0)) })
    let open = diagrams.openPart(of: condition)
    let about = diagrams.part(of: condition, about: subjects)
    let both = diagrams.part(of: condition, about: subjects, orOpen: true)
    let table = written.truthTable(atoms: 6)
    let isAbout = (0..<6).map { subjects.contains(SubjectID(UInt32($0))) }
    #expect(diagrams.truthTable(of: open, atoms) == expected(table) { isOpen[$0] })
    #expect(diagrams.truthTable(of: about, atoms) == expected(table) { isAbout[$0] })
    #expect(diagrams.truthTable(of: both, atoms) == expected(table) { isAbout[$0] || isOpen[$0] })
    let hasOpen = diagrams.support(condition).contains { diagrams.isOpen($0) }
    #expect(diagrams.isOpen(condition) == hasOpen)
  }

  /// Whether there are values of the other atoms with which the table says yes.
  private func expected(_ table: [Bool], _ isKept: (Int) -> Bool) -> [Bool] {
    let mask = (0..<6).filter(isKept).reduce(0) { $0 | 1 << $1 }
    return table.indices.map { values in table.indices.contains { $0 & mask == values & mask && table[$0] } }
  }
}
