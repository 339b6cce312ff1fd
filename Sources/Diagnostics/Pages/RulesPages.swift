extension HelpPage {
  /// FB30xx to FB50xx, in short
  static let rulesPages = #"""
    # FB3001
    means: The rules source does not follow the grammar; the place is where reading stopped. Production refuses to deploy it, so the rules that are live stay as they were.

    # FB3002
    means: The rules do not begin with a version, or with version 1. There a recursive wildcard does not match the collection itself and collection group queries cannot be allowed.

    # FB3101
    means: The expression uses a name that is neither a variable of the path, a parameter, a local nor a built-in. Evaluation ends in an error, and an error denies.

    # FB3102
    means: The expression calls a function that does not exist. The call is an error at run time, and an error denies.

    # FB3103
    means: A function is called with too many or too few arguments. The call is an error, and an error denies.

    # FB3104
    means: The value has no such property. Reading it is an error, which denies unless another operand of `||` allows.

    # FB3105
    means: An operator or function gets a value of a type that it does not take, for instance a text compared with a timestamp. Such an operation is an error, and an error denies.

    # FB3106
    means: The condition ends in an error whatever the request is. It therefore never allows anything.

    # FB3107
    means: The condition, or a part of it, can never be true. What it seems to allow is always denied.

    # FB3108
    means: The `allow` statement names a method that does not exist. It has no effect, although it looks as if it allowed something.

    # FB3109
    means: The path of a `match` block cannot be the path of any document. Its statements never apply.

    # FB3110
    means: A regular expression does something else than it seems to: `matches()` compares the whole text, and an unescaped point matches every character. The finding names the trap.

    # FB3111
    means: A slice reaches beyond the end of its list or text. That is an error, and an error denies.

    # FB3112
    means: A `!` stands before an `in` without parentheses. It negates the left operand and not the test.

    # FB3113
    means: A name hides another one of the same spelling. Readers take it for the outer one.

    # FB3114
    means: Two functions or two locals of one scope have the same name. The rules do not compile.

    # FB3201
    means: A function calls itself, directly or through others. Production refuses recursion.

    # FB3301
    means: The rules come near one of the limits of the language, such as expressions per request or document accesses. The finding gives the share that is used.

    # FB3302
    means: The rules are above a limit of the language. Production refuses to deploy them or denies the request that exceeds it.

    # FB3303
    means: The source is larger than production accepts. The rules that are live stay as they were.

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

    # FB4101
    means: A list query can return a document that the rules do not allow, and the finding shows one. Production denies the whole query, since rules are not filters.

    # FB4102
    means: A property that the configuration demands does not hold. The finding shows a request that breaks it.

    # FB4103
    means: Neither a proof nor a counterexample was found for a query under its rule. In production mode the list is denied at run time, because production allows only what it can prove.

    # FB4104
    means: After the change the rules allow something that they denied before. The finding shows such a request.

    # FB4105
    means: After the change the rules deny something that they allowed before. The finding shows such a request.

    # FB5001
    means: A rules test got the other decision than it expects. The finding shows the deciding statement with its values.

    # FB5002
    means: A rules test got the expected decision for another reason than the expected one. The condition that the test is about may not be reached at all.

    # FB5003
    means: The tests cover less of the rules than the configuration asks for. The share is compared exactly and shown rounded down.

    # FB5004
    means: No test was found or selected. A run without tests proves nothing and must not look like success.

    # FB5005
    means: While the child program ran, a request was denied that no test expected. The program may have ignored the error.
    """#
}
