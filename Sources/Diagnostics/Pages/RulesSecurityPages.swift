extension HelpPage {
  /// FB40xx
  static let rulesSecurityPages = #"""
    # FB4001
    means: Everybody can read these documents without signing in. Where the data is personal the finding is an error.

    # FB4002
    means: Everybody can read and write these documents without signing in. Open databases are found by scanners within days.

    # FB4003
    means: Everybody can write these documents without signing in. Anybody can overwrite or delete them and fill the database at your expense.

    # FB4004
    means: The condition depends on a date. Until then more is allowed than was meant, and afterwards everything is denied at once.

    # FB4005
    means: Being signed in is the only condition for a write. With anonymous sign-in anybody can have an account, and any account can overwrite the data of others.

    # FB4006
    means: A write is allowed whatever it contains although other rules or money depend on the fields. A client can add or change a field that raises its own rights.

    # FB4007
    means: The owner is checked when a document is created and not when it is updated. A document can be handed to another owner, or taken from one.

    # FB4008
    means: A broader statement allows what a narrower one was meant to restrict. Statements only add up; one that allows is enough.

    # FB4009
    means: No statement calls the function. It may have been forgotten in the place where it is needed.

    # FB4010
    means: `read` also covers `list`, so whoever may get one document may list the whole collection. Split it into `get` and `list`.

    # FB4011
    means: Access depends on an e-mail address that need not be verified, or on a claim that users set themselves. Anybody can sign up with the address of somebody else.

    # FB4012
    means: The rules get a document that may not exist. Reading its data is then an error, and an error denies.

    # FB4013
    means: Each evaluation reads further documents that are billed, also when the request is denied. A listener pays for them again with every update of its result.

    # FB4014
    means: The condition uses the new data of a write, which a delete does not have. Every delete is therefore denied.

    # FB4015
    means: Texts or lists of a document have no bound on their size. A client can store a megabyte per document.

    # FB4016
    means: A field is checked in `create` and not in `update`, or the other way round. The unchecked way leads to the same data.

    # FB4017
    means: A role is read from a document that its user may write. Every user can give the role to themselves.

    # FB4018
    means: A list is allowed without a bound on `request.query.limit`. One request can read, and bill, the whole collection.

    # FB4019
    means: A recursive wildcard grants a write, or a read below sensitive collections. It covers all that is added there later.

    # FB4020
    means: A statement with the condition `false` stands beside one that allows the same. False does not deny; it only does not allow.

    # FB4021
    means: A field is compared without a test that it exists. Documents that lack it make the condition an error, and an error denies.

    # FB4022
    means: An error in one operand of `||` is absorbed by the other operand. The condition may allow more than its author read in it.

    # FB4023
    means: No query can prove the condition of a list, because it tests what a filter cannot state. All lists are denied, since rules are not filters.

    # FB4024
    means: The condition passes in Google's emulator and is denied in production. The emulator evaluates lists document by document where production needs a proof.

    # FB4025
    means: A user id, an address or a secret is written into the rules. Everybody who can see the rules can read it, and each change needs a deploy.

    # FB4026
    means: A time that the client supplies is accepted as it is. Clients can write any past or future moment.

    # FB4027
    means: A counter may change by any amount. A condition on the difference keeps clients from setting it freely.

    # FB4028
    means: A delete is allowed together with the other writes. Deleting mostly deserves a condition of its own.

    # FB4029
    means: A condition over several documents uses `get` where one batch changes both. It sees the state before the batch; `getAfter` sees the one after it.

    # FB4030
    means: Rules and data do not fit: collections without rules, or rules for collections that hold nothing. One of the two is probably mistyped.
    """#
}
