extension HelpPage {
  /// FB60xx, in short
  static let realtimeDatabasePages = #"""
    # FB6001
    means: The rules file of the Realtime Database is not the JSON that the upload accepts. The rules that are live stay as they were.

    # FB6002
    means: A key that begins with a point is none of `.read`, `.write`, `.validate`, `.indexOn` and the other known ones. The upload is refused.

    # FB6003
    means: An expression does not compile: its syntax, a type, or a method that does not exist. The upload is refused.

    # FB6004
    means: A query orders by a child without an `.indexOn`. REST requests and gets fail; listeners download the whole node and sort on the device.

    # FB6005
    means: A deeper rule is meant to restrict what a rule above it has granted. Grants cascade downwards and cannot be revoked.

    # FB6006
    means: A `.validate` rule is used as a guard. It is not evaluated for deletes, and never for reads.

    # FB6007
    means: A text or list method is applied to the value of a node that has children. That is an error, and an error denies.

    # FB6008
    means: Two nodes with children are compared by `val()`. Such a comparison does not compare their content.

    # FB6009
    means: Both sides of an equality can be null at once, and then they are equal. A signed-out client passes a test that was meant for an owner.

    # FB6010
    means: The left operand of `||` can end in an error. An error ends the evaluation, so that the right operand is not tried.

    # FB6011
    means: A value is used without a test of its type or existence. Where it is absent or of another type the evaluation ends in an error.

    # FB6012
    means: The root is open to everybody, or to everybody who is signed in. All that is stored now and later is included.

    # FB6013
    means: A node can be read or written by everybody. For writes the finding is an error.

    # FB6014
    means: A deeper rule grants nothing beyond what a rule above it grants. It can go.

    # FB6015
    means: A client listens to a node without a read rule at or above it, while its children have one. Rules are not filters, so the listener is denied as a whole.

    # FB6016
    means: A literal child lacks the rules that its wildcard sibling has. The wildcard does not apply to a key that is named.

    # FB6017
    means: A node can be written and nothing validates what is written. Any shape and size is accepted.

    # FB6018
    means: Ownership is tested in the new data only. Anybody can overwrite somebody else's node by naming themselves as owner.

    # FB6019
    means: An owner can create but never delete. That may be meant, and often is not.

    # FB6020
    means: Anybody who is signed in can create the node without being a member of it. Strangers can fill it.

    # FB6021
    means: A write rule below a node that is guarded by membership does not test membership. Everybody can write there.

    # FB6022
    means: A rule reads through `root` what the same update creates. `root` is the state before the update.

    # FB6023
    means: A client writes a branch of another user that the rules restrict to its owner. The whole multi-path update is denied.

    # FB6024
    means: Indexes shown in one place are absent from the deployed rules. Queries that rely on them fail or download too much.

    # FB6025
    means: No query uses this `.indexOn`. It costs storage and time with each write.

    # FB6026
    means: A rule demands an order in the query that has no index. Every allowed query is then a slow one.

    # FB6027
    means: A client listens to a list without a limit. It downloads all of it, and what is added later.

    # FB6028
    means: A list can be read without the rules demanding a limit. One client can download all of it.

    # FB6029
    means: The presence of users is visible too widely, or survives a lost connection. One boolean per user is wrong as soon as a user has two devices.

    # FB6030
    means: Addresses or telephone numbers lie below a node that many can read. Grants cascade to them.

    # FB6031
    means: Ids are stored as a list. Lists are rewritten as a whole, and two writers overwrite each other.

    # FB6032
    means: A counter is read, changed and written. Two clients lose one of their changes; an increment on the server does not.

    # FB6033
    means: A time is not compared with `now`. Clients can write any moment.

    # FB6034
    means: A page ends at the key where the last one began. The boundary is delivered twice and a page holds one new entry less.

    # FB6035
    means: A key contains a character that keys must not have, or the path is too deep or too long. The write is refused.

    # FB6036
    means: A listener covers both a small description and a long list below it. Each start downloads both.

    # FB6037
    means: A leaf has no bound on its length. A client can store megabytes in it.
    """#
}
