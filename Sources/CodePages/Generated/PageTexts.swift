// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

import PageLayout

extension HelpPage {
  /// The page that the sources have for a number.
  static func written(_ number: Int) -> HelpPage? {
    switch number {
    case 1:
      return HelpPage(
        number: 1, name: "config-not-found", severity: "info", since: "0.1",
        means: #"No `firebase.json` was found in the start folder or above it. Firebreak went on with `firestore.rules` and `firestore.indexes.json` of the start folder, if they are there."#,
        why: #"The Firebase CLI takes the folder of the first `firebase.json` upwards as the project; without it nothing says which databases exist and which files belong to them."#,
        markedExample: #"""
  $ firebreak check
  info[FB0001 config-not-found]: there is no `firebase.json` here or above
"""#,
        fix: #"Run in the project's folder, name it with `-C DIR`, or name the file with `--config FILE`."#,
        ignoring: #"When you check a lone index file on purpose."#)
    case 2:
      return HelpPage(
        number: 2, name: "config-invalid", severity: "error", since: "0.1",
        means: #"A configuration file can be read but what it says makes no sense: an entry has a value that is not allowed there, or two entries contradict each other. Nothing was checked with it (exit code 2)."#,
        why: #"The Firebase CLI refuses the same file before it deploys anything, so a check that guessed would check something else than what will run."#,
        markedExample: #"  { "firestore": [{ "rules": "firestore.rules" }] }"#,
        fix: #"Correct the entry that the finding points to."#,
        ignoring: #"Never; the command has not done its work."#)
    case 3:
      return HelpPage(
        number: 3, name: "rules-file-missing", severity: "error", since: "0.1",
        means: #"`firebase.json` names a rules file that does not exist. Firebreak does not run as if everything were allowed."#,
        why: #"A deploy stops at a missing file. Google's emulator starts without rules instead and allows everything, so a mistyped path hides until production denies."#,
        markedExample: #"  { "firestore": { "rules": "firestore.rule" } }"#,
        fix: #"Correct the path or write the file; a rules file that denies everything is a safe start."#,
        ignoring: #"Never in a project that deploys rules. Remove the `rules` key if the database is for servers only."#)
    case 4:
      return HelpPage(
        number: 4, name: "database-without-rules", severity: "warning", since: "0.1",
        means: #"A database has no rules file. Requests of end users to it are denied here as they are in production, while administrators pass."#,
        why: #"Rules that were never deployed are the rules that a new database starts with: nobody but administrators may do anything. An emulator that lets everybody in would hide that until the release."#,
        markedExample: #"  {"firestore": [{"database": "orders", "indexes": "orders.indexes.json"}]}"#,
        fix: #"Add `"rules": "orders.rules"` to the entry, and the file, even if all it says is that nothing is allowed."#,
        ignoring: #"When only servers with administrative rights use the database."#)
    case 5:
      return HelpPage(
        number: 5, name: "duplicate-database", severity: "error", since: "0.1",
        means: #"Two entries of `firebase.json` describe the same database. Which of the two would apply depends on the order in which they are deployed, so neither is trusted."#,
        why: #"The Firebase CLI deploys the entries one after another, so what is live is what was deployed last. A change of the other entry has no effect and nobody notices."#,
        markedExample: #"""
  {"firestore": [
    {"database": "(default)", "rules": "a.rules"},
    {"database": "(default)", "rules": "b.rules"}
  ]}
"""#,
        fix: #"Keep one entry per database. Where environments differ, use projects or `target` entries instead."#,
        ignoring: #"Never: without knowing which files belong to a database nothing about it can be judged (exit code 2)."#)
    case 6:
      return HelpPage(
        number: 6, name: "unknown-target", severity: "error", since: "0.1",
        means: #"A `target` of `firebase.json` has no entry in `.firebaserc`. Without it nothing says which database or instance is meant."#,
        why: #"Targets are names that `.firebaserc` translates, per project, into databases or instances. The Firebase CLI refuses to deploy a target that it cannot translate."#,
        markedExample: #"  {"firestore": [{"target": "billing", "rules": "billing.rules"}]}"#,
        fix: #"Add the target with `firebase target:apply`, commit `.firebaserc`, or name the database with `"database"`."#,
        ignoring: #"Never; the entry cannot be used (exit code 2)."#)
    case 7:
      return HelpPage(
        number: 7, name: "edition-mismatch", severity: "warning", since: "0.1",
        means: #"The edition given on the command line or in the configuration is not the edition for which a file was written. Standard and Enterprise databases accept other index definitions and other queries, so verdicts of one do not hold for the other."#,
        why: #"Enterprise databases have no automatic single-field indexes, know other index options and other limits. An index file that was written for the one edition is refused or useless in the other."#,
        markedExample: #"  firebreak check --edition enterprise --indexes standard.indexes.json"#,
        fix: #"Write the edition beside the database in `firebase.json`, and keep one index file per edition."#,
        ignoring: #"While a database is being moved from one edition to the other and both files are kept on purpose."#)
    case 8:
      return HelpPage(
        number: 8, name: "unknown-code-in-config", severity: "warning", since: "0.1",
        means: #"`firebreak.json`, or a comment that ignores findings, names a code that is not in the catalogue, or a prefix that no code has. The entry has no effect."#,
        why: #"Codes are never reused and an old name stays an alias, so an unknown code is a slip of the pen, or comes from a newer version."#,
        markedExample: #"  { "ignore": [{ "code": "FB2099", "reason": "old" }] }"#,
        fix: #"Correct the code; `firebreak explain CODE` shows what a code is about."#,
        ignoring: #"When several versions of Firebreak share the file."#)
    case 9:
      return HelpPage(
        number: 9, name: "unused-suppression", severity: "warning", since: "0.1",
        means: #"A suppression, in a source comment or in the `ignore` list of `firebreak.json`, matches no finding. The problem is solved or the code or path is wrong; in both cases the entry would hide the next problem silently. The same is reported for a comment that is almost one of Firebreak's, such as `firebreak-ignor`, and for `firebreak: as ACTOR` where nothing is asked."#,
        why: #"An entry that hides nothing today hides tomorrow's finding of the same code. After syntax errors nothing counts as unused, because not every check could run."#,
        markedExample: #"""
  // firebreak-ignore FB4010 -- the list is public
  allow get: if true;
"""#,
        fix: #"Remove the entry or the code, or move the comment to the line before the finding."#,
        ignoring: #"Hardly ever."#)
    case 10:
      return HelpPage(
        number: 10, name: "inventory-stale", severity: "error", since: "0.1",
        means: #"The recorded query shapes and the shapes found now differ. A query was added, removed or changed without `firebreak queries record`, so checks that rely on the recording look at old queries."#,
        why: #"The inventory is what reviewers, the index advisor and cost estimates look at. A query that is missing there is deployed without anybody having judged it."#,
        markedExample: #"""
  $ firebreak queries verify
  error[FB0010 inventory-stale]: the query `orders where status == ? limit 20` is not in the inventory
"""#,
        fix: #"Run `firebreak queries record` and commit what it writes; `firebreak queries prune` removes what nothing asks any more."#,
        ignoring: #"When the folder is not meant to be complete; then it is better not to run `queries verify`."#)
    case 11:
      return HelpPage(
        number: 11, name: "suppression-without-reason", severity: "error", since: "0.1",
        means: #"A suppression gives no reason and therefore has no effect. The reason is what the next reader needs in order to remove it again."#,
        why: #"A suppression outlives those who wrote it. Without its reason nobody dares to remove it."#,
        markedExample: #"  // firebreak-ignore FB4010"#,
        fix: #"Write ` -- ` and a reason behind the codes of a comment, or `"reason"` into the entry of `firebreak.json`."#,
        ignoring: #"Never."#)
    case 12:
      return HelpPage(
        number: 12, name: "index-file-missing", severity: "warning", since: "0.1",
        means: #"A database has no index file: its entry in `firebase.json` names none, or one that is not there. Only the automatic single-field indexes are known for it, and every query that needs more is reported. It is an error where `firebreak indexes suggest --write` would have to write into such a file."#,
        why: #"Indexes belong to one database. A named database does not share those of `(default)`, and a deploy without an `indexes` entry creates none."#,
        markedExample: #"  { "firestore": [{ "database": "analytics", "rules": "an.rules" }] }"#,
        fix: #"Add `"indexes": "analytics.indexes.json"` to the database's entry and create the file with `firebreak indexes suggest`."#,
        ignoring: #"When the database is only read by document name or by queries that automatic indexes serve."#)
    case 13:
      return HelpPage(
        number: 13, name: "malformed-input", severity: "error", since: "0.1",
        means: #"An input cannot be read as what it is: broken JSON or YAML, bytes that are not UTF-8, an empty file, nesting beyond 200 levels, or more than 64 MiB. The place is where reading had to stop."#,
        why: #"The Firebase CLI answers `Parse Error in <path>` for the same file and deploys nothing."#,
        markedExample: #"""
  {
    "indexes": [
      { "collectionGroup": "orders"
    ]
  }
"""#,
        fix: #"Follow the help line of the finding. Trailing commas, single quotes and unquoted keys are not JSON; comments are allowed in Firebase's own files only. YAML is indented with spaces."#,
        ignoring: #"Never; the command has not done its work and ends with exit code 2."#)
    case 14:
      return HelpPage(
        number: 14, name: "unknown-key", severity: "error", since: "0.1",
        means: #"An object has a key that nothing reads. It is nearly always a mistyped one, and what it should have set is not set."#,
        why: #"Where the Firebase CLI ignores unknown keys, an index or option is silently not there; where it refuses them, nothing is deployed. Both are found here first."#,
        markedExample: #"  { "collectionGrup": "orders", "fields": [] }"#,
        fix: #"Use the name that the help line suggests, or remove the key."#,
        ignoring: #"Never; an input with unknown keys is not read (exit code 2)."#)
    case 15:
      return HelpPage(
        number: 15, name: "wrong-type", severity: "error", since: "0.1",
        means: #"A value has another type than its key needs, a required key is missing, or a word is none of those that are allowed there. Values are not converted silently."#,
        why: #"The Firebase CLI and the API check the same types and refuse the whole file."#,
        markedExample: #"  { "firestore": "firestore.rules" }"#,
        fix: #"Write the type that the message names. In YAML `5` is a number and `"5"` is text; `on`, `off`, `yes` and `no` are text."#,
        ignoring: #"Never; an input with wrong types is not read (exit code 2)."#)
    case 16:
      return HelpPage(
        number: 16, name: "duplicate-key", severity: "error", since: "0.1",
        means: #"One object has the same key twice. The note names the place of the first."#,
        why: #"JSON parsers keep the last of the two without a word and YAML forbids it, so what the file means depends on who reads it."#,
        markedExample: #"  { "status": "paid", "status": "open" }"#,
        fix: #"Keep one of the two."#,
        ignoring: #"Never; the input is not read (exit code 2)."#)
    case 17:
      return HelpPage(
        number: 17, name: "unknown-workload-name", severity: "error", since: "0.1",
        means: #"A workload uses a name that it does not define: a step, an actor, a parameter, a procedure, or the path of a variant's patch. The help line names the nearest one that exists."#,
        why: #"A patch that hits nothing would leave the variant equal to the baseline and report a saving of zero as a result."#,
        markedExample: #"""
  variants:
    after: {set: {"steps.chat.opn.limit": 50}}
"""#,
        fix: #"Correct the name, or define it."#,
        ignoring: #"Never; the numbers of the run would be those of something else."#)
    case 18:
      return HelpPage(
        number: 18, name: "text-like-function", severity: "warning", since: "0.1",
        means: #"A value of a workload looks like a call of an SDK, such as `serverTimestamp`, and is a text like any other. It is an error where the function is known, and a warning for other texts that look like calls."#,
        why: #"A text is stored where a time was meant. Queries by that time find nothing, and the bill is another one."#,
        markedExample: #"  fields: {sentAt: serverTimestamp}"#,
        fix: #"Write what the help line says, such as `serverTime`. Where the text itself is meant, say so: `"now()!string"`."#,
        ignoring: #"Never; `!string` says what is meant."#)
    case 19:
      return HelpPage(
        number: 19, name: "file-changed", severity: "error", since: "0.1",
        means: #"A rules or index file that was to be replaced is another one than whoever replaces it has seen. Nothing was written."#,
        why: #"Somebody else, or an editor, has saved the file meanwhile. Writing over it would lose what they have changed without a word."#,
        markedExample: #"  PUT /firebreak/v1/rules with {"source": "…", "etag": "5f0c…"} after the file was saved in an editor"#,
        fix: #"Read the file again and bring both texts together. The page shows both and keeps yours; scripts read `etag` again, or send `*` where whatever is there may be lost."#,
        ignoring: #"Never; it is an answer to a request, and no finding of `check`."#)
    case 1001:
      return HelpPage(
        number: 1001, name: "too-many-disjunctions", severity: "error", since: "0.1",
        means: #"Written as an OR of ANDs the query has more than 30 branches. Production answers INVALID_ARGUMENT and reads nothing."#,
        why: #"Every value of `in` and `array-contains-any` is one branch, and branches of filters that are combined with AND multiply: an `in` of 16 values and an `in` of 2 make 32."#,
        markedExample: #"  orders where status in [16 values] and country in ["DE", "FR"]"#,
        fix: #"Ask with fewer values per query and join the results, or store a combined field that one `in` can compare."#,
        ignoring: #"Never; the query cannot run."#)
    case 1002:
      return HelpPage(
        number: 1002, name: "order-after-key", severity: "error", since: "0.1",
        means: #"An explicit order names a field after `__name__`, or `__name__` comes before a field that an inequality needs in the order. Production answers `order by clause cannot contain more fields after the key`."#,
        why: #"Document names are unique, so nothing behind them can change the order, and the server refuses such a clause rather than dropping it."#,
        markedExample: #"  cities orderBy __name__, population"#,
        fix: #"Put `__name__` last, or leave it out: it is appended anyway."#,
        ignoring: #"Never; the query cannot run."#)
    case 1003:
      return HelpPage(
        number: 1003, name: "cursor-longer-than-order", severity: "error", since: "0.1",
        means: #"A cursor (`startAt`, `startAfter`, `endAt`, `endBefore`) has more values than the query has explicit orders. Production answers `Cursor has too many values.`"#,
        why: #"Each value of a cursor belongs to one explicit order. Implicit orders, also the final document name, do not count."#,
        markedExample: #"  cities orderBy population startAfter(1000, "x") limit 10"#,
        fix: #"Add an `orderBy` for each value, or start at a document snapshot so that the SDK writes the orders."#,
        ignoring: #"Never; the query cannot run."#)
    case 1004:
      return HelpPage(
        number: 1004, name: "not-in-with-other-negation", severity: "error", since: "0.1",
        means: #"The query has a second negation (`!=`, `not-in`, is-not-null or is-not-NaN), or a `not-in` together with `in`, `array-contains-any` or an OR. One negation per query is allowed, in whatever branch and on whatever field."#,
        why: #"A negation is a scan around a gap. Production answers `Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.` or names the combination of `not-in` that it refuses."#,
        markedExample: #"  users where name != "x" and age != 3"#,
        fix: #"Keep the negation that excludes most in the query and apply the other to the results, or store a boolean field that says what you mean."#,
        ignoring: #"Never; the query cannot run."#)
    case 1005:
      return HelpPage(
        number: 1005, name: "limit-to-last-without-order", severity: "error", since: "0.1",
        means: #"`limitToLast` is used without an `orderBy`. The SDKs refuse it before anything is sent."#,
        why: #"The last results are the first ones of the reversed order. Without an order there is none to reverse."#,
        markedExample: #"  messages limitToLast 20"#,
        fix: #"Add the `orderBy` that defines what last means."#,
        ignoring: #"Never; the query cannot run."#)
    case 1006:
      return HelpPage(
        number: 1006, name: "collection-group-document-id-cursor", severity: "error", since: "0.1",
        means: #"A collection group query compares or pages by the document id with a plain id. In a group the operand must be the whole path of a document."#,
        why: #"Documents of a group live under different parents, and one id can occur under each of them. The operand has to be a reference with an even number of segments."#,
        markedExample: #"  group posts orderBy __name__ startAfter("p17")"#,
        fix: #"Use the full path such as ref"users/u1/posts/p17", or start at a document snapshot."#,
        ignoring: #"Never; the query cannot run."#)
    case 1008:
      return HelpPage(
        number: 1008, name: "too-many-array-contains", severity: "error", since: "0.1",
        means: #"One conjunction has more than one `array-contains` or `array-contains-any`, on the same field or on different ones. Production answers `A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.`"#,
        why: #"An index holds one entry per array element. Two arrays in one index would need every pair of elements, so there is no such index. Google's emulator accepts the query nevertheless. Different branches of an OR may each have one."#,
        markedExample: #"  chats where participants array-contains "u1" and archivedBy array-contains "u1""#,
        fix: #"Store one of the two as a map of booleans (`archived.u1 == true`), or as an array of combined tokens."#,
        ignoring: #"Never; the query cannot run."#)
    case 1009:
      return HelpPage(
        number: 1009, name: "invalid-query", severity: "error", since: "0.1",
        means: #"Production refuses the query as INVALID_ARGUMENT. The message of the finding is production's own."#,
        why: #"Queries are validated before an index is chosen: empty operands of `in`, values of a wrong kind, orders that repeat a field, negative limits and so on. A refused query costs nothing."#,
        markedExample: #"  cities where state in []"#,
        fix: #"Change the part that the message names."#,
        ignoring: #"When a test expects exactly this refusal; declare that with `expect:`."#)
    case 1010:
      return HelpPage(
        number: 1010, name: "unresolved-query-shape", severity: "info", since: "0.1",
        means: #"A query was found whose shape cannot be determined, for instance because the collection or a filter comes from a variable that is filled elsewhere. It is checked no further and its cost is unknown. Where the code would say it but has too many variants or calls to be followed, the finding is a warning, unless all of the query is known that the others share (collection, filters, orders and limit), or not even its collection."#,
        why: #"Index and cost depend on collection, fields, operators and orders. An unknown part is not guessed."#,
        markedExample: #"  query = query.whereField(name, isGreaterThan: start)"#,
        fix: #"Build the query in one place, or write its shape into a workload."#,
        ignoring: #"When the query is covered by a recorded shape."#)
    case 1011:
      return HelpPage(
        number: 1011, name: "field-never-written", severity: "warning", since: "0.1",
        means: #"A filter or order uses a field that no generated or given document has. The query returns nothing and still bills one read each time."#,
        why: #"Indexes hold only documents that have the field, so a mistyped field name is not an error but an empty result, and the minimum of one read per query applies."#,
        markedExample: #"  Notifications where notif_time > $seen      (the documents have notification_time)"#,
        fix: #"Use one name for the field in all places."#,
        ignoring: #"When the field is written by a program outside the workload."#)
    case 1012:
      return HelpPage(
        number: 1012, name: "filter-type-never-matches", severity: "warning", since: "0.1",
        means: #"A filter compares a field with a value of another type than the documents hold, such as a text with a timestamp. It matches nothing."#,
        why: #"Range filters stay within the type of their operand and equality distinguishes types; integers and doubles count as one."#,
        markedExample: #"  messages where sentAt > "2026-01-05"        (sentAt is a timestamp)"#,
        fix: #"Compare with a value of the stored type, or store the type that you compare with."#,
        ignoring: #"When documents of both types exist on purpose."#)
    case 1013:
      return HelpPage(
        number: 1013, name: "order-field-missing-in-data", severity: "warning", since: "0.1",
        means: #"The query orders by a field that some documents lack. Those documents are not in its result."#,
        why: #"An order is served by an index over that field and an index has no entry for a document without it."#,
        markedExample: #"  users orderBy lastSeen desc                 (3 of 20 users have no lastSeen)"#,
        fix: #"Write the field in every document, with null where there is no value."#,
        ignoring: #"When leaving such documents out is what you want."#)
    case 1014:
      return HelpPage(
        number: 1014, name: "suspicious-time-unit", severity: "warning", since: "0.1",
        means: #"A time in the query is off by a factor of a thousand or a million against the data: seconds, milliseconds and microseconds are mixed. The bound lies far in the past or future, so the filter returns everything or nothing."#,
        why: #"Firestore compares numbers as they are and knows no unit."#,
        markedExample: #"  messages where sentAtMs > 1767600000        (a bound in seconds)"#,
        fix: #"Store timestamps as timestamps, or convert in one place."#,
        ignoring: #"When the field is no time."#)
    case 2001:
      return HelpPage(
        number: 2001, name: "missing-composite-index", severity: "error", since: "0.1",
        means: #"A query needs a composite index that the index file does not define. Production answers FAILED_PRECONDITION `The query requires an index.` with a link that creates it."#,
        why: #"Firestore never scans and filters. Every branch of a query must be one contiguous range of one index, or a merge of indexes that end in the same order. Google's emulator runs the query without the index, so the failure shows only after the deploy."#,
        markedExample: #"""
  orders where status == "paid" and total >= 100 orderBy total desc
  needs: orders (status ASC, total DESC)
"""#,
        fix: #"Paste the definition of the finding into `firestore.indexes.json`, or let `firebreak indexes suggest --write` do it. Any order of the equality fields at the start is equally good."#,
        ignoring: #"Never for a query that runs in production."#)
    case 2002:
      return HelpPage(
        number: 2002, name: "missing-collection-group-index", severity: "error", since: "0.1",
        means: #"A collection group query filters or orders by one field that has no index in collection group scope. Production answers FAILED_PRECONDITION and names a `COLLECTION_GROUP_ASC`, `_DESC` or `_CONTAINS` index."#,
        why: #"Automatic indexes exist for single collections only. The index of a group is switched on per field."#,
        markedExample: #"  group posts where author == "ada""#,
        fix: #"Add the field override of the finding. It repeats the three collection modes, because an override replaces the whole set of a field's indexes."#,
        ignoring: #"Never for a query that runs in production."#)
    case 2003:
      return HelpPage(
        number: 2003, name: "single-field-index-disabled", severity: "error", since: "0.1",
        means: #"A query uses a field whose automatic index is switched off by an override: on the field, on a map that contains it, or on all fields (`*`). Production refuses the query; it does not return fewer documents."#,
        why: #"An override replaces the whole set of single-field indexes of its field. What it does not list is gone, in every scope."#,
        markedExample: #"  { "collectionGroup": "posts", "fieldPath": "body", "indexes": [] }"#,
        fix: #"List the needed mode in the override, as the finding shows, or drop the query."#,
        ignoring: #"Never for a query that runs in production."#)
    case 2004:
      return HelpPage(
        number: 2004, name: "duplicate-index", severity: "warning", since: "0.1",
        means: #"Two entries of the index file are the same index once they are normalised: the final `__name__` is added with the direction of the last ordered field and field paths are compared in one spelling."#,
        why: #"The second creation is answered with 409 ALREADY_EXISTS on the first deploy to an empty database."#,
        markedExample: #"  (status ASC, total DESC)  and  (status ASC, total DESC, __name__ DESC)"#,
        fix: #"Remove one of the two."#,
        ignoring: #"Hardly ever; a repeated entry does nothing."#)
    case 2005:
      return HelpPage(
        number: 2005, name: "deployed-index-not-in-file", severity: "error", since: "0.1",
        means: #"An index is deployed and used by a query but not in the file. A forced deploy would delete it and the query would fail. The same holds for an override in the file that turns off automatic indexes which a query uses; any deploy puts it in place."#,
        why: #"A deploy with `--force` removes what the file does not list, and an override replaces all automatic indexes of its field."#,
        markedExample: #"  deployed: users (city ASC, age ASC)      file: nothing"#,
        fix: #"Add the definition to the file; `firebreak indexes diff` prints it."#,
        ignoring: #"When the index is about to be removed together with the query."#)
    case 2006:
      return HelpPage(
        number: 2006, name: "unused-index", severity: "info", since: "0.1",
        means: #"No known query uses this index. It costs storage and one or more entry writes for each document that has its fields."#,
        why: #"Each write updates all indexes of its document. The statement is only as complete as the list of queries: a workload that covers half of the app says nothing about the other half."#,
        markedExample: #"  logs (level ASC, at DESC)      in use by no query"#,
        fix: #"Remove it after you have made sure that all queries are known."#,
        ignoring: #"When queries outside the project use it, for instance a yearly report."#)
    case 2007:
      return HelpPage(
        number: 2007, name: "redundant-index", severity: "info", since: "0.1",
        means: #"An index can go without any query failing: another one serves the same queries, or its queries are served by merging. `(a, b)` beside `(a, b, c)` is not redundant."#,
        why: #"Equality fields may stand in any order at the start of an index, and indexes with the same end can be merged. A merge may scan more entries than an index made for the query."#,
        markedExample: #"  (room, author, sentAt)  where  (room, sentAt) and (author, sentAt)  exist"#,
        fix: #"Keep one of them, unless the latency of the merge matters."#,
        ignoring: #"When the query is frequent and its equality fields match many documents each."#)
    case 2008:
      return HelpPage(
        number: 2008, name: "invalid-index-definition", severity: "error", since: "0.1",
        means: #"Production or the Firebase CLI refuses the definition. The message of the finding is the refusal: a missing key, a mode that is not exactly one, two array fields, a vector field that is not last, more than 100 fields, or one path twice."#,
        why: #"The file is validated before the deploy and then by the API; either stops the whole deploy."#,
        markedExample: #"  { "collectionGroup": "posts", "fields": [{ "fieldPath": "tags" }, { "fieldPath": "at", "order": "DESCENDING" }] }"#,
        fix: #"Give each field exactly one of `order`, `arrayConfig` and `vectorConfig`, and correct what the message names."#,
        ignoring: #"Never; the deploy fails."#)
    case 2009:
      return HelpPage(
        number: 2009, name: "index-limit", severity: "warning", since: "0.1",
        means: #"The file comes near the number of indexes or overrides that a database may have, or is above it (then the finding is an error). The limits are 200 without billing and 1,000 with billing, for composite indexes and for single-field configurations."#,
        why: #"These are published limits per database. An exemption and a TTL policy on one field count once."#,
        markedExample: #"  845 composite indexes of 1,000"#,
        fix: #"Let `firebreak indexes suggest` find indexes that merging makes unnecessary."#,
        ignoring: #"When support has raised the limit of your project."#)
    case 2010:
      return HelpPage(
        number: 2010, name: "hotspot-monotonic-field", severity: "warning", since: "0.1",
        means: #"A field whose values only rise or only fall is indexed, and the workload writes it often. Such a collection is limited to about 500 writes per second."#,
        why: #"All new entries go to the end of the index, which one server holds. Sequential document ids have the same effect."#,
        markedExample: #"  events: createdAt = server time, 2,000 writes per second"#,
        fix: #"Exempt the field if no query needs it, or put a shard field before it and ask all shards."#,
        ignoring: #"Well below 500 writes per second."#)
    case 2011:
      return HelpPage(
        number: 2011, name: "document-exceeds-index-entry-limit", severity: "warning", since: "0.1",
        means: #"A document comes near the limits of its index entries, or is above them (then the finding is an error): 40,000 entries, 7,680 bytes per entry, 8 MiB in sum. A text beyond 1,500 bytes is indexed by its first 1,500 only."#,
        why: #"Above a limit the write fails with INVALID_ARGUMENT. A cut value makes queries on it unreliable."#,
        markedExample: #"  a map of 9,000 user ids: each of its fields has two entries"#,
        fix: #"Exempt the large field or map from indexing, or move it into documents of its own."#,
        ignoring: #"When the document is a test of the limit."#)
    case 2012:
      return HelpPage(
        number: 2012, name: "index-per-dynamic-field", severity: "error", since: "0.1",
        means: #"A query filters by a field whose name contains a value, such as a user id, and needs a composite index. Each value would need an index of its own."#,
        why: #"A composite index is over fixed field paths. At 200 or 1,000 indexes per database this ends after as many users."#,
        markedExample: #"  chats where archived.u17 == true orderBy lastMessageAt desc"#,
        fix: #"Store the values in an array and ask with `array-contains`; one index then serves all of them."#,
        ignoring: #"When the set of names is small and fixed."#)
    case 2013:
      return HelpPage(
        number: 2013, name: "missing-vector-index", severity: "error", since: "0.1",
        means: #"A nearest-neighbour search has no vector index that fits: same collection, same equality fields before it, same dimension. Production refuses the query."#,
        why: #"There is no automatic vector index and none is merged."#,
        markedExample: #"  cities where color == "red" findNearest(embedding, [768 numbers], COSINE, limit 10)"#,
        fix: #"Create the index of the finding; its last field is the vector with the dimension of the query."#,
        ignoring: #"Never for a query that runs in production."#)
    case 2014:
      return HelpPage(
        number: 2014, name: "merge-instead-of-composite", severity: "info", since: "0.1",
        means: #"A query is served by merging several indexes instead of one made for it. Its result and, for ordinary queries, its bill are the same; it can be slow."#,
        why: #"A merge walks several ranges in parallel and skips entries that the others lack. How many depends on the data, not on the number of results."#,
        markedExample: #"  merge of (room, sentAt) and (author, sentAt)"#,
        fix: #"Add the index of the finding if the query is frequent and slow."#,
        ignoring: #"When the query is fast enough."#)
    case 2016:
      return HelpPage(
        number: 2016, name: "legacy-index-format", severity: "info", since: "0.1",
        means: #"The index file uses the old format: `collectionId` for `collectionGroup`, or `mode` for `order` and `arrayConfig`. It was read as what it means today."#,
        why: #"The Firebase CLI upgrades it too when it deploys and prints one line about it."#,
        markedExample: #"  { "collectionId": "posts", "fields": [{ "fieldPath": "at", "mode": "DESCENDING" }] }"#,
        fix: #"Write `collectionGroup`, and `order` or `arrayConfig`; `firebreak indexes suggest --write` does it."#,
        ignoring: #"When other tools need the old form."#)
    case 2017:
      return HelpPage(
        number: 2017, name: "lenient-json", severity: "warning", since: "0.1",
        means: #"The file has a comma before a closing bracket. Firebreak reads it, the Firebase CLI does not."#,
        why: #"The CLI removes comments and then reads strict JSON, so its answer is a parse error."#,
        markedExample: #"""
  "fields": [
    { "fieldPath": "at", "order": "DESCENDING" },
  ]
"""#,
        fix: #"Remove the comma."#,
        ignoring: #"Never if the file is deployed with the Firebase CLI."#)
    case 2018:
      return HelpPage(
        number: 2018, name: "index-not-necessary", severity: "error", since: "0.1",
        means: #"The file declares an index that exists automatically. The API answers 400 `this index is not necessary, configure using single field index controls` and the deploy stops."#,
        why: #"An index over one named field is a single-field index and belongs to `fieldOverrides`. An order by document name downwards, an opposite direction of `__name__` and vector indexes are accepted."#,
        markedExample: #"  { "collectionGroup": "posts", "fields": [{ "fieldPath": "at", "order": "DESCENDING" }] }"#,
        fix: #"Remove the entry. For a collection group query write a field override instead."#,
        ignoring: #"Never; the deploy fails."#)
    case 2019:
      return HelpPage(
        number: 2019, name: "index-not-for-this-edition", severity: "error", since: "0.1",
        means: #"The definition uses something that this edition or mode of Firestore does not have, such as `COLLECTION_RECURSIVE`, a density, `multikey`, `unique`, or a scope of the API other than `ANY_API` in a Standard Native database. The index cannot be created there."#,
        why: #"The API refuses definitions of the other editions."#,
        markedExample: #"  { "collectionGroup": "posts", "queryScope": "COLLECTION_RECURSIVE", "fields": [] }"#,
        fix: #"Remove the property, or check with `--edition enterprise` if the database is one."#,
        ignoring: #"Never; the deploy fails."#)
    case 2020:
      return HelpPage(
        number: 2020, name: "large-unqueried-field", severity: "info", since: "0.1",
        means: #"A large map or array is indexed although no query uses it. Each of its fields and elements costs entries in every write and in storage."#,
        why: #"Automatic indexes cover every path of a map down to its last field, and every element of an array."#,
        markedExample: #"  posts.attachments: 4 kB per document, 60 entries, no query"#,
        fix: #"Add an override with `"indexes": []` for the field."#,
        ignoring: #"When a query is about to use it."#)
    case 2021:
      return HelpPage(
        number: 2021, name: "override-removes-collection-indexes", severity: "info", since: "0.1",
        means: #"An override lists only modes in collection group scope, and thereby removes the automatic indexes that queries of single collections on this field need. Those queries are refused after the deploy; the ones that are known are errors of their own."#,
        why: #"An override replaces the whole set of the field's single-field indexes in every scope."#,
        markedExample: #"  { "collectionGroup": "posts", "fieldPath": "author", "indexes": [{ "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }] }"#,
        fix: #"Add the three collection modes: ascending, descending, and array contains."#,
        ignoring: #"When no query of a single collection uses the field."#)
    case 2022:
      return HelpPage(
        number: 2022, name: "override-without-scope", severity: "warning", since: "0.1",
        means: #"An entry of an override has no `queryScope`. It counts as `COLLECTION`, which is often not what was meant when somebody writes an override."#,
        why: #"The default scope is the collection; overrides are mostly written for collection groups."#,
        markedExample: #"  "indexes": [{ "order": "ASCENDING" }]"#,
        fix: #"Write the scope."#,
        ignoring: #"When `COLLECTION` is meant."#)
    case 2023:
      return HelpPage(
        number: 2023, name: "override-scope-not-deployed", severity: "warning", since: "0.1",
        means: #"The file and the deployed overrides differ only in scope. The Firebase CLI does not see the difference and deploys nothing."#,
        why: #"It compares the modes of an override's entries but not their `queryScope`."#,
        markedExample: #"  file: ASCENDING COLLECTION_GROUP      deployed: ASCENDING COLLECTION"#,
        fix: #"Deploy once without the override and once with it, or change it with gcloud."#,
        ignoring: #"Never if the query of the group is needed."#)
    case 2024:
      return HelpPage(
        number: 2024, name: "override-equals-default", severity: "info", since: "0.1",
        means: #"An override lists exactly the indexes that the field would have anyway. It has no effect and counts towards the limit of overrides."#,
        why: #"The default is ascending, descending and array contains in collection scope."#,
        markedExample: #"  "indexes": [ASCENDING, DESCENDING, CONTAINS, all COLLECTION]"#,
        fix: #"Remove it, unless it protects the field from an override on a map above it or on all fields."#,
        ignoring: #"When it marks an intention."#)
    case 2025:
      return HelpPage(
        number: 2025, name: "limit-to-last-flips-order", severity: "info", since: "0.1",
        means: #"The query uses `limitToLast`. It runs in the reversed order and needs the index of that order."#,
        why: #"The SDK flips every direction, takes the first results and turns them round again."#,
        markedExample: #"""
  messages where room == "a" orderBy sentAt limitToLast 20
  needs: messages (room ASC, sentAt DESC)
"""#,
        fix: #"Nothing, when the index of the reversed order exists; otherwise declare that one."#,
        ignoring: #"Always safe to ignore when no FB2001 stands beside it."#)
    case 2026:
      return HelpPage(
        number: 2026, name: "document-id-descending", severity: "warning", since: "0.1",
        means: #"The query orders by document id downwards. It needs the composite index `(__name__ DESC)`, which the console cannot create by hand."#,
        why: #"The primary key is kept in ascending order only, in both scopes. The index file and the API accept the definition."#,
        markedExample: #"  events orderBy __name__ desc limit 50"#,
        fix: #"Declare the index in the file, or store and order by a field of your own."#,
        ignoring: #"When the index is declared."#)
    case 2027:
      return HelpPage(
        number: 2027, name: "ttl-turned-off", severity: "warning", since: "0.1",
        means: #"A time-to-live policy is deployed and the file lacks it, or turns it off. A forced deploy of a file without the override, and any deploy of one that says `"ttl": false`, ends the policy."#,
        why: #"The Firebase CLI resets fields whose override is not in the file. An override without `ttl` leaves the policy as it is."#,
        markedExample: #"  deployed: sessions.expireAt, TTL      file: no override of sessions.expireAt"#,
        fix: #"Write the override with `"ttl": true`, as `firebase firestore:indexes` prints it."#,
        ignoring: #"When the documents are to stay."#)
    case 3001:
      return HelpPage(
        number: 3001, name: "syntax", severity: "error", since: "0.1",
        means: #"The rules source does not follow the grammar; the place is where reading stopped. Production refuses to deploy it, so the rules that are live stay as they were."#,
        why: #"The compiler reads the whole source before it replaces anything; one mistake keeps the old rules in force for every database of the release. After `===`, a missing bracket or a `//` inside a path nothing is guessed."#,
        markedExample: #"""
  allow read: if request.auth.uid === resource.data.owner;
                                  ^^^ equality is `==`
"""#,
        fix: #"Correct the place that the finding marks. Several problems may be shown at once; later ones can follow from the first."#,
        ignoring: #"Never; the deploy fails, and suppression comments have no effect on it."#)
    case 3002:
      return HelpPage(
        number: 3002, name: "missing-rules-version", severity: "warning", since: "0.1",
        means: #"The rules do not begin with a version, or with version 1. There a recursive wildcard does not match the collection itself and collection group queries cannot be allowed."#,
        why: #"Without a version line a source behaves as version 1. There `{x=**}` stands for one or more segments and only at the end of a header, and no rule can allow a collection group query, which must be proven for a path that begins with any number of segments."#,
        markedExample: #"""
  1️⃣service cloud.firestore {
    match /databases/{database}/documents {
      match /rooms/{room}/{rest=**} { allow read: if … }   // not for /rooms/a itself
"""#,
        fix: #"Write `rules_version = '2';` as the first statement. Check afterwards which documents recursive wildcards match in addition: with version 2 they also stand for no segment at all."#,
        ignoring: #"When the narrower meaning of version 1 is relied upon and no collection group is queried."#)
    case 3101:
      return HelpPage(
        number: 3101, name: "unknown-name", severity: "error", since: "0.1",
        means: #"The expression uses a name that is neither a variable of the path, a parameter, a local nor a built-in. Evaluation ends in an error, and an error denies."#,
        why: #"The compiler resolves no variables, so a misspelt one deploys. A function sees its parameters, its locals and the wildcards of the blocks around its declaration, but not those of the block that calls it."#,
        markedExample: #"""
  function isOwner() { return request.auth.uid == 1️⃣userId; }    // at the top of the file
  match /users/{userId} { allow read: if isOwner(); }          // `userId` is not visible in it
"""#,
        fix: #"Write the name that the finding suggests, or pass the value as an argument."#,
        ignoring: #"Never; the expression can only be an error."#)
    case 3102:
      return HelpPage(
        number: 3102, name: "unknown-function", severity: "error", since: "0.1",
        means: #"The expression calls a function that does not exist. The call is an error at run time, and an error denies."#,
        why: #"Functions are looked up when they are called. `toLowerCase`, `includes`, `startsWith` and `length` belong to JavaScript; `bool()` and `math.isInfinite()` are in the documentation and missing in production. A declared function is visible in the block that declares it and in blocks inside."#,
        markedExample: #"""
  allow read: if 1️⃣resource.data.title.toLowerCase() == 'x';    // lower()
  allow write: if 2️⃣resource.data.title.startsWith('x');       // matches('x.*')
"""#,
        fix: #"Use the function that the finding names, or move the declaration to a block around all of its callers."#,
        ignoring: #"Never; the call can only be an error."#)
    case 3103:
      return HelpPage(
        number: 3103, name: "wrong-argument-count", severity: "error", since: "0.1",
        means: #"A function is called with too many or too few arguments. The call is an error, and an error denies."#,
        why: #"The number of arguments is not checked when the rules are deployed. The most frequent case is `get('field')` of a map, which needs a default."#,
        markedExample: #"  allow read: if 1️⃣resource.data.get('public') == true;          // get('public', false)"#,
        fix: #"Pass as many arguments as the declaration or the built-in function takes."#,
        ignoring: #"Never; the call can only be an error."#)
    case 3104:
      return HelpPage(
        number: 3104, name: "unknown-property", severity: "error", since: "0.1",
        means: #"The value has no such property. Reading it is an error, which denies unless another operand of `||` allows."#,
        why: #"`request` has `auth`, `method`, `path`, `query`, `resource` and `time`; `request.auth` has `uid` and `token`; a document has `data`, `id` and `__name__`. Everything else is one level deeper: claims are in the token, fields are in `data`."#,
        markedExample: #"""
  allow read: if 1️⃣resource.owner == 2️⃣request.auth.id;
  // resource.data.owner == request.auth.uid
"""#,
        fix: #"Write the path that the finding suggests."#,
        ignoring: #"Never; reading the property is an error."#)
    case 3105:
      return HelpPage(
        number: 3105, name: "type-mismatch", severity: "error", since: "0.1",
        means: #"An operator or function gets a value of a type that it does not take, for instance a text compared with a timestamp. Such an operation is an error, and an error denies."#,
        why: #"Values are never converted: `>` compares numbers, texts, bytes, timestamps and durations, each among themselves, and `+` joins only values of one kind. `==` compares everything, but values of different types are never equal. Sets, which `affectedKeys()` and `toSet()` return, and lists, which `keys()` returns, have different methods."#,
        markedExample: #"""
  1️⃣request.time > '2026-01-01'              // timestamp.date(2026, 1, 1)
  2️⃣request.resource.data.keys().size > 0    // keys() is a list: size()
  3️⃣request.resource.data.keys().difference(['a'].toSet())   // keys().toSet()
"""#,
        fix: #"Convert one side with `string()`, `int()`, `float()` or `timestamp.date()`, call the method with `()`, or use the method of the other collection."#,
        ignoring: #"When the comparison is meant to be always false. Of fields nothing is assumed: a finding about a field rests on what the source says of its type elsewhere, and a warning about `length` on its name."#)
    case 3106:
      return HelpPage(
        number: 3106, name: "always-error", severity: "warning", since: "0.1",
        means: #"The condition, or a part of it, ends in an error whatever the request is. By itself it never allows anything."#,
        why: #"What a request has depends on its method. `request.resource` is absent on `get` and `list` and null on `delete`, `resource` is null on `create`, `request.query` is there on `list` only. Reading a part of null or of something absent is an error, and an error that no operand of `||` absorbs denies. Where the statement, or another of its block, allows each method all the same, the finding is information."#,
        markedExample: #"  allow create: if 1️⃣resource.data.owner == request.auth.uid;    // request.resource.data.owner"#,
        fix: #"Use the document that the method has, or write one statement per method."#,
        ignoring: #"Never for a whole condition. For an operand of `||` when the absorbed error is meant."#)
    case 3107:
      return HelpPage(
        number: 3107, name: "unreachable-condition", severity: "warning", since: "0.1",
        means: #"The condition, or a part of it, can never be true, and it was not written as `false`. What it seems to allow is always denied. A function that is always false is one finding, however many conditions need it."#,
        why: #"Types and earlier operands leave no value for which the operand is true. The rules deploy, and what was meant to be allowed is denied."#,
        markedExample: #"""
  allow read: if resource.data.role == 'admin' && 1️⃣resource.data.role == 'owner';
  // resource.data.role in ['admin', 'owner']
"""#,
        fix: #"Write alternatives with `||` or `in`. When nothing is meant to be allowed write `if false`, which is never reported."#,
        ignoring: #"When a condition is switched off for a while by a constant."#)
    case 3108:
      return HelpPage(
        number: 3108, name: "unknown-method", severity: "error", since: "0.1",
        means: #"The `allow` statement names a method that does not exist. It has no effect, although it looks as if it allowed something."#,
        why: #"Any word compiles after `allow`. Methods are `get`, `list`, `create`, `update` and `delete`, with `read` for the first two and `write` for the others."#,
        markedExample: #"  allow 1️⃣fetch: if request.auth != null;    // get"#,
        fix: #"Use one of the seven words."#,
        ignoring: #"Never; the word has no effect."#)
    case 3109:
      return HelpPage(
        number: 3109, name: "match-never-applies", severity: "warning", since: "0.1",
        means: #"The path of a `match` block cannot be the path of any document. Its statements never apply."#,
        why: #"Rules are matched against `/databases/(default)/documents/…` and the path of a document, which has an even number of segments. Headers inside a block are relative to it. A block that only denies denies without it, too, and is information."#,
        markedExample: #"""
  match /databases/{database}/documents {
    match 1️⃣/users { allow read; }           // /users/{uid}
    match 2️⃣/databases/{database}/documents/posts/{id} { … }   // /posts/{id}
"""#,
        fix: #"Add the missing wildcard, put the block into `match /databases/{database}/documents`, or leave out the repeated prefix."#,
        ignoring: #"Never; the statements apply to nothing."#)
    case 3110:
      return HelpPage(
        number: 3110, name: "regex-pitfall", severity: "warning", since: "0.1",
        means: #"A regular expression does something else than it seems to: `matches()` compares the whole text, and an unescaped point matches every character. The finding names the trap."#,
        why: #"`matches()` succeeds only when the pattern covers the whole text, so `^` and `$` do nothing; a pattern with just one of them was probably meant to find the start or the end. A point stands for any character, and texts of rules need two backslashes for one. Patterns are those of RE2, without lookaround and back references; production refuses to compile an invalid literal, and an invalid computed pattern is an error at run time."#,
        markedExample: #"""
  request.auth.token.email.matches(1️⃣'.*@example.com')     // also allows x@exampleXcom
  request.auth.token.email.matches('.*@example\\.com')
  resource.data.name.matches(2️⃣'^pre')                     // only the text `pre`: 'pre.*'
"""#,
        fix: #"Write `.*` at the open end, or drop the anchor; write `\\.` or `[.]` for a point."#,
        ignoring: #"When exactly this is meant."#)
    case 3111:
      return HelpPage(
        number: 3111, name: "slice-out-of-range", severity: "warning", since: "0.1",
        means: #"A slice reaches beyond the end of its list or text, or may do so because nothing tests the size. That is an error, and an error denies."#,
        why: #"A slice `[i:j]` needs 0 ≤ i < size and 1 ≤ j ≤ size. The end is not shortened to the size as in other languages, and `[0:0]` is an error as well as every slice of an empty value."#,
        markedExample: #"""
  1️⃣resource.data.code[0:3] == 'abc'            // an error for `ab`
  resource.data.code.size() >= 3 && resource.data.code[0:3] == 'abc'
"""#,
        fix: #"Test the size beside it, or use `matches('abc.*')`."#,
        ignoring: #"When shorter values are to be denied and nothing else stands in the condition."#)
    case 3112:
      return HelpPage(
        number: 3112, name: "negation-before-in", severity: "error", since: "0.1",
        means: #"A `!` stands before an `in` or `is` without parentheses. It negates the left operand and not the test."#,
        why: #"`!` binds more tightly than `in` and `is`. The negation of a text is an error, so the condition never allows."#,
        markedExample: #"""
  1️⃣!'role' in request.resource.data            // (!'role') in …
  !('role' in request.resource.data)
"""#,
        fix: #"Put the test into parentheses."#,
        ignoring: #"Never, unless the negated value is really looked for."#)
    case 3113:
      return HelpPage(
        number: 3113, name: "shadowing-name", severity: "warning", since: "0.1",
        means: #"A name hides another one of the same spelling. Readers take it for the outer one."#,
        why: #"Inside the block or function the name means the inner thing, silently. After a parameter `math` the call `math.abs(x)` is a method call on the argument."#,
        markedExample: #"""
  match /users/{userId} {
    match /posts/1️⃣{userId} { allow read: if request.auth.uid == userId; }   // of the post
"""#,
        fix: #"Rename one of the two."#,
        ignoring: #"When a parameter has the name of a wildcard on purpose and is always passed that wildcard."#)
    case 3114:
      return HelpPage(
        number: 3114, name: "duplicate-function-or-let", severity: "error", since: "0.1",
        means: #"Two functions, parameters or locals of one scope have the same name. The rules do not compile."#,
        why: #"There is no overloading: a scope has one function of a name, and a function one parameter or local of a name."#,
        markedExample: #"""
  function isOwner() { … }
  function 1️⃣isOwner(data) { … }
"""#,
        fix: #"Rename or remove one of them."#,
        ignoring: #"Never; the deploy fails."#)
    case 3201:
      return HelpPage(
        number: 3201, name: "recursion", severity: "error", since: "0.1",
        means: #"A function calls itself, directly or through others. Production refuses recursion."#,
        why: #"Conditions must end. The compiler looks for circles among the calls of declared functions."#,
        markedExample: #"  function f(x) { return x == 0 || 1️⃣f(x - 1); }"#,
        fix: #"Write out as many levels as are needed, or keep the result in the document."#,
        ignoring: #"Never; the deploy fails."#)
    case 3301:
      return HelpPage(
        number: 3301, name: "limit-headroom", severity: "info", since: "0.1",
        means: #"The rules come near one of the limits of the language, such as expressions per request or document accesses. The finding gives the share that is used."#,
        why: #"From 80 % of a limit on, the next change may be the one that is refused: 7 parameters, 11 locals (10 are promised), 20 calls within calls, 98 levels of nesting, 10 nested blocks, 20 wildcards and 100 segments of a path, 256 KiB of source when deploying, and 1,000 evaluated expressions per request, parentheses included."#,
        markedExample: #"  a `get` of `/docs/{id}` evaluates up to 999 of 1,000 expressions"#,
        fix: #"Share what several statements test, test first what decides most requests, and move inner parts into functions. For expressions functions do not help, since each call counts its body again."#,
        ignoring: #"When the rules will not grow any more."#)
    case 3302:
      return HelpPage(
        number: 3302, name: "limit-exceeded", severity: "error", since: "0.1",
        means: #"The rules are above a limit of the language. Production refuses to deploy them or denies the request that exceeds it."#,
        why: #"The compiler refuses what is nested too deeply or has too many parameters, locals, calls, blocks or wildcards. At run time a request that evaluates more than 1,000 expressions is denied at once, even if a later statement would allow it."#,
        markedExample: #"  function 1️⃣f(a, b, c, d, e, f, g, h) { … }    // 8 parameters, 7 are accepted"#,
        fix: #"Split the function, the header or the condition at the place of the finding."#,
        ignoring: #"Never; the deploy fails or the statement allows nothing."#)
    case 3303:
      return HelpPage(
        number: 3303, name: "source-too-large", severity: "error", since: "0.1",
        means: #"The source is larger than production accepts. The rules that are live stay as they were."#,
        why: #"The limit is 256 KiB for the text of the source, comments included."#,
        markedExample: #"  a source of 262,208 bytes"#,
        fix: #"Remove repetitions and long comments, or generate fewer blocks: one block with a wildcard replaces many with literal ids."#,
        ignoring: #"Never; the deploy fails."#)
    case 4001:
      return HelpPage(
        number: 4001, name: "open-read", severity: "warning", since: "0.1",
        means: #"Everybody can read these documents without signing in. Where the seed data has fields that look personal, such as an e-mail address, a phone number or a token, the finding is an error. Where neither names nor conditions say that the documents are about somebody, or where a comment or the path says that they are public, it is information."#,
        why: #"The project's configuration is in every copy of the app, so anybody can send requests to the database directly. Rules are the only gate."#,
        markedExample: #"""
  match /users/{id} {
    1️⃣allow read: if true;
  }
"""#,
        fix: #"Require `request.auth != null`, an owner or a role. Where only some fields are public, keep them in a document of their own: rules allow or deny whole documents."#,
        ignoring: #"When the documents are meant for the public, such as a catalogue. Say so in the reason of the suppression."#)
    case 4002:
      return HelpPage(
        number: 4002, name: "open-read-write", severity: "error", since: "0.1",
        means: #"Everybody can read and write these documents without signing in. Open databases are found by scanners within days."#,
        why: #"The project's configuration is in every copy of the app. Data is copied, overwritten or deleted by whoever finds it, and the reads and writes are billed to the project."#,
        markedExample: #"""
  match /{document=**} {
    1️⃣allow read, write: if true;
  }
"""#,
        fix: #"Deny by default, which needs no statement, and allow what the app needs per collection."#,
        ignoring: #"Never in rules that are deployed."#)
    case 4003:
      return HelpPage(
        number: 4003, name: "open-write", severity: "error", since: "0.1",
        means: #"Everybody can write these documents without signing in. A condition that everybody satisfies, such as `true`, no condition, or `request.auth == null`, is the same. A statement that lets everybody only `create` is a warning, and information where a comment beside it says that it is meant."#,
        why: #"Anybody can overwrite or delete them and fill the database at your expense."#,
        markedExample: #"""
  match /reviews/{id} {
    1️⃣allow write: if true;
  }
"""#,
        fix: #"Require `request.auth != null`, compare `request.auth.uid` with the owner, and validate the fields. For anonymous feedback allow only `create`, with a closed list of fields and sizes, and use App Check."#,
        ignoring: #"Never for `write`, `update` and `delete`."#)
    case 4004:
      return HelpPage(
        number: 4004, name: "expires-by-date", severity: "error", since: "0.1",
        means: #"Everybody satisfies the condition until a date, and nobody afterwards. The finding names the date."#,
        why: #"The console's test mode writes such rules. Until the date the database is open, and on it every client stops working at once."#,
        markedExample: #"  allow read, write: if 1️⃣request.time < timestamp.date(2025, 1, 31);"#,
        fix: #"Replace the date by who may do it. Do not just move it."#,
        ignoring: #"Never in rules that are deployed. A date beside a condition on the user is no finding."#)
    case 4005:
      return HelpPage(
        number: 4005, name: "signed-in-is-not-enough", severity: "warning", since: "0.1",
        means: #"Being signed in is the only condition for a write. Any account satisfies it, and anybody can have one. It is information where a comment beside it says that every account is meant."#,
        why: #"Anybody can make an account, and where anonymous sign-in is enabled everybody has one. Any account can then overwrite or delete the data of all others."#,
        markedExample: #"""
  match /posts/{id} {
    allow write: if 1️⃣request.auth != null;
  }
"""#,
        fix: #"Compare the user with the document: `resource.data.owner == request.auth.uid` for what is stored, `request.resource.data.owner == request.auth.uid` for what is new, or with a variable of the path."#,
        ignoring: #"When every user may really change every document, such as on a shared board of a closed group of accounts."#)
    case 4006:
      return HelpPage(
        number: 4006, name: "unvalidated-write", severity: "warning", since: "0.1",
        means: #"Users may write a document without a closed list of fields and without a check of a field that other rules read, or whose name says that it means rights or money. The finding names the field."#,
        why: #"A client sends any fields it likes. Writing one more field is enough to become an administrator or to lower a price."#,
        markedExample: #"""
  match /products/{id} {
    allow 1️⃣create: if request.resource.data.seller == request.auth.uid;
    allow read: if resource.data.price > 0;
  }
"""#,
        fix: #"List the fields that may be set with `request.resource.data.keys().hasOnly([…])`, and those that may change with `request.resource.data.diff(resource.data).affectedKeys().hasOnly([…])`. Check the values of those that decide."#,
        ignoring: #"When the field is harmless in the hands of the user. It is information where the field only names a person and whoever writes it is one: an author names others, and an owner hands over a document that `create` gave them, or that every account may create with any content, which is FB4005."#)
    case 4007:
      return HelpPage(
        number: 4007, name: "owner-can-change", severity: "warning", since: "0.1",
        means: #"`create` demands that the new document belongs to its author, and `update` does not check both the stored and the new owner. The document can be given away or taken over."#,
        why: #"With only the stored owner checked, a document can be given to somebody else. With only the new owner checked, anybody takes over any document by writing their own id into it."#,
        markedExample: #"""
  allow create: if request.resource.data.owner == request.auth.uid;
  allow update: if 1️⃣resource.data.owner == request.auth.uid;
"""#,
        fix: #"Add `request.resource.data.owner == resource.data.owner`, or leave the owner out of the fields that may change."#,
        ignoring: #"When handing documents over is a feature."#)
    case 4008:
      return HelpPage(
        number: 4008, name: "overlapping-match-widens", severity: "warning", since: "0.1",
        means: #"Whatever this statement allows, a broader one allows already, for the same documents and with a weaker condition. The condition restricts nothing."#,
        why: #"Statements only add up. A request is allowed as soon as one statement of any block that matches its path allows it; a more specific block does not replace a general one."#,
        markedExample: #"""
  match /{path=**} { allow read: if request.auth != null; }
  match /secrets/{id} { allow 1️⃣read: if request.auth.token.admin == true; }
"""#,
        fix: #"Restrict the broader statement, or name the collections it is meant for."#,
        ignoring: #"When the narrow statement is a reminder of what was. It is information where one block allows the same to more people (`allow read: if isAdmin();` beside `allow read: if isSignedIn();`), and where all that is broader takes a right."#)
    case 4009:
      return HelpPage(
        number: 4009, name: "unused-function", severity: "info", since: "0.1",
        means: #"No statement calls the function, neither directly nor through other functions. It guards nothing. Locals and parameters that their function does not use are reported too."#,
        why: #"A condition that was written and is called nowhere guards nothing. It may have been forgotten in the place where it is needed."#,
        markedExample: #"""
  function 1️⃣isOwner() { return resource.data.owner == request.auth.uid; }
  match /posts/{id} { allow read: if request.auth != null; }
"""#,
        fix: #"Call it where it belongs, or delete it."#,
        ignoring: #"When the function is kept for rules that are about to come."#)
    case 4010:
      return HelpPage(
        number: 4010, name: "read-covers-list", severity: "warning", since: "0.1",
        means: #"`get` is restricted, and `list` is not: whoever may not get a document finds it in a list. `read` covers both."#,
        why: #"`read` is `get` and `list` together. A list whose condition does not depend on the documents returns all of them."#,
        markedExample: #"""
  allow get: if request.auth.uid == uid;
  1️⃣allow list: if request.auth != null;
"""#,
        fix: #"Give `list` a condition on the documents that the query's filters state, such as `resource.data.owner == request.auth.uid`."#,
        ignoring: #"When the list is meant to be free and only single reads are special."#)
    case 4011:
      return HelpPage(
        number: 4011, name: "email-not-verified", severity: "warning", since: "0.1",
        means: #"Access depends on an e-mail address that need not be verified, or on a name or picture that users set themselves. Whoever signs up with the right words gets in."#,
        why: #"Anybody can sign up with the address of somebody else. Only a verified address shows that the user receives its mail."#,
        markedExample: #"  allow read: if 1️⃣request.auth.token.email.matches('.*@example[.]com');"#,
        fix: #"Add `request.auth.token.email_verified == true`. Instead of names compare `request.auth.uid` or a custom claim."#,
        ignoring: #"When all accounts come from one provider that verifies addresses, and no other provider is enabled. Where the sources sign in with Google or Apple alone, it is information: another provider may still be enabled in the project."#)
    case 4012:
      return HelpPage(
        number: 4012, name: "get-on-possibly-missing-document", severity: "info", since: "0.1",
        means: #"The data of a document is read without a test that the document exists. Where it is missing, the condition is an error."#,
        why: #"Where it is missing, `get` returns null and reading from it is an error. An error denies, unless another operand of `||` allows."#,
        markedExample: #"  allow read: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.active;"#,
        fix: #"Where a missing document should not deny, call `exists` with the same path first. Both together are billed as one read."#,
        ignoring: #"When the document always exists, or denying is what should happen without it."#)
    case 4013:
      return HelpPage(
        number: 4013, name: "costly-rule-read", severity: "warning", since: "0.1",
        means: #"Deciding one request reads three documents or more, or one per element of a list. Each of them is billed, for every request."#,
        why: #"Each document that `get` and `exists` look at is billed once per request, also when it is missing and when the request is denied. A listener pays again with every update of its result. More than 10 documents, for a query 20, are an error (FB3302 when no way needs fewer)."#,
        markedExample: #"""
  allow read: if 1️⃣get(/…/users/$(request.auth.uid)).data.active
    && get(/…/rooms/$(room)).data.open && !exists(/…/bans/$(request.auth.uid));
"""#,
        fix: #"Keep what the condition needs in one document, or put roles into custom claims, which cost nothing. Write cheap tests first: operands of `&&` after a false one are not evaluated."#,
        ignoring: #"When such requests are rare. Of writes, which are rarer than reads, it is information."#)
    case 4014:
      return HelpPage(
        number: 4014, name: "delete-denied-by-new-data", severity: "warning", since: "0.1",
        means: #"The statement seems to allow a method whose data does not exist. `request.resource` is null on delete, and `resource` is null on create."#,
        why: #"Reading a field of null is an error, and an error denies. `write` with a test of the new data therefore never allows a delete, and one with a test of the stored data never allows a create."#,
        markedExample: #"  allow write: if 1️⃣request.resource.data.title is string;"#,
        fix: #"Write `create, update` and `delete` as statements of their own."#,
        ignoring: #"When the method is meant to be denied; naming only the allowed methods says so better."#)
    case 4015:
      return HelpPage(
        number: 4015, name: "unbounded-field-size", severity: "info", since: "0.1",
        means: #"The fields of the new document are listed, and nothing bounds what some of them may hold. A client may store as much as a document can hold."#,
        why: #"A document may have a megabyte. A client can store as much in each text or list, and everybody who reads the document pays for the transfer."#,
        markedExample: #"  allow create: if 1️⃣request.resource.data.keys().hasOnly(['text']) && request.resource.data.text is string;"#,
        fix: #"Check the type and the size: `request.resource.data.text.size() <= 1000`."#,
        ignoring: #"When only trusted users write."#)
    case 4016:
      return HelpPage(
        number: 4016, name: "checked-on-create-only", severity: "warning", since: "0.1",
        means: #"A field's value is checked by one of `create` and `update`, and the other one leaves it free. The unchecked way leads to the same data."#,
        why: #"Both lead to the same data. A client creates what is valid and then updates it to what is not."#,
        markedExample: #"""
  allow create: if request.resource.data.stars <= 5 && request.resource.data.author == request.auth.uid;
  allow 1️⃣update: if resource.data.author == request.auth.uid;
"""#,
        fix: #"Put the checks into a function and call it for both, or keep the field from changing."#,
        ignoring: #"When the check only makes sense once. It is information where `create` only sets the state that a document begins with: `status == 'requested'`, and where the update lists a state among the few fields that may change."#)
    case 4017:
      return HelpPage(
        number: 4017, name: "self-granted-role", severity: "error", since: "0.1",
        means: #"A right is read from a document that the same user may write, the field included. Every user can give it to themselves."#,
        why: #"`get(/users/$(request.auth.uid)).data.role == 'admin'` is only worth as much as the rules of `/users/{uid}`."#,
        markedExample: #"""
  match /users/{uid} { allow write: if request.auth.uid == uid; }
  match /posts/{id} {
    allow delete: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
  }
"""#,
        fix: #"Keep the field out of what users may create and change, move it to a document that only the server writes, or use a custom claim."#,
        ignoring: #"Never, unless the field gives no right."#)
    case 4018:
      return HelpPage(
        number: 4018, name: "list-without-limit", severity: "info", since: "0.1",
        means: #"A list of a collection with personal data, or of one that grows with use, is allowed without a bound on its size. One query can return, and bill, all of it."#,
        why: #"One request can read, and bill, the whole collection."#,
        markedExample: #"  match /messages/{id} { allow 1️⃣list: if request.auth != null; }"#,
        fix: #"Add `request.query.limit <= 100`. Queries without a limit are then denied."#,
        ignoring: #"When the collection stays small."#)
    case 4019:
      return HelpPage(
        number: 4019, name: "wide-recursive-wildcard", severity: "warning", since: "0.1",
        means: #"A recursive wildcard lets ordinary users write, or read collections with sensitive data. With version 2 it may also match the document before it. What lies below one collection is information: it is mostly meant so; and so is what FB4002 or FB4005 says of the same statement."#,
        why: #"It covers everything below, also collections that are added later by somebody who does not think of these rules. In version 2 `{rest=**}` matches no segment too, so `/users/{uid}/{rest=**}` includes `/users/{uid}`."#,
        markedExample: #"""
  match /{document=**} {
    allow 1️⃣write: if request.auth != null;
  }
"""#,
        fix: #"Write a block for each collection. A wildcard for administrators, or below the user's own document, is no finding."#,
        ignoring: #"When all documents below really have the same owner and the same shape."#)
    case 4020:
      return HelpPage(
        number: 4020, name: "ineffective-deny", severity: "warning", since: "0.1",
        means: #"A statement with the condition `false` stands beside one that allows the same. False does not deny."#,
        why: #"There is no deny. `false` only means that this statement does not allow; any other statement of a matching block still can."#,
        markedExample: #"""
  match /{path=**} { allow read: if request.auth != null; }
  match /secrets/{id} { allow 1️⃣read: if false; }
"""#,
        fix: #"Restrict the statement that allows. What no statement allows is denied."#,
        ignoring: #"When the other statement is the intended exception, such as one for administrators."#)
    case 4021:
      return HelpPage(
        number: 4021, name: "missing-field-hazard", severity: "info", since: "0.1",
        means: #"A comparison is meant to hold for documents without the field, and is an error for them. An error denies, so these documents are refused. Where the seed data has no document with the field, the finding is a warning."#,
        why: #"A missing field is not null. Reading it is an error, so `data.x == null`, `!data.x` and `data.x != 'a'` are errors too, and an error denies."#,
        markedExample: #"  allow read: if 1️⃣resource.data.deletedAt == null;"#,
        fix: #"Read it with a default, `resource.data.get('deletedAt', null) == null`, or test `'deletedAt' in resource.data` first."#,
        ignoring: #"When every document has the field."#)
    case 4022:
      return HelpPage(
        number: 4022, name: "error-absorbed", severity: "info", since: "0.1",
        means: #"An operand of `||` is an error for typical documents, and the operand beside it is satisfied by every signed-in user. The broad operand decides alone."#,
        why: #"`||` absorbs errors: `error || true` is true, whichever side the error is on. What looks like a restriction restricts nothing."#,
        markedExample: #"  allow get: if 1️⃣resource.data.private != true || request.auth != null;"#,
        fix: #"Decide which of the two is meant, and test first that the value is there."#,
        ignoring: #"When the broad operand is intended."#)
    case 4023:
      return HelpPage(
        number: 4023, name: "list-rule-unprovable", severity: "warning", since: "0.1",
        means: #"A list depends on something about the documents that no filter of a query states. Production denies all such lists, since rules are not filters."#,
        why: #"Rules are not filters. A list is allowed only when its filters prove the condition for every document it could return. No filter says that a field is missing or which fields there are, and a pattern follows only from a fixed value. Such a rule may work in Google's emulator."#,
        markedExample: #"  allow list: if 1️⃣!('deleted' in resource.data);"#,
        fix: #"Store what the rule needs in a field of every document, compare it in the rule, and add the filter to the query: `resource.data.deleted == false` and `where('deleted', '==', false)`."#,
        ignoring: #"When the collection is never queried; then write `get` instead of `read`."#)
    case 4024:
      return HelpPage(
        number: 4024, name: "passes-in-emulator-only", severity: "warning", since: "0.1",
        means: #"A list depends on the absence of a field. It passes in Google's emulator and is not proved in production."#,
        why: #"The emulator evaluates lists on a document that has only the fields the query filters on, so a test of absence is true for every query. Production needs a proof."#,
        markedExample: #"  allow list: if 1️⃣!resource.data.keys().hasAll(['bannedAt']);"#,
        fix: #"Compare a field that every document has, and filter on it."#,
        ignoring: #"When the collection is never queried."#)
    case 4025:
      return HelpPage(
        number: 4025, name: "hard-coded-identity", severity: "info", since: "0.1",
        means: #"A user id, an address, a phone number or a secret is written into the rules. It is no longer private, and changing it needs a deploy."#,
        why: #"Everybody with access to the project or its repository reads it, and each change needs a deploy. A secret that clients send is no secret: they all have it."#,
        markedExample: #"  allow write: if request.auth.uid == 1️⃣'kX2v9QpLmN3bR7sT1wYz5aBcDeF2';"#,
        fix: #"Use a custom claim, or a document that lists who has the right and that only the server writes."#,
        ignoring: #"For a first administrator of a small project."#)
    case 4026:
      return HelpPage(
        number: 4026, name: "client-time-accepted", severity: "info", since: "0.1",
        means: #"A moment that the client supplies is only bounded by the time of the request, or only has to be a timestamp. The client can write any past moment."#,
        why: #"Clients can write any past moment. Sorting, quotas and billing by that field can be cheated."#,
        markedExample: #"  allow create: if 1️⃣request.resource.data.createdAt <= request.time;"#,
        fix: #"Write `request.resource.data.createdAt == request.time`; it holds exactly when the app sets a server timestamp."#,
        ignoring: #"When users really choose the moment, such as that of an event."#)
    case 4027:
      return HelpPage(
        number: 4027, name: "free-counter-change", severity: "info", since: "0.1",
        means: #"An update may change a counter by any amount. Nothing ties the new value to the stored one."#,
        why: #"The app adds one; a client that talks to the database directly adds a million."#,
        markedExample: #"  allow update: if 1️⃣request.resource.data.diff(resource.data).affectedKeys().hasOnly(['likes']);"#,
        fix: #"Tie the new value to the stored one: `request.resource.data.likes == resource.data.likes + 1`."#,
        ignoring: #"When the number only concerns its owner."#)
    case 4028:
      return HelpPage(
        number: 4028, name: "delete-not-separate", severity: "info", since: "0.1",
        means: #"`write` lets ordinary users delete as well. The statement does not say so."#,
        why: #"`write` is `create`, `update` and `delete`. A delete cannot be validated and not be undone, and mostly deserves a condition of its own."#,
        markedExample: #"  allow 1️⃣write: if request.auth.uid == uid;"#,
        fix: #"Write `create, update`, and a statement for `delete` where it is needed."#,
        ignoring: #"When users may delete what they may change."#)
    case 4029:
      return HelpPage(
        number: 4029, name: "get-instead-of-get-after", severity: "info", since: "0.1",
        means: #"A condition describes what the batch itself does, and looks at the other document with `get`. There it sees the state before the batch."#,
        why: #"`get` sees the database before the batch, `getAfter` sees it with all writes of the batch. A time that equals `request.time` can only have been written by this very request."#,
        markedExample: #"  allow create: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.lastPost == request.time;"#,
        fix: #"Write `getAfter` with the same path, and let the app write both documents in one batch."#,
        ignoring: #"Never; with `get` the condition is never true."#)
    case 4030:
      return HelpPage(
        number: 4030, name: "rules-data-mismatch", severity: "info", since: "0.1",
        means: #"Rules and seed data do not fit: a collection of the data that no rule matches, or a block for a collection that the data does not have."#,
        why: #"One of the two is probably mistyped. Without a rule everything is denied to clients."#,
        markedExample: #"  match 1️⃣/mesages/{id} { allow read: if request.auth != null; }"#,
        fix: #"Correct the name, add a block, or add a document to the seed data."#,
        ignoring: #"When only the server uses the collection, or its documents come later."#)
    case 4101:
      return HelpPage(
        number: 4101, name: "list-not-provable", severity: "error", since: "0.1",
        means: #"A list query can return a document that the rules do not allow, and the finding shows one. Production denies the whole query, since rules are not filters."#,
        why: #"Before it reads a document the service decides whether the rule holds for everything that the query could return. One possible document for which it does not is enough."#,
        markedExample: #"""
  allow list: if resource.data.owner == request.auth.uid;
  firestore.collection("orders").orderBy("total")
"""#,
        fix: #"Add the filter that the finding names to the query, here `where("owner", "==", uid)`, or let the rule allow what the query asks."#,
        ignoring: #"When a workload is meant to show the denial: then declare it there with `expect:`."#)
    case 4103:
      return HelpPage(
        number: 4103, name: "proof-unknown", severity: "info", since: "0.1",
        means: #"Neither a proof nor a counterexample was found for a query under its rule. In production mode the list is denied at run time, because production allows only what it can prove."#,
        why: #"Production, too, allows a list query only if it can prove that the rule holds for all results. What neither proves nor refutes is denied there."#,
        markedExample: #"  allow list: if resource.data.path.matches("^public/.*");"#,
        fix: #"Compare fields with `==`, `in` or the bounds of the query, which can be proven, and keep patterns for single documents."#,
        ignoring: #"When you have seen production allow this very query under this very rule."#)
    case 4104:
      return HelpPage(
        number: 4104, name: "document-denied", severity: "error", since: "0.1",
        means: #"The sources read or write a single document that no statement of the rules lets through: none covers the method there, or only statements whose condition is `false`. Production denies it to everybody."#,
        why: #"What no statement allows is denied, whatever the document holds and whoever asks. The app sees PERMISSION_DENIED."#,
        markedExample: #"""
  match /users/{uid} { allow read: if request.auth.uid == uid; }
  setDoc(doc(db, "users", uid), profile)
"""#,
        fix: #"Add a statement for the method with the condition that it needs, or move the request to a server."#,
        ignoring: #"When the rules that are deployed are others than those of the project."#)
    case 5001:
      return HelpPage(
        number: 5001, name: "test-failed", severity: "error", since: "0.1",
        means: #"A rules test got the other decision than it expects. The finding shows the deciding statement with its values."#,
        why: #"The case is decided by the evaluator that also serves the emulator, in the order and with the limits of production. The request would be decided the same way there."#,
        markedExample: #"  - {name: stranger cannot, as: bob, get: orders/o1, expect: deny}"#,
        fix: #"Read the conditions and values that the finding lists. Then correct the rule, or the expectation if that is wrong (`firebreak rules test --update`)."#,
        ignoring: #"Never; remove or correct the case."#)
    case 5002:
      return HelpPage(
        number: 5002, name: "wrong-reason", severity: "error", since: "0.1",
        means: #"A rules test got the expected decision for another reason than the expected one. The condition that the test is about may not be reached at all."#,
        why: #"A denial has many possible reasons: a missing statement, an error in a condition, another rule. A test that is satisfied by any of them keeps passing after the rule it was written for is gone."#,
        markedExample: #"  - {name: wrong owner, as: bob, get: orders/o1, expect: deny, because: "firestore.rules:13"}"#,
        fix: #"Arrange the data and the user so that only the condition in question decides, or correct `because:`."#,
        ignoring: #"Never; leave out `because:` where the reason does not matter."#)
    case 5003:
      return HelpPage(
        number: 5003, name: "coverage-below-threshold", severity: "error", since: "0.1",
        means: #"The tests cover less of the rules than the configuration asks for. The share is compared exactly and shown rounded down."#,
        why: #"A condition that no test evaluates can say anything. Rules are the only protection that data has from its clients, and they are changed under time pressure."#,
        markedExample: #"""
  $ firebreak rules coverage --threshold 95
  Expressions 88.4 % (threshold 95 %)
"""#,
        fix: #"`firebreak rules coverage` lists what was never evaluated, never true or never false; write cases for it."#,
        ignoring: #"When the threshold was raised on purpose before the tests are written; lower it for as long as that takes."#)
    case 5004:
      return HelpPage(
        number: 5004, name: "no-tests-run", severity: "warning", since: "0.1",
        means: #"No test was found or selected. A run without tests proves nothing and must not look like success."#,
        why: #"A renamed folder or a mistyped filter is enough, and a pipeline that runs nothing stays green for months."#,
        markedExample: #"  $ firebreak rules test rules/ordres"#,
        fix: #"Name the case files or their folder, or add `tests` to `firebreak.json`. The help line says what was looked for."#,
        ignoring: #"Until the first test is written."#)
    case 5005:
      return HelpPage(
        number: 5005, name: "denial-not-expected", severity: "error", since: "0.1",
        means: #"While the child program ran, a request was denied that no test expected. The program may have ignored the error."#,
        why: #"Client libraries report a denied write to a callback that apps often leave empty, and a denied listener just ends. The test suite passes, and in production the screen stays blank."#,
        markedExample: #"  $ firebreak emulator exec --fail-on-findings -- npm test"#,
        fix: #"Correct the rule or the request. If the test provokes the denial on purpose, let it expect the error."#,
        ignoring: #"When a program is known to probe for permissions."#)
    case 6001:
      return HelpPage(
        number: 6001, name: "json-syntax", severity: "error", since: "0.1",
        means: #"The rules file of the Realtime Database is not the JSON that the upload accepts. The rules that are live stay as they were."#,
        why: #"The service parses the whole document before it replaces the live rules, and refuses all of it for one mistake. Comments are allowed, and a text may go over several lines; a trailing comma, a key that is written twice or a second top-level key is not."#,
        markedExample: #"  {"rules": {".read": true1️⃣,}}"#,
        fix: #"Correct the place that the finding points to. The document has the single top-level key `rules`."#,
        ignoring: #"Never; the file cannot be deployed."#)
    case 6002:
      return HelpPage(
        number: 6002, name: "unknown-rule-key", severity: "error", since: "0.1",
        means: #"The rules have a shape that the upload refuses: a key that begins with a point and is no rule, a rule or an index that is neither text nor what else it may be, a location that is no object, two variables at one location, or one variable twice on a path."#,
        why: #"Names that begin with a point are reserved for rules. An unknown one is refused instead of being taken for a child, since a mistyped `.write` would otherwise leave a node without its rule. A `$variable` stands for all keys without rules of their own, so a location has one, and below it the name is taken."#,
        markedExample: #"  {"rules": {"users": {1️⃣".reed": "auth != null"}}}"#,
        fix: #"Write `.read`, `.write`, `.validate` or `.indexOn`; give each location an object, and each variable on a path a name of its own."#,
        ignoring: #"Never; the file cannot be deployed."#)
    case 6003:
      return HelpPage(
        number: 6003, name: "expression-error", severity: "error", since: "0.1",
        means: #"An expression does not compile: its syntax, a type, a name, a pattern of `matches`, or a method that does not exist. The upload is refused."#,
        why: #"Expressions are compiled when they are uploaded, with static types: a rule must be a boolean, and only a few methods exist. `numChildren()`, `key` and functions of your own do not; `newData` does not exist in `.read`, and `query` only there."#,
        markedExample: #"  {"rules": {"list": {".read": "data.1️⃣numChildren() < 10"}}}"#,
        fix: #"Use the nearest form that exists, which the help line names, such as `hasChildren()` or a counter that is kept beside the list."#,
        ignoring: #"Never; the file cannot be deployed."#)
    case 6004:
      return HelpPage(
        number: 6004, name: "missing-index-on", severity: "warning", since: "0.1",
        means: #"A query orders by a child without an `.indexOn`. REST requests and gets fail; listeners download the whole node and sort on the device."#,
        why: #"Without the index the service cannot answer such a query by itself. It refuses a get or a REST request, and sends a listener everything below the node, which the SDK sorts and bills you for."#,
        markedExample: #"""
  ref.child("scores").orderByChild("points").limitToLast(10)
  {"rules": {"scores": {".read": true}}}
"""#,
        fix: #"Add `".indexOn": ["points"]` to the node that is queried."#,
        ignoring: #"For a node that stays small, such as a list of ten settings."#)
    case 6005:
      return HelpPage(
        number: 6005, name: "shadowed-by-parent-grant", severity: "error", since: "0.1",
        means: #"A deeper rule is meant to restrict what a rule above it has granted. Grants cascade downwards and cannot be revoked."#,
        why: #"Rules are evaluated from the root downwards, and the first that grants ends the evaluation. A rule further down is then never asked."#,
        markedExample: #"  {"rules": {".read": "auth != null", "private": {".read": 1️⃣false}}}"#,
        fix: #"Grant further down: move the permission from the ancestor to those children that it is meant for."#,
        ignoring: #"Never; the restriction does not exist. It is information where the rule above only lets more people create what is not there yet: of what exists both say the same."#)
    case 6006:
      return HelpPage(
        number: 6006, name: "validate-is-no-guard", severity: "warning", since: "0.1",
        means: #"A `.validate` rule is used as a guard. It is not evaluated for deletes, and never for reads."#,
        why: #"`.validate` is evaluated after a write was permitted, and only for what exists afterwards. A delete leaves nothing to validate."#,
        markedExample: #"  {"rules": {"posts": {"$id": {".write": true, ".validate": "1️⃣auth.uid === 'editor'"}}}}"#,
        fix: #"Put what concerns the user, and what concerns deletes, into `.write`. Keep `.validate` for the shape of the data."#,
        ignoring: #"When the rule is a second line behind a `.write` that says the same."#)
    case 6007:
      return HelpPage(
        number: 6007, name: "val-of-container", severity: "error", since: "0.1",
        means: #"A text or list method is applied to the value of a node that has children. That is an error, and an error denies."#,
        why: #"`val()` of a node with children is an object, and objects have neither `length` nor `contains`. The error makes the whole rule false."#,
        markedExample: #"  {"rules": {"rooms": {"$id": {".read": "data.child('members').val().1️⃣contains(auth.uid)"}}}}"#,
        fix: #"Store members as keys, `{"members": {"uid": true}}`, and ask `data.child('members').hasChild(auth.uid)`."#,
        ignoring: #"Never; the rule denies everybody."#)
    case 6008:
      return HelpPage(
        number: 6008, name: "compares-containers", severity: "warning", since: "0.1",
        means: #"Two nodes with children are compared by `val()`. Such a comparison does not compare their content."#,
        why: #"Objects are not compared member by member in rules, so such a test says nothing about whether something has changed."#,
        markedExample: #"""
  {"rules": {"$id": {
    ".write": "1️⃣newData.child('tags').val() === data.child('tags').val()",
    "tags": {"$tag": {".validate": "newData.isBoolean()"}}
  }}}
"""#,
        fix: #"Compare the children one by one, or ask `exists()` where existence is meant."#,
        ignoring: #"When model and data guarantee that the node never has children."#)
    case 6009:
      return HelpPage(
        number: 6009, name: "null-equals-null", severity: "error", since: "0.1",
        means: #"Both sides of an equality can be null at once, and then they are equal. A signed-out client passes a test that was meant for an owner."#,
        why: #"A missing node has the value null, and so has `auth.uid` of somebody who is not signed in. Null equals null."#,
        markedExample: #"  {"rules": {"posts": {"$id": {".write": "1️⃣data.child('owner').val() === auth.uid"}}}}"#,
        fix: #"Write `auth != null && data.child('owner').val() === auth.uid`, and say what holds for a node that does not exist yet."#,
        ignoring: #"Never; anybody without an account passes."#)
    case 6010:
      return HelpPage(
        number: 6010, name: "error-before-or", severity: "warning", since: "0.1",
        means: #"The left operand of `||` can end in an error. An error ends the evaluation, so that the right operand is not tried."#,
        why: #"`||` absorbs no errors here, unlike in the rules of Firestore: an error on its left side makes the rule false, although the right side would allow the request."#,
        markedExample: #"  {"rules": {"$id": {".read": "data.child('tags').val().1️⃣contains('public') || auth.uid === 'admin'"}}}"#,
        fix: #"Put the operand that cannot fail first, or guard the other one with `isString()`."#,
        ignoring: #"When the value is always there and always of this type."#)
    case 6011:
      return HelpPage(
        number: 6011, name: "unguarded-value", severity: "warning", since: "0.1",
        means: #"A value is used without a test of its type or existence. Where it is absent or of another type the evaluation ends in an error."#,
        why: #"A call on null, or on a value of another type, is an error, and an error denies. What was written by an old version of the app can look different from what you expect."#,
        markedExample: #"  {"rules": {"$id": {".read": "data.child('title').val().1️⃣length < 80"}}}"#,
        fix: #"Test first: `data.child('title').isString() && data.child('title').val().length < 80`."#,
        ignoring: #"When a `.validate` rule has guaranteed the type ever since the node exists."#)
    case 6012:
      return HelpPage(
        number: 6012, name: "open-root", severity: "error", since: "0.1",
        means: #"The root is open to everybody, or to everybody who is signed in. All that is stored now and later is included."#,
        why: #"Permissions go downwards and cannot be taken back. Anybody can get an account in most apps, so asking for one is hardly a condition."#,
        markedExample: #"  {"rules": {".read": 1️⃣true, ".write": "2️⃣auth != null"}}"#,
        fix: #"Remove the rule at the root and grant per node, to owners or members."#,
        ignoring: #"Never for rules that are deployed."#)
    case 6013:
      return HelpPage(
        number: 6013, name: "public-node", severity: "warning", since: "0.1",
        means: #"A node can be read or written by everybody. For writes the finding is an error; where nothing but creating is open to everybody, as a form may be meant, it is a warning."#,
        why: #"The address of the database is in every copy of the app. Whoever knows it can download the node, or fill it at your expense."#,
        markedExample: #"  {"rules": {"reviews": {".read": true, ".write": 1️⃣true}}}"#,
        fix: #"Require a user and validate what is written. For public lists allow reading with a limit, `query.limitToFirst <= 50`."#,
        ignoring: #"For reading, when the node is meant for the public and small."#)
    case 6014:
      return HelpPage(
        number: 6014, name: "redundant-rule", severity: "info", since: "0.1",
        means: #"A deeper rule grants nothing beyond what a rule above it grants. It can go."#,
        why: #"Evaluation ends at the first rule that grants. What the deeper one says has no effect, and readers of the file take it for a restriction."#,
        markedExample: #"  {"rules": {"posts": {".read": "auth != null", "$id": {".read": "1️⃣auth != null"}}}}"#,
        fix: #"Remove the deeper rule, or the one above it if the deeper one is what was meant."#,
        ignoring: #"When the rule above is about to be removed."#)
    case 6015:
      return HelpPage(
        number: 6015, name: "unreachable-list", severity: "warning", since: "0.1",
        means: #"A client listens to a node without a read rule at or above it, while its children have one. Rules are not filters, so the listener is denied as a whole. Where no rule grants the read of anything there, neither at the node nor above or below it, the finding is an error."#,
        why: #"A read is decided at the node that is read and above it. Rules of children do not filter a list."#,
        markedExample: #"""
  {"rules": {"chats": {"$id": {".read": "data.child('members').hasChild(auth.uid)"}}}}
  ref.child("chats").on("value", show)
"""#,
        fix: #"Keep a list of ids per user, readable by that user, and listen to each chat by its id."#,
        ignoring: #"When the app handles the denial and does not depend on the list."#)
    case 6016:
      return HelpPage(
        number: 6016, name: "literal-shadows-wildcard", severity: "warning", since: "0.1",
        means: #"A literal child lacks the rules that its wildcard sibling has. The wildcard does not apply to a key that is named."#,
        why: #"At each level a literal key wins over `$name`, completely: rules of the wildcard are not consulted for it, even if the literal branch has none."#,
        markedExample: #"  {"rules": {"users": {"$uid": {".validate": "newData.hasChild('name')"}, 1️⃣"system": {".write": "auth.uid === 'bot'"}}}}"#,
        fix: #"Repeat the rule in the literal branch, or give what it holds a place of its own."#,
        ignoring: #"When the literal key is meant to be exempt."#)
    case 6017:
      return HelpPage(
        number: 6017, name: "no-validate", severity: "warning", since: "0.1",
        means: #"A node can be written and nothing validates what is written. Any shape and size is accepted."#,
        why: #"Clients are not only your app. Without `.validate` a single write can store megabytes, or a text where all readers expect a number."#,
        markedExample: #"  {"rules": {"notes": {"$id": {".write": "1️⃣auth != null"}}}}"#,
        fix: #"Add `.validate` with the fields and their types, bound the length of texts, and close the list with `"$other": {".validate": false}`."#,
        ignoring: #"When only trusted servers write here. Where users write below their own id alone, it is information."#)
    case 6018:
      return HelpPage(
        number: 6018, name: "owner-overwritten", severity: "warning", since: "0.1",
        means: #"Ownership is tested in the new data only. Anybody can overwrite somebody else's node by naming themselves as owner."#,
        why: #"`newData` is what the writer sends. Who asks only for its owner lets everybody name themselves."#,
        markedExample: #"  {"rules": {"posts": {"$id": {".write": "1️⃣newData.child('owner').val() === auth.uid"}}}}"#,
        fix: #"Also test what is stored: `!data.exists() || data.child('owner').val() === auth.uid`."#,
        ignoring: #"Never; any node can be taken over."#)
    case 6019:
      return HelpPage(
        number: 6019, name: "owner-cannot-delete", severity: "info", since: "0.1",
        means: #"An owner can create but never delete. That may be meant, and often is not."#,
        why: #"After a delete there is no `newData`, so a condition on its fields is false and the delete is denied."#,
        markedExample: #"  {"rules": {"posts": {"$id": {".write": "1️⃣newData.child('owner').val() === auth.uid && !data.exists()"}}}}"#,
        fix: #"Allow it by name: `!newData.exists() && data.child('owner').val() === auth.uid`."#,
        ignoring: #"When entries are to stay, as in a log."#)
    case 6020:
      return HelpPage(
        number: 6020, name: "open-create", severity: "error", since: "0.1",
        means: #"Anybody who is signed in can create the node without being a member of it. Strangers can fill it."#,
        why: #"`!data.exists()` alone is true for every free key. Anybody can create a room, or one that pretends to be somebody else's."#,
        markedExample: #"""
  {"rules": {"rooms": {"$id": {
    ".write": "auth != null && (!1️⃣data.exists() || data.child('members').hasChild(auth.uid))"
  }}}}
"""#,
        fix: #"Demand that the creator is a member of what is created: `newData.child('members').hasChild(auth.uid)`."#,
        ignoring: #"When rooms are public and nobody owns them."#)
    case 6021:
      return HelpPage(
        number: 6021, name: "non-member-write", severity: "error", since: "0.1",
        means: #"A write rule below a node that is guarded by membership does not test membership. Everybody can write there."#,
        why: #"A `.write` below grants on its own; the condition above is not added to it. Who may write their own entry of the list of members joins; where no other condition is asked for, that anybody may is only told."#,
        markedExample: #"""
  {"rules": {"rooms": {"$id": {
    ".read": "data.child('members').hasChild(auth.uid)",
    "messages": {"$m": {".write": "1️⃣auth != null"}}
  }}}}
"""#,
        fix: #"Repeat the test of membership: `data.parent().parent().child('members').hasChild(auth.uid)`."#,
        ignoring: #"When strangers may write here on purpose, as to a mailbox."#)
    case 6022:
      return HelpPage(
        number: 6022, name: "stale-root", severity: "warning", since: "0.1",
        means: #"A rule reads through `root` what the same update creates. `root` is the state before the update."#,
        why: #"All paths of one update are judged by the state before it. What it creates itself is not there yet."#,
        markedExample: #"  {"rules": {"messages": {"$room": {"$m": {".write": "root.child('rooms/' + $room).exists()"}}}}}"#,
        fix: #"Reach the new state through `newData`: `newData.parent().parent().parent().child('rooms/' + $room).exists()`."#,
        ignoring: #"When the node is always created by an earlier request."#)
    case 6023:
      return HelpPage(
        number: 6023, name: "fan-out-denied", severity: "error", since: "0.1",
        means: #"A client writes a branch of another user that the rules restrict to its owner. The whole multi-path update is denied."#,
        why: #"A multi-path update is one operation: permitted as a whole or denied as a whole, the sender's own branch included."#,
        markedExample: #"""
  {"rules": {"inbox": {"$uid": {".write": "auth.uid === $uid"}}}}
  ref.update({"inbox/alice/m1": message, "inbox/bob/m1": message})
"""#,
        fix: #"Let the recipient's branch accept exactly what a sender adds, for instance new messages whose `from` is the sender, or let a server write it."#,
        ignoring: #"Never; the update fails for every user."#)
    case 6024:
      return HelpPage(
        number: 6024, name: "index-drift", severity: "error", since: "0.1",
        means: #"Indexes shown in one place are absent from the deployed rules. Queries that rely on them fail or download too much."#,
        why: #"Only what is deployed counts. An index in a document or an answer on the web helps no query."#,
        markedExample: #"""
  ".indexOn": ["createdAt"]
  {"rules": {"posts": {".read": "auth != null"}}}
"""#,
        fix: #"Add the index to the rules file that is deployed."#,
        ignoring: #"When the other place describes another project."#)
    case 6025:
      return HelpPage(
        number: 6025, name: "unused-index-on", severity: "info", since: "0.1",
        means: #"No query uses this `.indexOn`. It costs storage and time with each write."#,
        why: #"Every index is kept up to date with each write below its node, and its entries are stored."#,
        markedExample: #"  {"rules": {"posts": {".indexOn": ["title", "createdAt"]}}}"#,
        fix: #"Remove the child that no query orders by."#,
        ignoring: #"When something outside the files that were looked at uses it, such as a script."#)
    case 6026:
      return HelpPage(
        number: 6026, name: "query-rule-without-index", severity: "error", since: "0.1",
        means: #"A rule demands an order in the query that has no index. Every allowed query is then a slow one."#,
        why: #"The rule forces clients to order by a child, and without an index every such query downloads the node or is refused."#,
        markedExample: #"  {"rules": {"posts": {".read": "1️⃣query.orderByChild === 'owner' && query.equalTo === auth.uid"}}}"#,
        fix: #"Add `".indexOn": ["owner"]` beside the rule."#,
        ignoring: #"Never; the rule and the index belong together."#)
    case 6027:
      return HelpPage(
        number: 6027, name: "unbounded-listen", severity: "warning", since: "0.1",
        means: #"A client listens to a list without a limit. It downloads all of it, and what is added later."#,
        why: #"A listener first receives all children, then every change to them. The list grows for as long as the app exists, and each start of the app pays for all of it. For a list of one user, one whose name says that there are few (rooms, members), and one below an id that is neither in the order of time nor listened to for each new child, it is information: it may be short and stay so."#,
        markedExample: #"  ref.child("messages").child(room).on("value", show)"#,
        fix: #"Add `limitToLast(50)` and page backwards; for what is newer, `startAt` with the last key that is known."#,
        ignoring: #"For a list that has a small natural bound, such as the members of a family."#)
    case 6028:
      return HelpPage(
        number: 6028, name: "list-without-limit-rule", severity: "info", since: "0.1",
        means: #"A list can be read without the rules demanding a limit. One client can download all of it."#,
        why: #"What the app asks for is no limit for others. Whoever may read the list can ask for all of it, again and again."#,
        markedExample: #"  {"rules": {"posts": {".read": 1️⃣true, "$id": {".validate": "newData.hasChild('title')"}}}}"#,
        fix: #"Demand it: `query.limitToFirst <= 100 || query.limitToLast <= 100`, written with the existing condition."#,
        ignoring: #"For small lists, or where only trusted users may read."#)
    case 6029:
      return HelpPage(
        number: 6029, name: "presence-pitfall", severity: "warning", since: "0.1",
        means: #"The presence of users is visible too widely, or survives a lost connection. One boolean per user is wrong as soon as a user has two devices."#,
        why: #"The server notices a lost connection and runs `onDisconnect`, but for one device at a time. With one boolean the phone that disconnects marks the user as away who still works at a desk."#,
        markedExample: #"""
  {"rules": {"presence": {"$uid": {".write": "auth.uid === $uid", ".validate": "1️⃣newData.isBoolean()"}}}}
  ref.child("presence/" + uid).set(true)
"""#,
        fix: #"Keep one child per connection, remove it with `onDisconnect().remove()`, and let only those read it who need it."#,
        ignoring: #"When users have one device by nature, such as a kiosk."#)
    case 6030:
      return HelpPage(
        number: 6030, name: "personal-data-exposed", severity: "warning", since: "0.1",
        means: #"Addresses or telephone numbers lie below a node that many can read. Grants cascade to them."#,
        why: #"A permission for a node is one for all that lies below it, including fields that are added later."#,
        markedExample: #"""
  {"rules": {"users": {".read": "1️⃣auth != null"}}}
  {"users": {"alice": {"name": "Alice", "email": "alice@example.com"}}}
"""#,
        fix: #"Split the node: `profiles` for what others may see, `accounts/$uid` for what only the owner may."#,
        ignoring: #"When the addresses are meant to be known to all users, as in a company."#)
    case 6031:
      return HelpPage(
        number: 6031, name: "array-of-ids", severity: "warning", since: "0.1",
        means: #"Ids are stored as a list. Lists are rewritten as a whole, and two writers overwrite each other."#,
        why: #"A list is an object with the keys 0, 1, 2. Removing one element rewrites the others, and rules cannot ask whether a list contains something."#,
        markedExample: #"""
  {"rules": {"rooms": {"$room": {".read": "1️⃣data.child('members').val().contains(auth.uid)"}}}}
  {"rooms": {"r1": {"members": ["alice", "bob"]}}}
"""#,
        fix: #"Use the ids as keys: `{"members": {"alice": true, "bob": true}}`."#,
        ignoring: #"For a list that is written once and read as a whole."#)
    case 6032:
      return HelpPage(
        number: 6032, name: "counter-read-modify-write", severity: "warning", since: "0.1",
        means: #"A counter is read, changed and written. Two clients lose one of their changes; an increment on the server does not."#,
        why: #"Between reading and writing somebody else writes, too. The later write stores a number that does not know of the earlier one."#,
        markedExample: #"  const n = (await get(likes)).val(); await set(likes, n + 1)"#,
        fix: #"Use `increment(1)`, which the server applies, or a transaction where the next value depends on more."#,
        ignoring: #"When exactly one client ever writes the counter."#)
    case 6033:
      return HelpPage(
        number: 6033, name: "unvalidated-timestamp", severity: "info", since: "0.1",
        means: #"A time is not compared with `now`. Clients can write any moment."#,
        why: #"The clock of a device is whatever its user sets. Entries with a time in the future stay on top of every list."#,
        markedExample: #"  {"rules": {"posts": {"$id": {"sentAt": {".validate": "1️⃣newData.isNumber()"}}}}}"#,
        fix: #"Write the server's time on the client and demand it: `newData.val() === now`, or `<= now` for times that may lie in the past."#,
        ignoring: #"For times that are meant to be chosen, such as the date of an event."#)
    case 6034:
      return HelpPage(
        number: 6034, name: "page-repeats-boundary", severity: "warning", since: "0.1",
        means: #"A page ends at the key where the last one began. The boundary is delivered twice and a page holds one new entry less."#,
        why: #"`endAt` includes its bound. The oldest entry of a page is the newest one of the next."#,
        markedExample: #"  ref.orderByKey().endAt(oldestKey).limitToLast(20)"#,
        fix: #"Use `endBefore(oldestKey)`, or ask for one entry more and drop the one that is known."#,
        ignoring: #"When the app removes the repeated entry itself."#)
    case 6035:
      return HelpPage(
        number: 6035, name: "illegal-key", severity: "error", since: "0.1",
        means: #"A key contains a character that keys must not have, or the path is too deep or too long. The write is refused."#,
        why: #"Keys are parts of paths: they cannot contain `.`, `#`, `$`, `/`, `[`, `]` or control characters, and have at most 768 bytes; a path has at most 32 levels."#,
        markedExample: #"""
  {"rules": {"feed": {".read": "root.child(1️⃣'banned/bob@example.com').val() != true"}}}
  ref.child("users").child("alice@example.com").set(true)
"""#,
        fix: #"Use an id as the key and store the text in a field, or encode the characters in a way that is undone when reading."#,
        ignoring: #"Never; the write fails."#)
    case 6036:
      return HelpPage(
        number: 6036, name: "deep-listen", severity: "info", since: "0.1",
        means: #"A listener covers both a small description and a long list below it. Each start downloads both."#,
        why: #"A listener always gets a node with everything below it. To show a title it loads the messages, too."#,
        markedExample: #"  {"rooms": {"r1": {"title": "Garden", "messages": {"m1": {"text": "Hello"}}}}}"#,
        fix: #"Keep lists in a tree of their own: `rooms/$id` for what is small and `messages/$id` beside it."#,
        ignoring: #"When the list has a small natural bound and is always shown with the rest."#)
    case 6037:
      return HelpPage(
        number: 6037, name: "unbounded-leaf", severity: "info", since: "0.1",
        means: #"A leaf has no bound on its length. A client can store megabytes in it."#,
        why: #"One string may have 10 MB. It is stored, sent to every listener and billed as download."#,
        markedExample: #"  {"rules": {"posts": {"$id": {"text": {".validate": "1️⃣newData.isString()"}}}}}"#,
        fix: #"Add a bound: `newData.isString() && newData.val().length <= 2000`. Keep pictures in a storage bucket."#,
        ignoring: #"When only trusted servers write here."#)
    case 6038:
      return HelpPage(
        number: 6038, name: "write-denied", severity: "error", since: "0.1",
        means: #"The app writes what the rules refuse whoever sends it and whatever is stored: no `.write` on the way to the place can be true, or a `.validate` cannot be true for what is written."#,
        why: #"What no rule grants is denied, and a `.validate` that is false at any place of what is written denies all of it."#,
        markedExample: #"""
  {"rules": {"count": {".write": "auth != null", ".validate": "newData.isNumber()"}}}
  ref.child("count").set("one")
"""#,
        fix: #"Write what the rules ask for, or grant what the app needs. What only a server may write belongs to a server."#,
        ignoring: #"When the write is there to show that it is denied."#)
    case 6039:
      return HelpPage(
        number: 6039, name: "any-account-writes", severity: "warning", since: "0.1",
        means: #"Being signed in is all that a write needs, whatever is stored there and whoever wrote it. Any account satisfies it, and anybody can have one."#,
        why: #"Where anonymous sign-in is enabled everybody is signed in. Any account can overwrite or delete what all others have written."#,
        markedExample: #"""
  {"rules": {"notes": {"$id": {
    ".write": "1️⃣auth != null", ".validate": "newData.isString() && newData.val().length <= 500"}}}}
"""#,
        fix: #"Compare the user with what is stored, `data.child('owner').val() === auth.uid`, with what is new where nothing is stored, or with a variable of the path, `$uid === auth.uid`."#,
        ignoring: #"When every user may really change everything there, such as on a shared board of a closed group of accounts."#)
    case 7001:
      return HelpPage(
        number: 7001, name: "budget-exceeded", severity: "error", since: "0.1",
        means: #"A step or the whole workload costs more than its budget allows. The severity is the `level` of the budget."#,
        why: #"Reads, writes and deletes are billed one by one, so a number per call multiplies with the number of users."#,
        markedExample: #"""
  budget:
    - {step: chat.open, reads: 50, per: call, level: error}
"""#,
        fix: #"Read less (a limit, a cursor, a saved snapshot), or raise the budget in a change that says why."#,
        ignoring: #"When the variant is meant to show the cost; declare it with `expect: {findings: [FB7001]}`."#)
    case 7002:
      return HelpPage(
        number: 7002, name: "budget-nearly-used", severity: "warning", since: "0.1",
        means: #"A budget is nearly used up: beyond its `warnAt`, or its level is `warn`."#,
        why: #"Counts grow with data. A budget that is nearly used today is broken by the next feature."#,
        markedExample: #"  `feed.open` bills 46 of 50 reads"#,
        fix: #"Find what grows before it breaks the build."#,
        ignoring: #"When the count cannot grow, for instance under a limit."#)
    case 7003:
      return HelpPage(
        number: 7003, name: "n-plus-one-gets", severity: "warning", since: "0.1",
        means: #"A step reads one further document for each result of a query. With n results it bills n reads more, each time."#,
        why: #"Every get is billed on its own, also when the document is read twice or does not exist."#,
        markedExample: #"""
  query: posts orderBy at desc limit 50
  each: [{get: "users/{author}"}]
"""#,
        fix: #"Copy the few fields that are shown into the result's documents, or read each distinct document once and keep it."#,
        ignoring: #"When n is small and bounded. In sources a loop is reported once, and it is information in migrations and scripts, which run once; on servers, whose jobs have to look at each document, unless it is one and the same document that each round reads again; for listeners; and for lists of which only the run knows the length."#)
    case 7004:
      return HelpPage(
        number: 7004, name: "unbounded-query", severity: "warning", since: "0.1",
        means: #"A query has no limit. It bills every document that matches, today and when there are a thousand times as many."#,
        why: #"Each returned document is one read. A range that narrows the result, such as a time after the last visit, bounds it only as long as the visits are frequent. In sources, which do not say how many documents there are, the finding is information, unless nothing is used of the result but how many there are."#,
        markedExample: #"  Chats/c1/Messages where sentAt > $seen orderBy sentAt desc"#,
        fix: #"Add a limit and page. To know how many there are, ask for `count()`."#,
        ignoring: #"When something else bounds the number of documents, such as one per day."#)
    case 7005:
      return HelpPage(
        number: 7005, name: "unknown-budget-step", severity: "error", since: "0.1",
        means: #"A budget names a step that the workload does not have. It would never be broken, whatever the cost."#,
        why: #"A check that cannot fail is worse than none, because everybody relies on it."#,
        markedExample: #"  budget: [{step: feeed.open, reads: 50}]"#,
        fix: #"Use the name that the help line suggests."#,
        ignoring: #"Never."#)
    case 7006:
      return HelpPage(
        number: 7006, name: "offset-bills-skipped", severity: "warning", since: "0.1",
        means: #"A query uses `offset`. The skipped documents are billed as if they had been returned."#,
        why: #"The server walks over them. Page ten with 50 per page bills 500 reads for 50 documents."#,
        markedExample: #"  messages orderBy sentAt desc offset 450 limit 50"#,
        fix: #"Start after the last document of the previous page."#,
        ignoring: #"When the offset is small and fixed."#)
    case 7008:
      return HelpPage(
        number: 7008, name: "reads-of-missing-documents", severity: "info", since: "0.1",
        means: #"Gets ask for documents that do not exist. Each of them is billed one read."#,
        why: #"A lookup costs the same whether it finds anything. The console's usage graph leaves these reads out."#,
        markedExample: #"  get: users/u1/settings/theme      (never written for most users)"#,
        fix: #"Write the document with defaults, or put the fields into a document that is read anyway."#,
        ignoring: #"When absence is the information you need."#)
    case 7009:
      return HelpPage(
        number: 7009, name: "cost-unknown", severity: "info", since: "0.1",
        means: #"The cost of something is unknown: no price in the book, no number of documents, or a query whose shape is open. It is left out of the totals, which say so."#,
        why: #"An unknown cost is not zero."#,
        markedExample: #"  excluding 1 unknown"#,
        fix: #"Add the price, the count or the shape."#,
        ignoring: #"When the total is not needed."#)
    case 7010:
      return HelpPage(
        number: 7010, name: "listener-without-limit", severity: "warning", since: "0.1",
        means: #"A listener has neither a limit nor a range: it reads the whole collection at each new start. Messages, orders and the like in the order of time, and whatever is ordered by the moment at which it took place, are a history, which grows as long as the app is used. In another order or none, of clinics or rooms in the order of their creation, and where an equality narrows it to a part such as the documents of one owner, the finding is information: there may be few."#,
        why: #"The first snapshot bills every matching document. Ten opens a day over 1,000 messages are 10,000 reads per user and day without persistence."#,
        markedExample: #"  listen: Chats/{c}/Messages orderBy sentAt desc"#,
        fix: #"Add a limit and load older documents by pages."#,
        ignoring: #"When a retention keeps the collection small, or the variant is meant to show the cost."#)
    case 7011:
      return HelpPage(
        number: 7011, name: "same-query-twice", severity: "info", since: "0.1",
        means: #"One client runs the same query twice at the same time. Listeners share one target and cost nothing more; gets of server SDKs are billed each time."#,
        why: #"Within one client equal queries (path, filters, orders, limit) are one target. Equal means equal in all of these."#,
        markedExample: #"  two screens listening to conversations where participants array-contains $me"#,
        fix: #"Share the result between the two places."#,
        ignoring: #"When both are listeners of one client."#)
    case 7012:
      return HelpPage(
        number: 7012, name: "cursor-refetch", severity: "warning", since: "0.1",
        means: #"Paging reads the last document of a page again to start the next page after it. That is one read more per page."#,
        why: #"A cursor needs the values of the order only, and the snapshot of the page has them."#,
        markedExample: #"""
  get: messages/{lastId}
  query: messages orderBy sentAt desc startAfter($last) limit 50
"""#,
        fix: #"Keep the snapshot, or start after the values of the ordered fields."#,
        ignoring: #"When the page was restored from a saved id and nothing else is left. A server that is handed only an id has nothing else: there it is information, as it is in a library that does not know the collection."#)
    case 7013:
      return HelpPage(
        number: 7013, name: "moving-watermark", severity: "info", since: "0.1",
        means: #"A query asks for what is newer than a mark that moves on at each start. It is cheap while starts are frequent, and its shape is a new query each time, so no earlier result is resumed."#,
        why: #"A resume token belongs to one exact query. With another bound the server begins anew, and a client that was away for long reads everything since then."#,
        markedExample: #"  listen: Messages where sentAt > $seen"#,
        fix: #"Know the cost of the longest absence, or add a limit and handle the gap."#,
        ignoring: #"When the mark is used on purpose and its losses are checked."#)
    case 7014:
      return HelpPage(
        number: 7014, name: "watermark-skips-window", severity: "error", since: "0.1",
        means: #"A query has a mark and a limit, downwards. When more documents are new than the limit, those between the mark and the page are never read, because the mark then jumps past them."#,
        why: #"The limit keeps the newest; the next start asks for what is newer still. In sources, which do not say whether the bound is a mark or a period that somebody has chosen, the finding is information."#,
        markedExample: #"  Messages where sentAt > $seen orderBy sentAt desc limit 20      (50 are new: 30 are lost)"#,
        fix: #"Order upwards and repeat until a page is short, moving the mark to the last document processed."#,
        ignoring: #"When the variant is meant to show the loss."#)
    case 7015:
      return HelpPage(
        number: 7015, name: "callback-filter-saves-nothing", severity: "info", since: "0.1",
        means: #"Results are filtered after they have arrived, in a callback. That saves no read: every delivered document is billed."#,
        why: #"Billing counts what the server returns, not what the app uses."#,
        markedExample: #"  keep: "not(contains(archivedBy, me))""#,
        fix: #"Express the condition in the query, or store a field that can be queried."#,
        ignoring: #"When the number of filtered documents is small."#)
    case 7016:
      return HelpPage(
        number: 7016, name: "unsound-variant", severity: "error", since: "0.1",
        means: #"A variant costs less than the baseline, and documents that should have been seen are never shown. It is no saving. A variant that asks where the baseline listens stands apart with what it shows too late, and has no finding: that may be what its author wants."#,
        why: #"Reads that are not made are cheap. The simulation knows the whole database and compares what was delivered with what was intended."#,
        markedExample: #"  after: missed 30 of 50 messages"#,
        fix: #"Repair the variant, or show its losses with `expect:`."#,
        ignoring: #"Never for a variant that somebody intends to ship."#)
    case 7017:
      return HelpPage(
        number: 7017, name: "cross-database-refetch", severity: "warning", since: "0.1",
        means: #"An event of one database makes the client read documents of another again, all of them each time. Nearly all of them are unchanged."#,
        why: #"The two databases share no snapshot; a list of ids in one and documents in the other costs one get per id per event."#,
        markedExample: #"  a list of 50 ids in the Realtime Database, 50 gets per change"#,
        fix: #"Fetch only ids that are new, or keep both in one database."#,
        ignoring: #"When the list is short and rarely changes."#)
    case 7018:
      return HelpPage(
        number: 7018, name: "retry-duplicates-writes", severity: "warning", since: "0.1",
        means: #"A write is retried after a timeout although the first attempt may have been carried out. It can happen twice: a new document twice, a counter incremented twice."#,
        why: #"A timeout says nothing about whether the server committed. Writes are billed each time."#,
        markedExample: #"  retry: {attempts: 3, timeout: 10s} around a write with a generated id"#,
        fix: #"Choose the document id before the first attempt, or use a transaction with a precondition."#,
        ignoring: #"When the write sets the same values to the same document."#)
    case 7019:
      return HelpPage(
        number: 7019, name: "filtered-after-read", severity: "warning", since: "0.1",
        means: #"A large share of the documents that a query reads is thrown away by the client. With a limit, a page can even be empty while more documents exist. In sources, which do not say how large the share is, it is information."#,
        why: #"The filter runs after the limit and after the bill."#,
        markedExample: #"  limit 50, then hide archived ones: a page of 50 may show 0"#,
        fix: #"Put the condition into the query or into the data."#,
        ignoring: #"When nearly all documents pass."#)
    case 7020:
      return HelpPage(
        number: 7020, name: "ratchet-exceeded", severity: "error", since: "0.1",
        means: #"A step costs more than its recorded number. Recorded numbers go down by themselves and up only on purpose."#,
        why: #"A slow increase of a few reads per change goes unnoticed until the bill arrives."#,
        markedExample: #"  feed.open exceeds its recorded 22 reads"#,
        fix: #"Find the new read, or accept it with `firebreak cost ratchet --accept STEP --reason TEXT`."#,
        ignoring: #"Never; accept it instead."#)
    case 7021:
      return HelpPage(
        number: 7021, name: "assertion-failed", severity: "error", since: "0.1",
        means: #"An assertion of the workload does not hold. The finding shows both sides with their values."#,
        why: #"Assertions state what a workload is there to prove: a number of reads, a reduction, that nothing is missed."#,
        markedExample: #"  assert: [{expect: "missed(after.msgs) == 0"}]"#,
        fix: #"Correct the program that the workload describes, or the claim."#,
        ignoring: #"Never; remove the assertion if it is no longer meant."#)
    case 7022:
      return HelpPage(
        number: 7022, name: "unbounded-in", severity: "warning", since: "0.1",
        means: #"A query asks with `in` for a list that grows with the data. Beyond 30 values production refuses it, and until then each value is a branch of its own. In sources, which seldom say how long a list is, it is information unless the list is known to be too long."#,
        why: #"Each value is looked up separately, and the number of branches is limited to 30."#,
        markedExample: #"  posts where author in $following"#,
        fix: #"Ask in parts of 30, or store per user what the user is to see."#,
        ignoring: #"When the list is bounded elsewhere."#)
    case 7023:
      return HelpPage(
        number: 7023, name: "claim-not-reproduced", severity: "info", since: "0.1",
        means: #"A figure that a document claims does not come out of the simulation, or follows from no published price. The finding shows the claimed and the computed figure."#,
        why: #"Savings are often claimed for a case that nobody meets: no persistence, one location's price, no minimum read."#,
        markedExample: #"  claimed $0.36 per 100,000 reads      no location has this price"#,
        fix: #"Correct the figure, or state the assumptions under which it holds."#,
        ignoring: #"When the workload keeps the claim on purpose as an example."#)
    case 7024:
      return HelpPage(
        number: 7024, name: "actor-never-acts", severity: "error", since: "0.1",
        means: #"An actor of a workload does nothing in any variant: it has no sessions and no entry of the timeline names it, or there are none of it."#,
        why: #"What is written for such an actor would be in no figure, so that nothing is played: there is no bill."#,
        markedExample: #"""
  actors:
    member: {count: 1000, steps: [{get: settings/app}]}
"""#,
        fix: #"Say when it acts, by `sessions` or in the `timeline`, or remove it."#,
        ignoring: #"Never."#)
    case 7025:
      return HelpPage(
        number: 7025, name: "step-never-reached", severity: "warning", since: "0.1",
        means: #"No variant of a workload ever came to a step: a condition was never true, nobody does its procedure, or the run ended before its time. Or some sessions did not come to it: the run ended while they went on, or there are more than fit into a day, so that they are put off and at last lost. Where nothing but a listener is cut off, or only the steps take longer than the session's `length`, the finding is information."#,
        why: #"What the step would cost is in no figure, and its budgets hold whatever it does."#,
        markedExample: #"""
  timeline:
    - {at: day 40, actor: member, do: openChat}      # of a run of 30 days
"""#,
        fix: #"Correct the condition, the time or the name, or remove the step. Where the run cuts sessions, start the clock at an hour at which nobody is at it; where they do not fit, play fewer or shorter ones."#,
        ignoring: #"With `expect: {findings: [FB7025]}` in a variant that is meant to show it."#)
    case 7026:
      return HelpPage(
        number: 7026, name: "rules-not-evaluated", severity: "warning", since: "0.1",
        means: #"The project has security rules, and a workload in which end users ask for documents names none: everybody may do everything in it."#,
        why: #"Requests that production denies are counted as served, and the reads that rules make are missing in the bill."#,
        markedExample: #"  database: {indexes: firestore.indexes.json}"#,
        fix: #"Name the rules, `database: {rules: firestore.rules}`. Where only the bill of a query is of interest, say so: `database: {rules: none}`."#,
        ignoring: #"Write `rules: none` instead."#)
    case 7027:
      return HelpPage(
        number: 7027, name: "unknown-location", severity: "error", since: "0.1",
        means: #"A price list is asked for a location that does not exist. The run plays nothing and prints no bill."#,
        why: #"Without its location a bill is none. Locations differ by a factor of two and more."#,
        markedExample: #"  prices: {book: google-standard, location: us-centrel1}"#,
        fix: #"Use the name that the help line suggests. A location that exists and whose prices nobody has verified is FB7009."#,
        ignoring: #"Never; the run has no money in it."#)
    case 7028:
      return HelpPage(
        number: 7028, name: "code-request-unusable", severity: "error", since: "0.1",
        means: #"A step of a workload names a request of the sources, `query: {from: ItemStore.start}`, that they do not have, that is several requests, or of which the workload does not give what only the run knows. Nothing is played."#,
        why: #"The query of the step is that of the code, so that a change of the code changes the bill. Without it there is none."#,
        markedExample: #"  - {name: list.open, listen: {from: ItemStore.start}}     # and the code asks households/?/items"#,
        fix: #"Use the name or the values that the help line suggests: `{from: ItemStore.start, with: {households: h}}`; or write the query out."#,
        ignoring: #"Never; the run has no such step."#)
    case 7029:
      return HelpPage(
        number: 7029, name: "query-of-no-source", severity: "info", since: "0.1",
        means: #"A workload asks queries that no source of the project asks, or not any more: other conditions, another order, or a limit that the code does not have."#,
        why: #"The bill is of a query that nobody sends, and a change of the code does not change it."#,
        markedExample: #"  listen: households/h/items where done == false orderBy added desc limit 20      # the code has no limit"#,
        fix: #"Take the query from the code, `{from: ItemStore.start, with: {households: h}}`, or correct it."#,
        ignoring: #"When the query is planned, or code that is not read asks it."#)
    case 7030:
      return HelpPage(
        number: 7030, name: "request-not-played", severity: "info", since: "0.1",
        means: #"Sources ask queries that no workload plays: what they cost is in no bill."#,
        why: #"The month of the workloads is that of the app only where they play what it asks."#,
        markedExample: #"  3 of 5 queries of the sources are in no workload"#,
        fix: #"Add steps that name them, `query: {from: RecipeStore.newest}`. `firebreak queries list` shows all."#,
        ignoring: #"When they are seldom asked, or somebody else's."#)
    case 7031:
      return HelpPage(
        number: 7031, name: "partial-week", severity: "warning", since: "0.1",
        means: #"An actor has sessions on some days of the week. The days that a workload plays have more of them, or fewer, than a week has."#,
        why: #"The month is made of days like those that were played: two Mondays make a month without weekends, and one Saturday makes one without work. What the actor does costs too much, or too little, in every figure of a month."#,
        markedExample: #"  clock: {start: "2026-01-05T00:00:00Z", days: 2}      # sessions: {days: [mon, tue, wed, thu, fri], …}"#,
        fix: #"Play a whole number of weeks, `clock: {days: 7}`, or a month of 28 days and more."#,
        ignoring: #"When only the figures of the days themselves are of interest."#)
    case 7032:
      return HelpPage(
        number: 7032, name: "collection-without-data", severity: "info", since: "0.1",
        means: #"A step of a workload asks for, listens to or deletes documents of a collection that no entry of `data` has, and that no step, background activity or entry of the timeline writes. It is a warning where a collection of almost the same name is there; of single documents only that is said."#,
        why: #"Such a query finds nothing and costs next to nothing, whatever the real one costs: often its name is misspelt."#,
        markedExample: #"  - {name: open, query: 'psts orderBy at desc limit 10'}      # and data is of `posts`"#,
        fix: #"Correct the name, or say what is there: `data: [{path: "posts/{auto}", count: 100, fields: {…}}]`."#,
        ignoring: #"When there is nothing at first in production, too: with `expect: {code: FB7032}` at the step."#)
    case 7033:
      return HelpPage(
        number: 7033, name: "baseline-misses", severity: "warning", since: "0.1",
        means: #"A step of the baseline says by `intend` what is to be seen, and some of it is never shown. Either `intend` names something else than the step reads, or the app has the defect that the workload is about. Other variants are judged by what they miss beyond the baseline."#,
        why: #"What the baseline does not show either cannot be held against a variant; a comparison with it would blame every variant for a mistake in the file."#,
        markedExample: #"  - {name: notes.open, query: 'notes limit 10', intend: profiles/filters}"#,
        fix: #"Let `intend` name what this step reads when all goes well, and read what else the screen needs in a step of its own."#,
        ignoring: #"When the baseline is the defect that variants repair: with `expect: {findings: [FB7033]}` in the baseline."#)
    case 8001:
      return HelpPage(
        number: 8001, name: "unsupported-feature", severity: "error", since: "0.1",
        means: #"An input asks for something that this version does not do: a feature of Firestore, a key of a workload, or a construct of YAML such as tags and merge keys. Nothing is silently left out, therefore the finding is an error."#,
        why: #"A result that ignores part of its input would be a result about something else."#,
        markedExample: #"  <<: *defaults"#,
        fix: #"Write it without the feature; the help line says how where there is a way."#,
        ignoring: #"When the rest of the result is what you need and you know what is missing."#)
    case 8002:
      return HelpPage(
        number: 8002, name: "behaviour-unverified", severity: "info", since: "0.1",
        means: #"The verdict depends on behaviour of production that nobody has published or recorded. The finding names the open question or the switch that decides it."#,
        why: #"Some rules can only be learnt by watching production. Where no recording exists Firebreak takes the more cautious answer and says so."#,
        markedExample: #"  info[FB8002 behaviour-unverified]: served only if ... holds"#,
        fix: #"Avoid the dependence (for an index: declare the exact one), or set the switch with `--assume NAME=VALUE` if you know the answer."#,
        ignoring: #"When you have seen production do what the assumption says."#)
    case 9001:
      return HelpPage(
        number: 9001, name: "internal-error", severity: "error", since: "0.1",
        means: #"Firebreak itself failed. Your input is not to blame, whatever it contains: no input may cause this."#,
        why: #"An internal invariant did not hold, and a wrong answer would be worse than none."#,
        markedExample: #"  error[FB9001 internal-error]: ..."#,
        fix: #"Report it with the version, the command and the hash that the message prints. The hash says nothing about the content of your files."#,
        ignoring: #"Never; the command has not done its work (exit code 3)."#)
    default: return nil
    }
  }
}
