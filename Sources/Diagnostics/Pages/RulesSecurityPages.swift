extension HelpPage {
  /// FB40xx
  static let rulesSecurityPages = #"""
    # FB4001
    means: Everybody can read these documents without signing in. Where the seed data has fields that look personal, such as an e-mail address, a phone number or a token, the finding is an error.
    why: The project's configuration is in every copy of the app, so anybody can send requests to the database directly. Rules are the only gate.
    example:
      match /users/{id} {
        allow read: if true;
      }
    fix: Require `request.auth != null`, an owner or a role. Where only some fields are public, keep them in a document of their own: rules allow or deny whole documents.
    ignore: When the documents are meant for the public, such as a catalogue. Say so in the reason of the suppression.

    # FB4002
    means: Everybody can read and write these documents without signing in. Open databases are found by scanners within days.
    why: The project's configuration is in every copy of the app. Data is copied, overwritten or deleted by whoever finds it, and the reads and writes are billed to the project.
    example:
      match /{document=**} {
        allow read, write: if true;
      }
    fix: Deny by default, which needs no statement, and allow what the app needs per collection.
    ignore: Never in rules that are deployed.

    # FB4003
    means: Everybody can write these documents without signing in. A condition that everybody satisfies, such as `true`, no condition, or `request.auth == null`, is the same.
    why: Anybody can overwrite or delete them and fill the database at your expense.
    example:
      match /reviews/{id} {
        allow write: if true;
      }
    fix: Require `request.auth != null`, compare `request.auth.uid` with the owner, and validate the fields. For anonymous feedback allow only `create`, with a closed list of fields and sizes, and use App Check.
    ignore: Never for `write`, `update` and `delete`.

    # FB4004
    means: Everybody satisfies the condition until a date, and nobody afterwards. The finding names the date.
    why: The console's test mode writes such rules. Until the date the database is open, and on it every client stops working at once.
    example:
      allow read, write: if request.time < timestamp.date(2025, 1, 31);
    fix: Replace the date by who may do it. Do not just move it.
    ignore: Never in rules that are deployed. A date beside a condition on the user is no finding.

    # FB4005
    means: Being signed in is the only condition for a write. Any account satisfies it, and anybody can have one.
    why: Anybody can make an account, and where anonymous sign-in is enabled everybody has one. Any account can then overwrite or delete the data of all others.
    example:
      match /posts/{id} {
        allow write: if request.auth != null;
      }
    fix: Compare the user with the document: `resource.data.owner == request.auth.uid` for what is stored, `request.resource.data.owner == request.auth.uid` for what is new, or with a variable of the path.
    ignore: When every user may really change every document, such as on a shared board of a closed group of accounts.

    # FB4006
    means: Users may write a document without a closed list of fields and without a check of a field that other rules read, or whose name says that it means rights or money. The finding names the field.
    why: A client sends any fields it likes. Writing one more field is enough to become an administrator or to lower a price.
    example:
      match /products/{id} {
        allow create: if request.resource.data.seller == request.auth.uid;
        allow read: if resource.data.price > 0;
      }
    fix: List the fields that may be set with `request.resource.data.keys().hasOnly([…])`, and those that may change with `request.resource.data.diff(resource.data).affectedKeys().hasOnly([…])`. Check the values of those that decide.
    ignore: When the field is harmless in the hands of the user.

    # FB4007
    means: `create` demands that the new document belongs to its author, and `update` does not check both the stored and the new owner. The document can be given away or taken over.
    why: With only the stored owner checked, a document can be given to somebody else. With only the new owner checked, anybody takes over any document by writing their own id into it.
    example:
      allow create: if request.resource.data.owner == request.auth.uid;
      allow update: if resource.data.owner == request.auth.uid;
    fix: Add `request.resource.data.owner == resource.data.owner`, or leave the owner out of the fields that may change.
    ignore: When handing documents over is a feature.

    # FB4008
    means: Whatever this statement allows, a broader one allows already, for the same documents and with a weaker condition. The condition restricts nothing.
    why: Statements only add up. A request is allowed as soon as one statement of any block that matches its path allows it; a more specific block does not replace a general one.
    example:
      match /{path=**} { allow read: if request.auth != null; }
      match /secrets/{id} { allow read: if request.auth.token.admin == true; }
    fix: Restrict the broader statement, or name the collections it is meant for.
    ignore: When the narrow statement is only a reminder of what was.

    # FB4009
    means: No statement calls the function, neither directly nor through other functions. It guards nothing. Locals and parameters that their function does not use are reported too.
    why: A condition that was written and is called nowhere guards nothing. It may have been forgotten in the place where it is needed.
    example:
      function isOwner() { return resource.data.owner == request.auth.uid; }
      match /posts/{id} { allow read: if request.auth != null; }
    fix: Call it where it belongs, or delete it.
    ignore: When the function is kept for rules that are about to come.

    # FB4010
    means: `get` is restricted, and `list` is not: whoever may not get a document finds it in a list. `read` covers both.
    why: `read` is `get` and `list` together. A list whose condition does not depend on the documents returns all of them.
    example:
      allow get: if request.auth.uid == uid;
      allow list: if request.auth != null;
    fix: Give `list` a condition on the documents that the query's filters state, such as `resource.data.owner == request.auth.uid`.
    ignore: When the list is meant to be free and only single reads are special.

    # FB4011
    means: Access depends on an e-mail address that need not be verified, or on a name or picture that users set themselves. Whoever signs up with the right words gets in.
    why: Anybody can sign up with the address of somebody else. Only a verified address shows that the user receives its mail.
    example:
      allow read: if request.auth.token.email.matches('.*@example[.]com');
    fix: Add `request.auth.token.email_verified == true`. Instead of names compare `request.auth.uid` or a custom claim.
    ignore: When all accounts come from one provider that verifies addresses, and no other provider is enabled.

    # FB4012
    means: The data of a document is read without a test that the document exists. Where it is missing, the condition is an error.
    why: Where it is missing, `get` returns null and reading from it is an error. An error denies, unless another operand of `||` allows.
    example:
      allow read: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.active;
    fix: Where a missing document should not deny, call `exists` with the same path first. Both together are billed as one read.
    ignore: When the document always exists, or denying is what should happen without it.

    # FB4013
    means: Deciding one request reads three documents or more, or one per element of a list. Each of them is billed, for every request.
    why: Each document that `get` and `exists` look at is billed once per request, also when it is missing and when the request is denied. A listener pays again with every update of its result. More than 10 documents, for a query 20, are an error (FB3302 when no way needs fewer).
    example:
      allow read: if get(/…/users/$(request.auth.uid)).data.active
        && get(/…/rooms/$(room)).data.open && !exists(/…/bans/$(request.auth.uid));
    fix: Keep what the condition needs in one document, or put roles into custom claims, which cost nothing. Write cheap tests first: operands of `&&` after a false one are not evaluated.
    ignore: When such requests are rare.

    # FB4014
    means: The statement seems to allow a method whose data does not exist. `request.resource` is null on delete, and `resource` is null on create.
    why: Reading a field of null is an error, and an error denies. `write` with a test of the new data therefore never allows a delete, and one with a test of the stored data never allows a create.
    example:
      allow write: if request.resource.data.title is string;
    fix: Write `create, update` and `delete` as statements of their own.
    ignore: When the method is meant to be denied; naming only the allowed methods says so better.

    # FB4015
    means: The fields of the new document are listed, and nothing bounds what some of them may hold. A client may store as much as a document can hold.
    why: A document may have a megabyte. A client can store as much in each text or list, and everybody who reads the document pays for the transfer.
    example:
      allow create: if request.resource.data.keys().hasOnly(['text']) && request.resource.data.text is string;
    fix: Check the type and the size: `request.resource.data.text.size() <= 1000`.
    ignore: When only trusted users write.

    # FB4016
    means: A field's value is checked by one of `create` and `update`, and the other one leaves it free. The unchecked way leads to the same data.
    why: Both lead to the same data. A client creates what is valid and then updates it to what is not.
    example:
      allow create: if request.resource.data.stars <= 5 && request.resource.data.author == request.auth.uid;
      allow update: if resource.data.author == request.auth.uid;
    fix: Put the checks into a function and call it for both, or keep the field from changing.
    ignore: When the check only makes sense once.

    # FB4017
    means: A right is read from a document that the same user may write, the field included. Every user can give it to themselves.
    why: `get(/users/$(request.auth.uid)).data.role == 'admin'` is only worth as much as the rules of `/users/{uid}`.
    example:
      match /users/{uid} { allow write: if request.auth.uid == uid; }
      match /posts/{id} {
        allow delete: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
      }
    fix: Keep the field out of what users may create and change, move it to a document that only the server writes, or use a custom claim.
    ignore: Never, unless the field gives no right.

    # FB4018
    means: A list of a collection with personal data, or of one that grows with use, is allowed without a bound on its size. One query can return, and bill, all of it.
    why: One request can read, and bill, the whole collection.
    example:
      match /messages/{id} { allow list: if request.auth != null; }
    fix: Add `request.query.limit <= 100`. Queries without a limit are then denied.
    ignore: When the collection stays small.

    # FB4019
    means: A recursive wildcard lets ordinary users write, or read collections with sensitive data. With version 2 it may also match the document before it.
    why: It covers everything below, also collections that are added later by somebody who does not think of these rules. In version 2 `{rest=**}` matches no segment too, so `/users/{uid}/{rest=**}` includes `/users/{uid}`.
    example:
      match /{document=**} {
        allow write: if request.auth != null;
      }
    fix: Write a block for each collection. A wildcard for administrators, or below the user's own document, is no finding.
    ignore: When all documents below really have the same owner and the same shape.

    # FB4020
    means: A statement with the condition `false` stands beside one that allows the same. False does not deny.
    why: There is no deny. `false` only means that this statement does not allow; any other statement of a matching block still can.
    example:
      match /{path=**} { allow read: if request.auth != null; }
      match /secrets/{id} { allow read: if false; }
    fix: Restrict the statement that allows. What no statement allows is denied.
    ignore: When the other statement is the intended exception, such as one for administrators.

    # FB4021
    means: A comparison is meant to hold for documents without the field, and is an error for them. An error denies, so these documents are refused.
    why: A missing field is not null. Reading it is an error, so `data.x == null`, `!data.x` and `data.x != 'a'` are errors too, and an error denies.
    example:
      allow read: if resource.data.deletedAt == null;
    fix: Read it with a default, `resource.data.get('deletedAt', null) == null`, or test `'deletedAt' in resource.data` first.
    ignore: When every document has the field.

    # FB4022
    means: An operand of `||` is an error for typical documents, and the operand beside it is satisfied by every signed-in user. The broad operand decides alone.
    why: `||` absorbs errors: `error || true` is true, whichever side the error is on. What looks like a restriction restricts nothing.
    example:
      allow get: if resource.data.private != true || request.auth != null;
    fix: Decide which of the two is meant, and test first that the value is there.
    ignore: When the broad operand is intended.

    # FB4023
    means: A list depends on something about the documents that no filter of a query states. Production denies all such lists, since rules are not filters.
    why: Rules are not filters. A list is allowed only when its filters prove the condition for every document it could return. No filter says that a field is missing or which fields there are, and a pattern follows only from a fixed value. Such a rule may work in Google's emulator.
    example:
      allow list: if !('deleted' in resource.data);
    fix: Store what the rule needs in a field of every document, compare it in the rule, and add the filter to the query: `resource.data.deleted == false` and `where('deleted', '==', false)`.
    ignore: When the collection is never queried; then write `get` instead of `read`.

    # FB4024
    means: A list depends on the absence of a field. It passes in Google's emulator and is not proved in production.
    why: The emulator evaluates lists on a document that has only the fields the query filters on, so a test of absence is true for every query. Production needs a proof.
    example:
      allow list: if !resource.data.keys().hasAll(['bannedAt']);
    fix: Compare a field that every document has, and filter on it.
    ignore: When the collection is never queried.

    # FB4025
    means: A user id, an address, a phone number or a secret is written into the rules. It is no longer private, and changing it needs a deploy.
    why: Everybody with access to the project or its repository reads it, and each change needs a deploy. A secret that clients send is no secret: they all have it.
    example:
      allow write: if request.auth.uid == 'kX2v9QpLmN3bR7sT1wYz5aBcDeF2';
    fix: Use a custom claim, or a document that lists who has the right and that only the server writes.
    ignore: For a first administrator of a small project.

    # FB4026
    means: A moment that the client supplies is only bounded by the time of the request, or only has to be a timestamp. The client can write any past moment.
    why: Clients can write any past moment. Sorting, quotas and billing by that field can be cheated.
    example:
      allow create: if request.resource.data.createdAt <= request.time;
    fix: Write `request.resource.data.createdAt == request.time`; it holds exactly when the app sets a server timestamp.
    ignore: When users really choose the moment, such as that of an event.

    # FB4027
    means: An update may change a counter by any amount. Nothing ties the new value to the stored one.
    why: The app adds one; a client that talks to the database directly adds a million.
    example:
      allow update: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['likes']);
    fix: Tie the new value to the stored one: `request.resource.data.likes == resource.data.likes + 1`.
    ignore: When the number only concerns its owner.

    # FB4028
    means: `write` lets ordinary users delete as well. The statement does not say so.
    why: `write` is `create`, `update` and `delete`. A delete cannot be validated and not be undone, and mostly deserves a condition of its own.
    example:
      allow write: if request.auth.uid == uid;
    fix: Write `create, update`, and a statement for `delete` where it is needed.
    ignore: When users may delete what they may change.

    # FB4029
    means: A condition describes what the batch itself does, and looks at the other document with `get`. There it sees the state before the batch.
    why: `get` sees the database before the batch, `getAfter` sees it with all writes of the batch. A time that equals `request.time` can only have been written by this very request.
    example:
      allow create: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.lastPost == request.time;
    fix: Write `getAfter` with the same path, and let the app write both documents in one batch.
    ignore: Never; with `get` the condition is never true.

    # FB4030
    means: Rules and seed data do not fit: a collection of the data that no rule matches, or a block for a collection that the data does not have.
    why: One of the two is probably mistyped. Without a rule everything is denied to clients.
    example:
      match /mesages/{id} { allow read: if request.auth != null; }
    fix: Correct the name, add a block, or add a document to the seed data.
    ignore: When only the server uses the collection, or its documents come later.
    """#
}
