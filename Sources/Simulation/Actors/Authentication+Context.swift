package import FirestoreModel
import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator
package import Workloads

extension Authentication {
  /// As rules see an instance. Times are those of the start of the workload.
  package func context(
    of uid: Text, in environment: some PathEnvironment, random: RandomStream, clock: ClockSetting
  ) throws(ExpressionError) -> AuthContext {
    let place = GenerationPlace(clock: clock, moment: clock.start, origin: clock.start)
    var generator = FieldGenerator(environment: environment, random: random, place: place)
    var claims = MapValue()
    for assignment in try generator.fields(token) {
      if case .value(let value) = assignment.field { claims.set(value, at: assignment.path) }
    }
    return AuthContext(signedIn: uid, claims: claims)
  }
}
