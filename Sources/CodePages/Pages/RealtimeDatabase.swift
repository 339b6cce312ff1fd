// FB6001 json-syntax error
//
// means: The rules file of the Realtime Database is not the JSON that the upload accepts. The rules that are live stay
//   as they were.
// why: The service parses the whole document before it replaces the live rules, and refuses all of it for one mistake.
//   Comments are allowed, and a text may go over several lines; a trailing comma, a key that is written twice or a
//   second top-level key is not.
// example:
//   {"rules": {".read": true1️⃣,}}
// fix: Correct the place that the finding points to. The document has the single top-level key `rules`.
// ignore: Never; the file cannot be deployed.

// FB6002 unknown-rule-key error
//
// means: The rules have a shape that the upload refuses: a key that begins with a point and is no rule, a rule or an
//   index that is neither text nor what else it may be, a location that is no object, two variables at one location, or
//   one variable twice on a path.
// why: Names that begin with a point are reserved for rules. An unknown one is refused instead of being taken for a
//   child, since a mistyped `.write` would otherwise leave a node without its rule. A `$variable` stands for all keys
//   without rules of their own, so a location has one, and below it the name is taken.
// example:
//   {"rules": {"users": {1️⃣".reed": "auth != null"}}}
// fix: Write `.read`, `.write`, `.validate` or `.indexOn`; give each location an object, and each variable on a path a
//   name of its own.
// ignore: Never; the file cannot be deployed.

// FB6003 expression-error error
//
// means: An expression does not compile: its syntax, a type, a name, a pattern of `matches`, or a method that does not
//   exist. The upload is refused.
// why: Expressions are compiled when they are uploaded, with static types: a rule must be a boolean, and only a few
//   methods exist. `numChildren()`, `key` and functions of your own do not; `newData` does not exist in `.read`, and
//   `query` only there.
// example:
//   {"rules": {"list": {".read": "data.1️⃣numChildren() < 10"}}}
// fix: Use the nearest form that exists, which the help line names, such as `hasChildren()` or a counter that is kept
//   beside the list.
// ignore: Never; the file cannot be deployed.

// FB6004 missing-index-on warning
//
// means: A query orders by a child without an `.indexOn`. REST requests and gets fail; listeners download the whole
//   node and sort on the device.
// why: Without the index the service cannot answer such a query by itself. It refuses a get or a REST request, and
//   sends a listener everything below the node, which the SDK sorts and bills you for.
// example:
//   ref.child("scores").orderByChild("points").limitToLast(10)
//   {"rules": {"scores": {".read": true}}}
// fix: Add `".indexOn": ["points"]` to the node that is queried.
// ignore: For a node that stays small, such as a list of ten settings.

// FB6015 unreachable-list warning
//
// means: A client listens to a node without a read rule at or above it, while its children have one. Rules are not
//   filters, so the listener is denied as a whole. Where no rule grants the read of anything there, neither at the node
//   nor above or below it, the finding is an error.
// why: A read is decided at the node that is read and above it. Rules of children do not filter a list.
// example:
//   {"rules": {"chats": {"$id": {".read": "data.child('members').hasChild(auth.uid)"}}}}
//   ref.child("chats").on("value", show)
// fix: Keep a list of ids per user, readable by that user, and listen to each chat by its id.
// ignore: When the app handles the denial and does not depend on the list.

// FB6024 index-drift error
//
// means: Indexes shown in one place are absent from the deployed rules. Queries that rely on them fail or download too
//   much.
// why: Only what is deployed counts. An index in a document or an answer on the web helps no query.
// example:
//   ".indexOn": ["createdAt"]
//   {"rules": {"posts": {".read": "auth != null"}}}
// fix: Add the index to the rules file that is deployed.
// ignore: When the other place describes another project.

// FB6025 unused-index-on info
//
// means: No query uses this `.indexOn`. It costs storage and time with each write.
// why: Every index is kept up to date with each write below its node, and its entries are stored.
// example:
//   {"rules": {"posts": {".indexOn": ["title", "createdAt"]}}}
// fix: Remove the child that no query orders by.
// ignore: When something outside the files that were looked at uses it, such as a script.

// FB6027 unbounded-listen warning
//
// means: A client listens to a list without a limit. It downloads all of it, and what is added later.
// why: A listener first receives all children, then every change to them. The list grows for as long as the app exists,
//   and each start of the app pays for all of it. For a list of one user, one whose name says that there are few (rooms,
//   members), and one below an id that is neither in the order of time nor listened to for each new child, it is
//   information: it may be short and stay so.
// example:
//   ref.child("messages").child(room).on("value", show)
// fix: Add `limitToLast(50)` and page backwards; for what is newer, `startAt` with the last key that is known.
// ignore: For a list that has a small natural bound, such as the members of a family.

// FB6034 page-repeats-boundary warning
//
// means: A page ends at the key where the last one began. The boundary is delivered twice and a page holds one new
//   entry less.
// why: `endAt` includes its bound. The oldest entry of a page is the newest one of the next.
// example:
//   ref.orderByKey().endAt(oldestKey).limitToLast(20)
// fix: Use `endBefore(oldestKey)`, or ask for one entry more and drop the one that is known.
// ignore: When the app removes the repeated entry itself.

// FB6036 deep-listen info
//
// means: A listener covers both a small description and a long list below it. Each start downloads both.
// why: A listener always gets a node with everything below it. To show a title it loads the messages, too.
// example:
//   {"rooms": {"r1": {"title": "Garden", "messages": {"m1": {"text": "Hello"}}}}}
// fix: Keep lists in a tree of their own: `rooms/$id` for what is small and `messages/$id` beside it.
// ignore: When the list has a small natural bound and is always shown with the rest.
