// FB5001 test-failed error
//
// means: A rules test got the other decision than it expects. The finding shows the deciding statement with its values.
// why: The case is decided by the evaluator that also serves the emulator, in the order and with the limits of
//   production. The request would be decided the same way there.
// example:
//   - {name: stranger cannot, as: bob, get: orders/o1, expect: deny}
// fix: Read the conditions and values that the finding lists. Then correct the rule, or the expectation if that is
//   wrong (`firebreak rules test --update`).
// ignore: Never; remove or correct the case.

// FB5002 wrong-reason error
//
// means: A rules test got the expected decision for another reason than the expected one. The condition that the test
//   is about may not be reached at all.
// why: A denial has many possible reasons: a missing statement, an error in a condition, another rule. A test that is
//   satisfied by any of them keeps passing after the rule it was written for is gone.
// example:
//   - {name: wrong owner, as: bob, get: orders/o1, expect: deny, because: "firestore.rules:13"}
// fix: Arrange the data and the user so that only the condition in question decides, or correct `because:`.
// ignore: Never; leave out `because:` where the reason does not matter.

// FB5003 coverage-below-threshold error
//
// means: The tests cover less of the rules than the configuration asks for. The share is compared exactly and shown
//   rounded down.
// why: A condition that no test evaluates can say anything. Rules are the only protection that data has from its
//   clients, and they are changed under time pressure.
// example:
//   $ firebreak rules coverage --threshold 95
//   Expressions 88.4 % (threshold 95 %)
// fix: `firebreak rules coverage` lists what was never evaluated, never true or never false; write cases for it.
// ignore: When the threshold was raised on purpose before the tests are written; lower it for as long as that takes.

// FB5004 no-tests-run warning
//
// means: No test was found or selected. A run without tests proves nothing and must not look like success.
// why: A renamed folder or a mistyped filter is enough, and a pipeline that runs nothing stays green for months.
// example:
//   $ firebreak rules test rules/ordres
// fix: Name the case files or their folder, or add `tests` to `firebreak.json`. The help line says what was looked for.
// ignore: Until the first test is written.

// FB5005 denial-not-expected error
//
// means: While the child program ran, a request was denied that no test expected. The program may have ignored the
//   error.
// why: Client libraries report a denied write to a callback that apps often leave empty, and a denied listener just
//   ends. The test suite passes, and in production the screen stays blank.
// example:
//   $ firebreak emulator exec --fail-on-findings -- npm test
// fix: Correct the rule or the request. If the test provokes the denial on purpose, let it expect the error.
// ignore: When a program is known to probe for permissions.
