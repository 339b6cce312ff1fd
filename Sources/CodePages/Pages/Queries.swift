// FB1001 too-many-disjunctions error
//
// means: Written as an OR of ANDs the query has more than 30 branches. Production answers INVALID_ARGUMENT and reads
//   nothing.
// why: Every value of `in` and `array-contains-any` is one branch, and branches of filters that are combined with AND
//   multiply: an `in` of 16 values and an `in` of 2 make 32.
// example:
//   orders where status in [16 values] and country in ["DE", "FR"]
// fix: Ask with fewer values per query and join the results, or store a combined field that one `in` can compare.
// ignore: Never; the query cannot run.

// FB1002 order-after-key error
//
// means: An explicit order names a field after `__name__`, or `__name__` comes before a field that an inequality needs
//   in the order. Production answers `order by clause cannot contain more fields after the key`.
// why: Document names are unique, so nothing behind them can change the order, and the server refuses such a clause
//   rather than dropping it.
// example:
//   cities orderBy __name__, population
// fix: Put `__name__` last, or leave it out: it is appended anyway.
// ignore: Never; the query cannot run.

// FB1003 cursor-longer-than-order error
//
// means: A cursor (`startAt`, `startAfter`, `endAt`, `endBefore`) has more values than the query has explicit orders.
//   Production answers `Cursor has too many values.`
// why: Each value of a cursor belongs to one explicit order. Implicit orders, also the final document name, do not
//   count.
// example:
//   cities orderBy population startAfter(1000, "x") limit 10
// fix: Add an `orderBy` for each value, or start at a document snapshot so that the SDK writes the orders.
// ignore: Never; the query cannot run.

// FB1004 not-in-with-other-negation error
//
// means: The query has a second negation (`!=`, `not-in`, is-not-null or is-not-NaN), or a `not-in` together with `in`,
//   `array-contains-any` or an OR. One negation per query is allowed, in whatever branch and on whatever field.
// why: A negation is a scan around a gap. Production answers `Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or
//   'IS_NOT_NULL' filter allowed per query.` or names the combination of `not-in` that it refuses.
// example:
//   users where name != "x" and age != 3
// fix: Keep the negation that excludes most in the query and apply the other to the results, or store a boolean field
//   that says what you mean.
// ignore: Never; the query cannot run.

// FB1005 limit-to-last-without-order error
//
// means: `limitToLast` is used without an `orderBy`. The SDKs refuse it before anything is sent.
// why: The last results are the first ones of the reversed order. Without an order there is none to reverse.
// example:
//   messages limitToLast 20
// fix: Add the `orderBy` that defines what last means.
// ignore: Never; the query cannot run.

// FB1006 collection-group-document-id-cursor error
//
// means: A collection group query compares or pages by the document id with a plain id. In a group the operand must be
//   the whole path of a document.
// why: Documents of a group live under different parents, and one id can occur under each of them. The operand has to
//   be a reference with an even number of segments.
// example:
//   group posts orderBy __name__ startAfter("p17")
// fix: Use the full path such as ref"users/u1/posts/p17", or start at a document snapshot.
// ignore: Never; the query cannot run.

// FB1008 too-many-array-contains error
//
// means: One conjunction has more than one `array-contains` or `array-contains-any`, on the same field or on different
//   ones. Production answers `A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.`
// why: An index holds one entry per array element. Two arrays in one index would need every pair of elements, so there
//   is no such index. Google's emulator accepts the query nevertheless. Different branches of an OR may each have one.
// example:
//   chats where participants array-contains "u1" and archivedBy array-contains "u1"
// fix: Store one of the two as a map of booleans (`archived.u1 == true`), or as an array of combined tokens.
// ignore: Never; the query cannot run.

// FB1009 invalid-query error
//
// means: Production refuses the query as INVALID_ARGUMENT. The message of the finding is production's own.
// why: Queries are validated before an index is chosen: empty operands of `in`, values of a wrong kind, orders that
//   repeat a field, negative limits and so on. A refused query costs nothing.
// example:
//   cities where state in []
// fix: Change the part that the message names.
// ignore: When a test expects exactly this refusal; declare that with `expect:`.

// FB1010 unresolved-query-shape info
//
// means: A query was found whose shape cannot be determined, for instance because the collection or a filter comes from
//   a variable that is filled elsewhere. It is checked no further and its cost is unknown. Where the code would say it
//   but has too many variants or calls to be followed, the finding is a warning, unless all of the query is known that
//   the others share (collection, filters, orders and limit), or not even its collection.
// why: Index and cost depend on collection, fields, operators and orders. An unknown part is not guessed.
// example:
//   query = query.whereField(name, isGreaterThan: start)
// fix: Build the query in one place, or write its shape into a workload.
// ignore: When the query is covered by a recorded shape.

// FB1012 filter-type-never-matches warning
//
// means: A filter compares a field with a value of another type than the documents hold, such as a text with a
//   timestamp. It matches nothing.
// why: Range filters stay within the type of their operand and equality distinguishes types; integers and doubles count
//   as one.
// example:
//   messages where sentAt > "2026-01-05"        (sentAt is a timestamp)
// fix: Compare with a value of the stored type, or store the type that you compare with.
// ignore: When documents of both types exist on purpose.

// FB1014 suspicious-time-unit warning
//
// means: A time in the query is off by a factor of a thousand or a million against the data: seconds, milliseconds and
//   microseconds are mixed. The bound lies far in the past or future, so the filter returns everything or nothing.
// why: Firestore compares numbers as they are and knows no unit.
// example:
//   messages where sentAtMs > 1767600000        (a bound in seconds)
// fix: Store timestamps as timestamps, or convert in one place.
// ignore: When the field is no time.
