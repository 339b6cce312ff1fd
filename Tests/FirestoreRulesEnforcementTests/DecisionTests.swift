import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesEnforcement

@Suite("Access: who asks, and what is asked of rules at all")
struct DecisionTests {
  private static let owners = """
    match /c/{d} {
      allow get, list: if request.auth != null && resource.data.owner == request.auth.uid;
    }
    """

  private func owned() throws -> AccessFixture {
    try AccessFixture(
      Self.owners, documents: ["c/1": ["owner": .string("u1")], "c/3": ["owner": .string("u2")]])
  }

  @Test func `a get is decided by the stored document`() throws {
    let fixture = try owned()
    let allowed = fixture.get("c/1")
    #expect(allowed.isAllowed)
    #expect(allowed.error == nil)
    #expect(allowed.operations.map(\.allowedBy?.position.line) == [5])
    let denied = fixture.get("c/3")
    #expect(!denied.isAllowed)
    #expect(denied.error == FirestoreError(.permissionDenied, "Missing or insufficient permissions."))
    #expect(denied.denial?.kind == .rules(.conditionFalse))
    #expect(denied.denial?.location?.position.line == 5)
  }

  @Test func `a privileged caller is not judged`() throws {
    let decision = try owned().get("c/3", by: .admin)
    #expect(decision.isAllowed)
    #expect(decision.basis == .privileged)
    #expect(decision.operations.isEmpty)
    #expect(decision.budgets == .unused)
    let nothing = try AccessFixture(nil)
    #expect(nothing.get("c/1", by: .admin).isAllowed)
  }

  @Test func `without released rules production denies everything and the emulator nothing`() throws {
    let fixture = try AccessFixture(nil)
    #expect(fixture.get("c/1").error == .missingPermissions)
    #expect(try fixture.list("c").error == .missingPermissions)
    #expect(try fixture.decide(.set("c/1", [:]), .set("c/2", [:])).error == .missingPermissions)
    #expect(fixture.get("c/1").denial?.message == "the database has no rules, which denies everything")
    let open = try AccessFixture(nil, mode: .emulator)
    #expect(open.get("c/1").isAllowed)
    #expect(try open.decide(.set("c/1", [:])).isAllowed)
  }

  @Test func `rules run for a missing document, with a resource that is null`() throws {
    let fixture = try AccessFixture("match /c/{d} { allow get: if resource == null; }", documents: ["c/1": [:]])
    #expect(fixture.get("c/none").isAllowed)
    #expect(!fixture.get("c/1").isAllowed)
  }

  @Test func `one denied document fails a whole batch get`() throws {
    let fixture = try owned()
    #expect(fixture.batchGet(["c/1", "c/1"]).isAllowed)
    let denied = fixture.batchGet(["c/1", "c/3", "c/1"])
    #expect(denied.error == .missingPermissions)
    #expect(denied.operations.map { $0.denial == nil } == [true, false])
  }

  @Test func `the emulator says why`() throws {
    let rules = """
      match /c/{d} {
        allow update: if false;
        allow write: if resource.data.missing == 1;
      }
      """
    let fixture = try AccessFixture(rules, mode: .emulator, documents: ["c/1": ["owner": .string("u1")]])
    let denied = try fixture.decide(.merge("c/1", ["owner": .string("u2")]))
    #expect(
      denied.error?.message == "\nfalse for 'update' @ L5, Property missing is undefined on object. for 'update' @ L6")
    #expect(fixture.get("c/1").error?.message == "\nNo matching allow statements")
  }

  @Test(arguments: PrivilegedRequest.allCases)
  func `requests that end users can never make`(_ request: PrivilegedRequest) {
    #expect(AccessControl.refusal(of: request, by: AccessFixture.user("u1")) == .missingPermissions)
    #expect(AccessControl.refusal(of: request, by: .user(nil)) == .missingPermissions)
    #expect(AccessControl.refusal(of: request, by: .admin) == nil)
  }

  @Test func `every ID token repeats the uid`() {
    let auth = AuthContext(signedIn: "u1", claims: ["role": .string("editor"), "sub": .string("other")])
    #expect(auth.token == ["role": .string("editor"), "sub": .string("other"), "user_id": .string("u1")])
  }
}
