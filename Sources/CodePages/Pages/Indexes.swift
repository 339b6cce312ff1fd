// FB2001 missing-composite-index error
//
// means: A query needs a composite index that the index file does not define. Production answers FAILED_PRECONDITION
//   `The query requires an index.` with a link that creates it.
// why: Firestore never scans and filters. Every branch of a query must be one contiguous range of one index, or a merge
//   of indexes that end in the same order. Google's emulator runs the query without the index, so the failure shows
//   only after the deploy.
// example:
//   orders where status == "paid" and total >= 100 orderBy total desc
//   needs: orders (status ASC, total DESC)
// fix: Paste the definition of the finding into `firestore.indexes.json`, or let `firebreak indexes suggest --write` do
//   it. Any order of the equality fields at the start is equally good.
// ignore: Never for a query that runs in production.

// FB2002 missing-collection-group-index error
//
// means: A collection group query filters or orders by one field that has no index in collection group scope.
//   Production answers FAILED_PRECONDITION and names a `COLLECTION_GROUP_ASC`, `_DESC` or `_CONTAINS` index.
// why: Automatic indexes exist for single collections only. The index of a group is switched on per field.
// example:
//   group posts where author == "ada"
// fix: Add the field override of the finding. It repeats the three collection modes, because an override replaces the
//   whole set of a field's indexes.
// ignore: Never for a query that runs in production.

// FB2003 single-field-index-disabled error
//
// means: A query uses a field whose automatic index is switched off by an override: on the field, on a map that
//   contains it, or on all fields (`*`). Production refuses the query; it does not return fewer documents.
// why: An override replaces the whole set of single-field indexes of its field. What it does not list is gone, in every
//   scope.
// example:
//   { "collectionGroup": "posts", "fieldPath": "body", "indexes": [] }
// fix: List the needed mode in the override, as the finding shows, or drop the query.
// ignore: Never for a query that runs in production.

// FB2004 duplicate-index warning
//
// means: Two entries of the index file are the same index once they are normalised: the final `__name__` is added with
//   the direction of the last ordered field and field paths are compared in one spelling.
// why: The second creation is answered with 409 ALREADY_EXISTS on the first deploy to an empty database.
// example:
//   (status ASC, total DESC)  and  (status ASC, total DESC, __name__ DESC)
// fix: Remove one of the two.
// ignore: Hardly ever; a repeated entry does nothing.

// FB2005 deployed-index-not-in-file error
//
// means: An index is deployed and used by a query but not in the file. A forced deploy would delete it and the query
//   would fail. The same holds for an override in the file that turns off automatic indexes which a query uses; any
//   deploy puts it in place.
// why: A deploy with `--force` removes what the file does not list, and an override replaces all automatic indexes of
//   its field.
// example:
//   deployed: users (city ASC, age ASC)      file: nothing
// fix: Add the definition to the file; `firebreak indexes diff` prints it.
// ignore: When the index is about to be removed together with the query.

// FB2006 unused-index info
//
// means: No known query uses this index. It costs storage and one or more entry writes for each document that has its
//   fields.
// why: Each write updates all indexes of its document. The statement is only as complete as the list of queries: a
//   workload that covers half of the app says nothing about the other half.
// example:
//   logs (level ASC, at DESC)      in use by no query
// fix: Remove it after you have made sure that all queries are known.
// ignore: When queries outside the project use it, for instance a yearly report.

// FB2007 redundant-index info
//
// means: An index can go without any query failing: another one serves the same queries, or its queries are served by
//   merging. `(a, b)` beside `(a, b, c)` is not redundant.
// why: Equality fields may stand in any order at the start of an index, and indexes with the same end can be merged. A
//   merge may scan more entries than an index made for the query.
// example:
//   (room, author, sentAt)  where  (room, sentAt) and (author, sentAt)  exist
// fix: Keep one of them, unless the latency of the merge matters.
// ignore: When the query is frequent and its equality fields match many documents each.

// FB2008 invalid-index-definition error
//
// means: Production or the Firebase CLI refuses the definition. The message of the finding is the refusal: a missing
//   key, a mode that is not exactly one, two array fields, a vector field that is not last, more than 100 fields, or
//   one path twice.
// why: The file is validated before the deploy and then by the API; either stops the whole deploy.
// example:
//   { "collectionGroup": "posts", "fields": [{ "fieldPath": "tags" }, { "fieldPath": "at", "order": "DESCENDING" }] }
// fix: Give each field exactly one of `order`, `arrayConfig` and `vectorConfig`, and correct what the message names.
// ignore: Never; the deploy fails.

// FB2009 index-limit warning
//
// means: The file comes near the number of indexes or overrides that a database may have, or is above it (then the
//   finding is an error). The limits are 200 without billing and 1,000 with billing, for composite indexes and for
//   single-field configurations.
// why: These are published limits per database. An exemption and a TTL policy on one field count once.
// example:
//   845 composite indexes of 1,000
// fix: Let `firebreak indexes suggest` find indexes that merging makes unnecessary.
// ignore: When support has raised the limit of your project.

// FB2010 hotspot-monotonic-field warning
//
// means: A field whose values only rise or only fall is indexed, and the workload writes it often. Such a collection is
//   limited to about 500 writes per second.
// why: All new entries go to the end of the index, which one server holds. Sequential document ids have the same
//   effect.
// example:
//   events: createdAt = server time, 2,000 writes per second
// fix: Exempt the field if no query needs it, or put a shard field before it and ask all shards.
// ignore: Well below 500 writes per second.

// FB2011 document-exceeds-index-entry-limit warning
//
// means: A document comes near the limits of its index entries, or is above them (then the finding is an error): 40,000
//   entries, 7,680 bytes per entry, 8 MiB in sum. A text beyond 1,500 bytes is indexed by its first 1,500 only.
// why: Above a limit the write fails with INVALID_ARGUMENT. A cut value makes queries on it unreliable.
// example:
//   a map of 9,000 user ids: each of its fields has two entries
// fix: Exempt the large field or map from indexing, or move it into documents of its own.
// ignore: When the document is a test of the limit.

// FB2012 index-per-dynamic-field error
//
// means: A query filters by a field whose name contains a value, such as a user id, and needs a composite index. Each
//   value would need an index of its own.
// why: A composite index is over fixed field paths. At 200 or 1,000 indexes per database this ends after as many users.
// example:
//   chats where archived.u17 == true orderBy lastMessageAt desc
// fix: Store the values in an array and ask with `array-contains`; one index then serves all of them.
// ignore: When the set of names is small and fixed.

// FB2013 missing-vector-index error
//
// means: A nearest-neighbour search has no vector index that fits: same collection, same equality fields before it,
//   same dimension. Production refuses the query.
// why: There is no automatic vector index and none is merged.
// example:
//   cities where color == "red" findNearest(embedding, [768 numbers], COSINE, limit 10)
// fix: Create the index of the finding; its last field is the vector with the dimension of the query.
// ignore: Never for a query that runs in production.

// FB2014 merge-instead-of-composite info
//
// means: A query is served by merging several indexes instead of one made for it. Its result and, for ordinary queries,
//   its bill are the same; it can be slow.
// why: A merge walks several ranges in parallel and skips entries that the others lack. How many depends on the data,
//   not on the number of results.
// example:
//   merge of (room, sentAt) and (author, sentAt)
// fix: Add the index of the finding if the query is frequent and slow.
// ignore: When the query is fast enough.

// FB2016 legacy-index-format info
//
// means: The index file uses the old format: `collectionId` for `collectionGroup`, or `mode` for `order` and
//   `arrayConfig`. It was read as what it means today.
// why: The Firebase CLI upgrades it too when it deploys and prints one line about it.
// example:
//   { "collectionId": "posts", "fields": [{ "fieldPath": "at", "mode": "DESCENDING" }] }
// fix: Write `collectionGroup`, and `order` or `arrayConfig`; `firebreak indexes suggest --write` does it.
// ignore: When other tools need the old form.

// FB2017 lenient-json warning
//
// means: The file has a comma before a closing bracket. Firebreak reads it, the Firebase CLI does not.
// why: The CLI removes comments and then reads strict JSON, so its answer is a parse error.
// example:
//   "fields": [
//     { "fieldPath": "at", "order": "DESCENDING" },
//   ]
// fix: Remove the comma.
// ignore: Never if the file is deployed with the Firebase CLI.

// FB2018 index-not-necessary error
//
// means: The file declares an index that exists automatically. The API answers 400 `this index is not necessary,
//   configure using single field index controls` and the deploy stops.
// why: An index over one named field is a single-field index and belongs to `fieldOverrides`. An order by document name
//   downwards, an opposite direction of `__name__` and vector indexes are accepted.
// example:
//   { "collectionGroup": "posts", "fields": [{ "fieldPath": "at", "order": "DESCENDING" }] }
// fix: Remove the entry. For a collection group query write a field override instead.
// ignore: Never; the deploy fails.

// FB2019 index-not-for-this-edition error
//
// means: The definition uses something that this edition or mode of Firestore does not have, such as
//   `COLLECTION_RECURSIVE`, a density, `multikey`, `unique`, or a scope of the API other than `ANY_API` in a Standard
//   Native database. The index cannot be created there.
// why: The API refuses definitions of the other editions.
// example:
//   { "collectionGroup": "posts", "queryScope": "COLLECTION_RECURSIVE", "fields": [] }
// fix: Remove the property, or check with `--edition enterprise` if the database is one.
// ignore: Never; the deploy fails.

// FB2020 large-unqueried-field info
//
// means: A large map or array is indexed although no query uses it. Each of its fields and elements costs entries in
//   every write and in storage.
// why: Automatic indexes cover every path of a map down to its last field, and every element of an array.
// example:
//   posts.attachments: 4 kB per document, 60 entries, no query
// fix: Add an override with `"indexes": []` for the field.
// ignore: When a query is about to use it.

// FB2021 override-removes-collection-indexes info
//
// means: An override lists only modes in collection group scope, and thereby removes the automatic indexes that queries
//   of single collections on this field need. Those queries are refused after the deploy; the ones that are known are
//   errors of their own.
// why: An override replaces the whole set of the field's single-field indexes in every scope.
// example:
//   { "collectionGroup": "posts", "fieldPath": "author", "indexes": [{ "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }] }
// fix: Add the three collection modes: ascending, descending, and array contains.
// ignore: When no query of a single collection uses the field.

// FB2022 override-without-scope warning
//
// means: An entry of an override has no `queryScope`. It counts as `COLLECTION`, which is often not what was meant when
//   somebody writes an override.
// why: The default scope is the collection; overrides are mostly written for collection groups.
// example:
//   "indexes": [{ "order": "ASCENDING" }]
// fix: Write the scope.
// ignore: When `COLLECTION` is meant.

// FB2023 override-scope-not-deployed warning
//
// means: The file and the deployed overrides differ only in scope. The Firebase CLI does not see the difference and
//   deploys nothing.
// why: It compares the modes of an override's entries but not their `queryScope`.
// example:
//   file: ASCENDING COLLECTION_GROUP      deployed: ASCENDING COLLECTION
// fix: Deploy once without the override and once with it, or change it with gcloud.
// ignore: Never if the query of the group is needed.

// FB2024 override-equals-default info
//
// means: An override lists exactly the indexes that the field would have anyway. It has no effect and counts towards
//   the limit of overrides.
// why: The default is ascending, descending and array contains in collection scope.
// example:
//   "indexes": [ASCENDING, DESCENDING, CONTAINS, all COLLECTION]
// fix: Remove it, unless it protects the field from an override on a map above it or on all fields.
// ignore: When it marks an intention.

// FB2025 limit-to-last-flips-order info
//
// means: The query uses `limitToLast`. It runs in the reversed order and needs the index of that order.
// why: The SDK flips every direction, takes the first results and turns them round again.
// example:
//   messages where room == "a" orderBy sentAt limitToLast 20
//   needs: messages (room ASC, sentAt DESC)
// fix: Nothing, when the index of the reversed order exists; otherwise declare that one.
// ignore: Always safe to ignore when no FB2001 stands beside it.

// FB2026 document-id-descending warning
//
// means: The query orders by document id downwards. It needs the composite index `(__name__ DESC)`, which the console
//   cannot create by hand.
// why: The primary key is kept in ascending order only, in both scopes. The index file and the API accept the
//   definition.
// example:
//   events orderBy __name__ desc limit 50
// fix: Declare the index in the file, or store and order by a field of your own.
// ignore: When the index is declared.

// FB2027 ttl-turned-off warning
//
// means: A time-to-live policy is deployed and the file lacks it, or turns it off. A forced deploy of a file without the
//   override, and any deploy of one that says `"ttl": false`, ends the policy.
// why: The Firebase CLI resets fields whose override is not in the file. An override without `ttl` leaves the policy as
//   it is.
// example:
//   deployed: sessions.expireAt, TTL      file: no override of sessions.expireAt
// fix: Write the override with `"ttl": true`, as `firebase firestore:indexes` prints it.
// ignore: When the documents are to stay.
