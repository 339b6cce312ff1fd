extension HelpPage {
  /// FB30xx to FB33xx
  static let rulesLanguagePages = #"""
    # FB3001
    means: The rules source does not follow the grammar; the place is where reading stopped. Production refuses to deploy it, so the rules that are live stay as they were.
    why: The compiler reads the whole source before it replaces anything; one mistake keeps the old rules in force for every database of the release. After `===`, a missing bracket or a `//` inside a path nothing is guessed.
    example:
      allow read: if request.auth.uid === resource.data.owner;
                                      ^^^ equality is `==`
    fix: Correct the place that the finding marks. Several problems may be shown at once; later ones can follow from the first.
    ignore: Never; the deploy fails, and suppression comments have no effect on it.

    # FB3002
    means: The rules do not begin with a version, or with version 1. There a recursive wildcard does not match the collection itself and collection group queries cannot be allowed.
    why: Without a version line a source behaves as version 1. There `{x=**}` stands for one or more segments and only at the end of a header, and no rule can allow a collection group query, which must be proven for a path that begins with any number of segments.
    example:
      service cloud.firestore {
        match /databases/{database}/documents {
          match /rooms/{room}/{rest=**} { allow read: if … }   // not for /rooms/a itself
    fix: Write `rules_version = '2';` as the first statement. Check afterwards which documents recursive wildcards match in addition: with version 2 they also stand for no segment at all.
    ignore: When the narrower meaning of version 1 is relied upon and no collection group is queried.

    # FB3101
    means: The expression uses a name that is neither a variable of the path, a parameter, a local nor a built-in. Evaluation ends in an error, and an error denies.
    why: The compiler resolves no variables, so a misspelt one deploys. A function sees its parameters, its locals and the wildcards of the blocks around its declaration, but not those of the block that calls it.
    example:
      function isOwner() { return request.auth.uid == userId; }    // at the top of the file
      match /users/{userId} { allow read: if isOwner(); }          // `userId` is not visible in it
    fix: Write the name that the finding suggests, or pass the value as an argument.
    ignore: Never; the expression can only be an error.

    # FB3102
    means: The expression calls a function that does not exist. The call is an error at run time, and an error denies.
    why: Functions are looked up when they are called. `toLowerCase`, `includes`, `startsWith` and `length` belong to JavaScript; `bool()` and `math.isInfinite()` are in the documentation and missing in production. A declared function is visible in the block that declares it and in blocks inside.
    example:
      allow read: if resource.data.title.toLowerCase() == 'x';    // lower()
      allow write: if resource.data.keys().difference(…)            // a list: keys().toSet()
    fix: Use the function that the finding names, or move the declaration to a block around all of its callers.
    ignore: Never; the call can only be an error.

    # FB3103
    means: A function is called with too many or too few arguments. The call is an error, and an error denies.
    why: The number of arguments is not checked when the rules are deployed. The most frequent case is `get('field')` of a map, which needs a default.
    example:
      allow read: if resource.data.get('public') == true;          // get('public', false)
    fix: Pass as many arguments as the declaration or the built-in function takes.
    ignore: Never; the call can only be an error.

    # FB3104
    means: The value has no such property. Reading it is an error, which denies unless another operand of `||` allows.
    why: `request` has `auth`, `method`, `path`, `query`, `resource` and `time`; `request.auth` has `uid` and `token`; a document has `data`, `id` and `__name__`. Everything else is one level deeper: claims are in the token, fields are in `data`.
    example:
      allow read: if resource.owner == request.auth.id;
      // resource.data.owner == request.auth.uid
    fix: Write the path that the finding suggests.
    ignore: Never; reading the property is an error.

    # FB3105
    means: An operator or function gets a value of a type that it does not take, for instance a text compared with a timestamp. Such an operation is an error, and an error denies.
    why: Values are never converted: `>` compares numbers, texts, bytes, timestamps and durations, each among themselves, and `+` joins only values of one kind. `==` compares everything, but values of different types are never equal. Sets, which `affectedKeys()` and `toSet()` return, and lists, which `keys()` returns, have different methods.
    example:
      request.time > '2026-01-01'              // timestamp.date(2026, 1, 1)
      resource.data.tags.size > 0              // tags is a list: size()
      request.resource.data.keys().difference(['a'].toSet())   // keys().toSet()
    fix: Convert one side with `string()`, `int()`, `float()` or `timestamp.date()`, call the method with `()`, or use the method of the other collection.
    ignore: When the comparison is meant to be always false. Of fields nothing is assumed: a finding about a field rests on what the source says of its type elsewhere, and a warning about `length` on its name.

    # FB3106
    means: The condition, or a part of it, ends in an error whatever the request is. By itself it never allows anything.
    why: What a request has depends on its method. `request.resource` is absent on `get` and `list` and null on `delete`, `resource` is null on `create`, `request.query` is there on `list` only. Reading a part of null or of something absent is an error, and an error that no operand of `||` absorbs denies.
    example:
      allow create: if resource.data.owner == request.auth.uid;    // request.resource.data.owner
    fix: Use the document that the method has, or write one statement per method.
    ignore: Never for a whole condition. For an operand of `||` when the absorbed error is meant.

    # FB3107
    means: The condition, or a part of it, can never be true, and it was not written as `false`. What it seems to allow is always denied.
    why: Types and earlier operands leave no value for which the operand is true. The rules deploy, and what was meant to be allowed is denied.
    example:
      allow read: if resource.data.role == 'admin' && resource.data.role == 'owner';
      // resource.data.role in ['admin', 'owner']
    fix: Write alternatives with `||` or `in`. When nothing is meant to be allowed write `if false`, which is never reported.
    ignore: When a condition is switched off for a while by a constant.

    # FB3108
    means: The `allow` statement names a method that does not exist. It has no effect, although it looks as if it allowed something.
    why: Any word compiles after `allow`. Methods are `get`, `list`, `create`, `update` and `delete`, with `read` for the first two and `write` for the others.
    example:
      allow fetch: if request.auth != null;    // get
    fix: Use one of the seven words.
    ignore: Never; the word has no effect.

    # FB3109
    means: The path of a `match` block cannot be the path of any document. Its statements never apply.
    why: Rules are matched against `/databases/(default)/documents/…` and the path of a document, which has an even number of segments. Headers inside a block are relative to it.
    example:
      match /databases/{database}/documents {
        match /users { allow read; }           // /users/{uid}
        match /databases/{database}/documents/posts/{id} { … }   // /posts/{id}
    fix: Add the missing wildcard, put the block into `match /databases/{database}/documents`, or leave out the repeated prefix.
    ignore: Never; the statements apply to nothing.

    # FB3110
    means: A regular expression does something else than it seems to: `matches()` compares the whole text, and an unescaped point matches every character. The finding names the trap.
    why: `matches()` succeeds only when the pattern covers the whole text, so `^` and `$` do nothing; a pattern with just one of them was probably meant to find the start or the end. A point stands for any character, and texts of rules need two backslashes for one. Patterns are those of RE2, without lookaround and back references; production refuses to compile an invalid literal, and an invalid computed pattern is an error at run time.
    example:
      request.auth.token.email.matches('.*@example.com')     // also allows x@exampleXcom
      request.auth.token.email.matches('.*@example\\.com')
      resource.data.name.matches('^pre')                     // only the text `pre`: 'pre.*'
    fix: Write `.*` at the open end, or drop the anchor; write `\\.` or `[.]` for a point.
    ignore: When exactly this is meant.

    # FB3111
    means: A slice reaches beyond the end of its list or text, or may do so because nothing tests the size. That is an error, and an error denies.
    why: A slice `[i:j]` needs 0 ≤ i < size and 1 ≤ j ≤ size. The end is not shortened to the size as in other languages, and `[0:0]` is an error as well as every slice of an empty value.
    example:
      resource.data.code[0:3] == 'abc'            // an error for `ab`
      resource.data.code.size() >= 3 && resource.data.code[0:3] == 'abc'
    fix: Test the size beside it, or use `matches('abc.*')`.
    ignore: When shorter values are to be denied and nothing else stands in the condition.

    # FB3112
    means: A `!` stands before an `in` or `is` without parentheses. It negates the left operand and not the test.
    why: `!` binds more tightly than `in` and `is`. The negation of a text is an error, so the condition never allows.
    example:
      !'role' in request.resource.data            // (!'role') in …
      !('role' in request.resource.data)
    fix: Put the test into parentheses.
    ignore: Never, unless the negated value is really looked for.

    # FB3113
    means: A name hides another one of the same spelling. Readers take it for the outer one.
    why: Inside the block or function the name means the inner thing, silently. After a parameter `math` the call `math.abs(x)` is a method call on the argument.
    example:
      match /users/{userId} {
        match /posts/{userId} { allow read: if request.auth.uid == userId; }   // of the post
    fix: Rename one of the two.
    ignore: When a parameter has the name of a wildcard on purpose and is always passed that wildcard.

    # FB3114
    means: Two functions, parameters or locals of one scope have the same name. The rules do not compile.
    why: There is no overloading: a scope has one function of a name, and a function one parameter or local of a name.
    example:
      function isOwner() { … }
      function isOwner(data) { … }
    fix: Rename or remove one of them.
    ignore: Never; the deploy fails.

    # FB3201
    means: A function calls itself, directly or through others. Production refuses recursion.
    why: Conditions must end. The compiler looks for circles among the calls of declared functions.
    example:
      function f(x) { return x == 0 || f(x - 1); }
    fix: Write out as many levels as are needed, or keep the result in the document.
    ignore: Never; the deploy fails.

    # FB3301
    means: The rules come near one of the limits of the language, such as expressions per request or document accesses. The finding gives the share that is used.
    why: From 80 % of a limit on, the next change may be the one that is refused: 7 parameters, 11 locals (10 are promised), 20 calls within calls, 98 levels of nesting, 10 nested blocks, 20 wildcards and 100 segments of a path, 256 KiB of source when deploying, and 1,000 evaluated expressions per request, parentheses included.
    example:
      a `get` of `/docs/{id}` evaluates up to 999 of 1,000 expressions
    fix: Share what several statements test, test first what decides most requests, and move inner parts into functions. For expressions functions do not help, since each call counts its body again.
    ignore: When the rules will not grow any more.

    # FB3302
    means: The rules are above a limit of the language. Production refuses to deploy them or denies the request that exceeds it.
    why: The compiler refuses what is nested too deeply or has too many parameters, locals, calls, blocks or wildcards. At run time a request that evaluates more than 1,000 expressions is denied at once, even if a later statement would allow it.
    example:
      function f(a, b, c, d, e, f, g, h) { … }    // 8 parameters, 7 are accepted
    fix: Split the function, the header or the condition at the place of the finding.
    ignore: Never; the deploy fails or the statement allows nothing.

    # FB3303
    means: The source is larger than production accepts. The rules that are live stay as they were.
    why: The limit is 256 KiB for the text of the source, comments included.
    example:
      a source of 262,208 bytes
    fix: Remove repetitions and long comments, or generate fewer blocks: one block with a wildcard replaces many with literal ids.
    ignore: Never; the deploy fails.
    """#
}
