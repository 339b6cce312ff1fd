// FB3001 syntax error
//
// means: The rules source does not follow the grammar; the place is where reading stopped. Production refuses to deploy
//   it, so the rules that are live stay as they were.
// why: The compiler reads the whole source before it replaces anything; one mistake keeps the old rules in force for
//   every database of the release. After `===`, a missing bracket or a `//` inside a path nothing is guessed.
// example:
//   allow read: if request.auth.uid === resource.data.owner;
//                                   ^^^ equality is `==`
// fix: Correct the place that the finding marks. Several problems may be shown at once; later ones can follow from the
//   first.
// ignore: Never; the deploy fails, and suppression comments have no effect on it.

// FB3114 duplicate-function-or-let error
//
// means: Two functions, parameters or locals of one scope have the same name. The rules do not compile.
// why: There is no overloading: a scope has one function of a name, and a function one parameter or local of a name.
// example:
//   function isOwner() { … }
//   function 1️⃣isOwner(data) { … }
// fix: Rename or remove one of them.
// ignore: Never; the deploy fails.

// FB3201 recursion error
//
// means: A function calls itself, directly or through others. Production refuses recursion.
// why: Conditions must end. The compiler looks for circles among the calls of declared functions.
// example:
//   function f(x) { return x == 0 || 1️⃣f(x - 1); }
// fix: Write out as many levels as are needed, or keep the result in the document.
// ignore: Never; the deploy fails.

// FB3302 limit-exceeded error
//
// means: The rules are above a limit of the language. Production refuses to deploy them or denies the request that
//   exceeds it.
// why: The compiler refuses what is nested too deeply or has too many parameters, locals, calls, blocks or wildcards.
//   At run time a request that evaluates more than 1,000 expressions is denied at once, even if a later statement would
//   allow it.
// example:
//   function 1️⃣f(a, b, c, d, e, f, g, h) { … }    // 8 parameters, 7 are accepted
// fix: Split the function, the header or the condition at the place of the finding.
// ignore: Never; the deploy fails or the statement allows nothing.

// FB3303 source-too-large error
//
// means: The source is larger than production accepts. The rules that are live stay as they were.
// why: The limit is 256 KiB for the text of the source, comments included.
// example:
//   a source of 262,208 bytes
// fix: Remove repetitions and long comments, or generate fewer blocks: one block with a wildcard replaces many with
//   literal ids.
// ignore: Never; the deploy fails.
