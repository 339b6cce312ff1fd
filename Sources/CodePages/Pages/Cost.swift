// FB7001 budget-exceeded error
//
// means: A step or the whole workload costs more than its budget allows. The severity is the `level` of the budget.
// why: Reads, writes and deletes are billed one by one, so a number per call multiplies with the number of users.
// example:
//   budget:
//     - {step: chat.open, reads: 50, per: call, level: error}
// fix: Read less (a limit, a cursor, a saved snapshot), or raise the budget in a change that says why.
// ignore: When the variant is meant to show the cost; declare it with `expect: {findings: [FB7001]}`.

// FB7002 budget-nearly-used warning
//
// means: A budget is nearly used up: beyond its `warnAt`, or its level is `warn`.
// why: Counts grow with data. A budget that is nearly used today is broken by the next feature.
// example:
//   `feed.open` bills 46 of 50 reads
// fix: Find what grows before it breaks the build.
// ignore: When the count cannot grow, for instance under a limit.

// FB7004 unbounded-query warning
//
// means: A query has no limit. It bills every document that matches, today and when there are a thousand times as many.
// why: Each returned document is one read. A range that narrows the result, such as a time after the last visit, bounds
//   it only as long as the visits are frequent. In sources, which do not say how many documents there are, the finding is
//   information, unless nothing is used of the result but how many there are.
// example:
//   Chats/c1/Messages where sentAt > $seen orderBy sentAt desc
// fix: Add a limit and page. To know how many there are, ask for `count()`.
// ignore: When something else bounds the number of documents, such as one per day.

// FB7005 unknown-budget-step error
//
// means: A budget names a step that the workload does not have. It would never be broken, whatever the cost.
// why: A check that cannot fail is worse than none, because everybody relies on it.
// example:
//   budget: [{step: feeed.open, reads: 50}]
// fix: Use the name that the help line suggests.
// ignore: Never.

// FB7006 offset-bills-skipped warning
//
// means: A query uses `offset`. The skipped documents are billed as if they had been returned.
// why: The server walks over them. Page ten with 50 per page bills 500 reads for 50 documents.
// example:
//   messages orderBy sentAt desc offset 450 limit 50
// fix: Start after the last document of the previous page.
// ignore: When the offset is small and fixed.

// FB7008 reads-of-missing-documents info
//
// means: Gets ask for documents that do not exist. Each of them is billed one read.
// why: A lookup costs the same whether it finds anything. The console's usage graph leaves these reads out.
// example:
//   get: users/u1/settings/theme      (never written for most users)
// fix: Write the document with defaults, or put the fields into a document that is read anyway.
// ignore: When absence is the information you need.

// FB7009 cost-unknown info
//
// means: The cost of something is unknown: no price in the book, no number of documents, or a query whose shape is
//   open. It is left out of the totals, which say so.
// why: An unknown cost is not zero.
// example:
//   excluding 1 unknown
// fix: Add the price, the count or the shape.
// ignore: When the total is not needed.

// FB7010 listener-without-limit warning
//
// means: A listener has neither a limit nor a range: it reads the whole collection at each new start. Messages, orders
//   and the like in the order of time, and whatever is ordered by the moment at which it took place, are a history, which
//   grows as long as the app is used. In another order or none, of clinics or rooms in the order of their creation, and
//   where an equality narrows it to a part such as the documents of one owner, the finding is information: there may be
//   few.
// why: The first snapshot bills every matching document. Ten opens a day over 1,000 messages are 10,000 reads per user
//   and day without persistence.
// example:
//   listen: Chats/{c}/Messages orderBy sentAt desc
// fix: Add a limit and load older documents by pages.
// ignore: When a retention keeps the collection small, or the variant is meant to show the cost.

// FB7016 unsound-variant error
//
// means: A variant costs less than the baseline, and documents that should have been seen are never shown. It is no
//   saving. A variant that asks where the baseline listens stands apart with what it shows too late, and has no
//   finding: that may be what its author wants.
// why: Reads that are not made are cheap. The simulation knows the whole database and compares what was delivered with
//   what was intended.
// example:
//   after: missed 30 of 50 messages
// fix: Repair the variant, or show its losses with `expect:`.
// ignore: Never for a variant that somebody intends to ship.

// FB7033 baseline-misses warning
//
// means: A step of the baseline says by `intend` what is to be seen, and some of it is never shown. Either `intend` names
//   something else than the step reads, or the app has the defect that the workload is about. Other variants are judged
//   by what they miss beyond the baseline.
// why: What the baseline does not show either cannot be held against a variant; a comparison with it would blame every
//   variant for a mistake in the file.
// example:
//   - {name: notes.open, query: 'notes limit 10', intend: profiles/filters}
// fix: Let `intend` name what this step reads when all goes well, and read what else the screen needs in a step of its own.
// ignore: When the baseline is the defect that variants repair: with `expect: {findings: [FB7033]}` in the baseline.

// FB7020 ratchet-exceeded error
//
// means: A step costs more than its recorded number. Recorded numbers go down by themselves and up only on purpose.
// why: A slow increase of a few reads per change goes unnoticed until the bill arrives.
// example:
//   feed.open exceeds its recorded 22 reads
// fix: Find the new read, or accept it with `firebreak cost ratchet --accept STEP --reason TEXT`.
// ignore: Never; accept it instead.

// FB7021 assertion-failed error
//
// means: An assertion of the workload does not hold. The finding shows both sides with their values.
// why: Assertions state what a workload is there to prove: a number of reads, a reduction, that nothing is missed.
// example:
//   assert: [{expect: "missed(after.msgs) == 0"}]
// fix: Correct the program that the workload describes, or the claim.
// ignore: Never; remove the assertion if it is no longer meant.

// FB7023 claim-not-reproduced info
//
// means: A figure that a document claims does not come out of the simulation, or follows from no published price. The
//   finding shows the claimed and the computed figure.
// why: Savings are often claimed for a case that nobody meets: no persistence, one location's price, no minimum read.
// example:
//   claimed $0.36 per 100,000 reads      no location has this price
// fix: Correct the figure, or state the assumptions under which it holds.
// ignore: When the workload keeps the claim on purpose as an example.

// FB7024 actor-never-acts error
//
// means: An actor of a workload does nothing in any variant: it has no sessions and no entry of the timeline names it, or
//   there are none of it.
// why: What is written for such an actor would be in no figure, so that nothing is played: there is no bill.
// example:
//   actors:
//     member: {count: 1000, steps: [{get: settings/app}]}
// fix: Say when it acts, by `sessions` or in the `timeline`, or remove it.
// ignore: Never.

// FB7025 step-never-reached warning
//
// means: No variant of a workload ever came to a step: a condition was never true, nobody does its procedure, or the run
//   ended before its time. Or some sessions did not come to it: the run ended while they went on, or there are more than fit
//   into a day, so that they are put off and at last lost. Where nothing but a listener is cut off, or only the steps take
//   longer than the session's `length`, the finding is information.
// why: What the step would cost is in no figure, and its budgets hold whatever it does.
// example:
//   timeline:
//     - {at: day 40, actor: member, do: openChat}      # of a run of 30 days
// fix: Correct the condition, the time or the name, or remove the step. Where the run cuts sessions, start the clock at an
//   hour at which nobody is at it; where they do not fit, play fewer or shorter ones.
// ignore: With `expect: {findings: [FB7025]}` in a variant that is meant to show it.

// FB7026 rules-not-evaluated warning
//
// means: The project has security rules, and a workload in which end users ask for documents names none: everybody may do
//   everything in it.
// why: Requests that production denies are counted as served, and the reads that rules make are missing in the bill.
// example:
//   database: {indexes: firestore.indexes.json}
// fix: Name the rules, `database: {rules: firestore.rules}`. Where only the bill of a query is of interest, say so:
//   `database: {rules: none}`.
// ignore: Write `rules: none` instead.

// FB7027 unknown-location error
//
// means: A price list is asked for a location that does not exist. The run plays nothing and prints no bill.
// why: Without its location a bill is none. Locations differ by a factor of two and more.
// example:
//   prices: {book: google-standard, location: us-centrel1}
// fix: Use the name that the help line suggests. A location that exists and whose prices nobody has verified is FB7009.
// ignore: Never; the run has no money in it.

// FB7028 code-request-unusable error
//
// means: A step of a workload names a request of the sources, `query: {from: ItemStore.start}`, that they do not have, that
//   is several requests, or of which the workload does not give what only the run knows. Nothing is played.
// why: The query of the step is that of the code, so that a change of the code changes the bill. Without it there is none.
// example:
//   - {name: list.open, listen: {from: ItemStore.start}}     # and the code asks households/?/items
// fix: Use the name or the values that the help line suggests: `{from: ItemStore.start, with: {households: h}}`; or write
//   the query out.
// ignore: Never; the run has no such step.

// FB7029 query-of-no-source info
//
// means: A workload asks queries that no source of the project asks, or not any more: other conditions, another order, or a
//   limit that the code does not have.
// why: The bill is of a query that nobody sends, and a change of the code does not change it.
// example:
//   listen: households/h/items where done == false orderBy added desc limit 20      # the code has no limit
// fix: Take the query from the code, `{from: ItemStore.start, with: {households: h}}`, or correct it.
// ignore: When the query is planned, or code that is not read asks it.

// FB7030 request-not-played info
//
// means: Sources ask queries that no workload plays: what they cost is in no bill.
// why: The month of the workloads is that of the app only where they play what it asks.
// example:
//   3 of 5 queries of the sources are in no workload
// fix: Add steps that name them, `query: {from: RecipeStore.newest}`. `firebreak queries list` shows all.
// ignore: When they are seldom asked, or somebody else's.

// FB7031 partial-week warning
//
// means: An actor has sessions on some days of the week. The days that a workload plays have more of them, or fewer, than a
//   week has.
// why: The month is made of days like those that were played: two Mondays make a month without weekends, and one Saturday
//   makes one without work. What the actor does costs too much, or too little, in every figure of a month.
// example:
//   clock: {start: "2026-01-05T00:00:00Z", days: 2}      # sessions: {days: [mon, tue, wed, thu, fri], …}
// fix: Play a whole number of weeks, `clock: {days: 7}`, or a month of 28 days and more.
// ignore: When only the figures of the days themselves are of interest.
