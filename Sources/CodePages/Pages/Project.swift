// FB0001 config-not-found info
//
// means: No `firebase.json` was found in the start folder or above it. Firebreak went on with `firestore.rules` and
//   `firestore.indexes.json` of the start folder, if they are there.
// why: The Firebase CLI takes the folder of the first `firebase.json` upwards as the project; without it nothing says
//   which databases exist and which files belong to them.
// example:
//   $ firebreak check
//   info[FB0001 config-not-found]: there is no `firebase.json` here or above
// fix: Run in the project's folder, name it with `-C DIR`, or name the file with `--config FILE`.
// ignore: When you check a lone index file on purpose.

// FB0002 config-invalid error
//
// means: A configuration file can be read but what it says makes no sense: an entry has a value that is not allowed
//   there, or two entries contradict each other. Nothing was checked with it (exit code 2).
// why: The Firebase CLI refuses the same file before it deploys anything, so a check that guessed would check something
//   else than what will run.
// example:
//   { "firestore": [{ "rules": "firestore.rules" }] }
// fix: Correct the entry that the finding points to.
// ignore: Never; the command has not done its work.

// FB0003 rules-file-missing error
//
// means: `firebase.json` names a rules file that does not exist. Firebreak does not run as if everything were allowed.
// why: A deploy stops at a missing file. Google's emulator starts without rules instead and allows everything, so a
//   mistyped path hides until production denies.
// example:
//   { "firestore": { "rules": "firestore.rule" } }
// fix: Correct the path or write the file; a rules file that denies everything is a safe start.
// ignore: Never in a project that deploys rules. Remove the `rules` key if the database is for servers only.

// FB0004 database-without-rules warning
//
// means: A database has no rules file. Requests of end users to it are denied here as they are in production, while
//   administrators pass.
// why: Rules that were never deployed are the rules that a new database starts with: nobody but administrators may do
//   anything. An emulator that lets everybody in would hide that until the release.
// example:
//   {"firestore": [{"database": "orders", "indexes": "orders.indexes.json"}]}
// fix: Add `"rules": "orders.rules"` to the entry, and the file, even if all it says is that nothing is allowed.
// ignore: When only servers with administrative rights use the database.

// FB0005 duplicate-database error
//
// means: Two entries of `firebase.json` describe the same database. Which of the two would apply depends on the order
//   in which they are deployed, so neither is trusted.
// why: The Firebase CLI deploys the entries one after another, so what is live is what was deployed last. A change of
//   the other entry has no effect and nobody notices.
// example:
//   {"firestore": [
//     {"database": "(default)", "rules": "a.rules"},
//     {"database": "(default)", "rules": "b.rules"}
//   ]}
// fix: Keep one entry per database. Where environments differ, use projects or `target` entries instead.
// ignore: Never: without knowing which files belong to a database nothing about it can be judged (exit code 2).

// FB0006 unknown-target error
//
// means: A `target` of `firebase.json` has no entry in `.firebaserc`. Without it nothing says which database or
//   instance is meant.
// why: Targets are names that `.firebaserc` translates, per project, into databases or instances. The Firebase CLI
//   refuses to deploy a target that it cannot translate.
// example:
//   {"firestore": [{"target": "billing", "rules": "billing.rules"}]}
// fix: Add the target with `firebase target:apply`, commit `.firebaserc`, or name the database with `"database"`.
// ignore: Never; the entry cannot be used (exit code 2).

// FB0007 edition-mismatch warning
//
// means: The edition given on the command line or in the configuration is not the edition for which a file was written.
//   Standard and Enterprise databases accept other index definitions and other queries, so verdicts of one do not hold
//   for the other.
// why: Enterprise databases have no automatic single-field indexes, know other index options and other limits. An index
//   file that was written for the one edition is refused or useless in the other.
// example:
//   firebreak check --edition enterprise --indexes standard.indexes.json
// fix: Write the edition beside the database in `firebase.json`, and keep one index file per edition.
// ignore: While a database is being moved from one edition to the other and both files are kept on purpose.

// FB0008 unknown-code-in-config warning
//
// means: `firebreak.json`, or a comment that ignores findings, names a code that is not in the catalogue, or a prefix
//   that no code has. The entry has no effect.
// why: Codes are never reused and an old name stays an alias, so an unknown code is a slip of the pen, or comes from a
//   newer version.
// example:
//   { "ignore": [{ "code": "FB2099", "reason": "old" }] }
// fix: Correct the code; `firebreak explain CODE` shows what a code is about.
// ignore: When several versions of Firebreak share the file.

// FB0009 unused-suppression warning
//
// means: A suppression, in a source comment or in the `ignore` list of `firebreak.json`, matches no finding. The
//   problem is solved or the code or path is wrong; in both cases the entry would hide the next problem silently. The
//   same is reported for a comment that is almost one of Firebreak's, such as `firebreak-ignor`, and for `firebreak: as
//   ACTOR` where nothing is asked.
// why: An entry that hides nothing today hides tomorrow's finding of the same code. After syntax errors nothing counts
//   as unused, because not every check could run.
// example:
//   // firebreak-ignore FB4010 -- the list is public
//   allow get: if true;
// fix: Remove the entry or the code, or move the comment to the line before the finding.
// ignore: Hardly ever.

// FB0010 inventory-stale error
//
// means: The recorded query shapes and the shapes found now differ. A query was added, removed or changed without
//   `firebreak queries record`, so checks that rely on the recording look at old queries.
// why: The inventory is what reviewers, the index advisor and cost estimates look at. A query that is missing there is
//   deployed without anybody having judged it.
// example:
//   $ firebreak queries verify
//   error[FB0010 inventory-stale]: the query `orders where status == ? limit 20` is not in the inventory
// fix: Run `firebreak queries record` and commit what it writes; `firebreak queries prune` removes what nothing asks
//   any more.
// ignore: When the folder is not meant to be complete; then it is better not to run `queries verify`.

// FB0011 suppression-without-reason error
//
// means: A suppression gives no reason and therefore has no effect. The reason is what the next reader needs in order
//   to remove it again.
// why: A suppression outlives those who wrote it. Without its reason nobody dares to remove it.
// example:
//   // firebreak-ignore FB4010
// fix: Write ` -- ` and a reason behind the codes of a comment, or `"reason"` into the entry of `firebreak.json`.
// ignore: Never.

// FB0012 index-file-missing warning
//
// means: A database has no index file: its entry in `firebase.json` names none, or one that is not there. Only the
//   automatic single-field indexes are known for it, and every query that needs more is reported. It is an error where
//   `firebreak indexes suggest --write` would have to write into such a file.
// why: Indexes belong to one database. A named database does not share those of `(default)`, and a deploy without an
//   `indexes` entry creates none.
// example:
//   { "firestore": [{ "database": "analytics", "rules": "an.rules" }] }
// fix: Add `"indexes": "analytics.indexes.json"` to the database's entry and create the file with `firebreak indexes
//   suggest`.
// ignore: When the database is only read by document name or by queries that automatic indexes serve.

// FB0013 malformed-input error
//
// means: An input cannot be read as what it is: broken JSON or YAML, bytes that are not UTF-8, an empty file, nesting
//   beyond 200 levels, or more than 64 MiB. The place is where reading had to stop.
// why: The Firebase CLI answers `Parse Error in <path>` for the same file and deploys nothing.
// example:
//   {
//     "indexes": [
//       { "collectionGroup": "orders"
//     ]
//   }
// fix: Follow the help line of the finding. Trailing commas, single quotes and unquoted keys are not JSON; comments are
//   allowed in Firebase's own files only. YAML is indented with spaces.
// ignore: Never; the command has not done its work and ends with exit code 2.

// FB0014 unknown-key error
//
// means: An object has a key that nothing reads. It is nearly always a mistyped one, and what it should have set is not
//   set.
// why: Where the Firebase CLI ignores unknown keys, an index or option is silently not there; where it refuses them,
//   nothing is deployed. Both are found here first.
// example:
//   { "collectionGrup": "orders", "fields": [] }
// fix: Use the name that the help line suggests, or remove the key.
// ignore: Never; an input with unknown keys is not read (exit code 2).

// FB0015 wrong-type error
//
// means: A value has another type than its key needs, a required key is missing, or a word is none of those that are
//   allowed there. Values are not converted silently.
// why: The Firebase CLI and the API check the same types and refuse the whole file.
// example:
//   { "firestore": "firestore.rules" }
// fix: Write the type that the message names. In YAML `5` is a number and `"5"` is text; `on`, `off`, `yes` and `no`
//   are text.
// ignore: Never; an input with wrong types is not read (exit code 2).

// FB0016 duplicate-key error
//
// means: One object has the same key twice. The note names the place of the first.
// why: JSON parsers keep the last of the two without a word and YAML forbids it, so what the file means depends on who
//   reads it.
// example:
//   { "status": "paid", "status": "open" }
// fix: Keep one of the two.
// ignore: Never; the input is not read (exit code 2).

// FB0017 unknown-workload-name error
//
// means: A workload uses a name that it does not define: a step, an actor, a parameter, a procedure, or the path of a
//   variant's patch. The help line names the nearest one that exists.
// why: A patch that hits nothing would leave the variant equal to the baseline and report a saving of zero as a result.
// example:
//   variants:
//     after: {set: {"steps.chat.opn.limit": 50}}
// fix: Correct the name, or define it.
// ignore: Never; the numbers of the run would be those of something else.

// FB0018 text-like-function warning
//
// means: A value of a workload looks like a call of an SDK, such as `serverTimestamp`, and is a text like any other. It is
//   an error where the function is known, and a warning for other texts that look like calls.
// why: A text is stored where a time was meant. Queries by that time find nothing, and the bill is another one.
// example:
//   fields: {sentAt: serverTimestamp}
// fix: Write what the help line says, such as `serverTime`. Where the text itself is meant, say so: `"now()!string"`.
// ignore: Never; `!string` says what is meant.

// FB0019 file-changed error
//
// means: A rules or index file that was to be replaced is another one than whoever replaces it has seen. Nothing was written.
// why: Somebody else, or an editor, has saved the file meanwhile. Writing over it would lose what they have changed without
//   a word.
// example:
//   PUT /firebreak/v1/rules with {"source": "…", "etag": "5f0c…"} after the file was saved in an editor
// fix: Read the file again and bring both texts together. The page shows both and keeps yours; scripts read `etag` again, or
//   send `*` where whatever is there may be lost.
// ignore: Never; it is an answer to a request, and no finding of `check`.
