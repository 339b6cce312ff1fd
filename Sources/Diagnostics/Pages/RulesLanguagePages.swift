extension HelpPage {
  /// FB30xx to FB33xx
  static let rulesLanguagePages = #"""
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
    """#
}
