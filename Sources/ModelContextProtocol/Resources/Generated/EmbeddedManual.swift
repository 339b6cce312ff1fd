// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

/// The pages of the manual, by the names of their files.
enum EmbeddedManual {
  static let pages: [(name: String, text: String)] = [
    ("beside-firebase", ###"""
# Beside the Firebase CLI

Firebreak serves Firestore and the Realtime Database. Authentication, Functions, Storage and the others stay with Google's
emulators, and both run side by side: each with the ports of `firebase.json`.

    firebreak emulator start
    FIRESTORE_EMULATOR_HOST=127.0.0.1:8080 FIREBASE_DATABASE_EMULATOR_HOST=127.0.0.1:9000 \
      firebase emulators:start --only auth,functions --project demo-app

Functions run with the environment that the Firebase CLI was started in, so that `firebase-admin` in them speaks to Firebreak.
Both sides need the same project id: the Firebase CLI's `--project`, ours `--project` or `.firebaserc`.

Ports are read from `firebase.json`, as the Firebase CLI does:

```json
{ "emulators": { "firestore": { "port": 8080 }, "database": { "port": 9000 }, "ui": { "port": 4000 } } }
```

`--port`, `--database-port` and `--ui-port` come first. `emulators.hub` is the Firebase CLI's alone: our hub is a part of the
port of Firestore. A port that was asked for is never silently another one; only the
page moves to the next free one, where nobody has named its port. If the Firebase CLI shows its own page on 4000, give ours
another port or `--no-ui`.

## What finds what

| Who | How | |
|---|---|---|
| apps | `connectFirestoreEmulator`, `useEmulator` and the like | as with Google's emulator |
| server libraries, `firebase-admin` | `FIRESTORE_EMULATOR_HOST`, `FIREBASE_DATABASE_EMULATOR_HOST` | `exec` sets both |
| `@firebase/rules-unit-testing` | `FIREBASE_EMULATOR_HUB` | `exec` sets it to the port of Firestore, which answers `GET /emulators` as the hub does |
| `firebase emulators:export DIR`, `functions:shell` of the Firebase CLI | the file `hub-PROJECT.json` in the folder for temporary files | [below](#whose-hub-is-found) |
| `firebase firestore:delete`, `database:get`, `database:set` and the like | `FIRESTORE_EMULATOR_HOST`, `FIREBASE_DATABASE_EMULATOR_HOST` | they ask as `owner` |
| scripts for `firebase emulators:exec` | `firebreak emulator exec`, or `firebreak emulators:exec` | the command's own exit code |
| scripts for `firebase emulators:export DIR` | `firebreak emulators:export DIR` | [the same format](emulator-data.md) |

Tokens of the Authentication emulator are accepted as they are: they are read and not verified.

## Whose hub is found

Commands of the Firebase CLI find running emulators by a file, one for each project, that whoever starts first writes and
removes at its end. `TMPDIR` says where it is.

- **Firebreak alone, or first:** `firebase emulators:export DIR` exports what Firebreak holds, and leaves what is in `DIR` of
  other products. An emulator suite that the Firebase CLI starts afterwards warns that there are several, and goes on.
- **The Firebase CLI first:** its file stays. Its export has the users and files that it knows, and removes all else in the
  folder. Let `firebreak emulator export DIR` come after it: then one folder holds everything.

## What does not work

- **Triggers.** A function that runs when a document changes (`onDocumentWritten`, `onValueWritten`) needs an emulator of that
  database which the Firebase CLI has started itself; without one it says that it ignores the function. Firebreak calls no
  functions: what asks for it is answered with 501 and FB8001. `withFunctionTriggersDisabled` of
  `@firebase/rules-unit-testing` works: none runs.
- **The Requests view of Google's page.** It shows emulators that the Firebase CLI has started, and listens on a socket of
  theirs. [Firebreak's own page](emulator-page.md) shows requests with their rules, indexes and cost.

"""###),
    ("ci", ###"""
# In continuous integration

<!-- folder: samples/pantry -->

Four commands are worth a place in CI; `firebreak init` writes a workflow with them. None needs credentials, a project, Java or the network.

| Command | Fails when |
|---|---|
| `firebreak check` | a query would be refused, or rules or indexes would not deploy |
| `firebreak run` | an assertion of a [workload](workload-reference.md) does not hold, or a budget is exceeded |
| `firebreak rules test` | a case of your [rules tests](rules-tests.md) does not pass |
| `firebreak cost diff origin/main` | a change exceeds a budget, a guardrail or a record; see [what a change costs](cost-of-changes.md) |

## Exit codes

| Code | Meaning |
|---|---|
| 0 | done; nothing at or above the fail level |
| 1 | done; with findings, a refused query or a broken budget |
| 2 | not done: a wrong flag, or a file that cannot be read as what it is |
| 3 | not done: the environment, or a fault in Firebreak |

`--fail-level warning` fails on warnings, too; `--exit-zero` never fails.

```console
$ firebreak check -q -o concise --select FB2,FB4101
app/RecipeStore.swift:7:76: error[FB4101 list-not-provable]: the rules deny `recipes orderBy created desc limit 20` to a signed-in user: `resource.data.public == true` is not implied by the query
app/RecipeStore.swift:15:8: error[FB2001 missing-composite-index]: query `recipes where public == true and author == ? orderBy created desc` needs an index that `firestore.indexes.json` does not define
$ echo $?
1
```

## GitHub Actions

```yaml
name: firestore
on: pull_request
permissions: {contents: read, security-events: write}
jobs:
  firebreak:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - uses: OWNER/firebreak@REF
        with: {command: check}
```

Put the owner and revision of the action in place of `OWNER` and `REF`. In a job of GitHub, findings become annotations of
the change and a table in the job's summary, without any flag. The SARIF file goes to code scanning; `upload: false` leaves
that out, and the permission `security-events`, too. The whole workflow is
[packaging/examples/github-workflow.yml](../packaging/examples/github-workflow.yml).

The action takes `firebreak` from `PATH`; where there is none it builds one and keeps it in the cache.

## GitLab, and everything else

[packaging/examples/gitlab-ci.yml](../packaging/examples/gitlab-ci.yml) has a job with code-quality and JUnit reports. Any
other system can run the command and keep its files. Several formats can be written at once:

```console
$ firebreak check -q -o sarif=firebreak.sarif -o junit=firebreak.xml -o markdown=firebreak.md --exit-zero
$ echo $?
0
```

| Format | For |
|---|---|
| `summary` (the default), `full`, `concise` | people |
| `json`, `jsonl` | scripts; keys may be added, never renamed or removed |
| `sarif` | code scanning |
| `github`, `gitlab` | annotations, code quality |
| `junit` | test reports |
| `markdown` | comments and job summaries |
| `html` (`run`, `report`, `cost diff`, `rtdb matrix`, `rules coverage`), `lcov` (`rules coverage`) | pages, coverage tools |

## A comment about money

`firebreak cost diff BASE -o markdown` is a comment that says what the change costs a month, operation by operation, and is
empty when it costs nothing. BASE is a git revision, so the job must have fetched it (`fetch-depth: 0`).

## Before the commit

`.pre-commit-hooks.yaml` has the hooks `firebreak-check` and `firebreak-rules-format` for the tool of that name.

## Tests against a Firestore that refuses what production refuses

    firebreak emulator exec -- npm test

ends with the exit code of the tests. [The emulator](emulator.md) says what works with which SDK.

"""###),
    ("codes", ###"""
# Codes: finding, reading and silencing them

<!-- folder: samples/pantry -->

Every finding has a code that never changes its meaning, such as `FB2001 missing-composite-index`. [CODES.md](../CODES.md)
lists all of them with their pages.

| Codes | About |
|---|---|
| FB0… | files that cannot be read, settings, workloads that are wrong |
| FB1… | queries that the service refuses |
| FB2… | indexes |
| FB3… | security rules: language, names, types, limits |
| FB4… | security rules: what they allow, and to whom |
| FB5… | rules tests, and denials in a run that nobody expected |
| FB6… | rules of the Realtime Database |
| FB7… | cost |
| FB8… | what Firebreak does not do, or what nobody has verified |
| FB9… | a fault in Firebreak |

## Read a page

```console
$ firebreak explain FB7010
FB7010 listener-without-limit (warning)

What it means
  A listener has neither a limit nor a range: it reads the whole collection at
  each new start. Messages, orders and the like in the order of time, and
  whatever is ordered by the moment at which it took place, are a history, which
  grows as long as the app is used. In another order or none, of clinics or
  rooms in the order of their creation, and where an equality narrows it to a
  part such as the documents of one owner, the finding is information: there may
  be few.

Why production behaves so
  The first snapshot bills every matching document. Ten opens a day over 1,000
  messages are 10,000 reads per user and day without persistence.

Example
  listen: Chats/{c}/Messages orderBy sentAt desc

Fix
  Add a limit and load older documents by pages.

When to ignore
  When a retention keeps the collection small, or the variant is meant to show
  the cost.

Since
  Firebreak 0.1
```

The name works as well as the number (`firebreak explain listener-without-limit`). A prefix lists codes:

```console
$ firebreak explain FB70
FB7001  error    budget-exceeded
FB7002  warning  budget-nearly-used
FB7003  warning  n-plus-one-gets
FB7004  warning  unbounded-query
FB7005  error    unknown-budget-step
FB7006  warning  offset-bills-skipped
FB7008  info     reads-of-missing-documents
FB7009  info     cost-unknown
FB7010  warning  listener-without-limit
FB7011  info     same-query-twice
FB7012  warning  cursor-refetch
FB7013  info     moving-watermark
FB7014  error    watermark-skips-window
FB7015  info     callback-filter-saves-nothing
FB7016  error    unsound-variant
FB7017  warning  cross-database-refetch
FB7018  warning  retry-duplicates-writes
FB7019  warning  filtered-after-read
FB7020  error    ratchet-exceeded
FB7021  error    assertion-failed
FB7022  warning  unbounded-in
FB7023  info     claim-not-reproduced
FB7024  error    actor-never-acts
FB7025  warning  step-never-reached
FB7026  warning  rules-not-evaluated
FB7027  error    unknown-location
FB7028  error    code-request-unusable
FB7029  info     query-of-no-source
FB7030  info     request-not-played
FB7031  warning  partial-week
FB7032  info     collection-without-data
FB7033  warning  baseline-misses
firebreak explain CODE prints the page of one.
```

## Severity

An **error** is what production refuses, denies or does not deploy. A **warning** is worth a look now, **information** when
there is time. The exit code is 1 from `--fail-level` upwards (`error`). `"severity": {"FB7010": "error"}` in
[firebreak.json](firebreak-json.md) changes the severity of a code for the whole project.

What that promises was looked at with `firebreak check` as it comes on 161 public projects (web, Flutter, Android, iOS, Cloud
Functions, Python). Half of the projects get six lines or fewer; six get 16 to 19.

One reader compared the 347 errors that say "production refuses" with sources, index files and rules: 228 are as they say, 84
are true of code that nothing calls, 12 can be argued about, 23 were false, all of them queries with filters, orders or limits
that no caller sets. He also judged 383 warnings, at most three of a project and code, by whether a developer would act on
them:

| Code | Places read | Right, or worth acting on |
|---|---|---|
| FB2001 missing index (error) | 248 | 154, and 70 in code that nothing calls |
| FB2001 in code that nothing calls (warning) | 17 | 17 |
| FB4101 denied by rules (error) | 45 | 31, and 14 in code that nothing calls |
| FB1009 refused by the SDK (error) | 15 | 5 |
| FB2002, FB2018, FB4004 (errors) | 31 | 31 |
| FB4001 open read (warning) | 19 | 14 |
| FB4003 open for creating (warning) | 12 | 6 |
| FB4005 signed in is not enough (warning) | 30 | 24 |
| FB4006 unvalidated write (warning) | 18 | 12 |
| FB4007 owner can change (warning) | 30 | 26 |
| FB4008 condition that restricts nothing (warning) | 8 | 7 |
| FB4011 e-mail not verified (warning) | 11 | 11 |
| FB4014 (warning) | 9 | 8 |
| FB4016 checked on create only (warning) | 10 | 7 |
| FB4019 rule for everything below (warning) | 8 | 2, 5 repeat FB4005 of the same line |
| FB6013 node for everybody (warning) | 8 | 6 |
| FB6017 write without `.validate` (warning) | 15 | 6, 9 were at nodes for everybody |
| FB6027 listener of the Realtime Database (warning) | 13 | 11 |
| FB7003 read in a loop (warning) | 30 | 22 |
| FB7004 counted by reading (warning) | 28 | 20 |
| FB7010 listener of a history (warning) | 30 | 24 |

Since then what was seldom right became information, or part of the finding that says it: creating and reading for everybody where a
comment says that it is meant, or where posts and comments are read; FB4006 of fields that are as free on `create`; FB4016 of states
that an update lists; FB4019 and FB6017 beside the open rule; FB7004 of what is done when `count()` fails; FB7003, FB7006 and FB7012
of scripts and libraries. What is not followed (FB1010) is one warning a project. By the same verdicts the places that are left are right
at least four times of five: FB4001 13 of 16, FB4006 3 of 3, FB4016 8 of 9, FB4019 1 of 1, FB7003 22 of 27, FB7004 20 of 23. Of the 70
missing indexes in code that nothing calls 52 are warnings now, of components that nothing shows among them. FB4104 judges single
documents: of 37 of its places 31 are as it says. The places of the table were not read again. Codes with fewer than eight places are
not listed.

An error at a request of a function that nothing in the sources calls is a **warning**, and says so: production is never asked
for it. What would be a warning about its indexes or rules is information. That goes by the name of the function, or of its
class, which stands nowhere else in the code, in applications most of whose functions are called; and it goes for what only such
functions have sent by one that is called, as the queries that a generator writes for every collection.

## Choose

```console
$ firebreak check -q -o concise --select FB2 --exit-zero
app/RecipeStore.swift:15:8: error[FB2001 missing-composite-index]: query `recipes where public == true and author == ? orderBy created desc` needs an index that `firestore.indexes.json` does not define
$ firebreak check -q -o concise --ignore FB4,FB7 --fail-level never
app/RecipeStore.swift:15:8: error[FB2001 missing-composite-index]: query `recipes where public == true and author == ? orderBy created desc` needs an index that `firestore.indexes.json` does not define
```

## Silence, with a reason

At its place, in sources, rules and workloads, in the line before or at the end of the line:

```typescript functions/digest.ts
import { getFirestore } from "firebase-admin/firestore";

/** Every night: all items of a household. */
export async function digest(household: string) {
  // firebreak-ignore FB7004 -- at most 200 documents, once a night
  return getFirestore().collection(`households/${household}/items`).get();
}
```

```console
$ firebreak check functions -q -o concise --select FB7
$ echo $?
0
```

Elsewhere in `firebreak.json`: `"ignore": [{"code": "FB7004", "path": "functions/**", "reason": "jobs of the night"}]`. In a
workload `expect: {findings: [FB7010]}` says that a variant is meant to show it. [A baseline](existing-project.md) knows
everything that is there now. A comment that silences nothing any more is a finding itself.

"""###),
    ("cost-of-changes", ###"""
# What a change costs

<!-- folder: samples/pantry -->

Three guards keep a bill from growing unnoticed. All of them need a [workload](first-workload.md). The examples are run in
a copy of `samples/pantry`.

## The difference

`firebreak cost diff BASE` compares the workloads as they are now with those of a git revision (`main`, `HEAD~1`), or with a
report that was kept:

```console
$ firebreak run -q -o json=before.json
```

Now somebody changes the listener: a limit of 20 documents. In a branch this would be a change of the code and of its
workload; here the other variant stands for it.

```console
$ firebreak cost diff before.json --head-variant limit-20
Monthly estimate  10.05 M → 3.75 M reads   −6.30 M (−62.7 %)   $6.57 → $2.79   −$3.78
  operation  reads/call  calls/month  Δ reads/month  Δ cost
  list.open     65 → 23      150,000     −6,300,000  −$3.78  limit 20 added, −1 rule read a call  pantry.workload.yaml:24
  item.add            1      150,000              0   $0.00                                       pantry.workload.yaml:29
  item.done           1      150,000              0   $0.00                                       pantry.workload.yaml:32
  the bills of the runs, free quota, network and storage included: $5.13 → $1.35   −$3.78
```

Every operation is a line: what a call reads before and after, how often it is called in a month, and what that costs. The
way back names what was lost:

```console
$ firebreak cost diff before.json --base-variant limit-20 --head-variant shipped
Monthly estimate  3.75 M → 10.05 M reads   +6.30 M (+168.0 %)   $2.79 → $6.57   +$3.78
  operation  reads/call  calls/month  Δ reads/month  Δ cost
  list.open     23 → 65      150,000     +6,300,000  +$3.78  lost limit 20, +1 rule read a call  pantry.workload.yaml:24
  item.add            1      150,000              0   $0.00                                      pantry.workload.yaml:29
  item.done           1      150,000              0   $0.00                                      pantry.workload.yaml:32
  the bills of the runs, free quota, network and storage included: $1.35 → $5.13   +$3.78
```

`-o markdown` is the same as a comment for a pull request; it is empty when nothing changes. `-o html=diff.html` is a page.

## Traffic

A workload says how often things happen. If your analytics know better, say how often a step is called in a month; then
`cost diff` weighs the operations by it:

```json traffic.json
{"list.open": 3000000}
```

```console
$ firebreak cost diff before.json --head-variant limit-20 --traffic traffic.json
Monthly estimate  195.00 M → 69.00 M reads   −126.00 M (−64.6 %)   $117.00 → $41.40   −$75.60   excluding 2 unknown
  operation  reads/call  calls/month  Δ reads/month   Δ cost
  list.open     65 → 23    3,000,000   −126,000,000  −$75.60  limit 20 added, −1 rule read a call  pantry.workload.yaml:24
  item.add            1            ?        unknown  unknown  no traffic figure                    pantry.workload.yaml:29
  item.done           1            ?        unknown  unknown  no traffic figure                    pantry.workload.yaml:32
```

An operation that `traffic` does not name is unknown, and never counted as nothing.

## Budgets and guardrails

A **budget** limits what a step may bill, in the workload or in `firebreak.json`. A **guardrail** limits what a change may
add:

```json firebreak.json
{
  "budgets": {"list.open": {"reads": 30}},
  "guardrails": {"increase": 2, "increasePercent": 50}
}
```

```console
$ firebreak cost diff before.json --base-variant limit-20 --head-variant shipped -o concise
firebreak.json:2:29: error[FB7001 budget-exceeded]: `list.open` bills 65 of 30 reads per call
firebreak.json:3:18: error[FB7001 budget-exceeded]: a month costs $3.78 more, $2.00 at most is allowed
firebreak.json:3:33: error[FB7001 budget-exceeded]: a month costs 280.0 % more, 50 % at most is allowed
$ echo $?
1
```

## The ratchet

Budgets are set once and forgotten. A ratchet follows: it records what a call of every operation reads, goes down by itself,
and up only with a reason that stays in the file.

```console
$ firebreak cost ratchet
   operation                  reads/call
+  pantry/shipped/item.add             1  recorded
+  pantry/shipped/item.done            1  recorded
+  pantry/shipped/list.open           65  recorded
+  pantry/limit-20/item.add            1  recorded
+  pantry/limit-20/item.done           1  recorded
+  pantry/limit-20/list.open          23  recorded
firebreak/cost.json: 6 recorded, 0 unchanged
$ cat firebreak/cost.json
{
  "schema": 1,
  "reads": {
    "pantry": {
      "shipped": {
        "item.add": 1,
        "item.done": 1,
        "list.open": 65
      },
      "limit-20": {
        "item.add": 1,
        "item.done": 1,
        "list.open": 23
      }
    }
  }
}
```

Commit `firebreak/cost.json`. In CI, `firebreak run` and `firebreak cost diff` fail when a call reads more than its record
(FB7020), and `firebreak cost ratchet --check` compares alone.

```console
$ firebreak cost ratchet --check
firebreak/cost.json: 6 unchanged
$ echo $?
0
```

To let a record go up: `firebreak cost ratchet --accept list.open --reason "items carry their photos now"`.

A workload that takes minutes can be held to the records of a smaller run: `firebreak cost ratchet --days 1 --set users=20`.
The file keeps those flags, and `run`, `cost diff` and `cost ratchet` compare with it where they have the same ones.

## What would be cheaper at all?

```console
$ firebreak cost techniques
pantry · shipped: 10,050,000 reads a month, $5.13 a month

   technique           steps      reads/month    saves  saves/month
✓  timestamp-sync      list.open    1,161,429   88.4 %        $5.02
      if: what was shown before is kept on the device, and every change of a document sets `added`
✓  add-limit           list.open    8,250,000   17.9 %        $1.08
      if: what is beyond the first 50 is read in pages when somebody scrolls
–  client-side-filter  list.open   12,600,000  −25.4 %       −$1.53
      saves nothing: every document is read before the app sees it (FB7015)

not applicable: cursor-paging to list.open: it is a listener: give it a limit, and page what is older
not applicable: offset-to-cursor to list.open: it skips nothing
not applicable: aggregate to list.open: a listener cannot count on the server
not applicable: denormalise to list.open: it looks nothing up for its documents
not applicable: map-for-array to list.open: it does not look into an array

best: timestamp-sync (ask only for what is newer than the last time) in list.open saves 8,888,571 reads a month, $5.02 a month
```

Every known way of reading less is played as a variant. What would lose or leave out documents is marked, and never
recommended.

"""###),
    ("editors", ###"""
# In your editor

`firebreak lsp` shows in an editor what [`firebreak check`](existing-project.md) says, while you type: it speaks the
Language Server Protocol (3.17) over standard input and output. Texts that are not saved yet count in place of their
files. It works without a network, and changes nothing but what you accept.

## Set it up

Put `firebreak` on your `PATH`. Then:

**Visual Studio Code.** Link the extension from a checkout of this repository, and restart the editor. The setting
`firebreak.path` names the program where it is not on the `PATH`.

```
ln -s "$PWD/packaging/vscode" ~/.vscode/extensions/firebreak.firebreak-0.1.0
```

**Neovim** (0.11 and later), in `init.lua`:

```lua
vim.filetype.add({ extension = { rules = "firebase-rules" } })
vim.lsp.config("firebreak", { cmd = { "firebreak", "lsp" }, root_markers = { "firebase.json" }, workspace_required = true })
vim.lsp.enable("firebreak")
```

**Helix**, in `languages.toml`, for each language that asks Firestore:

```toml
language-server.firebreak = { command = "firebreak", args = ["lsp"] }
language = [{ name = "typescript", language-servers = ["typescript-language-server", "firebreak"] },
            { name = "firebase-rules", scope = "source.firebase-rules", file-types = ["rules"], comment-token = "//", language-servers = ["firebreak"] }]
```

**Zed** starts language servers through extensions. In `settings.json`, the server takes the place of one that an extension
brings for a language; `NAME` is what the extension calls it, and its own server does not run then:

```json
{"lsp": {"NAME": {"binary": {"path": "firebreak", "arguments": ["lsp"]}}}}
```

**Emacs** (29 and later), with the built-in `eglot`:

```elisp
(define-derived-mode firebase-rules-mode prog-mode "Rules" (setq-local comment-start "// "))
(add-to-list 'auto-mode-alist '("\\.rules\\'" . firebase-rules-mode))
(with-eval-after-load 'eglot (add-to-list 'eglot-server-programs '((firebase-rules-mode typescript-ts-mode) . ("firebreak" "lsp"))))
```

Any other editor that starts language servers is told the command `firebreak lsp`, and that files of the languages that
[`check` reads](existing-project.md), `*.rules`, `firebase.json`, `firebreak.json`, index files, `*.workload.yaml` and
`cases.yaml` are its business.

## What it shows

| In the editor | What it is |
|---|---|
| Problems | the findings of `check` in all open folders, with their related places; those of your baseline are left out |
| Hover on a query | its plan or the index that it lacks, what a run bills, also at the sizes of the workloads, and which statement of the rules decides it |
| Hover on `allow` | the queries of the code that the statement decides |
| Hover on an index | the queries that it serves |
| Hover on a code | in a comment that ignores it, or in `firebreak.json`: its page |
| Go to definition | from a query to its index and its rule; in rules from a call to its function |
| Find references | from an index or a rule to the queries; in rules from a function to its calls |
| Code actions | add the missing index; add a limit; other fixes of a finding; ignore a finding with a reason, in a comment or in `firebreak.json`; everything that `check --fix` mends |
| Hints in the line | `≈ 20 reads` behind a query of which the most is known |
| Completion | in rules: functions, methods, variables, and fields that the queries and workloads name; in `firebreak.json`, `*.workload.yaml` and `cases.yaml` the keys and values of their schemas |
| Format document | rules, as `firebreak rules format` lays them out |
| Colours | of rules, from what each word is |

Everything that is found in a folder is found again after an edit, beside what you do: what you ask meanwhile is answered
from what was found before, at the places where the text is now. An edit costs what it changes: files that have not changed are
not read again, scripts that have nothing of the one that was edited are not evaluated again, and queries and findings that are
what they were are neither judged nor sent again.

## When something is wrong

- Nothing is shown: run `firebreak check` in the folder. What it says at its end is what the editor is told, too.
- The analysis stops (a fault of Firebreak): the editor shows a message, open requests are answered with it, and the
  analysis starts again; where the same text stops it twice, it waits for the next change.
- `FIREBREAK_HELP_PAGE`, the address of a copy of `CODES.md`, makes codes links to their pages.
- Messages of the server's own go to standard error, which editors keep in a log.

"""###),
    ("emulator", ###"""
# The emulator

<!-- folder: samples/pantry -->

`firebreak emulator` serves Firestore, and the Realtime Database, to unmodified clients, with your rules and your indexes.
What production would refuse is refused here: a query without its index, a request that the rules deny, a database without
rules. It starts in well under a second and needs neither Java nor a project. `make emulator` builds it; the examples are run
in a copy of `samples/pantry`.

## While your tests run

    firebreak emulator exec -- npm test

starts it, sets `FIRESTORE_EMULATOR_HOST` for the command, waits for its end, sums up what was asked, and exits with the code
of the command. Scripts that call `firebase emulators:exec` need one word changed. Here is a test that needs nothing but
Python:

```python recipes_test.py
import json, os, urllib.error, urllib.request

documents = f"http://{os.environ['FIRESTORE_EMULATOR_HOST']}/v1/projects/demo-local/databases/(default)/documents"


def ask(path, body):
    request = urllib.request.Request(documents + path, json.dumps(body).encode(), {"Authorization": "Bearer owner"})
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        return (answer[0] if isinstance(answer, list) else answer)["error"]["status"]


print("create:", ask("/recipes?documentId=pie", {"fields": {"public": {"booleanValue": True}}}))
print("newest:", ask(":runQuery", {"structuredQuery": {
    "from": [{"collectionId": "recipes"}],
    "where": {"fieldFilter": {"field": {"fieldPath": "public"}, "op": "EQUAL", "value": {"booleanValue": True}}},
    "orderBy": [{"field": {"fieldPath": "created"}, "direction": "DESCENDING"}]}}))
```

```console
$ firebreak emulator exec --port 0 -- python3 recipes_test.py
create: 200
newest: FAILED_PRECONDITION
firebreak: 2 requests · 0 reads · 1 write · 0 denials · 1 finding
error[FB2001 missing-composite-index]: query `recipes where public == ? orderBy created desc` needs an index that `firestore.indexes.json` does not define
   = needs: recipes (public ASC, created DESC)
   = production would answer FAILED_PRECONDITION
   = asked once
   help: add the definition with `firebreak indexes suggest --from-recording --write`

to add to firestore.indexes.json:
  {"collectionGroup":"recipes","queryScope":"COLLECTION","fields":[{"fieldPath":"public","order":"ASCENDING"},{"fieldPath":"created","order":"DESCENDING"}]}
$ echo $?
0
```

The test passed, and the summary still says that production would refuse one of its queries. `--fail-on-findings` turns that
into exit code 1. `-v` prints a line for every request: who asked, what was decided, the plan, the billed reads. `--port 0`
takes a free port; without it, it is 8080.

## Find every missing index in one go

Let the tests run as if all indexes existed, then have them written:

```console
$ firebreak emulator exec --port 0 --mode permissive -- python3 recipes_test.py
create: 200
newest: 200
firebreak: 2 requests · 1 read · 1 write · 0 denials · 1 finding
error[FB2001 missing-composite-index]: query `recipes where public == ? orderBy created desc` needs an index that `firestore.indexes.json` does not define
   = needs: recipes (public ASC, created DESC)
   = production would answer FAILED_PRECONDITION
   = asked once
   help: add the definition with `firebreak indexes suggest --from-recording --write`

to add to firestore.indexes.json:
  {"collectionGroup":"recipes","queryScope":"COLLECTION","fields":[{"fieldPath":"public","order":"ASCENDING"},{"fieldPath":"created","order":"DESCENDING"}]}
$ firebreak indexes suggest --from-recording --write
6 query shapes: 2 served by single-field indexes, 2 by existing composites, 2 uncovered
+ recipes  COLLECTION  (author ASC, created DESC)  serves recipes where public == true and author == ? orderBy created desc             1 entry per document, about 109 bytes each
+ recipes  COLLECTION  (public ASC, created DESC)  serves recipes where public == true and author == ? orderBy created desc and 1 more  1 entry per document, about 109 bytes each
recipes where public == true and author == ? orderBy created desc: (author ASC, created DESC) and (public ASC, created DESC) are merged for it, so that there are fewer to write; `firebreak check` names (author ASC, public ASC, created DESC), the index of its own that production asks for
2 definitions to add; combining existing indexes was tried first
```

## A first workload

`--record FILE` writes what the command asked as a [workload](first-workload.md), to a file that is not there yet. Queries
that your sources ask are named after the code, so that a change of the code changes the bill:

```python lists_test.py
import json, os, urllib.request

items = f"http://{os.environ['FIRESTORE_EMULATOR_HOST']}/v1/projects/demo-local/databases/(default)/documents/households/h"
query = {"structuredQuery": {
    "from": [{"collectionId": "items"}],
    "where": {"fieldFilter": {"field": {"fieldPath": "done"}, "op": "EQUAL", "value": {"booleanValue": False}}},
    "orderBy": [{"field": {"fieldPath": "added"}, "direction": "DESCENDING"}]}}
urllib.request.urlopen(urllib.request.Request(
    items + ":runQuery", json.dumps(query).encode(), {"Authorization": "Bearer owner"}))
```

```console
$ firebreak emulator exec --port 0 --record firebreak/tests.workload.yaml -- python3 lists_test.py
firebreak: 1 request · 1 read · 0 writes · 0 denials · 0 findings
wrote firebreak/tests.workload.yaml: firebreak run firebreak/tests.workload.yaml
$ cat firebreak/tests.workload.yaml
# yaml-language-server: $schema=./workload.schema.json
workload: tests
about: >
  What an emulator was asked in 1 min, 1 request in all, with the values of the newest of each kind.
  Every user asks as often as on average; documents look like those that there were. Say how many users there are and
  how often they do this in a day, and take out what only filled the database.
params: {users: 1, sessions: 1}
database: {rules: ../firestore.rules}
data:
  - path: 'households/h/items/{auto}'
    count: 1
    fields: {done: false, added: {string: 12}}
actors:
  server:
    world: own
    client: {sdk: server}         # passes the rules
    sessions: {perDay: $sessions, at: {first: "08:00", gap: 2h}, length: 1m}
    steps:
      # asked once: households/h/items where done == false orderBy added desc
      - {name: items.query, query: {from: ItemStore.start, with: {households: h}}}
```

Say in it how many people there are, how often they come, and how many documents there are; then play it.

## While you develop

    firebreak emulator start

serves until it is interrupted: Firestore on 127.0.0.1:8080, and where `firebase.json` has a `database` section, or with
`--database-port N`, the Realtime Database on 127.0.0.1:9000. Rules and indexes are read again when you edit them. Its
[page](emulator-page.md) on localhost:4000 shows every request with its rule, its index and its cost.

## What works with which SDK

| Client | How it connects | |
|---|---|---|
| server libraries, `firebase-admin` | gRPC, by `FIRESTORE_EMULATOR_HOST` | reads, writes, listeners, transactions, aggregations |
| mobile apps | gRPC, `useEmulator("10.0.2.2", 8080)` and the like; `--host` for a phone | the same |
| web library in a browser | its own channel, `connectFirestoreEmulator(db, "127.0.0.1", 8080)` | the same, streaming or with long polling |
| web library in Node.js | gRPC | the same |
| REST | `http://127.0.0.1:8080/v1/projects/…` | the same, without listeners |
| `@firebase/rules-unit-testing` | finds both databases by `FIREBASE_EMULATOR_HUB`, which `exec` sets | |
| Realtime Database: apps, browsers, `firebase-admin` | WebSockets, long polling, or REST with streams | listeners, transactions, `onDisconnect` |

All of Firestore comes in through one port, over HTTP/1.1 or HTTP/2 with prior knowledge
(`curl --http2-prior-knowledge`). Messages and bodies may have 11 MiB, and one connection of HTTP/2 may have
2,048 streams open. Headers may have 64 KiB, but 16 KiB where a client sends them before it has read the settings of
HTTP/2. gRPC messages may be compressed by gzip.

`Authorization: Bearer owner` passes the rules, as with Google's emulator. Tokens are read and not verified: whoever can
connect can be any user. [SECURITY.md](../SECURITY.md) says what is trusted, and which web pages are served
(`--allow-origin`).

## Administration

Google's administration clients (`google-cloud-firestore-admin` and its siblings), REST below `/v1/projects/P/databases`, and
tools for any gRPC service work, too, as `owner`:

| | |
|---|---|
| indexes, fields, policies for the time to live | are those of the index file; what is created, changed or deleted is written there, and counts at once |
| databases | get, list and create; `concurrency_mode` decides whether transactions that do not ask for one lock or retry |
| documents as a whole | export and import, with a folder of this machine as `file:///DIR`; bulk delete |
| operations | have ended when they are told; get, list, wait, cancel and delete |
| `grpc.health.v1.Health` | check, list and watch, without credentials |
| server reflection, `v1` and `v1alpha` | `grpcurl -plaintext 127.0.0.1:8080 list`, without credentials |

Backups, schedules, clones, user credentials and the deletion of a database are not served (FB8001).

## Data

Data are in memory, or in a folder with `--data-dir DIR`: then a commit is durable before it is acknowledged. `--import DIR`
and `--export-on-exit` read and write [exports of the Firebase CLI](emulator-data.md). `--seed` and `--clock` make ids and
times the same in every run, and `emulator clock` moves the time.

## If something is missing

Authentication, Functions, Storage and Hosting are not served; start [Google's emulators for those beside it](beside-firebase.md). What of Firestore
is not served answers so and names itself (FB8001). `firebreak emulator start --help` lists all flags.

"""###),
    ("emulator-data", ###"""
# Data of the emulator: exports, imports, time

<!-- folder: samples/pantry -->

Data are in memory, or in a folder with `--data-dir DIR`: then a commit, or a write to the Realtime Database, is durable
before it is acknowledged.

## Take data along

An export is a folder. By default it has the format of the Firebase CLI, so that both emulators read what the other one has
written:

```python seed.py
import json, os, urllib.request

def write(path, fields):
    host = os.environ["FIRESTORE_EMULATOR_HOST"]
    url = f"http://{host}/v1/projects/demo-pantry/databases/(default)/documents/{path}"
    body = json.dumps({"fields": fields}).encode()
    urllib.request.urlopen(
        urllib.request.Request(url, body, {"Authorization": "Bearer owner"}, method="PATCH")).close()

write("recipes/soup", {"title": {"stringValue": "Soup"}, "public": {"booleanValue": True}})
write("recipes/bread", {"title": {"stringValue": "Bread"}, "public": {"booleanValue": False}})
```

```console
$ firebreak emulator exec --project demo-pantry --port 0 --export-on-exit seed -- python3 seed.py
firebreak: 2 requests · 0 reads · 2 writes · 0 denials · 0 findings
exported to seed
$ cat seed/firebase-export-metadata.json
{
...
    "path": "firestore_export",
    "metadata_file": "firestore_export/firestore_export.overall_export_metadata"
  }
}
$ firebreak emulator exec --project demo-pantry --port 0 --import seed -- true
imported 2 documents from seed
firebreak: 0 requests · 0 reads · 0 writes · 0 denials · 0 findings
```

| | |
|---|---|
| `emulator start --import DIR`, `exec --import DIR` | start with the documents of an export |
| `--export-on-exit DIR`, or alone beside `--import` | export at the end |
| `emulator export DIR`, `emulator import DIR` | the same with an emulator that runs: it is found by `FIRESTORE_EMULATOR_HOST`, `firebase.json` or `--port` |
| `firebase emulators:export` and other tools | `POST /_admin/export`, and `POST /emulator/v1/projects/P:export` and `:import` for one database, as Google's hub and emulator have them |

An import takes a folder of the Firebase CLI, and what `gcloud firestore export` has written. Everything is read, with its
checksums and counts, before anything is stored: a damaged file is refused with its place (FB0013), a value of Datastore that
Firestore cannot hold is named (FB8001), and nothing has changed then.

An export is written beside the old one, which is there until the new one is whole. Only an earlier export, or an empty
folder, is replaced.

What the format of the Firebase CLI does not hold:

- **Times of documents.** Imported documents have the time of the import as `createTime` and `updateTime`.
- **Other databases.** It has room for the default database of one project. Documents of further databases and projects are
  files of lines beside it, which Firebreak reads and the Firebase CLI ignores.
- **Its project.** Documents of another project become those of the emulator's own, and so do references to them.

Users of Authentication and files of Storage that the Firebase CLI has exported into the same folder are not imported, which is
said (FB8001), and they stay there when the export is replaced.

`--export-format lines` writes a JSON text a line instead, with the times of documents: made for reading, comparing and
keeping in version control. Without the flag, an export that is replaced keeps its format.

```console
$ firebreak emulator exec --project demo-pantry --port 0 --import seed --export-on-exit --export-format lines -- true
imported 2 documents from seed
firebreak: 0 requests · 0 reads · 0 writes · 0 denials · 0 findings
exported to seed
$ firebreak emulator exec --port 0 -- cut -d , -f 1-2 "seed/(default).jsonl"
{"firebreakExport":1,"database":"(default)"
{"name":"recipes/bread","fields":{"public":{"booleanValue":false}
{"name":"recipes/soup","fields":{"public":{"booleanValue":true}
firebreak: 0 requests · 0 reads · 0 writes · 0 denials · 0 findings
```

The Realtime Database is `database_export/INSTANCE.json` in both, with priorities.

## Move the time

`--clock` sets the time at the start. While the emulator runs, it is moved:

    firebreak emulator clock
    firebreak emulator clock --advance 25h
    firebreak emulator clock --set 2026-01-10T12:00:00Z

or by a program, with `/firebreak/v1/clock` on the port of Firestore. It only goes forwards.

```python tomorrow.py
import json, os, urllib.request

def clock(movement=None):
    url = f"http://{os.environ['FIRESTORE_EMULATOR_HOST']}/firebreak/v1/clock"
    with urllib.request.urlopen(url, movement and json.dumps(movement).encode()) as answer:
        return json.load(answer)["time"][:16]

print(clock())
print(clock({"advance": "25h"}))
print(clock({"set": "2026-01-10T12:00:00Z"}))
```

```console
$ firebreak emulator exec --port 0 --clock 2026-01-05T08:00:00Z -- python3 tomorrow.py
2026-01-05T08:00
2026-01-06T09:00
2026-01-10T12:00
firebreak: 0 requests · 0 reads · 0 writes · 0 denials · 0 findings
```

Everything of the emulator goes by that time: `request.time` and `now` in rules, server timestamps, commit and update times,
how long transactions live, and how long a listener can go on from where it was. Who waits for a lock of a transaction whose
end is jumped over has it at once.

Documents whose time to live is over (`"ttl": true` in `fieldOverrides` of the index file) are deleted when the clock is moved
past it, and are billed as that. Production takes up to a day for it, so an app must not rely on either.

"""###),
    ("emulator-page", ###"""
# The emulator's page

`firebreak emulator start` prints an address below its table, `http://localhost:4000` or the next free port. Open it and use
your app: every request is there as it comes, with what it cost, which index served it, and why a rule denied it.

    firebreak emulator start              # with the page
    firebreak emulator start --no-ui      # without
    firebreak emulator exec --ui -- npm test

`--ui-port N` chooses the port. The page is for this machine alone, works offline, and is part of the program.

## Requests

![Requests as they come, and one of them opened](pictures/emulator-requests.png)

A row says when, who, what, by which index, and for how many billed reads; those of the rules stand apart. `↳ sent` is what a
listener was told. Click a row, or move with the arrow keys and press Enter:

- **denied**: the conditions of every rule that applied, with their values, and what would have allowed the request
- **missing index**: its definition, and a button that shows what would change in `firestore.indexes.json` and then writes it
- the plan, the bill by its causes, every expression of the rules that was evaluated, the operation and the test
- *Ask again* asks the same, with the claims of the same token or as anybody else, without billing it: a read as a query, a write
  of the rules

On a phone the same is there below one another; light or dark is what the system says, or the button at the top.

![Requests on a narrow window](pictures/emulator-requests-narrow.png) ![A request that was denied, dark](pictures/emulator-denied-narrow.png)

While the pointer is over the list it holds still, and counts what comes. The line between the list and what is opened beside it can be
drawn.

`/` searches, or begins to type a query; Space holds the list, Escape closes and leaves a field, the digits choose a view. Links
from *Cost*, *Indexes* and *Listeners* narrow the list to one user or operation, in the address as well. *Save all* downloads what the emulator keeps: the
newest 10,000 requests; of a narrowed list what is shown. When more is asked than a person can read, the newest are shown and the others are counted.

Requests to the Realtime Database stand between them: with the rules that were asked, the value of every part of their
conditions, and how many bytes were sent, received and billed.

Tests name themselves with the headers `x-firebreak-test` and `x-firebreak-operation`; the page shows and finds both.

## Data

![A document whose fields are edited](pictures/emulator-data.png)

Collections, documents and their subcollections, also of documents that do not exist. Every type is shown and edited, as a
form or as JSON. Saving (Ctrl S) tells listeners. What somebody else has changed meanwhile is not written over: fields that only they
have changed are kept, of fields that both of you have changed both values are shown, and you choose; what others have written since
you looked is not deleted. Texts and files keep the ends of lines that they have. What changes flashes. Lists of a million documents are scrolled like short ones; documents that do not exist but
have something below them come first.

The field above the list finds an id, or its beginning. With clauses of a query, as in `where age > 3 orderBy age desc`, it lists what
they find, with or without an index. The address says what is listed, and in which database: it can be kept and sent.

What you have typed and not saved is not lost: leaving asks first, here and in the editors of rules and values. Queries and
requests that you try are still there when you come back.

![The tree of the Realtime Database](pictures/emulator-realtime.png)

*Realtime* shows the tree of an instance: sizes, types and priorities. What is opened follows the database; a click on a value
edits it, `+` adds a child. Here, too, you choose when somebody else was faster.

*Import, export* writes all databases into a folder and reads one, as `firebreak emulator export` and `import` do: what the
Firebase CLI exports, or lines of JSON. Before documents are replaced that say something else by now, it says how many, and asks.

## Query

![A query with its plan and its cost](pictures/emulator-query.png)

Type a query, in the words of `firebreak explain`, or build it with the form, which follows the text; *How it is written* has an
example of every value. Plan, missing index, billed reads and what the rules say to a user, with claims of their token if you like,
appear while you type. Nothing of it is recorded or billed.

## Cost

![What the session has cost](pictures/emulator-cost.png)

Reads, writes, deletes and bytes since the start, by the minute (as a chart of reads and writes, of bytes or of money), by operation
and by user; what they cost by the price list of
a location, and what a month costs in which every day is like this session, with the free quota taken off. *Reset* begins anew.

*Make a workload* downloads the session as a [workload](first-workload.md): a step for every question that was asked, as often
as a user has asked it, over documents that look like those that there are. Put it into the folder `firebreak` of the project,
and `firebreak run` says what it costs for as many users as you like. What it leaves out is said beside the button.

## Indexes, Rules

*Indexes* lists what is missing, with a button that shows the change of the file and adds all of it; what is declared and by
which operations it is used; and the automatic indexes that were used.

![The rules with what requests have made of them](pictures/emulator-rules.png)

![The same in the dark](pictures/emulator-rules-dark.png)

*Rules* shows the file with how many requests each `allow` has let through and not, queries among them, and how often each
condition below it came out true and false. *Edit* checks the text while you type and saves it into the file, unless it has errors; what
is saved is used at once, and counting begins anew. If an editor has saved the file meanwhile, nothing is written and both texts are
shown. *Try a request* decides a request of anybody with the documents that there are, by the text in the editor where one is open. An
update begins as the document that there is; a `list` is a query in one line. The same holds for the rules of each instance of
the Realtime Database.

## Listeners and transactions

![Who listens, and what it has cost](pictures/emulator-listeners.png)

Who listens to what at this moment, how many documents each target holds, what it was sent and what that has cost; up to when its
client knows everything, and until when it goes on from there after its connection breaks. Which transactions are open, what
they have locked, who has begun them, and who waits for them.

## For scripts

The page is made of what it asks the emulator for, as JSON below `/firebreak/v1/` on its own port. Scripts may ask the same:

| | |
|---|---|
| `GET overview`, `GET pulse` | databases and addresses; sums of this moment. Nothing that is only read makes a database |
| `GET requests?after=N&limit=M` | rows behind the number N, or the newest M; with `before=N` the newest M before it |
| `GET requests/N` | everything that is known of one |
| `GET events?after=N&run=R` | server-sent events: `requests` (`rows`, and how many were `skipped`) and `pulse`. Each says the `run`: another one when the emulator was started anew, whose requests are numbered from 1 again; N is then of the run before, and all that are kept are new |
| `GET listeners` | listeners, open transactions, and who waits |
| `GET meter?location=nam5` | what the page shows under *Cost*; `DELETE ledger` begins anew |
| `GET indexes`, `POST indexes` | as under *Indexes*; `POST` writes what is missing into the file, or with `{"member", "definition"}` one; `{"onlyShowing": true}` only says what would change, and the `etag` that writing it wants |
| `GET workload` | the session as a workload, a YAML file |
| `POST export`, `POST import` | `{"path", "format"}`: all databases, to or from a folder; an import with `{"onlyShowing": true}` says how many documents it would bring, and how many it would replace (`replaced`) |
| `GET rules`, `PUT rules` | the rules with their counts; `PUT` with `{"source", "etag"}` saves them, unless they have errors; `POST` with `{"source"}` only says what is wrong with them; `?instance=I` of the Realtime Database |
| `POST rules/decide` | `{"method", "path", "as", "claims", "fields", "changed", "rules"}`: what the rules would say, or others whose text is `rules`; `changed` are the paths (lists of names) that an update is about, without them `fields` is the whole document; of a `list` the `path` is a query; with `?instance=I` the method is `read` or `write` and what is written is `value` |
| `POST query` | `{"query", "as", "claims", "limit"}`: plan, cost, rules and documents; nothing is recorded |
| `GET collections?parent=P` | collections below a document |
| `GET documents?collection=C&offset=N&limit=M` | rows of one, by name; first those that do not exist and have something below them (`isMissing`). `isCut`: large fields are left out. With `query=where …` those that it finds; with `place=ID` the row of an id, too |
| `GET`, `PUT`, `DELETE document?path=P` | one; `PUT` has `{"fields", "updateTime"}`. `DELETE` takes the `updateTime` that was seen, or `deep=true` with the `version`, and deletes nothing that was written since |
| `GET`, `PUT realtime?instance=I&path=P` | a location of the Realtime Database with its children; `PUT` has `{"value", "etag"}`; where something else stands there by now, the answer is 409 and has it as `error.current` |

Requests are read strictly: a member or parameter that nobody reads, or that has another type, is refused with 400, the code of the
finding and its place, as in *FB0014 unknown key onlyShwing (body:1:2); did you mean onlyShowing?* `error.findings` has all of
them, as `check` writes them. Who writes a file says which version they have seen, with `etag` or the header `If-Match`. Where it
is another one by now the answer is 412 with FB0019 and, as `error.current`, the file as it is. `*` writes over whatever is there.

`database=` is an id or a whole name, without it `(default)`. `firebreak schema emulator-api` prints what the answers look like.
[SECURITY.md](../SECURITY.md) says who may ask.

"""###),
    ("existing-project", ###"""
# On an existing project

<!-- folder: samples/pantry -->

An app that has grown for years has findings on the first day. You need not mend them all to profit from the next one. The
examples are run in a copy of `samples/pantry`.

## 1. Look at it once

```console
$ firebreak check
6 queries in 3 sources · 1 rules file · 1 index · 1 workload
WILL FAIL IN PRODUCTION  2
  1 × denied by rules  recipes orderBy created desc limit 20: `resource.data.public == true` is not…
      app/RecipeStore.swift:7
  1 × missing composite index  recipes (author ASC, public ASC, created DESC)
      app/RecipeStore.swift:15
      add it:  firebreak indexes suggest --write
WORTH A LOOK  1  1 × delete denied by new data  firestore.rules:21
NOT DECIDED  1  1 × depends on who asks or on other documents  app/ItemStore.swift:12
2 errors, 1 warning, 7 infos · details: -o full · every cause, and 6 more findings: --all
$ echo $?
1
```

Mend what will fail in production now, if it is a handful. For the rest, go on.

## 2. Draw a line

```console
$ firebreak check --write-baseline
wrote 10 findings to firebreak/baseline.json
6 queries in 3 sources · 1 rules file · 1 index · 1 workload
nothing new · 10 known of firebreak/baseline.json
$ firebreak check
6 queries in 3 sources · 1 rules file · 1 index · 1 workload
nothing new · 10 known of firebreak/baseline.json
$ echo $?
0
```

`firebreak/baseline.json` knows what is there today. Commit it. From now on a check shows and counts only what is new:

```swift app/TagStore.swift
import FirebaseFirestore

final class TagStore {
  func all(of household: String) async throws -> QuerySnapshot {
    try await Firestore.firestore().collection("households").document(household).collection("items")
      .whereField("tag", isEqualTo: "sweet").order(by: "name").getDocuments()
  }
}
```

```console
$ firebreak check
7 queries in 4 sources · 1 rules file · 1 index · 1 workload
WILL FAIL IN PRODUCTION  1
  1 × missing composite index  items (tag ASC, name ASC)  app/TagStore.swift:6
      add it:  firebreak indexes suggest --write
NOT DECIDED  1  1 × depends on who asks or on other documents  app/TagStore.swift:6
1 error, 2 infos · 10 known of firebreak/baseline.json
details: -o full · every cause, and 1 more finding: --all
$ echo $?
1
```

`--no-baseline` shows everything again. Somebody who moves code does not meet old findings: they are known by what they say,
not by their line. Write the baseline again when you have mended some of it, so that they cannot come back.

Without a file, `firebreak check --since main` shows what came after a git revision.

## 3. Say what you have decided

A finding that is right and stays has a reason. Say it where it stands:

    // firebreak-ignore FB7004 -- runs once a night over at most 200 documents

or for a whole folder in [firebreak.json](firebreak-json.md), or make a code more or less severe there:

```json firebreak.json
{
  "ignore": [{"code": "FB2001", "path": "app/TagStore.swift", "reason": "comes with the next release"}],
  "severity": {"FB4103": "warning"}
}
```

```console
$ firebreak check
7 queries in 4 sources · 1 rules file · 1 index · 1 workload
NOT DECIDED  2  2 × depends on who asks or on other documents  app/ItemStore.swift:12 …
2 warnings, 1 info · 9 known of firebreak/baseline.json
details: -o full · every cause, and 1 more finding: --all
$ echo $?
0
```

## 4. If there is no index file

Many apps keep their indexes in the console only. Then every query that needs one is listed as an index to have, as
information, and nothing fails. Fetch what is deployed once, and let Firebreak compare:

    firebase firestore:indexes > firestore.indexes.json
    firebreak indexes unused

Every definition gets a verdict: *used* by a query, *unused*, *redundant* beside another one, or *may serve* a query of
which a part is known at run time only; the place of that query is named. A definition that holds the fields of another
one in another order is called so. Nothing is ever deleted for you.

`firebreak check` names for each query the index that production would ask for. `firebreak indexes suggest` adds as few
definitions as serve all queries: where several indexes are merged for a query, it says so and names that index, too.
`firebreak indexes diff --deployed FILE` says what a deploy would change. A time-to-live policy that it would turn off is a
warning (FB2027).

## 5. What is read

Sources are found by their extension: Swift, JavaScript, TypeScript, Kotlin, Java, Dart and Python. What git ignores
(a file that it tracks it does not ignore), tests, generated or minified code and other people's code is left out; `--include-tests` takes tests in.
Sources in languages that are not read are counted and named (FB8001). To check a part, name it:

```console
$ firebreak check functions
1 query in 1 source · 1 rules file · 1 index
nothing new · 3 known of firebreak/baseline.json
$ echo $?
0
```

Next: [say who asks](who-asks.md), so that fewer queries are undecided, and [run it in CI](ci.md).

"""###),
    ("firebreak-json", ###"""
# firebreak.json

<!-- folder: samples/pantry -->

Settings of a project that a team shares. The file is optional, stands beside `firebase.json`, and may have comments. A flag
wins over the environment (`FIREBREAK_FAIL_LEVEL=warning`), the environment over this file. What it says is checked: a word
that is not known is a finding, at its place. This one has every key:

```json firebreak.json
{
  "failLevel": "error",
  "mode": "production",
  "ignore": [
    {"code": "FB4006", "path": "firestore.rules", "reason": "authors may be handed over"}
  ],
  "severity": {"FB7010": "error"},
  "prices": {"book": "google-standard", "location": "us-central1"},
  "assume": {"ownEcho": false},
  "budgets": {
    "list.open": {"reads": 100, "warnAt": "90%"},
    "total": {"reads": 400, "per": "user-day"},
    "*": {"unbounded": "warn"}
  },
  "traffic": {"list.open": 150000},
  "guardrails": {"increase": 50, "increasePercent": 10, "total": 500},
  "tests": ["rules/**/cases.yaml"],
  "coverage": {"expressions": 90},
  "actors": {
    "functions/**": "admin",
    "app/**": "ada",
    "ada": {"uid": "ada", "token": {"plan": "free"}}
  }
}
```

```console
$ firebreak check
6 queries in 3 sources · 1 rules file · 1 index · 1 workload
WILL FAIL IN PRODUCTION  2
  1 × denied by rules  recipes orderBy created desc limit 20: `resource.data.public == true` is not…
      app/RecipeStore.swift:7
  1 × missing composite index  recipes (author ASC, public ASC, created DESC)
      app/RecipeStore.swift:15
      add it:  firebreak indexes suggest --write
COSTS MORE THAN IT LOOKS  2
  1 × listener without limit  the listener `households/?/items where done == false orderBy added de…
      app/ItemStore.swift:12
  1 × unbounded query  app/RecipeStore.swift:15
WORTH A LOOK  1  1 × delete denied by new data  firestore.rules:21
NOT DECIDED  1  1 × depends on who asks or on other documents  app/ItemStore.swift:12
3 errors, 2 warnings, 4 infos · details: -o full · every cause, and 3 more findings: --all
$ echo $?
1
```

| Key | What it says |
|---|---|
| `failLevel` | the lowest severity that gives exit code 1: `error`, `warning`, `info`, `never` |
| `mode` | `production` refuses a query without its index; `permissive` runs it and reports it |
| `ignore` | findings that the team lives with: `code` (or a prefix), perhaps `path` (with `*` and `**`), and a `reason` |
| `severity` | how severe a code is here: `error`, `warning`, `info`; prefixes such as `FB40` work, too |
| `prices` | the price book and location of every workload that names none |
| `assume` | answers to open questions about the service; see [prices](prices.md) |
| `budgets` | limits by step: what one call may bill, or with `per` a `session`, `day`, `user-day`, `month` or `run` |
| `traffic` | calls of a month by step, which weigh the operations in `cost diff` |
| `guardrails` | what a change of the bill may not exceed: money a month more, per cent, money a month in all |
| `tests` | where the rules tests are |
| `coverage` | the least share of expressions that rules tests must evaluate, in per cent |
| `actors` | who asks, by the path of the source or by name; see [who asks](who-asks.md) |

`budgets` has two names that are no steps: `total` for all steps together, and `*` for every step. `unbounded` says how severe
a query without a limit is. Beside a limit may stand `level` (`off`, `info`, `warn`, `error`) and `warnAt`, the share of the
limit from which a warning comes.

## A mistake in it

```json firebreak.json
{
  "failLevl": "warning"
}
```

```console
$ firebreak check -q -o concise --select FB0
firebreak.json:2:3: error[FB0014 unknown-key]: unknown key `failLevl`
$ echo $?
2
```

"""###),
    ("first-workload", ###"""
# Your first workload

<!-- folder: samples/pantry -->

A workload says who uses your app, how often, and what the app asks Firestore each time. Firebreak plays it in simulated
time, counts every read and write as Firestore bills them, and prints the bill of a month. A week is played in less than a
second, and stands for the others.

You need three things: the paths and fields that your app stores, the queries that it sends (`firebreak queries list` shows
them), and a guess at how often people open it. The examples are run in a copy of `samples/pantry`, a shopping list that
families share: `households/{household}/items/{item}`, each item with `name`, `done` and `added`.

Who has an app or tests that run need not begin with nothing: `emulator exec --record` makes a workload of
[what tests ask](emulator.md#a-first-workload), and the [emulator's page](emulator-page.md#cost) of what the app has asked.

## 1. One person, one screen

Save this beside `firebase.json`, under any name that ends in `.workload.yaml`:

```yaml list.workload.yaml
workload: list
clock: {start: "2026-01-05T00:00:00-08:00", days: 7}
database: {rules: firestore.rules}

data:                                    # what exists before the first day
  - path: households/h
    fields: {members: [ada, ben]}
  - path: "households/h/items/{auto}"    # {auto} is a new id for each document
    count: 60
    fields: {name: {string: 20}, done: false, added: {spread: [-60d, -1d]}}

actors:                                  # who acts
  member:
    auth: {uid: ada}                     # what request.auth is in your rules
    client: {sdk: ios}                   # ios, android, web or server
    sessions: {perDay: 5, at: {first: "08:00", gap: 2h}, length: 5m}
    steps:                               # what the app does in every session
      - name: list.open
        listen: 'households/h/items where done == false orderBy added desc'
```

The lines under `data` make 61 documents. `{string: 20}` is a text of 20 letters, `{spread: [-60d, -1d]}` spreads the times
evenly over the last two months. An actor has **sessions**: five a day, the first at eight in the morning, each next one two
hours after the end of the one before, five minutes long. In every session it does its **steps**, from top to bottom. What
still listens at the end of a session stops listening. An app without a rules file says `database: {rules: none}`.

```console
$ firebreak run list.workload.yaml
list   1 user, 5 sessions a day   $0.00/mo
  list.open  ████████████████████  100 %  61 reads/call, 96 % because listeners start over
1 info · all figures: -v · as a page: -o html=report.html
```

One user fits into the free quota, so there is no money yet. There are reads: each time the app opens, the listener reads the
whole list again, since more than 30 minutes have passed, and one document that the rules look up. (`-v` prints every figure,
and the finding with its place: a listener without a limit.)

## 2. Prices and people

Say where the database is, how many people there are, and what else they do:

```yaml list.workload.yaml
workload: list
clock: {start: "2026-01-05T00:00:00-08:00", days: 7}
prices: {book: google-standard, location: nam5}
database: {rules: firestore.rules}
params: {households: 1000}               # values that you may want to change

data:
  - path: households/h
    fields: {members: [ada, ben]}
  - path: "households/h/items/{auto}"
    count: 60
    fields: {name: {string: 20}, done: false, added: {spread: [-60d, -1d]}}

actors:
  member:
    count: $households
    world: own                           # each has data of its own
    auth: {uid: ada}
    client: {sdk: ios}
    vars: {last: none}                   # what the app remembers on the device
    sessions: {perDay: 5, at: {first: "08:00", gap: 2h}, length: 5m}
    steps:
      - name: list.open
        listen: 'households/h/items where done == false orderBy added desc'
        as: list                         # a name for the result
        intend: 'households/h/items where done == false orderBy added desc limit 20'   # what the screen needs
        each: [{let: {last: id}}]        # for each document: remember its id
      - name: item.add
        create: "households/h/items/{auto}"
        fields: {name: {string: 20}, done: false, added: serverTime}
      - name: item.done
        update: "households/h/items/{last}"
        fields: {done: true}
```

**`world: own` matters.** With it, a thousand members live in a thousand separate copies of the data, and none sees what
another does. Without it, all of them share one world: each item that one adds is sent to everybody who listens at that
time, and people come one by one, not all at once. Choose
`own` for things that belong to one user or one small group, and leave it out for things that all share, such as a public
feed. What members of one group send each other goes into `during` or into the timeline
(see the [reference](workload-reference.md)).

```console
$ firebreak run list.workload.yaml
list   1,000 users, 5 sessions a day   $5.13/mo
  list.open  ███████████████████  97 %  65 reads/call, 90 % because listeners start over
  item.add   █                     1 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     1 %  1 write, 1 read/call, 100 % by security rules
2 infos · all figures: -v · as a page: -o html=report.html
```

## 3. Would something else be cheaper?

Put the alternatives beside it, as **variants**. The first one is the baseline: what you have. Every other one changes
something of it. Append this to the file:

```yaml >>list.workload.yaml

variants:
  shipped: {}
  limit-20:
    set:
      steps.list.open.listen: 'households/h/items where done == false orderBy added desc limit 20'
  newest-only:
    set:
      steps.list.open.listen: 'households/h/items where done == false and added > ts"2026-01-01T00:00:00Z" orderBy added desc'
    expect: {findings: [FB7016]}         # we know that it loses documents
```

```console
$ firebreak run list.workload.yaml
list   1,000 users, 5 sessions a day   $5.13/mo
  list.open  ███████████████████  97 %  65 reads/call, 90 % because listeners start over
  item.add   █                     1 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     1 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 $1.35 (−73.7 %)
  cheaper but wrong:         newest-only (misses 17,000 in list.open)
1 warning, 3 infos · all figures: -v · as a page: -o html=report.html
```

Only a variant that **shows what the user should see** is called cheaper. That is what `intend` says: here the newest 20 open
items. Without `intend`, a variant that shows fewer documents than the baseline is never called cheaper, because nobody has
said that fewer are enough. A variant that loses documents stands apart, and unless it `expect`s that, the run fails, so that
nobody takes it for a saving.

## 4. Say what must hold

```yaml >>list.workload.yaml

budget:
  - {step: list.open, reads: 30}         # fails the run when a call bills more
assert:
  - "denied == 0"
  - "missed(limit-20) == 0"
```

```console
$ firebreak run list.workload.yaml
list   1,000 users, 5 sessions a day   $5.13/mo   1 of 3 budgets exceeded
  ✗ budget list.open: 65 of 30 reads in the largest call of shipped   list.workload.yaml:46
  list.open  ███████████████████  97 %  65 reads/call, 90 % because listeners start over
  item.add   █                     1 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     1 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 $1.35 (−73.7 %)
  cheaper but wrong:         newest-only (misses 17,000 in list.open)
1 error, 1 warning, 3 infos · all figures: -v · as a page: -o html=report.html
$ echo $?
1
```

The budget fails, because what is shipped today is over it: mend the app, or set the budget to what you accept.

## 5. Keep it

Commit the file. `firebreak check` judges its queries together with those of your code, and in
[continuous integration](ci.md) `firebreak cost diff` says what a pull request costs.

## When something does not work

- *FB0014, FB0018 …* in the first line: a word that is not known, or in the wrong place. The message names the nearest one.
- *FB7024*: an actor without `sessions`. Nothing is played, so there is no bill.
- *FB7025*: no session comes to a step. There is a bill, and it is without that step.
- *FB5005, FB4101*: your rules deny a step. The message names the condition. Mend the data, the `auth`, or the rules. If the
  app really is refused today, say so beside the step: `expect: {status: PERMISSION_DENIED}`.
- *FB2001*: a query has no index. `firebreak indexes suggest --write` adds it.
- *It takes long*: look at one day first (`--days 1`), or at few users (`--set households=10`), and see
  [what takes long](workload-reference.md#what-takes-long-and-what-does-not-fit).

[The reference](workload-reference.md) has every key; [reading the report](reports.md) explains every word.

"""###),
    ("getting-started", ###"""
# Install, and the first ten minutes

<!-- folder: samples/pantry -->

Firebreak is one command, `firebreak`. It reads the files of your app and answers three questions before you deploy: will
Firestore run this query, do the rules allow it, and what will it cost? It needs no Firebase project and no network.

## Install

On Debian or Ubuntu with Swift 6.2 or newer, in a clone of this repository:

    make build

This installs the system libraries that it lacks, says so, and leaves the commands in `.build/release`. The first build is
optimised and takes 15 to 30 minutes on two cores; `make run` is ready after about four, with a slower program in
`.build/debug`. Put one of the two folders on your `PATH`, and ask:

```console
$ firebreak --version
firebreak 0.1.0
```

`make dist` makes an archive and a Python wheel for machines without Swift: `pip install dist/firebreak-*.whl` puts both
programs on the `PATH`. `docker build -t firebreak .` makes an image.

## Check an app

Go to a folder that has a `firebase.json`. The examples below are run in a copy of `samples/pantry`, a small shopping-list
app with two Swift files and one Cloud Function. You can do the same there, or in your own app.

```console
$ firebreak check
6 queries in 3 sources · 1 rules file · 1 index · 1 workload
WILL FAIL IN PRODUCTION  2
  1 × denied by rules  recipes orderBy created desc limit 20: `resource.data.public == true` is not…
      app/RecipeStore.swift:7
  1 × missing composite index  recipes (author ASC, public ASC, created DESC)
      app/RecipeStore.swift:15
      add it:  firebreak indexes suggest --write
WORTH A LOOK  1  1 × delete denied by new data  firestore.rules:21
NOT DECIDED  1  1 × depends on who asks or on other documents  app/ItemStore.swift:12
2 errors, 1 warning, 7 infos · details: -o full · every cause, and 6 more findings: --all
$ echo $?
1
```

Read it from the top. **WILL FAIL IN PRODUCTION** are queries that Firestore refuses, or that your rules deny. **COSTS MORE
THAN IT LOOKS** and **RULES TOO OPEN** are worth a look. **NOT DECIDED** is what nobody can say without running the app.
The last line counts everything, and the exit code is 1 because there are errors: a script can rely on that.

To see one finding with its place, its reason and what helps, ask for everything and choose by code:

```console
$ firebreak check -o full --select FB4101 --exit-zero
error[FB4101 list-not-provable]: the rules deny `recipes orderBy created desc limit 20` to a signed-in user: `resource.data.public == true` is not implied by the query
  --> app/RecipeStore.swift:7:76
   |
 6 |   func newest() async throws -> QuerySnapshot {
 7 |     try await recipes.order(by: "created", descending: true).limit(to: 20).getDocuments()
   |                                                                            ^^^^^^^^^^^^
   = firestore.rules:20:46: `resource.data.public == true`
   = the query could return `recipes/doc` {"created": "other"}, which the rules refuse
   = production would answer PERMISSION_DENIED
   help: add `where("public", "==", true)` to the query

Checked 1 database, 1 rules file, 1 index, 1 workload, 3 sources, 6 queries: 1 error
```

Every finding has a code. Its page says what it means, why it matters and how to mend it:

```console
$ firebreak explain FB4101
FB4101 list-not-provable (error)

What it means
  A list query can return a document that the rules do not allow, and the
  finding shows one. Production denies the whole query, since rules are not
  filters.

Why production behaves so
  Before it reads a document the service decides whether the rule holds for
  everything that the query could return. One possible document for which it
  does not is enough.

Example
  allow list: if resource.data.owner == request.auth.uid;
  firestore.collection("orders").orderBy("total")

Fix
  Add the filter that the finding names to the query, here `where("owner", "==",
  uid)`, or let the rule allow what the query asks.

When to ignore
  When a workload is meant to show the denial: then declare it there with
  `expect:`.

Since
  Firebreak 0.1
```

## Mend an index

The second error is a missing index. Firebreak knows exactly which one, and can write it into your index file:

```console
$ firebreak indexes suggest --write
5 query shapes: 2 served by single-field indexes, 2 by existing composites, 1 uncovered
+ recipes  COLLECTION  (author ASC, public ASC, created DESC)  serves recipes where public == true and author == ? orderBy created desc  1 entry per document, about 117 bytes each
1 definition to add; combining existing indexes was tried first
$ firebreak check
6 queries in 3 sources · 1 rules file · 2 indexes · 1 workload
WILL FAIL IN PRODUCTION  1
  1 × denied by rules  recipes orderBy created desc limit 20: `resource.data.public == true` is not…
      app/RecipeStore.swift:7
WORTH A LOOK  1  1 × delete denied by new data  firestore.rules:21
NOT DECIDED  1  1 × depends on who asks or on other documents  app/ItemStore.swift:12
1 error, 1 warning, 7 infos · details: -o full · every cause, and 6 more findings: --all
$ echo $?
1
```

The file is edited in place; its order and layout stay.

## See what it costs

A check looks at code. What something *costs* depends on how many people use it and how often, so you have to say that, in
a file that ends in `.workload.yaml`. The sample has one:

```console
$ firebreak run
pantry   1,000 users, 5 sessions a day   $5.13/mo   all assertions hold
  list.open  ███████████████████  97 %  65 reads/call, 90 % because listeners start over
  item.add   █                     1 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     1 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 $1.35 (−73.7 %)
2 infos · all figures: -v · as a page: -o html=report.html
```

One block says what the app costs a month, which step is to blame and why, and what would be cheaper *and shows the same*.
[Your first workload](first-workload.md) writes this file from nothing, step by step.

## Look inside

Which queries does the app ask at all?

```console
$ firebreak queries list
list.open             signed-in  listen  households/?/items where done == ? orderBy added desc           pantry.workload.yaml:25, app/ItemStore.swift:12
list.open-2           signed-in  listen  households/?/items where done == ? orderBy added desc limit 20  pantry.workload.yaml:40
RecipeStore.newest    signed-in  get     recipes orderBy created desc limit 20                           app/RecipeStore.swift:7
RecipeStore.byAuthor  signed-in  get     recipes where public == ? and author == ? orderBy created desc  app/RecipeStore.swift:15
digest                admin      get     households/?/items where added > ? limit 100                    functions/digest.ts:10
5 query shapes
```

What would Firestore do with one query? A `?` stands for a value that you do not know.

```console
$ firebreak explain 'recipes where public == true orderBy author limit 20' --as signed-in
recipes where public == true orderBy author limit 20
  missing  recipes (public ASC, author ASC)
           production answers FAILED_PRECONDITION: The query requires an index. You can create it here: https://console.firebase.google.com/v1/r/project/demo-local/firestore/indexes?create_composite=Ckpwcm9qZWN0cy9kZW1vLWxvY2FsL2RhdGFiYXNlcy8oZGVmYXVsdCkvY29sbGVjdGlvbkdyb3Vwcy9yZWNpcGVzL2luZGV4ZXMvXxABGgoKBnB1YmxpYxABGgoKBmF1dGhvchABGgwKCF9fbmFtZV9fEAE
  rules    allowed: firestore.rules:20 request.auth != null
$ echo $?
1
```

## Where to go next

- [Your first workload](first-workload.md): say how your app is used, and get a bill.
- [On an existing project](existing-project.md): hundreds of findings on the first day, and how to start anyway.
- [In continuous integration](ci.md): stop the next mistake in the pull request.
- [The emulator](emulator.md): run your tests against a Firestore that refuses what production refuses.

Every command explains itself: `firebreak help check`, or `firebreak check --help`.

"""###),
    ("mcp", ###"""
# For coding agents

<!-- folder: samples/pantry -->

`firebreak mcp` gives a coding agent the judgements of `check`, `explain`, `run` and the other commands while it writes, over
the [Model Context Protocol](https://modelcontextprotocol.io). It works without a network, needs no account, and reads
only what lies in the folders that it is started for.

## Set it up

Put `firebreak` on your `PATH`. Then, in the folder of the project:

| Agent | What to do |
|---|---|
| Claude Code | `claude mcp add firebreak -- firebreak mcp` |
| Codex | `codex mcp add firebreak -- firebreak mcp` |
| Gemini CLI | `gemini mcp add firebreak firebreak mcp` |
| Visual Studio Code | `code --add-mcp '{"name": "firebreak", "command": "firebreak", "args": ["mcp", "${workspaceFolder}"]}'` |
| Cursor, Windsurf, Zed and others | the entry below, in the file that the agent reads (`.cursor/mcp.json`, for example) |

```json
{"mcpServers": {"firebreak": {"command": "firebreak", "args": ["mcp", "."]}}}
```

Where the agent starts its servers elsewhere, write the folder of the project in place of the dot. Several folders may
be named; the first is meant where a call names no `project`.

## What it can be asked

Every answer has a short text and the same as values, with a schema. Each example shows the arguments of a call in the
sample `samples/pantry`, and the text of its answer.

**`check`** judges the project, some of its files (`paths`), or code that is not saved yet:

```json check.json
{"language": "typescript", "snippet": "getDocs(query(collection(db, 'recipes'), where('public', '==', true), orderBy('created')))"}
```

```
snippet.ts:1:1: error[FB2001 missing-composite-index]: query `recipes where public == true orderBy created` needs an index that `firestore.indexes.json` does not define
snippet.ts:1:1: info[FB7004 unbounded-query]: the query `recipes where public == true orderBy created` has no limit: it bills every document that matches
```

**`explain_query`** has the plan, what the rules say to the one who asks (`as`), and the bill of one query:

```json explain_query.json
{"query": "recipes where public == true limit 3", "as": "signed-in"}
```

```
recipes where public == true limit 3
  plan     (public ASC, __name__ ASC)
  estimate 1–3 reads, 0–4 index entries
  rules    allowed: firestore.rules:20 request.auth != null
```

**`suggest_indexes`** has the complete index file among its values, and says what was added:

```json suggest_indexes.json
{}
```

```
5 query shapes: 2 served by single-field indexes, 2 by existing composites, 1 uncovered
+ recipes  COLLECTION  (author ASC, public ASC, created DESC)  serves recipes where public == true and author == ? orderBy created desc  1 entry per document, about 117 bytes each
1 definition to add; combining existing indexes was tried first
```

**`evaluate_rules`** decides one request, and shows which condition decided:

```json evaluate_rules.json
{"request": {"method": "get", "path": "/recipes/soup", "auth": {"uid": "ada"}}}
```

```
deny  get recipes/soup as ada
  firestore.rules:20:46  Null value error. (resource.data)
    20  request.auth != null          {"token": {"sub": "ada", "user_id": "ada"}, "ui… != null  → true
    20  resource.data.public == true  → Null value error.   ← decided
  would allow it: the document exists
  0 documents read by rules
  10 of 1,000 expressions, 0 of 10 documents
```

**`run_workload`** plays workloads and sets their variants side by side (`variants`, `parameters`):

```json run_workload.json
{"workload": "pantry.workload.yaml"}
```

```
pantry   1,000 users, 5 sessions a day   $5.13/mo   all assertions hold
  list.open  ███████████████████  97 %  65 reads/call, 90 % because listeners start over
  item.add   █                     1 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     1 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 $1.35 (−73.7 %)
2 infos · all figures: -v · as a page: -o html=report.html
```

**`cost_of_diff`** plays the workloads of a git revision and of the files as they are now. Its sides may also be reports
that `firebreak run` has written:

```console
$ firebreak run -q --no-save -o json=before.json
```

```json cost_of_diff.json
{"base": "before.json", "head": "before.json"}
```

```
Monthly estimate  10.05 M reads   0 (±0.0 %)   $6.57   $0.00
  3 operations, and nothing differs in any of them
  the bills of the runs, free quota, network and storage included: $5.13, as before
```

**`list_requests`** has every query of the project with its places:

```json list_requests.json
{"paths": ["functions"]}
```

```
digest  admin  get  households/?/items where added > ? limit 100  functions/digest.ts:10
```

**`explain_code`** has the page of a code, as `firebreak explain` prints it:

```json explain_code.json
{"code": "index-file-missing"}
```

```
FB0012 index-file-missing (warning)

What it means
  A database has no index file: its entry in `firebase.json` names none, or one
  that is not there. Only the automatic single-field indexes are known for it,
  and every query that needs more is reported. It is an error where `firebreak
  indexes suggest --write` would have to write into such a file.

Why production behaves so
  Indexes belong to one database. A named database does not share those of
  `(default)`, and a deploy without an `indexes` entry creates none.

Example
  { "firestore": [{ "database": "analytics", "rules": "an.rules" }] }

Fix
  Add `"indexes": "analytics.indexes.json"` to the database's entry and create
  the file with `firebreak indexes suggest`.

When to ignore
  When the database is only read by document name or by queries that automatic
  indexes serve.

Since
  Firebreak 0.1
```

Resources are the pages of all codes (`firebreak://codes`, `firebreak://codes/FB2001`), this manual
(`firebreak://docs/mcp`), and the saved runs of the project (`firebreak://report`). Prompts are
`make_query_cheap_and_allowed` and `review_cost_of_change`.

## What it may do

- **It reads.** With `--allow-write`, `suggest_indexes` may edit the index file (`write`), and `run_workload` keeps its
  report below `.firebreak/`. Nothing else is ever written in the workspace. For a revision, `cost_of_diff` has git make a
  working tree elsewhere, and remove it again.
- **It stays in its folders.** A path that leads out of them is refused, be it absolute, through `..` or through a link. So is
  a project whose `firebase.json` lies outside, or names rules or indexes outside, and what other files name in turn (a
  price book of a workload, for example) is not read there either.
- **It ends.** A call takes at most `--timeout` seconds (120), four are carried out at a time, and a call that the agent
  cancels is stopped. Texts end after 8,000 characters; long lists are cut until the values have room in 40,000 bytes, and
  `cut` says which, how many elements are shown and how many there are. A message may have 8 MiB.
- **Flags in the environment** (`FIREBREAK_MODE` and the like) do not count for calls; `firebreak.json` does.

## What it does not do

The protocol is spoken over standard input and output only, in revision 2026-07-28 and, for clients that begin with
`initialize`, in 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05. Batches of the oldest are refused. Completion of
arguments, log messages to the client, tasks, and notifications of changes are not offered; what the server has to say to
you goes to standard error. Rules of the Realtime Database are judged by `check`, but `evaluate_rules` decides requests to
Firestore only.

"""###),
    ("monorepos", ###"""
# Monorepos, and several databases

Firebreak finds the project of a folder by its `firebase.json`. The examples begin in an empty folder.

## One project, sources anywhere

The only `firebase.json` of a repository serves all of it, whichever folder it lies in:

```json backend/firebase.json
{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}
```

```json backend/firestore.indexes.json
{"indexes": [], "fieldOverrides": []}
```

```javascript backend/firestore.rules
rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /posts/{post} {
      allow read: if request.auth != null;
    }
  }
}
```

```json web/package.json
{"name": "web"}
```

```typescript web/src/posts.ts
import { collection, getDocs, getFirestore, limit, orderBy, query, where } from "firebase/firestore";

export const byTag = (tag: string) =>
  getDocs(query(collection(getFirestore(), "posts"), where("tag", "==", tag), orderBy("created", "desc"), limit(20)));
```

```console
$ firebreak check
backend/firebase.json: 1 query in 1 source · 1 rules file · 0 indexes
WILL FAIL IN PRODUCTION  1
  1 × missing composite index  posts (tag ASC, created DESC)  web/src/posts.ts:4
      add it:  firebreak indexes suggest --write
1 error, 1 info · details: -o full · every cause, and 1 more finding: --all
$ echo $?
1
```

## Several projects

Where there are several, a check at the root checks each with the sources of its own folder. A package beside them belongs to
the projects whose manifests name it (`package.json`, `Package.swift`, `pubspec.yaml` and so on).

A folder whose own `firebase.json` deploys no database, such as that of a site, asks the databases of the project above it, or
else of the only project of the repository that deploys them. Where several do, nothing says which is meant: the folder is left
out, and a line says so. `firebreak check -C PROJECT FOLDER` judges it by the project that is named.

```json backend/package.json
{"name": "backend", "dependencies": {"web": "workspace:*"}}
```

```json shop/package.json
{"name": "shop"}
```

```json shop/firebase.json
{"firestore": {"indexes": "firestore.indexes.json"}}
```

```json shop/firestore.indexes.json
{"indexes": [], "fieldOverrides": []}
```

```typescript shop/src/orders.ts
import { collection, getDocs, getFirestore, limit, query, where } from "firebase/firestore";

export const open = () => getDocs(query(collection(getFirestore(), "orders"), where("open", "==", true), limit(50)));
```

```console
$ firebreak check
backend/firebase.json: 1 query in 1 source · 1 rules file · 0 indexes
shop/firebase.json: 1 query in 1 source · 0 rules files · 0 indexes
WILL FAIL IN PRODUCTION  1
  1 × missing composite index  posts (tag ASC, created DESC)  web/src/posts.ts:4
      add it:  firebreak indexes suggest --write
1 error, 1 info · details: -o full · every cause, and 1 more finding: --all
$ echo $?
1
```

`-C shop` chooses one project, and paths choose what of its sources is read:

```console
$ firebreak check -C shop
shop/firebase.json: 1 query in 1 source · 0 rules files · 0 indexes
no findings
$ echo $?
0
```

## Several databases

`firebase.json` may list them. Each has rules and indexes of its own:

```json blog/firebase.json
{
  "firestore": [
    {"database": "(default)", "indexes": "default.indexes.json"},
    {"database": "archive", "indexes": "archive.indexes.json"}
  ]
}
```

```json blog/default.indexes.json
{"indexes": [], "fieldOverrides": []}
```

```json blog/archive.indexes.json
{
  "indexes": [
    {"collectionGroup": "posts", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "tag", "order": "ASCENDING"}, {"fieldPath": "created", "order": "DESCENDING"}]}
  ],
  "fieldOverrides": []
}
```

```typescript blog/src/posts.ts
import { collection, getDocs, getFirestore, limit, orderBy, query, where } from "firebase/firestore";

const archive = getFirestore("archive");

export const old = (tag: string) =>
  getDocs(query(collection(archive, "posts"), where("tag", "==", tag), orderBy("created", "desc"), limit(20)));
```

```console
$ firebreak check -C blog
blog/firebase.json: 1 query in 1 source · 0 rules files · 1 index
no findings
$ firebreak check -C blog --database archive
blog/firebase.json: 1 query in 1 source · 0 rules files · 1 index
no findings
$ echo $?
0
```

A query goes to the database that the code opens. `--database` narrows a check to one. Aliases of `.firebaserc` work with
`-P`; no project is ever contacted.

"""###),
    ("prices", ###"""
# Prices, locations and assumptions

<!-- folder: samples/pantry -->

A bill is reads, writes, deletes, stored bytes and bytes sent, times a price, minus the free quota. Firebreak counts the
first by the documented rules of billing, and takes the second from a **price book**.

## Which prices?

Without a word, those of the book `google-standard` in `nam5`, where new projects are by default. A workload, `firebreak.json`
or a flag says otherwise:

```console
$ firebreak cost estimate --location nam5 --location us-central1 --sweep households=100,1000,10000
pantry · shipped: 7 days simulated, prices of the book google-standard as of 2026-11-21

households  reads/month  writes/month  deletes/month  sent/month  average stored  bill/month nam5  bill/month us-central1
       100    1,005,000        30,000              0   171.6 MiB         8.1 MiB            $0.00                   $0.00
     1,000   10,050,000       300,000              0     1.7 GiB        80.8 MiB            $5.13                   $2.57
    10,000  100,500,000     3,000,000              0    16.8 GiB       808.3 MiB           $64.53                  $32.67

free tier (nam5): left at households 150 (reads), not at 149
free tier (us-central1): left at households 150 (reads), not at 149
```

Prices are list prices in US dollars, without taxes and agreed discounts. Each has its source and its day, and the report
prints the day. `--as-of 2019-06-01` takes the prices of that day, where they are known.

## Locations

A location that does not exist is refused with the nearest name:

```console
$ firebreak run --location nam6
error[FB7027 unknown-location]: there is no location `nam6`
  --> --location:1:1
   |
 1 | nam6
   | ^^^^
   help: did you mean `nam5`? locations with prices: `asia-northeast1`, `asia-northeast3`, `eur3`, `europe-west1`, `me-central1`, `nam5`, `us-central1`, `us-west1`, `us-west2`
$ echo $?
2
```

Some locations exist whose prices nobody has evidenced yet. Then reads and writes are reported, and what has no price
is named, beyond its free quota; nothing is guessed from a neighbour (`≥`: at least so much, `≈`: by a price without
evidence):

```console
$ firebreak run --location europe-west3
pantry   1,000 users, 5 sessions a day   unknown/mo   all assertions hold
  no price is known for reads in europe-west3: --location, --prices
  list.open  ███████████████████  97 %  65 reads/call, 90 % because listeners start over
  item.add   █                     1 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     1 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 125,000 reads/day (−62.7 %)
4 infos · all figures: -v · as a page: -o html=report.html
$ echo $?
0
```

Name a location with prices that you know to be the same, or write a book of your own.

## A book of your own

```yaml books/ours.yaml
book: ours
asOf: 2026-01-31
currency: EUR
reads: {per: 100000, price: 0.031, evidence: our invoice of January}
writes: {per: 100000, price: 0.093, evidence: our invoice of January}
deletes: {per: 100000, price: 0.011, evidence: our invoice of January}
storage: {per: GiB-month, price: 0.14, evidence: our invoice of January}
egress: [{per: GiB, price: 0.11, evidence: our invoice of January}]
free: {scope: none}
```

```console
$ firebreak run --prices books/ours.yaml
pantry   1,000 users, 5 sessions a day   3.59 EUR/mo   all assertions hold
  list.open  ██████████████████  89 %  65 reads/call, 90 % because listeners start over
  item.add   █                    5 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                    5 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 1.52 EUR (−57.8 %)
2 infos · all figures: -v · as a page: -o html=report.html
```

## The free quota

50,000 reads, 20,000 writes and 20,000 deletes **a day**, until midnight in California, for one database of a project; 1 GiB
stored and 10 GiB sent a month. It is subtracted day by day: a quiet day does not pay for a busy one. `cost estimate
--no-free-quota` prices everything, as for a second database.

## Up to which size is it free?

```console
$ firebreak cost estimate --sweep households=10,100,1000 --budget 20
pantry · shipped: 7 days simulated, prices of the book google-standard, location nam5 as of 2026-11-21

households  reads/month  writes/month  deletes/month  sent/month  average stored  bill/month
        10      100,500         3,000              0    17.2 MiB       827.7 KiB       $0.00
       100    1,005,000        30,000              0   171.6 MiB         8.1 MiB       $0.00
     1,000   10,050,000       300,000              0     1.7 GiB        80.8 MiB       $5.13

free tier: left at households 150 (reads), not at 149
budget of $20.00 a month: exceeded at households 3,346, not at 3,345: $20.003220 a month, and $19.996650 at 3,345
```

## Assumptions

Some questions about billing are answered by no documentation, such as whether a writer's own listener is billed for its own
write. Each is a switch with a likely answer. A report lists those that its figures rest on, with what the other answer would
change, and you can answer them yourself:

```console
$ firebreak run --assume ownEcho=false
pantry   1,000 users, 5 sessions a day   $4.95/mo   all assertions hold
  list.open  ███████████████████  97 %  63 reads/call, 93 % because listeners start over
  item.add   █                     2 %  1 write, 1 read/call, 100 % by security rules
  item.done  █                     2 %  1 write, 1 read/call, 100 % by security rules
  cheaper and shows as much: limit-20 $1.26 (−74.5 %)
2 infos · all figures: -v · as a page: -o html=report.html
```

or for good in [firebreak.json](firebreak-json.md), under `assume`.

## What is not in the bill

Cloud Functions, Authentication, Storage and Hosting; backups and point-in-time recovery; exports and imports; reads in the
console. The Enterprise edition is not simulated (FB8001).

"""###),
    ("privacy", ###"""
# What Firebreak reads, writes and sends

<!-- folder: samples/pantry -->

**Nothing is ever sent anywhere.** There is no telemetry, no update check, no sign-in, no project. The only connection that a
command opens is to a running emulator whose address you give it (`queries list --from-emulator HOST:PORT`). The links that
are printed (to create an index in the console, for example) are text. What serves on the network is the emulator alone, and
by default only to this machine; [SECURITY.md](../SECURITY.md) says what it trusts.

## What it reads

- `firebase.json`, `.firebaserc` and the rules and index files that they name
- `firebreak.json`, workloads, rules tests, and the folder `firebreak/` with what it keeps for you
- sources below the folder that you check, as far as `.gitignore` does not exclude them
- data files only where you name them (`--data`, `--import`)
- the environment variables that begin with `FIREBREAK_`, and `NO_COLOR`, `CI` and the like

`cost diff` and `check --since` ask `git` for the files of a revision; they change neither the working tree nor the index.

`firebreak mcp` speaks over standard input and output with the agent that started it, and only there. What it answers is for
that agent: what becomes of it is the agent's affair. It reads below the folders that it was started for. `firebreak lsp`
speaks with the editor that started it in the same way, and reads the folders that are open there.

## What it writes

| Where | What | By which command |
|---|---|---|
| `.firebreak/` | the latest report of each workload, recordings of the emulator; it ignores itself in git | `run`, `report`, `emulator` |
| `firebreak/` | baseline, inventory of queries, records of cost: to be committed | `check --write-baseline`, `queries record`, `cost ratchet` |
| your index file | the definitions that are missing | only `indexes suggest --write` |
| your rules file | its layout | only `rules format` |
| files that you name | reports | `-o FORMAT=FILE` |

```console
$ firebreak run -q -o json=report.json
$ firebreak run -q --no-save -o json=report.json
```

The second line leaves `.firebreak/` as it is. Everything else goes to standard output (results) and standard error
(everything about them).

## What is in a report

Paths of files, names of steps, queries with their values, figures. Values of documents stand in it only where a finding
needs one to show a counterexample, and that document is made up from your rules and your query. Reports are safe to post
wherever your sources are.

"""###),
    ("reports", ###"""
# Reading the report

<!-- folder: samples/chat -->

`firebreak run` prints one screen. The examples are run in a copy of `samples/chat`.

```console
$ firebreak run messages.workload.yaml paging.workload.yaml send-retry.workload.yaml
messages     1 user, 1 day   $0.00/mo   all assertions hold  → after −94.9 % reads
paging       1 user, 1 day   $0.00/mo   all assertions hold  → snapshot −1.9 % reads
send-retry   1 user, 1 day   $0.00/mo   all assertions hold
3 infos · all figures: -v · as a page: -o html=report.html
Ran 3 workloads: 3 clean
```

A workload with money to talk about gets a block; the others get a line each. What fails comes first. In a block:

- **The first line**: the name, how many users do what, the bill of a month, and whether what you demanded holds.
- **✗ lines**: every broken assertion, budget and error, with its place. **! lines**: what the bill is without.
- **The steps**, the dearest first: its share of the bill, what one call reads, and why, if there is more to it than the
  documents that were asked for.
- **cheaper and shows as much**: variants that you can take.
- **cheaper but wrong**: variants that cost less because they do less, with the reason and the steps. *Shows 40 of 120* counts
  documents once for each session in which a user sees them, whatever steps show them.
- **what if**: scenarios, which are no proposals.

A bill of `$0.00` means that the free quota covers it, not that nothing was read; a variant that gets there is called *within
the free quota*, since a percentage would say nothing. **Cheaper** is what has the smaller bill. Where both are the same, as two
bills of `$0.00` are, it is what costs less at list prices, the free quota not taken off: 1,000 reads less and 7 writes more are
cheaper, 10 reads less and 7 writes more are not. The change of the reads is shown, and how many more writes and deletes there are.

## The whole report

`-v` prints everything, variant by variant, the steps of each included:

```console
$ firebreak run messages.workload.yaml -v
project .: 1 database
workload messages.workload.yaml
saved to .firebreak/runs/messages.json
PASSED 7 of 7 assertions · 5 of 5 budgets · $0.00 a month · after −94.9 %

ASSERTIONS 7 of 7 passed
BUDGETS
  ✓ messages.open  before            reads ≤ 1,001 per call  1,001
  ✓ messages.open  before-ascending  reads ≤ 1,001 per call      0
  ✓ messages.open  after             reads ≤ 1,001 per call     51
  ✓ messages.open  after-many        reads ≤ 1,001 per call    110
  ✓ messages.open  after-suspended   reads ≤ 1,001 per call    100

VARIANTS            reads/day  bill/month  reads vs before  missed
  before                1,001       $0.00                —       0
  before-ascending          0       $0.00         −100.0 %       0  what if; 1 refused
  after                    51       $0.00          −94.9 %       0  cheaper
  after-many              160       $0.00          −84.0 %       0  what if
  after-suspended         100       $0.00          −90.0 %      10  what if

STEPS before     calls  reads/call  reads  made of
  messages.open     1×       1,001  1,001  documents 1,001
    index (conversationId ASC, timestamp DESC, __name__ DESC)
  TOTAL 1,001 reads · 0 writes · 0 deletes · 259.6 KiB sent · 1.2 MiB stored on average · outside writes: 1 · 0 denied · 0 index errors

LISTENERS        attached  resumed  first reads  changes  re-reads   alive
  messages.open        1×        0        1,000        1         0  15.0 h

INDEX FAN-OUT    changes  entries  per change    bytes
  messages             1        9           9  1.1 KiB

...
STEPS after      calls  reads/call  reads  made of
  messages.open     1×          51     51  documents 51
    index (conversationId ASC, timestamp DESC, __name__ DESC)
  TOTAL 51 reads · 0 writes · 0 deletes · 13.2 KiB sent · 1.2 MiB stored on average · outside writes: 1 · 0 denied · 0 index errors

LISTENERS        attached  resumed  first reads  changes  re-reads   alive
  messages.open        1×        0           50        1         0  15.0 h

INDEX FAN-OUT    changes  entries  per change    bytes
  messages             1        9           9  1.1 KiB

...
info[FB8002 behaviour-unverified]: figures depend on `errorCost`: how many reads a request costs that is refused before it runs
  --> messages.workload.yaml:1:1
   |
 1 | workload: messages   # id: Q20, S12, E6, E36, Q21, E40, E39, V072
   | ^
   = `errorCost=1` would change `before-ascending` by +1 reads
   help: the other answer is `--assume errorCost=1`

info[FB8002 behaviour-unverified]: figures depend on `limitEviction`: how many reads a member costs that another document pushes out of a limit window
  --> messages.workload.yaml:1:1
   |
 1 | workload: messages   # id: Q20, S12, E6, E36, Q21, E40, E39, V072
   | ^
   = `limitEviction=1` would change `after` by +1 reads
   = `limitEviction=1` would change `after-many` by +60 reads
   = `limitEviction=1` would change `after-suspended` by +50 reads
   help: the other answer is `--assume limitEviction=1`

note: prices of the book google-standard, location nam5 as of 2026-11-21
note: no rules were evaluated: the workload names none
2 infos
```

`-o html=report.html` writes it as a page with pictures that needs nothing from elsewhere, `-o markdown` as a comment, and
`-o json=FILE` for scripts. All of them show the same figures.

## The words

| Word | What it means |
|---|---|
| read | what Firestore bills as a document read: a document, an answer without one, up to 1,000 index entries |
| call | one time that a step is done |
| `11–25–40` | the smallest, the median and the largest of the calls |
| re-issued, *start over* | a listener that could not resume and read everything again: the app was away for more than 30 minutes, or keeps no cache |
| resumed | a listener that came back in time and was told only what had changed |
| changes | what a listener was told while it listened: a read for each document, and the rule reads of each time; in *index fan-out* documents that were written or deleted, by anybody (a write that changes nothing is none) |
| rule reads, *by security rules* | documents that `get()` and `exists()` in your rules look up: billed for each request, denied ones included, and of a listener each time it is told something, and each time one of the documents changes that its rules looked up |
| minimum, *for finding nothing* | a query without a result is billed one read |
| skipped | documents that an `offset` passes over: billed, and never shown |
| missed | documents that the user should have seen and never did, each once: by `intend`, and of a variant that asks where the baseline listens those that came while the screen was open |
| stale, *outdated* | documents that were shown in an old version, each time that they were: from a cache or a copy, or because they changed while the screen showed an earlier answer |
| duplicates | documents that were delivered twice |
| refused, denied | requests that an index or your rules did not let through |
| reads vs before, bill vs before | the change against the first variant |
| stored on average | documents and index entries, as the service bills them |
| `sent` | bytes that leave the service; the network is billed, too |
| HOT | the steps that make most of the bill |
| assumptions | questions about billing that nobody has verified, each with what it would change |

## Why is a listener so dear?

Each time a screen opens, its listener reads every document of its result, unless it can resume. It resumes if the SDK keeps
a cache (`persistence: on`, the default of mobile apps) and no more than 30 minutes have passed. A listener on 300
documents in an app that is opened ten times a day, hours apart, bills 3,000 reads a user and day, whether anything has
changed or not. A `limit`, a time after which documents count, or a smaller collection helps; a variant shows how much.

## Which figures can I trust?

The same file gives the same figures on every machine. They are exact for what the workload says. What the workload leaves
out is not in them: other screens, other users, attacks. Prices are dated (`firebreak run -v` prints the day); see
[prices, locations and assumptions](prices.md).

## When a run does not start

A mistake in the file, an actor that never acts, or more than is simulated: then there is no bill at all, and the exit code
is 2. What is only left out of a bill, a step that no session comes to, rules that nobody asks, or sessions that do not fit into
their day or into the run, stands below its name with a `!`. A run with only file outputs says on standard error how it ended:

```console
$ firebreak run messages.workload.yaml -o html=report.html -o json=report.json
passed: messages: 7 of 7 assertions, 5 of 5 budgets, $0.00 a month, 2 infos
$ echo $?
0
```

"""###),
    ("rules-tests", ###"""
# Testing security rules

<!-- folder: samples/pantry -->

A rules test says who asks for what, and what the answer must be. Firebreak decides it as production does, says which
condition decided, and counts what the rules read. There is no emulator to start and no code to write. The examples are run
in a copy of `samples/pantry`.

## The first case file

Save it as `rules/cases.yaml`:

```yaml rules/cases.yaml
rules: ../firestore.rules
time: "2026-01-05T09:00:00Z"
data:                                  # what exists before every case
  households/h: {members: [ada, ben]}
  households/h/items/milk: {name: Milk, done: false, added: {timestampValue: "2026-01-04T09:00:00Z"}}
  recipes/pie: {author: ada, public: true}
cases:
  - {name: a member reads the list, as: ada, list: 'households/h/items where done == false', expect: allow, reads: 1}
  - {name: a stranger does not, as: eve, list: households/h/items, expect: deny, because: ".data.members"}
  - {name: nobody is signed in, as: null, get: households/h, expect: deny}
  - name: a member ticks an item off
    as: ben
    update: {path: households/h/items/milk, fields: {done: true}}
    expect: allow
    because: "firestore.rules:15"
  - name: the time of an item stays
    as: ben
    update: {path: households/h/items/milk, fields: {added: serverTime}}
    expect: deny
  - {name: everybody reads a public recipe, as: eve, get: recipes/pie, expect: allow, reads: 0}
  - {name: a new recipe, as: ada, create: {path: recipes/cake, fields: {author: ada, public: true}}, expect: allow}
```

```console
$ firebreak rules test
rules/cases.yaml
  ✗ a new recipe                                     expected allow, got deny
      firestore.rules:21:67  Null value error. (resource.data)
        21  request.auth != null                      {"token": {"sub": "ada", "user_id": "ada"}, "ui… != null  → true
        21  request.auth.uid == resource.data.author  → Null value error.   ← decided
      would allow it: the document exists
6 passed, 1 failed · 4 rule reads          rerun: firebreak rules test -k 'a new recipe'
$ echo $?
1
```

Six cases hold. The last one does not: the rules look at `resource.data.author`, and a document that is being created has no
`resource`. That is a bug in the rules of this sample, which `firebreak check` names, too (FB4014). `because` pins the reason,
so that a case cannot pass for a reason that you did not mean; `reads` pins what the rules look up.

## The words of a case

| Key | What it says |
|---|---|
| `as` | a uid, `{uid: ada, token: {admin: true}}`, `null` for nobody, or `admin`, whom rules do not ask |
| `get: PATH`, `list: 'QUERY'` | a read; queries are one line of text, as in [workloads](workload-steps.md) |
| `create`, `update`, `set`, `merge: {path, fields}` | a write, as the SDKs send it; `serverTime` is the time of the request |
| `delete: PATH`, `commit: [ … ]` | a delete; several writes together |
| `data`, `time` | more data, another time, for this case alone |
| `expect` | `allow` or `deny` |
| `because` | `file:line` of the statement that decides, a part of the reason, or `/a regular expression/` |
| `reads` | how many documents the rules look up |

Values are written plainly, or as in REST where the type matters: `{timestampValue: "…"}`, `{referenceValue: "…"}`.

A **list** is allowed only if the rules hold for every document that the query could return. Otherwise the answer names a
document that the query could return and the rules refuse, and often the filter that is missing.

## What do the tests leave out?

```console
$ firebreak rules coverage
firestore.rules                     rules 5/5   expressions 50/57   conditions 12/22
    6  request.auth != null                        never false
   11  request.auth != null                        never true
   11  request.auth.uid in resource.data.members   never evaluated
   15  isMember(household)                         never false
   20  request.auth != null                        never false
   20  resource.data.public == true                never false
   21  request.auth != null                        never false
   21  request.auth.uid == resource.data.author    never true
Expressions 87.7 %
1 case did not pass: see `firebreak rules test`
$ echo $?
1
```

`--threshold 90` fails below so many per cent; `-o html=coverage.html` shows the rules with what was evaluated, and what
decided.

## One request

```console
$ firebreak rules eval get households/h --as eve --data rules/cases.yaml
deny  get households/h as eve
  firestore.rules:11:46  request.auth.uid in resource.data.members is false: "eve" in ["ada", "ben"]
    11  request.auth != null                       {"token": {"sub": "eve", "user_id": "eve"}, "ui… != null  → true
    11  request.auth.uid in resource.data.members  "eve" in ["ada", "ben"]  → false   ← decided
  would allow it: request.auth.uid in ["ada", "ben"]
  0 documents read by rules
  12 of 1,000 expressions, 0 of 10 documents
$ echo $?
1
```

`get`, `list 'QUERY'`, `create`, `update`, `set`, `merge` (with `--fields '{"done": true}'`) and `delete`. The rules are those of
the project; `--as` names a uid or somebody whom [firebreak.json](firebreak-json.md) describes, and `--data` a file of cases or
documents. A request from a log is written as JSON, as is what existed before it:

```json request.json
{"method": "get", "path": "/households/h", "auth": {"uid": "eve"}}
```

```json data.json
{"documents": [{"name": "households/h", "fields": {"members": {"arrayValue": {"values": [{"stringValue": "ada"}]}}}}]}
```

```console
$ firebreak rules eval --request request.json --data data.json
deny  get households/h as eve
  firestore.rules:11:46  request.auth.uid in resource.data.members is false: "eve" in ["ada"]
    11  request.auth != null                       {"token": {"sub": "eve", "user_id": "eve"}, "ui… != null  → true
    11  request.auth.uid in resource.data.members  "eve" in ["ada"]  → false   ← decided
  would allow it: request.auth.uid in ["ada"]
  0 documents read by rules
  12 of 1,000 expressions, 0 of 10 documents
$ echo $?
1
```

## The other commands for rules

- `firebreak rules check`: names, types, limits and some forty security checks, without a request
- `firebreak rules prove`: the list queries of your workloads, each proven or refuted with a document
- `firebreak rules format --check`: one layout, for CI
- `firebreak rules test --watch`: again whenever a file changes
- `firebreak rtdb eval` and `rtdb matrix`: the same for the Realtime Database

"""###),
    ("who-asks", ###"""
# Telling Firebreak who asks

<!-- folder: samples/pantry -->

Whether rules allow a query depends on who asks. Firebreak knows from the code: a query of an app's SDK is asked by **a
signed-in user** of whom nothing else is known, one of an Admin or server SDK is asked by **admin**, whom rules do not stop.
Where that is not so, say it. The examples are run in a copy of `samples/pantry`.

```console
$ firebreak queries list app functions
ItemStore.start       signed-in  listen  households/?/items where done == ? orderBy added desc           app/ItemStore.swift:12
RecipeStore.newest    signed-in  get     recipes orderBy created desc limit 20                           app/RecipeStore.swift:7
RecipeStore.byAuthor  signed-in  get     recipes where public == ? and author == ? orderBy created desc  app/RecipeStore.swift:15
digest                admin      get     households/?/items where added > ? limit 100                    functions/digest.ts:10
4 query shapes
```

The second column says who asks.

## At the query

A comment before the query, or before the function that it stands in:

```swift app/Landing.swift
import FirebaseFirestore

final class Landing {
  // firebreak: as anonymous
  func recipes() async throws -> QuerySnapshot {
    try await Firestore.firestore().collection("recipes").whereField("public", isEqualTo: true).limit(to: 3).getDocuments()
  }
}
```

```console
$ firebreak check app/Landing.swift -o full --select FB4101
Checked 1 database, 1 rules file, 1 index, 0 workloads, 1 source, 1 query: no findings
$ echo $?
0
```

The names are `anonymous`, `signed-in`, `admin`, and those that `firebreak.json` describes.

## By folder, and by name

```json firebreak.json
{
  "actors": {
    "app/Landing.swift": "signed-in",
    "functions/**": "admin",
    "ada": {"uid": "ada", "token": {"plan": "pro"}}
  }
}
```

Keys with a `/` or a `*` are paths of sources; a comment at the query wins. Names describe somebody: with `uid` and `token`
the rules can be decided where they compare both.

## In workloads and tests

There the actor says it: `auth: {uid: ada, token: {plan: pro}}` in a [workload](workload-reference.md), `as:` in a
[rules test](rules-tests.md). A workload's actor with `client: {sdk: server}` is an admin.

## One query, asked by somebody

```console
$ firebreak explain 'recipes where public == true limit 3' --as ada
recipes where public == true limit 3
  plan     (public ASC, __name__ ASC)
  estimate 1–3 reads, 0–4 index entries
  rules    allowed: firestore.rules:20 request.auth != null
$ firebreak explain 'recipes limit 3' --as ada
recipes limit 3
  plan     (__name__ ASC)
  estimate 1–3 reads, 0–4 index entries
  rules    denied: firestore.rules:20 `resource.data.public == true` is not implied by the query; add `where("public", "==", true)`
           firestore.rules:20:46: `resource.data.public == true`
           the query could return `recipes/doc` {}, which the rules refuse
           help: add `where("public", "==", true)` to the query
$ echo $?
1
```

## What stays undecided

If the answer depends on documents (`uid in get(…).data.members`), nobody knows it before the app runs. Then the finding is
information (FB4103), and says on what it depends. Two things decide it: a [rules test](rules-tests.md) with data, or a
workload, which plays the query with the documents that it describes.

"""###),
    ("workload-reference", ###"""
# Workload reference

<!-- folder: samples/pantry -->

A workload is one YAML file, named `SOMETHING.workload.yaml`; anchors (`&day`, `*day`) work, merge keys (`<<`) do not. The
pieces of YAML on this page, one after the other, are one file that runs. Steps, variants and what you can demand of a run
are on the [second page](workload-steps.md). If you have never written one, begin with [your first workload](first-workload.md).

## The frame

```yaml feed.workload.yaml
workload: feed                       # the name in reports; required
about: A public feed that 20 readers follow, and one editor who writes it.
clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
seed: 7                              # every random choice follows from it: the same file gives the same bill
prices: {book: google-standard, location: us-central1}
database: {rules: none}
params: {readers: 20, history: 400}
```

| Key | What it says | Left out |
|---|---|---|
| `clock.start` | the first moment, with its offset from UTC; times of day below are in this offset | a Monday in California |
| `clock.days` | simulated days, 1 to 3660 | 30 |
| `prices.book` | `google-standard`, a file, or a book written out here | `google-standard` |
| `prices.location` | where the database is, such as `nam5`; see [prices](prices.md) | `nam5` |
| `prices.rtdb` | the book of the Realtime Database | Google's |
| `database.indexes` | an index file | that of `firebase.json` |
| `database.rules` | a rules file, or `none` when the workload is meant to run without rules | no rules, and a finding says so |
| `database.realtimeRules` | the same for the Realtime Database | no rules |
| `params` | named values: `$readers` anywhere below, `--set readers=500` on the command line | |

The other keys are `data`, `actors`, `procedures`, `background`, `timeline`, `variants`, `assert`, `budget` and `claims`.

## Lengths and times

A **length of time** is a number and a unit: `250ms`, `30s`, `45m`, `2h`, `7d`. A **time** is one of

- `-7d` or `+4h`: counted from the moment at which it is used; under `data` that is the start of the clock
- `day 3 10:00`: the third simulated day
- `now`, the clock of the device, or `serverTime`, that of the service
- `2026-01-05T00:00:00Z`

Wherever a number of things or a length of time is asked for, it can also be drawn anew each time:
`{uniform: [1, 9]}`, `{normal: [20, 5]}`, `{poisson: 3}`, `{zipf: {n: 100, s: 1.1}}`, `{choice: {1: 0.7, 5: 0.3}}`, or
`{csv: sizes.csv, column: items}` from a file beside the workload.

## Data: what exists at the start

```yaml >>feed.workload.yaml

data:
  - path: "posts/{auto}"             # {auto}: a new id for every document
    count: $history
    fields:
      title: {string: 40}            # 40 letters
      author: {choice: {ada: 0.8, ben: 0.2}}
      likes: {uniform: [0, 500]}
      tags: {array: {of: {string: 6}, count: 3}}
      created: {spread: [-90d, -1h]} # in equal distances
  - path: "users/u{n}"               # users/u1 to users/u20
    for: {n: 1..$readers}
    fields: {name: {string: 12}, settings: {map: {dark: true}}}
```

| Value of a field | What is stored |
|---|---|
| `5`, `2.5`, `true`, `null`, `text`, `[a, b]` | as written |
| `"u{n}"` | text with the value of an expression; alone (`"{n}"`) it keeps its type |
| `{string: 40}`, `{bytes: 1000}`, `{vector: 768}` | so many letters, bytes, dimensions |
| `{array: {of: VALUE, count: N}}`, `{map: {…}}` | a list, a map |
| `{time: -3d}`, `{time: "now + n * 24h"}`, `{spread: [-90d, -1h]}` | one time, also computed, `now` being the start; `count` times in equal distances, of which the first is -90d and none is -1h |
| `{ref: users/u1}`, `{geo: [52.5, 13.4]}` | a reference, a point |
| `serverTime` | the time of the commit; `now` is the time of the device |
| `{uniform: …}`, `{choice: …}` and the other ways to draw | a number or a word |
| `5!string`, `x!integer` | the value as another type, to provoke a mistake |

`retention: 100` beside `path` keeps the newest 100 documents of each collection.

## Actors: who does what, and when

```yaml >>feed.workload.yaml

actors:
  reader:
    count: $readers
    auth: {uid: "u{i}"}              # {i} is the number of the instance, from 1
    client: {sdk: web}
    vars: {opened: 0}
    sessions: {perDay: 4, at: {window: ["08:00", "22:00"]}, length: 10m}
    steps:
      - let: {opened: now}
      - name: feed.open
        listen: 'posts orderBy created desc limit 25'
        as: feed
  editor:
    auth: {uid: ada}
    client: {sdk: server}
    sessions: {perDay: 6, at: {first: "09:00", gap: 90m}, length: 1m}
    steps:
      - {name: post.write, create: "posts/{auto}", fields: {title: {string: 40}, author: ada, likes: 0, created: serverTime}}
```

| Key | What it says | Left out |
|---|---|---|
| `count` | how many alike | 1 |
| `auth` | `{uid, token: {…}}`, what `request.auth` is; `none` for nobody signed in | nobody |
| `client.sdk` | `ios`, `android`, `web`, or `server` (rules do not apply) | `ios` |
| `client.persistence` | `on`, `off` or `none`: whether the SDK keeps a cache on the disk | `on` for apps, `off` for the web |
| `client.clockSkew` | the device's clock minus the server's, such as `-5m` | 0 |
| `world` | `own`: each instance has data of its own; `shared`: all see one another | `shared` |
| `vars` | what the app remembers: an expression, or `-1d` for a time before now; `frozen x` ignores later assignments | |
| `sessions.perDay` | how often a day | 1 |
| `sessions.days` | days of the week, such as `[mon, tue, wed, thu, fri]`, in the offset of the clock | every day |
| `sessions.at` | `{first: "08:00", gap: 16m}`: one after the other; or `{window: ["08:00", "22:00"]}`: in equal distances | required |
| `sessions.length` | how long; listeners end with the session | 0 |
| `sessions.people` | `spread`: each starts at times of their own; `together`: all at the same moment | `spread` where they meet |
| `steps` | what is done in every session | |
| `during` | what the outside world does while a session lasts | |
| `betweenSessions` | what it does before, between and after them | |

Screens that are opened now and then, and what a friend sends meanwhile, look like this:

```yaml
    vars: {opened: 0}
    steps:
      - let: {opened: "opened + 1"}
      - if: "opened == 1 || opened == 15"          # in 2 of 28 sessions of a week
        then: [{name: profile.open, get: "users/{uid}"}]
    during:
      - {name: friend.writes, repeat: 2, spread: length, write: {path: "chats/c1/messages/{auto}"}}
```

**People come one by one.** Where instances see one another's data, each starts later than the plan by a part of its own, drawn
anew every day: within its share of the `window`, within one `gap`, or within an hour if there is no gap. So a write reaches those
who are there. `people: together` is for what does happen at once, such as a push message to all. An actor without `sessions` acts only where the timeline names it; one that never acts is an error (FB7024).

**Listeners and time.** A listener that comes back within 30 minutes with `persistence: on` is told only what changed; after
that, or without persistence, it reads everything again. The gaps between sessions decide the bill more than anything else.
A variant that asks where the baseline listens is held to the listener until the session ends, `unlisten` names its result, or the step asks again: what others add meanwhile is missed, what they change or delete is stale. What the app writes itself it knows.

## The outside world

What others do is written as `write:`. It wakes listeners. It is not billed unless it says `metered: true`, and rules are
not asked. Here, one post an hour comes from elsewhere, and something happens once:

```yaml >>feed.workload.yaml

background:
  - every: 1h                        # or {perDay: 24}
    write: {path: "posts/{auto}"}    # looks like those of `data` with the same path

timeline:
  - at: "day 2 12:00"
    write: {path: "posts/{auto}", count: 5, spread: 10m}
  - at: "day 2 12:30"
    actor: editor
    steps:
      - {name: post.count, query: 'posts where author == "ada" aggregate count()'}
```

A `write` takes `path`, `for`, `count`, `spread` (with `wholeSeconds` or `burst`), `fields`, `merge`, `delete`, `metered` and
`as`. `spread` places several writes in time: a length, or `gap` or `length` for the stretch between, or of, sessions.

## What takes long, and what does not fit

- **Alike is fast.** With `world: own`, instances that do the same are played once and multiplied: a million cost as much as
  one. What is drawn (`chance`, `{uniform: …}` in steps) makes each different, and all are played: count sessions, as above.
- **Own cart, common catalogue.** `world: own` stores the catalogue once for each. Leave `world` out, and put the number in front
  of what is their own, `users/u{i}/cart`: they are multiplied, too, if only `background` or `timeline` write what is common.
- **Together takes as long as there are sessions.** `run` says at once what takes long and why. Look first with `--days 1`; play
  a thousand people, not a million, and see how the bill grows with `cost estimate --sweep`.
- **Sessions that do not fit are said.** Who is still in a session when the next begins starts it later, and the run
  ends where it ends: if people are at it at midnight, start the clock at an hour when nobody is (FB7025).
- **Days that repeat are left out.** Use `days: 7` unless something grows over the month.

## Run it

```console
$ firebreak run feed.workload.yaml
feed   20 users, 4 sessions a day   $0.00/mo
  feed.open  ████████████████████  99 %  25.3 reads/call, 86 % because listeners start over
1 info · all figures: -v · as a page: -o html=report.html
```

`firebreak cost estimate` plays other sizes: a row each, and the size at which the free quota ends. It looks for that at more sizes
than you name, unless each has to be simulated (a shared world): then only those are played that `--sweep` names.

```console
$ firebreak cost estimate feed.workload.yaml --sweep readers=20,40,80
feed · baseline: 2 days simulated, prices of the book google-standard, location us-central1 as of 2026-11-21

readers  reads/month  writes/month  deletes/month  sent/month  average stored  bill/month
     20       60,720           180              0    15.0 MiB       720.6 KiB       $0.00
     40      121,335           180              0    30.0 MiB       732.9 KiB       $0.00
     80      242,640           180              0    59.9 MiB       757.6 KiB       $0.00

free tier: not left up to readers 80; larger ones would have to be simulated
note: instances meet or differ: every one was simulated
```

"""###),
    ("workload-steps", ###"""
# Workload reference: steps, variants, demands

<!-- folder: samples/pantry -->

The second half of the [workload reference](workload-reference.md). The pieces of YAML on this page are one file that runs.

## Steps

A step is a mapping with exactly one action, and perhaps more keys beside it. Names (`name:`) are how budgets, reports and
`traffic` speak of a step; choose them by screen and action, such as `list.open`.

```yaml steps.workload.yaml
workload: steps
clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
database: {rules: none}
data:
  - {path: "households/h/items/{auto}", count: 100, fields: {name: {string: 20}, done: false, added: {spread: [-60d, -1d]}}}
procedures:
  refresh:
    - {name: list.refresh, query: 'households/h/items orderBy added desc limit 10', source: server}
actors:
  member:
    auth: {uid: ada}
    vars: {oldest: none, seen: "-1d"}
    sessions: {perDay: 2, at: {first: "08:00", gap: 10m}, length: 20m}
    steps:
      - name: list.open
        listen: 'households/h/items where done == false orderBy added desc limit 20'
        as: list                          # a name for the result
        each: [{let: {oldest: id}}]       # once per document
        onChange: [{let: {seen: "maxOf(list.added)"}}]
      - {name: item.open, get: "households/h/items/{oldest}", as: item}
      - if: "count(list) > 10"
        then: [{name: older.page, page: {query: 'households/h/items orderBy added desc', size: 25, until: 2}}]
      - {name: item.add, create: "households/h/items/{auto}", fields: {name: {string: 20}, done: false, added: serverTime}}
      - {name: item.done, chance: 0.5, update: "households/h/items/{oldest}", fields: {done: true}}
      - do: refresh
      - {background: 10m}
```

| Action | What it does |
|---|---|
| `get: PATH` | reads one document; `missing: ok` when it may not exist |
| `query: 'QUERY'` | asks once; also `… aggregate count()`, `sum(field)`, `avg(field)` |
| `listen: 'QUERY'` or a path | listens until the session ends, or until `unlisten: NAME` |
| `page: {query, size, until, cursor, lookAhead}` | page after page; without `size` as many as the limit of the code's own query; `until: end` or so many; `cursor: snapshot`, `refetch` or `value` |
| `create`, `set` (`merge: true`), `update`, `delete: PATH` | one write, with `fields` |
| `batch: [ … ]` | several writes in one request |
| `transaction: {reads: ["users/u1"], writes: [{update: "users/u1", fields: {n: 1}}], conflicts: 0.1}` | paths and queries as text, then writes as steps; a conflict does it again |
| `let: {name: "expression"}`, `if` with `then` and `else` | variables and conditions |
| `do: PROCEDURE`, `steps: [ … ]` | steps of elsewhere, steps together |
| `pause: 30s`, `background: 10m` | time passes: in the app, with the app in the background |
| `offline: 5m` | no network for so long, from now on: the steps behind it run without, until a `pause` has outlasted it |
| `kill`, `reinstall`, `secondDevice: NAME` | the app ends, loses its data, runs twice |
| `write: {…}` | the outside world: for `during`, `betweenSessions` and the timeline |
| `rtdb: {op, path, …}` | the Realtime Database: `listen`, `get`, `set`, `update`, `push`, `transaction`, … |

| Beside an action | What it says |
|---|---|
| `name` | the operation that reports show |
| `as` | a name for the result, of a write for the new id: known until the session ends |
| `chance: 0.2`, `repeat: 3` | now and then; several times |
| `forEach: NAME` | the action once per id of a result, which it sees as `{id}`: of the fields nothing is known |
| `each: [ … ]`, `onChange: [ … ]` | steps per document of the first answer, its fields as `doc`; steps at every snapshot, and in them each document that arrives: `onChange: [{forEach: added ids, steps: [{if: "doc.status == 'placed'", then: [ … ]}]}]`; also `modified ids`, and `all ids` for what each row looks up anew at every snapshot. A listener that is attached anew adds all again |
| `keep: "doc.done == false"` | what the app throws away after reading: it is billed, and reported as waste |
| `intend: 'QUERY'` | what the user should see; what is not shown counts as missed |
| `copies: 'QUERY'` | beside `get`: the document is a list that holds copies of what the query found when the document was written last; what has been changed or deleted since is stale |
| `maxAge: 5m` | beside `get` and `query`: so old may be what stands on the screen, where the baseline listens; what is asked again in time is not outdated |
| `source: copy` | beside `get` in `each` or `onChange`: the document at hand holds a copy, as old as itself, also of what is deleted since: nothing is asked |
| `source: server` or `cache` | `cache` shows what the device has and bills nothing: what the server sent it (`persistence: on`) or sends its listeners. Offline every read without a `source` does |
| `retry: {attempts, timeout, backoff, fails, reaches}` | what the app does when there is no answer |
| `expect: {status: PERMISSION_DENIED}` | the refusal is the point; `code: FB2001` for a finding |

## Queries

One line, in this order: a collection path (or `group NAME`), `where` conditions joined by `and` and `or`, `orderBy`,
`startAt`, `startAfter`, `endAt` or `endBefore`, `offset`, `limit` or `limitToLast`, `aggregate`. Operators are those of the SDKs:
`==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not-in`, `array-contains`, `array-contains-any`.

    posts where author == "ada" and likes >= 10 orderBy likes desc limit 20
    group comments where flagged == true
    posts where created > {seen} orderBy created desc
    posts where created > ts"2026-01-01T00:00:00Z" aggregate count()

Text is in double quotes, `ts"…"` is a time, `ref"users/u1"` a reference, and `{…}` an expression. `firebreak explain 'QUERY'`
says whether a line is right and which index it needs.

### Queries of the code

`{from: …}` in place of a query takes it from the sources of the project, so that a change of the code changes the bill, and
`cost diff` says by how much. It names a function (`ItemStore.start`, `digest()`) or a place (`app/ItemStore.swift:12`);
`firebreak queries list` shows both.

```yaml code.workload.yaml
workload: code
clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
database: {rules: none}
data:
  - {path: "households/h/items/{auto}", count: 60, fields: {done: false, added: {spread: [-60d, -1d]}}}
actors:
  member:
    sessions: {perDay: 2, at: {first: "08:00", gap: 2h}, length: 5m}
    steps:
      - {name: list.open, listen: {from: ItemStore.start, with: {households: h}}}
variants:
  shipped: {}
  limit-20: {set: {steps.list.open.listen.limit: 20}}
```

`with` gives what only the run knows: the value of a field by its name, the id of a document by its collection, `limit`. What
is missing is said, with its names. A `limit` beside `from` replaces that of the code; in a `page` it is the `size` that does. Where one function asks several
collections, `collection: pms` says which. `firebreak init` writes such steps.

```console
$ firebreak run code.workload.yaml
code   1 user, 2 sessions a day   $0.00/mo
  list.open  ████████████████████  100 %  60 reads/call, 50 % because listeners start over
  cheaper but wrong:         limit-20 (shows 40 of 120, fewer in list.open)
1 info · all figures: -v · as a page: -o html=report.html
```

`firebreak check` says which queries of a workload no source asks (FB7029), and which of the sources no workload plays (FB7030).

## Expressions

Numbers, `'text'`, `true`, lengths of time (`24h`), `$parameter`, variables, fields of a result (`item.name`), in `each` also
`id` and `doc.name`; `+ - * /`, comparisons, `&& || !`; `now`, `serverNow`, `max`, `min`, `floor`, `floorSecond`, `string`,
`count(list)`, `maxOf(list.added)`, `minOf(list.added)`. `{i}` is the number of the instance, `{uid}` who it is. A result
that was not asked for in this session, say by a step with `chance`, is empty: `item == none`, `count(list) == 0`. `none` is `null`.

## Variants

```yaml >>steps.workload.yaml
variants:
  shipped: {}
  ten:
    set:
      steps.list.open.listen: 'households/h/items where done == false orderBy added desc limit 10'
  three-devices:
    kind: scenario                        # what happens if; no proposal
    set: {actors.member.count: 3}
```

The first variant is the baseline. `set` replaces a value, or what a step does (`steps.list.open.query` on a step that
listens); `add` appends to a list. The path is that of the file
(`params.readers`, `data[0].count`, `actors.member.steps`, `client.persistence` for all actors) or `steps.NAME.KEY` for the
step of that name, wherever it stands; between braces, a path with brackets stands in quotes. `expect: {findings: [FB7010]}`
says that a finding is known and accepted in this variant. An **alternative** does the same job and is called cheaper only if
it shows as much, is refused nothing and misses nothing that the baseline does not miss; a **scenario** asks what happens if.

## Demands: budgets and assertions

```yaml >>steps.workload.yaml
budget:
  - {step: list.open, reads: 25}          # per call; `per: session`, `day`, `user-day`, `month` or `run`
  - {total: reads, max: 500}              # of all steps; per run
  - {step: item.add, writes: 1, level: warn, warnAt: 90%}
assert:
  - "denied == 0 && indexErrors == 0"
  - "calls(shipped.item.add) == 2"
  - "reads(member, shipped).perUserDay <= 250"
  - "cost(shipped).month < 1 USD"
  - "reduction(shipped, ten) > 10%"
```

```console
$ firebreak run steps.workload.yaml
steps   1 user, 2 sessions a day   $0.00/mo   all assertions hold
  older.page    ██████████████  69 %  25 reads/call
  list.open     ███             15 %  11 reads/call
  list.refresh  ███             14 %  10 reads/call
  cheaper but wrong:         ten (shows 22 of 102, fewer in older.page, list.open)
  what if:                   three-devices 444 reads/day
1 warning, 3 infos · all figures: -v · as a page: -o html=report.html
$ echo $?
0
```

A broken budget or assertion fails the run: exit code 1. A budget holds in every variant, scenarios too; with `level: warn` it only says so. `user-day` over all steps is the day of one
user, never of a server. It limits `reads`, `writes`, `deletes` and other counts of a
report. An assertion compares **figures**:

| Figure | Of |
|---|---|
| `reads`, `writes`, `deletes`, `ttlDeletes`, `egressBytes`, `outsideWrites`, `rtdbBytes` | what is billed |
| `calls` | how often steps were done |
| `visible` | documents in the last answer of each step |
| `missed`, `stale`, `duplicates` | what was never shown, against `intend`; what was shown in an old version, or again, each time |
| `denied`, `indexErrors` | what was refused |
| `cost(v).month`, `cost(v).reads.month` | the bill, or a part of it: compare with `5 USD` |
| `reduction(a, b)` | 1 − reads of b ÷ reads of a: compare with `95%` |

In parentheses stands a variant, `variant.name` for one step or result, or an actor and a variant, `reads(member, shipped)`; nothing
means all variants together. `.perDay` and `.perUserDay` divide.

## Claims

`claims:` recomputes figures that a document or a person states, with a verdict each: `{id: c1, quote: "saves 95 %",
claimed: "95%", theirs: "reduction(before, after)"}`. `samples/sync/strategy-claims.workload.yaml` is an example.

"""###),
  ]
}
