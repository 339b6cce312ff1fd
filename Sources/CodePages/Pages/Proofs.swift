// FB4101 list-not-provable error
//
// means: A list query can return a document that the rules do not allow, and the finding shows one. Production denies
//   the whole query, since rules are not filters.
// why: Before it reads a document the service decides whether the rule holds for everything that the query could
//   return. One possible document for which it does not is enough.
// example:
//   allow list: if resource.data.owner == request.auth.uid;
//   firestore.collection("orders").orderBy("total")
// fix: Add the filter that the finding names to the query, here `where("owner", "==", uid)`, or let the rule allow what
//   the query asks.
// ignore: When a workload is meant to show the denial: then declare it there with `expect:`.

// FB4103 proof-unknown info
//
// means: Neither a proof nor a counterexample was found for a query under its rule. In production mode the list is
//   denied at run time, because production allows only what it can prove.
// why: Production, too, allows a list query only if it can prove that the rule holds for all results. What neither
//   proves nor refutes is denied there.
// example:
//   allow list: if resource.data.path.matches("^public/.*");
// fix: Compare fields with `==`, `in` or the bounds of the query, which can be proven, and keep patterns for single
//   documents.
// ignore: When you have seen production allow this very query under this very rule.

// FB4104 document-denied error
//
// means: The sources read or write a single document that no statement of the rules lets through: none covers the method
//   there, or only statements whose condition is `false`. Production denies it to everybody.
// why: What no statement allows is denied, whatever the document holds and whoever asks. The app sees PERMISSION_DENIED.
// example:
//   match /users/{uid} { allow read: if request.auth.uid == uid; }
//   setDoc(doc(db, "users", uid), profile)
// fix: Add a statement for the method with the condition that it needs, or move the request to a server.
// ignore: When the rules that are deployed are others than those of the project.
