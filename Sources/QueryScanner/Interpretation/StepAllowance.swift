import Diagnostics

/// How many steps may be spent on one root: calls are not followed beyond them. Code that has not met a database after
/// a few of them hardly ever does; most are kept for the case that it does.
struct StepAllowance {
  /// Steps that may be taken now.
  var left = 0
  /// Steps that may be taken as well once a database was met.
  var kept = 0
  /// A database, or something that is made of one, was met.
  var hasMetDatabase = false
  /// At some time there were none left: calls have not been followed.
  private(set) var wasExhausted = false
  /// What its own code may take, until a database is met and altogether.
  fileprivate var own = (atFirst: 0, all: 0)
  fileprivate var given = 0

  mutating func isExhausted() -> Bool {
    if left > 0 { return false }
    if hasMetDatabase, kept > 0 {
      left += kept
      given += kept
      kept = 0
      if left > 0 { return false }
    }
    wasExhausted = true
    return true
  }

  /// For what is evaluated once for all roots.
  static let ofShared = StepAllowance(left: 500, kept: 1_500)
}

/// Steps left for all roots together, beyond what their own code takes: code that only uses the words of an SDK calls
/// itself over and over, and asks nothing.
struct StepPools {
  /// For roots in files that import an SDK.
  private var ofSDKs = 4_000_000
  private var elsewhere: Int
  /// For roots that never meet a database, wherever they are.
  private var withoutDatabase: Int

  init(_ relevance: Relevance) {
    let functions = relevance.functions.count(where: \.self)
    elsewhere = 200_000 + 40 * functions
    withoutDatabase = 60_000 + 20 * functions
  }

  private static let mostPerRoot = 12_000
  private static let mostWithoutDatabase = 1_000

  /// How many every root may spend, whatever was spent before.
  private static let leastPerRoot = 150
  private static let leastWithoutDatabase = 80

  /// - Parameter statements: the root's own code.
  func allowance(of statements: [Statement], importsSDK: Bool) -> StepAllowance {
    let length = statements.first.map { max(0, (statements.last ?? $0).span.end - $0.span.start) } ?? 0
    var allowance = StepAllowance()
    // A step is taken for about every ten bytes, for each of the ways that lead there.
    allowance.own = (atFirst: length / 6, all: length / 2)
    let most = min(Self.mostPerRoot, importsSDK ? ofSDKs : elsewhere)
    let all = allowance.own.all + max(Self.leastPerRoot, most)
    let atFirst = allowance.own.atFirst + max(Self.leastWithoutDatabase, min(Self.mostWithoutDatabase, withoutDatabase))
    allowance.left = min(all, atFirst)
    allowance.kept = all - allowance.left
    allowance.given = allowance.left
    return allowance
  }

  /// The end of a root.
  mutating func charge(_ allowance: StepAllowance, importsSDK: Bool) {
    let spent = allowance.given - allowance.left
    if !allowance.hasMetDatabase {
      withoutDatabase -= max(0, spent - allowance.own.atFirst)
    } else if importsSDK {
      ofSDKs -= max(0, spent - allowance.own.all)
    } else {
      elsewhere -= max(0, spent - allowance.own.all)
    }
  }
}
