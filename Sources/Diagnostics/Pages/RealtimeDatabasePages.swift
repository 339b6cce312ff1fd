extension HelpPage {
  /// FB60xx
  static let realtimeDatabasePages = #"""
    # FB6001
    means: The rules file of the Realtime Database is not the JSON that the upload accepts. The rules that are live stay as they were.
    why: The service parses the whole document before it replaces the live rules, and refuses all of it for one mistake. Comments are allowed, and a text may go over several lines; a trailing comma, a key that is written twice or a second top-level key is not.
    example:
      {"rules": {".read": true,}}
    fix: Correct the place that the finding points to. The document has the single top-level key `rules`.
    ignore: Never; the file cannot be deployed.

    # FB6002
    means: The rules have a shape that the upload refuses: a key that begins with a point and is no rule, a rule or an index that is neither text nor what else it may be, a location that is no object, two variables at one location, or one variable twice on a path.
    why: Names that begin with a point are reserved for rules. An unknown one is refused instead of being taken for a child, since a mistyped `.write` would otherwise leave a node without its rule. A `$variable` stands for all keys without rules of their own, so a location has one, and below it the name is taken.
    example:
      {"rules": {"users": {".reed": "auth != null"}}}
    fix: Write `.read`, `.write`, `.validate` or `.indexOn`; give each location an object, and each variable on a path a name of its own.
    ignore: Never; the file cannot be deployed.

    # FB6003
    means: An expression does not compile: its syntax, a type, a name, a pattern of `matches`, or a method that does not exist. The upload is refused.
    why: Expressions are compiled when they are uploaded, with static types: a rule must be a boolean, and only a few methods exist. `numChildren()`, `key` and functions of your own do not; `newData` does not exist in `.read`, and `query` only there.
    example:
      {"rules": {"list": {".read": "data.numChildren() < 10"}}}
    fix: Use the nearest form that exists, which the help line names, such as `hasChildren()` or a counter that is kept beside the list.
    ignore: Never; the file cannot be deployed.

    # FB6004
    means: A query orders by a child without an `.indexOn`. REST requests and gets fail; listeners download the whole node and sort on the device.
    why: Without the index the service cannot answer such a query by itself. It refuses a get or a REST request, and sends a listener everything below the node, which the SDK sorts and bills you for.
    example:
      ref.child("scores").orderByChild("points").limitToLast(10)
      {"rules": {"scores": {".read": true}}}
    fix: Add `".indexOn": ["points"]` to the node that is queried.
    ignore: For a node that stays small, such as a list of ten settings.

    # FB6005
    means: A deeper rule is meant to restrict what a rule above it has granted. Grants cascade downwards and cannot be revoked.
    why: Rules are evaluated from the root downwards, and the first that grants ends the evaluation. A rule further down is then never asked.
    example:
      {"rules": {".read": "auth != null", "private": {".read": false}}}
    fix: Grant further down: move the permission from the ancestor to those children that it is meant for.
    ignore: Never; the restriction does not exist.

    # FB6006
    means: A `.validate` rule is used as a guard. It is not evaluated for deletes, and never for reads.
    why: `.validate` is evaluated after a write was permitted, and only for what exists afterwards. A delete leaves nothing to validate.
    example:
      {"rules": {"posts": {"$id": {".write": true, ".validate": "auth.uid === 'editor'"}}}}
    fix: Put what concerns the user, and what concerns deletes, into `.write`. Keep `.validate` for the shape of the data.
    ignore: When the rule is a second line behind a `.write` that says the same.

    # FB6007
    means: A text or list method is applied to the value of a node that has children. That is an error, and an error denies.
    why: `val()` of a node with children is an object, and objects have neither `length` nor `contains`. The error makes the whole rule false.
    example:
      {"rules": {"rooms": {"$id": {".read": "data.child('members').val().contains(auth.uid)"}}}}
    fix: Store members as keys, `{"members": {"uid": true}}`, and ask `data.child('members').hasChild(auth.uid)`.
    ignore: Never; the rule denies everybody.

    # FB6008
    means: Two nodes with children are compared by `val()`. Such a comparison does not compare their content.
    why: Objects are not compared member by member in rules, so such a test says nothing about whether something has changed.
    example:
      {"rules": {"$id": {".write": "newData.child('tags').val() === data.child('tags').val()"}}}
    fix: Compare the children one by one, or ask `exists()` where existence is meant.
    ignore: When model and data guarantee that the node never has children.

    # FB6009
    means: Both sides of an equality can be null at once, and then they are equal. A signed-out client passes a test that was meant for an owner.
    why: A missing node has the value null, and so has `auth.uid` of somebody who is not signed in. Null equals null.
    example:
      {"rules": {"posts": {"$id": {".write": "data.child('owner').val() === auth.uid"}}}}
    fix: Write `auth != null && data.child('owner').val() === auth.uid`, and say what holds for a node that does not exist yet.
    ignore: Never; anybody without an account passes.

    # FB6010
    means: The left operand of `||` can end in an error. An error ends the evaluation, so that the right operand is not tried.
    why: `||` absorbs no errors here, unlike in the rules of Firestore: an error on its left side makes the rule false, although the right side would allow the request.
    example:
      {"rules": {"$id": {".read": "data.child('tags').val().contains('public') || auth.uid === 'admin'"}}}
    fix: Put the operand that cannot fail first, or guard the other one with `isString()`.
    ignore: When the value is always there and always of this type.

    # FB6011
    means: A value is used without a test of its type or existence. Where it is absent or of another type the evaluation ends in an error.
    why: A call on null, or on a value of another type, is an error, and an error denies. What was written by an old version of the app can look different from what you expect.
    example:
      {"rules": {"$id": {".read": "data.child('title').val().length < 80"}}}
    fix: Test first: `data.child('title').isString() && data.child('title').val().length < 80`.
    ignore: When a `.validate` rule has guaranteed the type ever since the node exists.

    # FB6012
    means: The root is open to everybody, or to everybody who is signed in. All that is stored now and later is included.
    why: Permissions go downwards and cannot be taken back. Anybody can get an account in most apps, so asking for one is hardly a condition.
    example:
      {"rules": {".read": true, ".write": "auth != null"}}
    fix: Remove the rule at the root and grant per node, to owners or members.
    ignore: Never for rules that are deployed.

    # FB6013
    means: A node can be read or written by everybody. For writes the finding is an error.
    why: The address of the database is in every copy of the app. Whoever knows it can download the node, or fill it at your expense.
    example:
      {"rules": {"reviews": {".read": true, ".write": true}}}
    fix: Require a user and validate what is written. For public lists allow reading with a limit, `query.limitToFirst <= 50`.
    ignore: For reading, when the node is meant for the public and small.

    # FB6014
    means: A deeper rule grants nothing beyond what a rule above it grants. It can go.
    why: Evaluation ends at the first rule that grants. What the deeper one says has no effect, and readers of the file take it for a restriction.
    example:
      {"rules": {"posts": {".read": "auth != null", "$id": {".read": "auth != null"}}}}
    fix: Remove the deeper rule, or the one above it if the deeper one is what was meant.
    ignore: When the rule above is about to be removed.

    # FB6015
    means: A client listens to a node without a read rule at or above it, while its children have one. Rules are not filters, so the listener is denied as a whole. Where no rule grants the read of anything there, neither at the node nor above or below it, the finding is an error.
    why: A read is decided at the node that is read and above it. Rules of children do not filter a list.
    example:
      {"rules": {"chats": {"$id": {".read": "data.child('members').hasChild(auth.uid)"}}}}
      ref.child("chats").on("value", show)
    fix: Keep a list of ids per user, readable by that user, and listen to each chat by its id.
    ignore: When the app handles the denial and does not depend on the list.

    # FB6016
    means: A literal child lacks the rules that its wildcard sibling has. The wildcard does not apply to a key that is named.
    why: At each level a literal key wins over `$name`, completely: rules of the wildcard are not consulted for it, even if the literal branch has none.
    example:
      {"rules": {"users": {"$uid": {".validate": "newData.hasChild('name')"}, "system": {".write": "auth.uid === 'bot'"}}}}
    fix: Repeat the rule in the literal branch, or give what it holds a place of its own.
    ignore: When the literal key is meant to be exempt.

    # FB6017
    means: A node can be written and nothing validates what is written. Any shape and size is accepted.
    why: Clients are not only your app. Without `.validate` a single write can store megabytes, or a text where all readers expect a number.
    example:
      {"rules": {"notes": {"$id": {".write": "auth != null"}}}}
    fix: Add `.validate` with the fields and their types, bound the length of texts, and close the list with `"$other": {".validate": false}`.
    ignore: When only trusted servers write here.

    # FB6018
    means: Ownership is tested in the new data only. Anybody can overwrite somebody else's node by naming themselves as owner.
    why: `newData` is what the writer sends. Who asks only for its owner lets everybody name themselves.
    example:
      {"rules": {"posts": {"$id": {".write": "newData.child('owner').val() === auth.uid"}}}}
    fix: Also test what is stored: `!data.exists() || data.child('owner').val() === auth.uid`.
    ignore: Never; any node can be taken over.

    # FB6019
    means: An owner can create but never delete. That may be meant, and often is not.
    why: After a delete there is no `newData`, so a condition on its fields is false and the delete is denied.
    example:
      {"rules": {"posts": {"$id": {".write": "newData.child('owner').val() === auth.uid && !data.exists()"}}}}
    fix: Allow it by name: `!newData.exists() && data.child('owner').val() === auth.uid`.
    ignore: When entries are to stay, as in a log.

    # FB6020
    means: Anybody who is signed in can create the node without being a member of it. Strangers can fill it.
    why: `!data.exists()` alone is true for every free key. Anybody can create a room, or one that pretends to be somebody else's.
    example:
      {"rules": {"rooms": {"$id": {".write": "auth != null && !data.exists()"}}}}
    fix: Demand that the creator is a member of what is created: `newData.child('members').hasChild(auth.uid)`.
    ignore: When rooms are public and nobody owns them.

    # FB6021
    means: A write rule below a node that is guarded by membership does not test membership. Everybody can write there.
    why: A `.write` below grants on its own; the condition above is not added to it.
    example:
      {"rules": {"rooms": {"$id": {
        ".read": "data.child('members').hasChild(auth.uid)",
        "messages": {"$m": {".write": "auth != null"}}
      }}}}
    fix: Repeat the test of membership: `data.parent().parent().child('members').hasChild(auth.uid)`.
    ignore: When strangers may write here on purpose, as to a mailbox.

    # FB6022
    means: A rule reads through `root` what the same update creates. `root` is the state before the update.
    why: All paths of one update are judged by the state before it. What it creates itself is not there yet.
    example:
      {"rules": {"messages": {"$room": {"$m": {".write": "root.child('rooms/' + $room).exists()"}}}}}
    fix: Reach the new state through `newData`: `newData.parent().parent().parent().child('rooms/' + $room).exists()`.
    ignore: When the node is always created by an earlier request.

    # FB6023
    means: A client writes a branch of another user that the rules restrict to its owner. The whole multi-path update is denied.
    why: A multi-path update is one operation: permitted as a whole or denied as a whole, the sender's own branch included.
    example:
      {"rules": {"inbox": {"$uid": {".write": "auth.uid === $uid"}}}}
      ref.update({"inbox/alice/m1": message, "inbox/bob/m1": message})
    fix: Let the recipient's branch accept exactly what a sender adds, for instance new messages whose `from` is the sender, or let a server write it.
    ignore: Never; the update fails for every user.

    # FB6024
    means: Indexes shown in one place are absent from the deployed rules. Queries that rely on them fail or download too much.
    why: Only what is deployed counts. An index in a document or an answer on the web helps no query.
    example:
      ".indexOn": ["createdAt"]
      {"rules": {"posts": {".read": "auth != null"}}}
    fix: Add the index to the rules file that is deployed.
    ignore: When the other place describes another project.

    # FB6025
    means: No query uses this `.indexOn`. It costs storage and time with each write.
    why: Every index is kept up to date with each write below its node, and its entries are stored.
    example:
      {"rules": {"posts": {".indexOn": ["title", "createdAt"]}}}
    fix: Remove the child that no query orders by.
    ignore: When something outside the files that were looked at uses it, such as a script.

    # FB6026
    means: A rule demands an order in the query that has no index. Every allowed query is then a slow one.
    why: The rule forces clients to order by a child, and without an index every such query downloads the node or is refused.
    example:
      {"rules": {"posts": {".read": "query.orderByChild === 'owner' && query.equalTo === auth.uid"}}}
    fix: Add `".indexOn": ["owner"]` beside the rule.
    ignore: Never; the rule and the index belong together.

    # FB6027
    means: A client listens to a list without a limit. It downloads all of it, and what is added later.
    why: A listener first receives all children, then every change to them. The list grows for as long as the app exists, and each start of the app pays for all of it.
    example:
      ref.child("messages").child(room).on("value", show)
    fix: Add `limitToLast(50)` and page backwards; for what is newer, `startAt` with the last key that is known.
    ignore: For a list that has a small natural bound, such as the members of a family.

    # FB6028
    means: A list can be read without the rules demanding a limit. One client can download all of it.
    why: What the app asks for is no limit for others. Whoever may read the list can ask for all of it, again and again.
    example:
      {"rules": {"posts": {".read": true}}}
    fix: Demand it: `query.limitToFirst <= 100 || query.limitToLast <= 100`, written with the existing condition.
    ignore: For small lists, or where only trusted users may read.

    # FB6029
    means: The presence of users is visible too widely, or survives a lost connection. One boolean per user is wrong as soon as a user has two devices.
    why: The server notices a lost connection and runs `onDisconnect`, but for one device at a time. With one boolean the phone that disconnects marks the user as away who still works at a desk.
    example:
      ref.child("presence/" + uid).set(true)
    fix: Keep one child per connection, remove it with `onDisconnect().remove()`, and let only those read it who need it.
    ignore: When users have one device by nature, such as a kiosk.

    # FB6030
    means: Addresses or telephone numbers lie below a node that many can read. Grants cascade to them.
    why: A permission for a node is one for all that lies below it, including fields that are added later.
    example:
      {"rules": {"users": {".read": "auth != null"}}}
      {"users": {"alice": {"name": "Alice", "email": "alice@example.com"}}}
    fix: Split the node: `profiles` for what others may see, `accounts/$uid` for what only the owner may.
    ignore: When the addresses are meant to be known to all users, as in a company.

    # FB6031
    means: Ids are stored as a list. Lists are rewritten as a whole, and two writers overwrite each other.
    why: A list is an object with the keys 0, 1, 2. Removing one element rewrites the others, and rules cannot ask whether a list contains something.
    example:
      {"rooms": {"r1": {"members": ["alice", "bob"]}}}
    fix: Use the ids as keys: `{"members": {"alice": true, "bob": true}}`.
    ignore: For a list that is written once and read as a whole.

    # FB6032
    means: A counter is read, changed and written. Two clients lose one of their changes; an increment on the server does not.
    why: Between reading and writing somebody else writes, too. The later write stores a number that does not know of the earlier one.
    example:
      const n = (await get(likes)).val(); await set(likes, n + 1)
    fix: Use `increment(1)`, which the server applies, or a transaction where the next value depends on more.
    ignore: When exactly one client ever writes the counter.

    # FB6033
    means: A time is not compared with `now`. Clients can write any moment.
    why: The clock of a device is whatever its user sets. Entries with a time in the future stay on top of every list.
    example:
      {"rules": {"posts": {"$id": {"at": {".validate": "newData.isNumber()"}}}}}
    fix: Write the server's time on the client and demand it: `newData.val() === now`, or `<= now` for times that may lie in the past.
    ignore: For times that are meant to be chosen, such as the date of an event.

    # FB6034
    means: A page ends at the key where the last one began. The boundary is delivered twice and a page holds one new entry less.
    why: `endAt` includes its bound. The oldest entry of a page is the newest one of the next.
    example:
      ref.orderByKey().endAt(oldestKey).limitToLast(20)
    fix: Use `endBefore(oldestKey)`, or ask for one entry more and drop the one that is known.
    ignore: When the app removes the repeated entry itself.

    # FB6035
    means: A key contains a character that keys must not have, or the path is too deep or too long. The write is refused.
    why: Keys are parts of paths: they cannot contain `.`, `#`, `$`, `/`, `[`, `]` or control characters, and have at most 768 bytes; a path has at most 32 levels.
    example:
      ref.child("users").child("alice@example.com").set(true)
    fix: Use an id as the key and store the text in a field, or encode the characters in a way that is undone when reading.
    ignore: Never; the write fails.

    # FB6036
    means: A listener covers both a small description and a long list below it. Each start downloads both.
    why: A listener always gets a node with everything below it. To show a title it loads the messages, too.
    example:
      {"rooms": {"r1": {"title": "Garden", "messages": {"m1": {"text": "Hello"}}}}}
    fix: Keep lists in a tree of their own: `rooms/$id` for what is small and `messages/$id` beside it.
    ignore: When the list has a small natural bound and is always shown with the rest.

    # FB6037
    means: A leaf has no bound on its length. A client can store megabytes in it.
    why: One string may have 10 MB. It is stored, sent to every listener and billed as download.
    example:
      {"rules": {"posts": {"$id": {"text": {".validate": "newData.isString()"}}}}}
    fix: Add a bound: `newData.isString() && newData.val().length <= 2000`. Keep pictures in a storage bucket.
    ignore: When only trusted servers write here.

    # FB6038
    means: The app writes what the rules refuse whoever sends it and whatever is stored: no `.write` on the way to the place can be true, or a `.validate` cannot be true for what is written.
    why: What no rule grants is denied, and a `.validate` that is false at any place of what is written denies all of it.
    example:
      {"rules": {"count": {".write": "auth != null", ".validate": "newData.isNumber()"}}}
      ref.child("count").set("one")
    fix: Write what the rules ask for, or grant what the app needs. What only a server may write belongs to a server.
    ignore: When the write is there to show that it is denied.

    """#
}
