import FirestoreRulesEvaluator
import Testing

/// The table of `&&` and `||`, over single outcomes and over sets of possible ones.
@Suite("Absorption of errors") struct AbsorptionTests {
  private static let operands = ["true", "false", "1 / 0 == 1"]

  @Test("concrete", arguments: operands, operands)
  func concrete(_ left: String, _ right: String) throws {
    for op in ["&&", "||"] {
      let deciding = op == "&&" ? "false" : "true"
      let neutral = op == "&&" ? "true" : "false"
      let expected =
        left == deciding || right == deciding
        ? deciding : left == neutral && right == neutral ? neutral : "Divide by zero error."
      #expect(try RuleTrial("(\(left)) \(op) (\(right))").answer == expected)
      // A third operand that says nothing changes nothing, wherever it stands.
      #expect(try RuleTrial("\(neutral) \(op) (\(left)) \(op) (\(right))").answer == expected)
      #expect(try RuleTrial("(\(left)) \(op) \(neutral) \(op) (\(right))").answer == expected)
    }
  }

  @Test(
    "what is no boolean",
    arguments: [
      ("1 && true", "Type error. Received: [int] Expected: [bool]."), ("true && null", "Null value error."),
      ("false && null", "false"), ("true || null", "true"),
      ("1 ? true : false", "Type error. Received: [int] Expected: [bool]."),
      ("!1", "Type error. Received: [int] Expected: [bool]."), ("!null", "Null value error."),
      ("null", "Null value error."),
      ("'true'", "Type error. Received: [string] Expected: [bool]."), ("!((1 / 0 == 1) && false)", "true"),
      ("true ? true : (1 / 0 == 1)", "true"), ("(1 / 0 == 1) ? true : true", "Divide by zero error."),
    ])
  func noBoolean(_ condition: String, _ answer: String) throws {
    #expect(try RuleTrial(condition).answer == answer)
  }

  @Test func `the first of several errors is reported`() throws {
    #expect(try RuleTrial("(1 / 0 == 1) && request.nosuch == 1").answer == "Divide by zero error.")
    #expect(try RuleTrial("request.nosuch == 1 || (1 / 0 == 1)").answer == "Property nosuch is undefined on object.")
  }
}
