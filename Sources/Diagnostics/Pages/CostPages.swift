extension HelpPage {
  /// FB70xx
  static let costPages = #"""
    # FB7001
    means: A step or the whole workload costs more than its budget allows. The severity is the `level` of the budget.
    why: Reads, writes and deletes are billed one by one, so a number per call multiplies with the number of users.
    example:
      budget:
        - {step: chat.open, reads: 50, per: call, level: error}
    fix: Read less (a limit, a cursor, a saved snapshot), or raise the budget in a change that says why.
    ignore: When the variant is meant to show the cost; declare it with `expect: {findings: [FB7001]}`.

    # FB7002
    means: A budget is nearly used up: beyond its `warnAt`, or its level is `warn`.
    why: Counts grow with data. A budget that is nearly used today is broken by the next feature.
    example:
      `feed.open` bills 46 of 50 reads
    fix: Find what grows before it breaks the build.
    ignore: When the count cannot grow, for instance under a limit.

    # FB7003
    means: A step reads one further document for each result of a query. With n results it bills n reads more, each time.
    why: Every get is billed on its own, also when the document is read twice or does not exist.
    example:
      query: posts orderBy at desc limit 50
      each: [{get: "users/{author}"}]
    fix: Copy the few fields that are shown into the result's documents, or read each distinct document once and keep it.
    ignore: When n is small and bounded.

    # FB7004
    means: A query has no limit. It bills every document that matches, today and when there are a thousand times as many.
    why: Each returned document is one read. A range that narrows the result, such as a time after the last visit, bounds it only as long as the visits are frequent.
    example:
      Chats/c1/Messages where sentAt > $seen orderBy sentAt desc
    fix: Add a limit and page.
    ignore: When something else bounds the number of documents, such as one per day.

    # FB7005
    means: A budget names a step that the workload does not have. It would never be broken, whatever the cost.
    why: A check that cannot fail is worse than none, because everybody relies on it.
    example:
      budget: [{step: feeed.open, reads: 50}]
    fix: Use the name that the help line suggests.
    ignore: Never.

    # FB7006
    means: A query uses `offset`. The skipped documents are billed as if they had been returned.
    why: The server walks over them. Page ten with 50 per page bills 500 reads for 50 documents.
    example:
      messages orderBy sentAt desc offset 450 limit 50
    fix: Start after the last document of the previous page.
    ignore: When the offset is small and fixed.

    # FB7008
    means: Gets ask for documents that do not exist. Each of them is billed one read.
    why: A lookup costs the same whether it finds anything. The console's usage graph leaves these reads out.
    example:
      get: users/u1/settings/theme      (never written for most users)
    fix: Write the document with defaults, or put the fields into a document that is read anyway.
    ignore: When absence is the information you need.

    # FB7009
    means: The cost of something is unknown: no price in the book, no number of documents, or a query whose shape is open. It is left out of the totals, which say so.
    why: An unknown cost is not zero.
    example:
      excluding 1 unknown
    fix: Add the price, the count or the shape.
    ignore: When the total is not needed.

    # FB7010
    means: A listener has neither a limit nor a range. It reads the whole collection at each new start, and the collection grows with the history of the app.
    why: The first snapshot bills every matching document. Ten opens a day over 1,000 messages are 10,000 reads per user and day without persistence.
    example:
      listen: Chats/{c}/Messages orderBy sentAt desc
    fix: Add a limit and load older documents by pages.
    ignore: When a retention keeps the collection small, or the variant is meant to show the cost.

    # FB7011
    means: One client runs the same query twice at the same time. Listeners share one target and cost nothing more; gets of server SDKs are billed each time.
    why: Within one client equal queries (path, filters, orders, limit) are one target. Equal means equal in all of these.
    example:
      two screens listening to conversations where participants array-contains $me
    fix: Share the result between the two places.
    ignore: When both are listeners of one client.

    # FB7012
    means: Paging reads the last document of a page again to start the next page after it. That is one read more per page.
    why: A cursor needs the values of the order only, and the snapshot of the page has them.
    example:
      get: messages/{lastId}
      query: messages orderBy sentAt desc startAfter($last) limit 50
    fix: Keep the snapshot, or start after the values of the ordered fields.
    ignore: When the page was restored from a saved id and nothing else is left.

    # FB7013
    means: A query asks for what is newer than a mark that moves on at each start. It is cheap while starts are frequent, and its shape is a new query each time, so no earlier result is resumed.
    why: A resume token belongs to one exact query. With another bound the server begins anew, and a client that was away for long reads everything since then.
    example:
      listen: Messages where sentAt > $seen
    fix: Know the cost of the longest absence, or add a limit and handle the gap.
    ignore: When the mark is used on purpose and its losses are checked.

    # FB7014
    means: A query has a mark and a limit, downwards. When more documents are new than the limit, those between the mark and the page are never read, because the mark then jumps past them.
    why: The limit keeps the newest; the next start asks for what is newer still.
    example:
      Messages where sentAt > $seen orderBy sentAt desc limit 20      (50 are new: 30 are lost)
    fix: Order upwards and repeat until a page is short, moving the mark to the last document processed.
    ignore: When the variant is meant to show the loss.

    # FB7015
    means: Results are filtered after they have arrived, in a callback. That saves no read: every delivered document is billed.
    why: Billing counts what the server returns, not what the app uses.
    example:
      keep: "not(contains(archivedBy, me))"
    fix: Express the condition in the query, or store a field that can be queried.
    ignore: When the number of filtered documents is small.

    # FB7016
    means: A variant costs less than the baseline but misses documents that should have been seen, or shows stale ones. It is no saving.
    why: Reads that are not made are cheap. The simulation knows the whole database and compares what was delivered with what was intended.
    example:
      after: missed 30 of 50 messages
    fix: Repair the variant, or show its losses with `expect:`.
    ignore: Never for a variant that somebody intends to ship.

    # FB7017
    means: An event of one database makes the client read documents of another again, all of them each time. Nearly all of them are unchanged.
    why: The two databases share no snapshot; a list of ids in one and documents in the other costs one get per id per event.
    example:
      a list of 50 ids in the Realtime Database, 50 gets per change
    fix: Fetch only ids that are new, or keep both in one database.
    ignore: When the list is short and rarely changes.

    # FB7018
    means: A write is retried after a timeout although the first attempt may have been carried out. It can happen twice: a new document twice, a counter incremented twice.
    why: A timeout says nothing about whether the server committed. Writes are billed each time.
    example:
      retry: {attempts: 3, timeout: 10s} around a write with a generated id
    fix: Choose the document id before the first attempt, or use a transaction with a precondition.
    ignore: When the write sets the same values to the same document.

    # FB7019
    means: A large share of the documents that a query reads is thrown away by the client. With a limit, a page can even be empty while more documents exist.
    why: The filter runs after the limit and after the bill.
    example:
      limit 50, then hide archived ones: a page of 50 may show 0
    fix: Put the condition into the query or into the data.
    ignore: When nearly all documents pass.

    # FB7020
    means: A step costs more than its recorded number. Recorded numbers go down by themselves and up only on purpose.
    why: A slow increase of a few reads per change goes unnoticed until the bill arrives.
    example:
      feed.open exceeds its recorded 22 reads
    fix: Find the new read, or accept it with `firebreak cost ratchet --accept STEP --reason TEXT`.
    ignore: Never; accept it instead.

    # FB7021
    means: An assertion of the workload does not hold. The finding shows both sides with their values.
    why: Assertions state what a workload is there to prove: a number of reads, a reduction, that nothing is missed.
    example:
      assert: [{expect: "missed(after.msgs) == 0"}]
    fix: Correct the program that the workload describes, or the claim.
    ignore: Never; remove the assertion if it is no longer meant.

    # FB7022
    means: A query asks with `in` for a list that grows with the data. Beyond 30 values production refuses it, and until then each value is a branch of its own.
    why: Each value is looked up separately, and the number of branches is limited to 30.
    example:
      posts where author in $following
    fix: Ask in parts of 30, or store per user what the user is to see.
    ignore: When the list is bounded elsewhere.

    # FB7023
    means: A figure that a document claims does not come out of the simulation, or follows from no published price. The finding shows the claimed and the computed figure.
    why: Savings are often claimed for a case that nobody meets: no persistence, one location's price, no minimum read.
    example:
      claimed $0.36 per 100,000 reads      no location has this price
    fix: Correct the figure, or state the assumptions under which it holds.
    ignore: When the workload keeps the claim on purpose as an example.
    """#
}
