extension HelpPage {
  /// FB41xx and FB50xx, in short
  static let rulesPages = #"""
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
