package import FirestoreRulesLanguage

extension Expression {
  /// The levels of nesting that count towards the compiler's limit, from `lowest` on; nil below.
  package func nestingLevels(from lowest: Int) -> Int? {
    guard lowest > 0, NestingDepth.excess(in: self, over: lowest - 1) != nil else { return nil }
    var levels = lowest
    while levels <= CompilationLimits.nesting, NestingDepth.excess(in: self, over: levels) != nil { levels += 1 }
    return levels
  }
}
