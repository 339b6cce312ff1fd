// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

/// The JSON Schemas of files that users write, and of reports.
enum EmbeddedSchema: String, CaseIterable {
  case cases
  case costDiff = "cost-diff"
  case emulatorApi = "emulator-api"
  case firebreak
  case priceBook = "price-book"
  case rtdbPriceBook = "rtdb-price-book"
  case runReport = "run-report"
  case runReports = "run-reports"
  case workload

  var text: String {
    switch self {
    case .cases: ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "cases.yaml",
  "description": "Requests against security rules and what is expected of them, for `firebreak rules test`.",
  "type": "object",
  "required": ["cases"],
  "properties": {
    "rules": {"description": "The rules file, from the folder of this file.", "type": "string"},
    "source": {"description": "The rules themselves.", "type": "string"},
    "data": {"description": "The documents that exist before every case.", "$ref": "#/$defs/documents"},
    "time": {"description": "The time of the requests.", "$ref": "#/$defs/time"},
    "cases": {"type": "array", "items": {"$ref": "#/$defs/case"}}
  },
  "additionalProperties": false,
  "oneOf": [{"required": ["rules"]}, {"required": ["source"]}],
  "$defs": {
    "documents": {
      "description": "Fields by the path of the document.",
      "type": "object",
      "additionalProperties": {"type": "object"}
    },
    "time": {"type": "string", "pattern": "^[0-9]{4}-"},
    "case": {
      "type": "object",
      "required": ["expect"],
      "properties": {
        "name": {"description": "What the case shows; reports and `-k` use it.", "type": "string"},
        "as": {
          "description": "Who asks; nobody is signed in unless it is said.",
          "anyOf": [
            {"type": "null"},
            {"description": "A uid, or `admin`.", "type": "string", "minLength": 1},
            {
              "type": "object",
              "required": ["uid"],
              "properties": {
                "uid": {"type": "string", "minLength": 1},
                "token": {"description": "Further claims of the token.", "type": ["object", "null"]}
              },
              "additionalProperties": false
            }
          ]
        },
        "time": {"description": "The time of the request.", "$ref": "#/$defs/time"},
        "data": {
          "description": "Documents beside those of the file, or in their place.",
          "$ref": "#/$defs/documents"
        },
        "get": {"description": "Reads one document: its path.", "type": "string"},
        "list": {
          "description": "Asks a query: its one-line form, or written out.",
          "anyOf": [{"type": "string"}, {"$ref": "#/$defs/query"}]
        },
        "create": {"description": "Creates a document.", "$ref": "#/$defs/write"},
        "update": {
          "description": "Changes fields of a document that exists; keys are field paths.",
          "$ref": "#/$defs/write"
        },
        "set": {"description": "Replaces a document.", "$ref": "#/$defs/write"},
        "merge": {"description": "Merges fields into a document.", "$ref": "#/$defs/write"},
        "delete": {"description": "Deletes a document: its path.", "type": "string"},
        "commit": {
          "description": "Several writes at once.",
          "type": "array",
          "items": {"$ref": "#/$defs/writeOfCommit"},
          "minItems": 1
        },
        "expect": {"description": "What the rules are to say.", "enum": ["allow", "deny"]},
        "because": {
          "description": "Why: `firestore.rules:13`, `/regular expression/`, or a part of the reason.",
          "type": "string",
          "minLength": 1
        },
        "reads": {
          "description": "How many documents the rules read.",
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000
        }
      },
      "additionalProperties": false,
      "oneOf": [
        {"required": ["get"]},
        {"required": ["list"]},
        {"required": ["create"]},
        {"required": ["update"]},
        {"required": ["set"]},
        {"required": ["merge"]},
        {"required": ["delete"]},
        {"required": ["commit"]}
      ]
    },
    "write": {
      "type": "object",
      "required": ["path", "fields"],
      "properties": {
        "path": {"description": "The document's path.", "type": "string"},
        "fields": {"description": "`serverTime` is the time of the request.", "type": "object"}
      },
      "additionalProperties": false
    },
    "writeOfCommit": {
      "type": "object",
      "properties": {
        "create": {"description": "Creates a document.", "$ref": "#/$defs/write"},
        "update": {
          "description": "Changes fields of a document that exists; keys are field paths.",
          "$ref": "#/$defs/write"
        },
        "set": {"description": "Replaces a document.", "$ref": "#/$defs/write"},
        "merge": {"description": "Merges fields into a document.", "$ref": "#/$defs/write"},
        "delete": {"description": "Deletes a document: its path.", "type": "string"}
      },
      "additionalProperties": false,
      "oneOf": [
        {"required": ["create"]},
        {"required": ["update"]},
        {"required": ["set"]},
        {"required": ["merge"]},
        {"required": ["delete"]}
      ]
    },
    "query": {
      "description": "A query written out.",
      "type": "object",
      "properties": {
        "from": {"description": "The path of the collection.", "type": "string"},
        "group": {"description": "The id of a collection group, or `true`.", "type": ["string", "boolean"]},
        "where": {
          "description": "Conditions `[field, operator, value]`, all of them.",
          "type": "array",
          "items": {"type": "array", "minItems": 3, "maxItems": 3}
        },
        "orderBy": {
          "description": "`field` or `[field, desc]`",
          "type": "array",
          "items": {"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "maxItems": 2}]}
        },
        "start": {"$ref": "#/$defs/start"},
        "end": {"$ref": "#/$defs/end"},
        "offset": {"$ref": "#/$defs/bound"},
        "limit": {"$ref": "#/$defs/bound"},
        "limitToLast": {"$ref": "#/$defs/bound"}
      },
      "additionalProperties": false
    },
    "bound": {"type": "integer", "minimum": 0, "maximum": 2147483647},
    "start": {
      "type": "object",
      "properties": {"at": {"type": "array", "items": true}, "after": {"type": "array", "items": true}},
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1
    },
    "end": {
      "type": "object",
      "properties": {"at": {"type": "array", "items": true}, "before": {"type": "array", "items": true}},
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1
    }
  }
}

"""##
    case .costDiff: ##"""
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Answer of `firebreak cost diff`",
  "description": "What `firebreak cost diff -o json` writes. Further keys may be added in later versions; none is renamed or removed while `schema` stays the same. Unknown is null, never 0.",
  "type": "object",
  "required": [
    "outcome",
    "schema",
    "operations",
    "total",
    "weighted",
    "findings"
  ],
  "properties": {
    "outcome": {
      "type": "string",
      "enum": [
        "clean",
        "findings",
        "usage",
        "internal"
      ]
    },
    "schema": {
      "type": "integer",
      "minimum": 1,
      "description": "The version of this document's form: 1."
    },
    "operations": {
      "type": "array",
      "description": "The largest differences first, unknown ones last.",
      "items": {
        "$ref": "#/definitions/operation"
      }
    },
    "total": {
      "type": "object",
      "required": [
        "base",
        "head",
        "change",
        "unknown",
        "monthlyCost",
        "monthlyCostChange",
        "bill",
        "billChange",
        "atLeast",
        "unpriced"
      ],
      "properties": {
        "base": {
          "type": [
            "number",
            "null"
          ],
          "description": "Reads of a month of the operations that are known on both sides."
        },
        "head": {
          "type": [
            "number",
            "null"
          ],
          "description": "The same of the head."
        },
        "change": {
          "type": [
            "number",
            "null"
          ],
          "description": "Head minus base."
        },
        "unknown": {
          "type": "integer",
          "minimum": 0,
          "description": "Operations that the totals leave out."
        },
        "monthlyCost": {
          "$ref": "#/definitions/sides"
        },
        "monthlyCostChange": {
          "$ref": "#/definitions/money"
        },
        "bill": {
          "$ref": "#/definitions/sides"
        },
        "billChange": {
          "$ref": "#/definitions/money"
        },
        "atLeast": {
          "type": "object",
          "description": "The same amounts without what has no price: the whole is not less.",
          "required": [
            "monthlyCost",
            "monthlyCostChange",
            "bill",
            "billChange"
          ],
          "properties": {
            "monthlyCost": {
              "$ref": "#/definitions/sides"
            },
            "monthlyCostChange": {
              "$ref": "#/definitions/money"
            },
            "bill": {
              "$ref": "#/definitions/sides"
            },
            "billChange": {
              "$ref": "#/definitions/money"
            }
          }
        },
        "unpriced": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Parts of a bill that were used and have no price."
        }
      }
    },
    "weighted": {
      "type": "boolean",
      "description": "Traffic says how often operations are called, not the runs."
    },
    "findings": {
      "type": "array"
    }
  },
  "definitions": {
    "money": {
      "description": "An amount, or null where it is not known whole.",
      "type": [
        "object",
        "null"
      ],
      "required": [
        "amount",
        "currency"
      ],
      "properties": {
        "amount": {
          "type": "number"
        },
        "currency": {
          "type": "string"
        }
      }
    },
    "sides": {
      "type": "object",
      "required": [
        "base",
        "head"
      ],
      "properties": {
        "base": {
          "$ref": "#/definitions/money"
        },
        "head": {
          "$ref": "#/definitions/money"
        }
      }
    },
    "side": {
      "type": "object",
      "required": [
        "reads",
        "readsPerCall",
        "callsPerMonth",
        "monthlyCost"
      ],
      "properties": {
        "reads": {
          "type": [
            "number",
            "null"
          ],
          "description": "Of a month; null where nobody knows."
        },
        "readsPerCall": {
          "type": [
            "number",
            "null"
          ],
          "description": "Null where it was not called."
        },
        "callsPerMonth": {
          "type": [
            "number",
            "null"
          ],
          "description": "Null where nobody knows."
        },
        "monthlyCost": {
          "$ref": "#/definitions/money"
        }
      }
    },
    "operation": {
      "type": "object",
      "required": [
        "name",
        "workload",
        "step",
        "base",
        "head",
        "change",
        "monthlyCostChange",
        "causes",
        "source"
      ],
      "properties": {
        "name": {
          "type": "string"
        },
        "workload": {
          "type": [
            "string",
            "null"
          ]
        },
        "step": {
          "type": "string"
        },
        "base": {
          "$ref": "#/definitions/side"
        },
        "head": {
          "$ref": "#/definitions/side"
        },
        "change": {
          "type": [
            "number",
            "null"
          ],
          "description": "Reads of a month."
        },
        "monthlyCostChange": {
          "$ref": "#/definitions/money"
        },
        "causes": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "source": {
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  }
}

"""##
    case .emulatorApi: ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "The API of the emulator's page",
  "description": "What the endpoints below `/firebreak/v1` on the port of the page answer, by their names. What there is nothing to say to is left out; further keys may be added.",
  "type": "object",
  "properties": {
    "overview": {
      "description": "`GET overview`",
      "type": "object",
      "required": ["version", "run", "project", "mode", "emulators", "databases"],
      "properties": {
        "run": {"$ref": "#/$defs/run"},
        "version": {"type": "string"},
        "project": {"type": "string"},
        "mode": {"type": "string"},
        "folder": {"description": "Of the project, on the machine that the emulator runs on.", "type": "string"},
        "emulators": {"description": "As the hub of the Firebase CLI describes them.", "type": "object"},
        "databases": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "project", "database"],
            "properties": {
              "name": {"type": "string"},
              "project": {"type": "string"},
              "database": {"type": "string"},
              "rules": {"type": ["string", "null"]},
              "indexes": {"type": ["string", "null"]},
              "isOpen": {"type": "boolean"},
              "documents": {"type": "integer"}
            }
          }
        },
        "realtime": {"type": "array", "items": {"type": "string"}}
      }
    },
    "pulse": {
      "description": "`GET pulse`, and the event `pulse`: sums of this moment.",
      "type": "object",
      "required": ["run", "first", "last", "since", "missing", "status"],
      "properties": {
        "run": {"$ref": "#/$defs/run"},
        "first": {"description": "The number of the oldest request that is kept.", "type": "integer"},
        "last": {"description": "Of the newest.", "type": "integer"},
        "since": {"type": "string"},
        "missing": {"description": "Indexes that queries have asked for and that are not declared by now.", "type": "integer"},
        "definitions": {
          "description": "Another number when rules or indexes were changed, or their files were.",
          "type": "integer"
        },
        "status": {
          "enum": ["ok", "degraded"],
          "description": "`degraded`: a rules or index file has errors, and what it said before is used."
        },
        "broken": {"description": "The files that have errors.", "type": "array", "items": {"type": "string"}},
        "requests": {
          "description": "Calls; what a listener is sent later belongs to the call that attached it.",
          "type": "integer"
        },
        "denied": {"description": "By the rules.", "type": "integer"},
        "refused": {"description": "Any other error.", "type": "integer"},
        "listeners": {"description": "Attached.", "type": "integer"},
        "restarted": {"description": "Of the listeners: began anew although their clients knew something.", "type": "integer"},
        "reads": {"description": "Billed, those of rules and index entries included.", "type": "integer"},
        "ruleReads": {"description": "Of `reads`: documents that rules have read.", "type": "integer"},
        "reissued": {"description": "Of `reads`: listeners that began anew.", "type": "integer"},
        "writes": {"type": "integer"},
        "deletes": {"type": "integer"},
        "bytes": {"description": "Sent by Firestore.", "type": "integer"},
        "realtimeBytes": {"description": "Sent by the Realtime Database.", "type": "integer"}
      }
    },
    "requests": {
      "description": "`GET requests?after=N&limit=M`",
      "type": "object",
      "required": ["run", "first", "last", "rows"],
      "properties": {
        "run": {"$ref": "#/$defs/run"},
        "first": {"type": "integer"},
        "last": {"type": "integer"},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}
      }
    },
    "event": {
      "description": "The event `requests` of `GET events?after=N`",
      "type": "object",
      "required": ["run", "skipped", "rows"],
      "properties": {
        "run": {"$ref": "#/$defs/run"},
        "skipped": {"description": "Requests that came faster than they are sent.", "type": "integer"},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}
      }
    },
    "request": {
      "description": "`GET requests/N`: a row, and what else is known.",
      "type": "object",
      "required": ["n"],
      "properties": {
        "n": {"description": "Counts all requests, from 1.", "type": "integer"},
        "time": {"description": "RFC 3339.", "type": "string"},
        "ms": {"description": "Until it was answered; not there for what a listener is sent.", "type": "number"},
        "product": {"enum": ["firestore", "database"]},
        "database": {"description": "The whole name, or an instance of the Realtime Database.", "type": "string"},
        "method": {"description": "The service's own name.", "type": "string"},
        "word": {"description": "The method in a word, as in the log.", "type": "string"},
        "target": {"description": "What it is about, below the documents root.", "type": "string"},
        "query": {"description": "In the one-line text form.", "type": "string"},
        "who": {"description": "`admin`, `anonymous`, or the id of a user.", "type": "string"},
        "verdict": {"enum": ["served", "denied", "missing", "refused"], "description": "`missing`: the index."},
        "status": {"description": "Of an error.", "type": "string"},
        "reason": {"description": "Why it was denied or refused.", "type": "string"},
        "indexes": {"description": "That served it, as in Explain.", "type": "array", "items": {"type": "string"}},
        "missing": {
          "description": "Indexes; in mode `permissive` it was served all the same.",
          "type": "array",
          "items": {"type": "string"}
        },
        "reads": {"type": "integer"},
        "ruleReads": {"type": "integer"},
        "writes": {"type": "integer"},
        "deletes": {"type": "integer"},
        "bytes": {"type": "integer"},
        "realtimeBytes": {"type": "integer"},
        "operation": {"description": "The name under which it is in the ledger.", "type": "string"},
        "test": {"description": "Of the header `x-firebreak-test`.", "type": "string"},
        "kind": {"description": "What it is billed as.", "type": "string"},
        "claims": {"description": "Of the token of who asked, without their id; only of one request.", "type": "object"},
        "isDelivery": {"description": "What a listener is sent after its first state.", "type": "boolean"},
        "plan": {"$ref": "#/$defs/plan"},
        "repairs": {"type": "array", "items": {"$ref": "#/$defs/repair"}},
        "isDeclared": {
          "description": "Of a query whose index was missing: whether the index file has it by now.",
          "type": "boolean"
        },
        "rules": {"$ref": "#/$defs/decision"},
        "bill": {"$ref": "#/$defs/bill"},
        "sentBytes": {"description": "Data that the Realtime Database has sent.", "type": "integer"},
        "receivedBytes": {"description": "Data that was written to it.", "type": "integer"},
        "carrier": {"description": "Of a request to the Realtime Database.", "enum": ["REST", "connection"]},
        "isUnindexed": {
          "description": "The query has no `.indexOn`: everything at the location was looked through.",
          "type": "boolean"
        },
        "indexOn": {"description": "What `.indexOn` at the location lacks.", "type": "string"},
        "isUnchanged": {"description": "The client had what it listens to.", "type": "boolean"},
        "asked": {"$ref": "#/$defs/asked"},
        "judgedWrites": {
          "description": "What rules were asked about, to be tried again.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["method", "path"],
            "properties": {
              "method": {"enum": ["create", "update", "delete"]},
              "path": {"type": "string"},
              "fields": {"description": "As they would be, in REST encoding.", "type": "object"},
              "changed": {
                "description": "The paths of the fields that an update sets or removes.",
                "type": "array",
                "items": {"type": "array", "items": {"type": "string"}}
              }
            }
          }
        },
        "written": {
          "description": "The first writes of a commit, as they were asked.",
          "type": "array",
          "maxItems": 20,
          "items": {
            "type": "object",
            "required": ["kind", "path"],
            "properties": {
              "kind": {"enum": ["create", "set", "update", "merge", "delete", "verify"]},
              "path": {"type": "string"},
              "fields": {"description": "Those that are set, in REST encoding.", "type": "object"},
              "removes": {"type": "array", "items": {"type": "string"}},
              "transforms": {"description": "As the SDKs write them.", "type": "array", "items": {"type": "string"}},
              "precondition": {"type": "string"}
            }
          }
        }
      }
    },
    "meter": {
      "description": "`GET meter?location=L`",
      "type": "object",
      "required": ["since", "now", "prices", "total", "operations", "callers", "minutes", "month"],
      "properties": {
        "since": {"type": "string"},
        "now": {"type": "string"},
        "prices": {
          "type": "object",
          "properties": {
            "book": {"type": "string"},
            "asOf": {"type": ["string", "null"]},
            "location": {"type": ["string", "null"]},
            "locations": {"type": "array", "items": {"type": "string"}},
            "incomplete": {
              "description": "Locations without a price of something that was asked.",
              "type": "array",
              "items": {"type": "string"}
            },
            "currency": {"type": "string"}
          }
        },
        "total": {"$ref": "#/$defs/cost"},
        "operations": {"description": "The dearest first.", "type": "array", "items": {"$ref": "#/$defs/cost"}},
        "callers": {"type": "array", "items": {"$ref": "#/$defs/cost"}},
        "minutes": {
          "description": "In which something was asked, of the newest day.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["time"],
            "properties": {
              "time": {"type": "string"},
              "requests": {
                "description": "Calls; what a listener is sent later belongs to the call that attached it.",
                "type": "integer"
              },
              "denied": {"description": "By the rules.", "type": "integer"},
              "refused": {"description": "Any other error.", "type": "integer"},
              "listeners": {"description": "Attached.", "type": "integer"},
              "restarted": {"description": "Of the listeners: began anew although their clients knew something.", "type": "integer"},
              "reads": {"description": "Billed, those of rules and index entries included.", "type": "integer"},
              "ruleReads": {"description": "Of `reads`: documents that rules have read.", "type": "integer"},
              "reissued": {"description": "Of `reads`: listeners that began anew.", "type": "integer"},
              "writes": {"type": "integer"},
              "deletes": {"type": "integer"},
              "bytes": {"description": "Sent by Firestore.", "type": "integer"},
              "realtimeBytes": {"description": "Sent by the Realtime Database.", "type": "integer"},
              "amount": {
                "description": "What reads, writes and deletes cost by the price list, in its currency; null: no price.",
                "type": ["number", "null"]
              }
            }
          }
        },
        "month": {
          "description": "In which every day is like the session.",
          "type": "object",
          "required": ["amount", "lines"],
          "properties": {
            "amount": {"type": ["string", "null"]},
            "known": {"description": "What the parts with a price cost.", "type": "string"},
            "unpriced": {"description": "Parts without a price.", "type": "array", "items": {"type": "string"}},
            "lines": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["part"],
                "properties": {
                  "part": {"type": "string"},
                  "quantity": {"type": "string"},
                  "billed": {"description": "What is left after the free quota.", "type": "string"},
                  "amount": {"type": ["string", "null"]}
                }
              }
            }
          }
        }
      }
    },
    "indexes": {
      "description": "`GET indexes`",
      "type": "object",
      "required": ["database", "file", "declared", "automatic", "missing", "suggestion", "findings"],
      "properties": {
        "database": {"type": "string"},
        "file": {"type": "string"},
        "isConfigured": {"description": "firebase.json names the file.", "type": "boolean"},
        "isBroken": {"description": "The file has errors, and what it said before is used.", "type": "boolean"},
        "declared": {"type": "array", "items": {"$ref": "#/$defs/use"}},
        "automatic": {"type": "array", "items": {"$ref": "#/$defs/use"}},
        "missing": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["title", "code", "query"],
            "properties": {
              "title": {"type": "string"},
              "code": {"type": "string"},
              "requests": {"type": "integer"},
              "query": {"type": "string"},
              "operation": {"type": "string"},
              "test": {"type": "string"},
              "definition": {"type": "object"}
            }
          }
        },
        "suggestion": {
          "type": "object",
          "required": ["additions", "text"],
          "properties": {
            "additions": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["title", "line", "member"],
                "properties": {"title": {"type": "string"}, "line": {"type": "string"}, "member": {"type": "string"}}
              }
            },
            "text": {"description": "The whole file with them.", "type": "string"}
          }
        },
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}}
      }
    },
    "indexChange": {
      "description": "`POST indexes`: the file as it was, and as it is with the definitions.",
      "type": "object",
      "required": ["file", "etag", "written", "before", "after"],
      "properties": {
        "file": {"type": "string"},
        "etag": {"description": "Of the file in the end: what writing the change wants.", "type": "string"},
        "written": {"description": "Definitions; none where it was only shown.", "type": "integer"},
        "before": {"type": "string"},
        "after": {"type": "string"}
      }
    },
    "realtime": {
      "description": "`GET` and `PUT realtime?instance=I&path=P`: a location of the Realtime Database with its children.",
      "type": "object",
      "required": ["instance", "instances", "path", "etag", "type", "children", "hasMore"],
      "properties": {
        "instance": {"type": "string"},
        "instances": {"type": "array", "items": {"type": "string"}},
        "path": {"type": "string"},
        "etag": {"type": "string"},
        "type": {"enum": ["absent", "boolean", "number", "string", "children"]},
        "value": {"description": "Unless it has children.", "type": ["boolean", "number", "string"]},
        "priority": {"type": ["number", "string"]},
        "count": {"description": "Of children.", "type": "integer"},
        "bytes": {"description": "As compact JSON.", "type": "integer"},
        "children": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["key", "type"],
            "properties": {
              "key": {"type": "string"},
              "type": {"enum": ["boolean", "number", "string", "children"]},
              "value": {"type": ["boolean", "number", "string"]},
              "isCut": {"description": "Only the beginning of a long text.", "type": "boolean"},
              "priority": {"type": ["number", "string"]},
              "count": {"type": "integer"},
              "bytes": {"type": "integer"},
              "etag": {"description": "Of what has no children.", "type": "string"}
            }
          }
        },
        "hasMore": {"description": "Further children; `after=KEY` asks for those behind one.", "type": "boolean"}
      }
    },
    "rules": {
      "description": "`GET rules`, of a database or of an instance of the Realtime Database",
      "type": "object",
      "required": ["path", "origin", "isBroken", "findings"],
      "properties": {
        "database": {"type": "string"},
        "instance": {"type": "string"},
        "path": {"type": ["string", "null"]},
        "source": {"description": "The file as it is now.", "type": "string"},
        "etag": {"description": "Of the file: what writing it wants.", "type": "string"},
        "origin": {"enum": ["file", "client", "open", "none"]},
        "isBroken": {"description": "What the file said before is used.", "type": "boolean"},
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
        "statements": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["line"],
            "properties": {
              "line": {"type": "integer"},
              "allowed": {"type": "integer"},
              "denied": {"type": "integer"},
              "errors": {"type": "integer"}
            }
          }
        },
        "conditions": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["line", "text", "isTrue", "isFalse"],
            "properties": {
              "line": {"type": "integer"},
              "column": {"type": "integer"},
              "endLine": {"type": "integer"},
              "endColumn": {"type": "integer"},
              "text": {"type": "string"},
              "isTrue": {"type": "integer"},
              "isFalse": {"type": "integer"},
              "decidedTrue": {"type": "integer"},
              "decidedFalse": {"type": "integer"}
            }
          }
        },
        "covered": {"type": "integer"},
        "total": {"type": "integer"}
      }
    },
    "written": {
      "description": "The answer to `PUT rules`",
      "type": "object",
      "required": ["isWritten", "etag", "findings"],
      "properties": {
        "isWritten": {"type": "boolean"},
        "etag": {"description": "Of the file in the end.", "type": "string"},
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}}
      }
    },
    "error": {
      "description": "The member `error` of every answer that says no.",
      "type": "object",
      "required": ["code", "message", "status"],
      "properties": {
        "code": {"description": "Of HTTP.", "type": "integer"},
        "message": {"type": "string"},
        "status": {"description": "Of the service, such as `INVALID_ARGUMENT`.", "type": "string"},
        "findings": {
          "description": "What is wrong with the request, with its place in `body` or `query`.",
          "type": "array",
          "items": {"$ref": "#/$defs/finding"}
        },
        "current": {
          "description": "With 412: the file as it is now.",
          "type": "object",
          "required": ["etag", "source"],
          "properties": {"etag": {"type": "string"}, "source": {"type": "string"}}
        }
      }
    },
    "decision": {"description": "`POST rules/decide`", "$ref": "#/$defs/decision"},
    "realtimeDecision": {
      "description": "`POST rules/decide?instance=I`",
      "type": "object",
      "required": ["isAllowed", "asked"],
      "properties": {"isAllowed": {"type": "boolean"}, "asked": {"$ref": "#/$defs/asked"}}
    },
    "query": {
      "description": "`POST query`",
      "type": "object",
      "properties": {
        "query": {"type": "string"},
        "problem": {"description": "What is wrong with it.", "type": "string"},
        "help": {"description": "How it could be mended.", "type": "string"},
        "at": {"description": "Where in the text it begins, in units of UTF-16.", "type": "integer"},
        "plan": {"$ref": "#/$defs/plan"},
        "missing": {"type": "array", "items": {"type": "string"}},
        "repairs": {"type": "array", "items": {"$ref": "#/$defs/repair"}},
        "rules": {"$ref": "#/$defs/decision"},
        "reads": {"type": "integer"},
        "bill": {"$ref": "#/$defs/bill"},
        "found": {"type": "integer"},
        "documents": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["path"],
            "properties": {
              "path": {"type": "string"},
              "id": {"type": "string"},
              "fields": {"description": "In REST encoding.", "type": "object"},
              "isCut": {"description": "Large fields are left out.", "type": "boolean"},
              "createTime": {"type": "string"},
              "updateTime": {"type": "string"}
            }
          }
        },
        "values": {
          "description": "Of an aggregation.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "value"],
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
          }
        }
      }
    },
    "listeners": {
      "description": "`GET listeners`",
      "type": "object",
      "required": ["now", "listeners", "transactions", "waiting"],
      "properties": {
        "now": {"type": "string"},
        "listeners": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["id", "database", "who", "target", "since", "documents", "deliveries"],
            "properties": {
              "id": {"type": "integer"},
              "database": {"type": "string"},
              "who": {"type": "string"},
              "target": {"type": "string"},
              "query": {"type": "string"},
              "operation": {"type": "string"},
              "test": {"type": "string"},
              "beginning": {"type": "string"},
              "since": {"type": "string"},
              "lastDelivery": {"type": "string"},
              "toldUntil": {"description": "Its client knows everything up to then.", "type": "string"},
              "resumableUntil": {
                "description": "Until then it goes on from there after its connection breaks; later it reads everything again.",
                "type": "string"
              },
              "documents": {"type": "integer"},
              "deliveries": {"description": "After the first.", "type": "integer"},
              "reads": {"type": "integer"},
              "ruleReads": {"type": "integer"},
              "reissued": {"type": "integer"},
              "bytes": {"type": "integer"}
            }
          }
        },
        "transactions": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["id", "mode", "begin"],
            "properties": {
              "id": {"type": "string"},
              "database": {"type": "string"},
              "mode": {"enum": ["read-only", "optimistic", "pessimistic"]},
              "begin": {"type": "string"},
              "lastUse": {"type": "string"},
              "documents": {
                "description": "That it has read; a pessimistic one has locked them.",
                "type": "array",
                "items": {"type": "string"}
              },
              "documentCount": {"type": "integer"},
              "ranges": {"description": "Queries and listings.", "type": "array", "items": {"type": "string"}},
              "isWounded": {"description": "Its locks were taken away.", "type": "boolean"},
              "who": {"description": "Who has begun it.", "type": "string"},
              "operation": {"type": "string"},
              "test": {"type": "string"}
            }
          }
        },
        "waiting": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["transaction", "paths", "deadline"],
            "properties": {
              "database": {"type": "string"},
              "transaction": {"type": ["string", "null"]},
              "paths": {"type": "array", "items": {"type": "string"}},
              "behind": {"type": ["string", "null"]},
              "deadline": {"type": "string"},
              "who": {"description": "Who asks.", "type": "string"},
              "operation": {"type": "string"},
              "test": {"type": "string"}
            }
          }
        }
      }
    },
    "collections": {
      "description": "`GET collections?parent=P`",
      "type": "object",
      "required": ["collections"],
      "properties": {
        "collections": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["id", "documents"],
            "properties": {"id": {"type": "string"}, "documents": {"type": "integer"}}
          }
        }
      }
    },
    "documents": {
      "description": "`GET documents?collection=C&offset=N&limit=M`",
      "type": "object",
      "required": ["version", "documents", "rows"],
      "properties": {
        "version": {"type": "integer"},
        "documents": {"description": "How many there are.", "type": "integer"},
        "missing": {
          "description": "How many do not exist and have descendants: the first rows.",
          "type": "integer"
        },
        "isCut": {"description": "There may be more of them.", "type": "boolean"},
        "place": {"description": "The row of the document that was asked for, or the first one behind it.", "type": "integer"},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/document"}}
      }
    },
    "document": {
      "description": "`GET document?path=P`",
      "type": "object",
      "required": ["exists", "path", "collections"],
      "properties": {
        "exists": {"type": "boolean"},
        "path": {"type": "string"},
        "version": {"type": "integer"},
        "collections": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["id", "documents"],
            "properties": {"id": {"type": "string"}, "documents": {"type": "integer"}}
          }
        },
        "id": {"type": "string"},
        "fields": {"description": "In REST encoding.", "type": "object"},
        "createTime": {"type": "string"},
        "updateTime": {"type": "string"}
      }
    }
  },
  "$defs": {
    "run": {
      "description": "Another one each time an emulator is started: numbers of requests are those of one run.",
      "type": "string"
    },
    "figures": {
      "type": "object",
      "required": [
        "requests",
        "denied",
        "refused",
        "listeners",
        "reads",
        "ruleReads",
        "reissued",
        "writes",
        "deletes",
        "bytes",
        "realtimeBytes"
      ],
      "properties": {
        "requests": {
          "description": "Calls; what a listener is sent later belongs to the call that attached it.",
          "type": "integer"
        },
        "denied": {"description": "By the rules.", "type": "integer"},
        "refused": {"description": "Any other error.", "type": "integer"},
        "listeners": {"description": "Attached.", "type": "integer"},
        "restarted": {"description": "Of the listeners: began anew although their clients knew something.", "type": "integer"},
        "reads": {"description": "Billed, those of rules and index entries included.", "type": "integer"},
        "ruleReads": {"description": "Of `reads`: documents that rules have read.", "type": "integer"},
        "reissued": {"description": "Of `reads`: listeners that began anew.", "type": "integer"},
        "writes": {"type": "integer"},
        "deletes": {"type": "integer"},
        "bytes": {"description": "Sent by Firestore.", "type": "integer"},
        "realtimeBytes": {"description": "Sent by the Realtime Database.", "type": "integer"}
      }
    },
    "row": {
      "type": "object",
      "required": ["n", "operation"],
      "properties": {
        "n": {"description": "Counts all requests, from 1.", "type": "integer"},
        "time": {"description": "RFC 3339.", "type": "string"},
        "ms": {"description": "Until it was answered; not there for what a listener is sent.", "type": "number"},
        "product": {"enum": ["firestore", "database"]},
        "database": {"description": "The whole name, or an instance of the Realtime Database.", "type": "string"},
        "method": {"description": "The service's own name.", "type": "string"},
        "word": {"description": "The method in a word, as in the log.", "type": "string"},
        "target": {"description": "What it is about, below the documents root.", "type": "string"},
        "query": {"description": "In the one-line text form.", "type": "string"},
        "who": {"description": "`admin`, `anonymous`, or the id of a user.", "type": "string"},
        "verdict": {"enum": ["served", "denied", "missing", "refused"], "description": "`missing`: the index."},
        "status": {"description": "Of an error.", "type": "string"},
        "reason": {"description": "Why it was denied or refused.", "type": "string"},
        "indexes": {"description": "That served it, as in Explain.", "type": "array", "items": {"type": "string"}},
        "missing": {
          "description": "Indexes; in mode `permissive` it was served all the same.",
          "type": "array",
          "items": {"type": "string"}
        },
        "reads": {"type": "integer"},
        "ruleReads": {"type": "integer"},
        "writes": {"type": "integer"},
        "deletes": {"type": "integer"},
        "bytes": {"type": "integer"},
        "realtimeBytes": {"type": "integer"},
        "operation": {"description": "The name under which it is in the ledger.", "type": "string"},
        "test": {"description": "Of the header `x-firebreak-test`.", "type": "string"},
        "kind": {"description": "What it is billed as.", "type": "string"},
        "isDelivery": {"description": "What a listener is sent after its first state.", "type": "boolean"}
      }
    },
    "finding": {
      "type": "object",
      "required": ["code", "severity", "message"],
      "properties": {
        "code": {"type": "string"},
        "name": {"type": "string"},
        "severity": {"type": "string"},
        "message": {"type": "string"},
        "file": {"type": ["string", "null"]},
        "line": {"type": ["integer", "null"]},
        "column": {"type": ["integer", "null"]},
        "help": {"type": ["string", "null"]}
      }
    },
    "use": {
      "type": "object",
      "required": ["title", "requests", "operations"],
      "properties": {
        "title": {"description": "`orders (status ASC, total DESC)`", "type": "string"},
        "requests": {"type": "integer"},
        "operations": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "requests"],
            "properties": {
              "name": {"type": "string"},
              "query": {"description": "Of an operation that nobody has named.", "type": "string"},
              "requests": {"type": "integer"}
            }
          }
        }
      }
    },
    "condition": {
      "type": "object",
      "required": ["line", "text", "verdict"],
      "properties": {
        "line": {"type": "integer"},
        "text": {"type": "string"},
        "verdict": {"enum": ["satisfied", "failed", "error", "not-evaluated"]},
        "values": {"description": "What it compared.", "type": "string"},
        "wouldAllow": {"description": "What would have made it true.", "type": "string"},
        "alternatives": {"description": "Of `||`: its operands.", "type": "array", "items": {"$ref": "#/$defs/condition"}}
      }
    },
    "asked": {
      "description": "Rules of the Realtime Database, in the order in which they were asked.",
      "type": "array",
      "items": {
        "type": "object",
        "required": ["pattern", "path", "kind", "file", "line", "condition", "values"],
        "properties": {
          "pattern": {"description": "As it is written: `/rooms/$room`.", "type": "string"},
          "path": {"type": "string"},
          "kind": {"enum": [".read", ".write", ".validate"]},
          "file": {"type": "string"},
          "line": {"type": "integer"},
          "condition": {"type": "string"},
          "outcome": {"description": "What the condition came out as.", "type": "string"},
          "decided": {"description": "This rule has decided.", "type": "boolean"},
          "values": {
            "description": "Every part, before what it is part of.",
            "type": "array",
            "items": {
              "type": "object",
              "required": ["text"],
              "properties": {
                "text": {"type": "string"},
                "value": {"type": "string"},
                "error": {"type": "string"},
                "depth": {"type": "integer"}
              }
            }
          }
        }
      }
    },
    "decision": {
      "type": "object",
      "required": ["basis", "isAllowed", "operations", "reads"],
      "properties": {
        "basis": {"enum": ["privileged", "rules", "no rules"]},
        "isAllowed": {"type": "boolean"},
        "operations": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["method", "target"],
            "properties": {
              "method": {"type": "string"},
              "target": {"type": "string"},
              "allowedBy": {"description": "`firestore.rules:13:7`", "type": "string"},
              "denial": {"type": "string"},
              "rule": {"description": "The place that decided.", "type": "string"},
              "condition": {"description": "Its text.", "type": "string"},
              "help": {"type": "string"},
              "counterexample": {"description": "A document that the query could return and the rules refuse.", "type": "string"},
              "statements": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "line": {"type": "integer"},
                    "path": {"type": "string"},
                    "methods": {"type": "string"},
                    "verdict": {"type": "string"},
                    "conditions": {"type": "array", "items": {"$ref": "#/$defs/condition"}}
                  }
                }
              },
              "doubts": {"type": "array", "items": {"type": "string"}}
            }
          }
        },
        "reads": {"description": "Documents that the rules have read.", "type": "array", "items": {"type": "string"}},
        "expressions": {"type": "integer"},
        "expressionLimit": {"type": "integer"},
        "accesses": {"type": "integer"},
        "accessLimit": {"type": "integer"},
        "cachedAccesses": {"type": "integer"},
        "trace": {
          "description": "Every expression that was evaluated, as long as it is kept.",
          "type": "array",
          "items": {
            "description": "Of one operation.",
            "type": "array",
            "items": {
              "type": "object",
              "required": ["line", "text"],
              "properties": {
                "line": {"type": "integer"},
                "text": {"type": "string"},
                "value": {"type": "string"},
                "error": {"type": "string"},
                "depth": {"type": "integer"}
              }
            }
          }
        },
        "proof": {
          "description": "Why every document that a query could return passes.",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {"condition": {"type": "string"}, "filters": {"type": "array", "items": {"type": "string"}}}
          }
        }
      }
    },
    "plan": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["properties", "origin"],
        "properties": {"properties": {"type": "string"}, "origin": {"enum": ["by name", "automatic", "declared", "assumed"]}}
      }
    },
    "repair": {
      "type": "object",
      "required": ["title", "code", "member", "line", "file"],
      "properties": {
        "title": {"type": "string"},
        "code": {"type": "string"},
        "member": {"enum": ["indexes", "fieldOverrides"]},
        "definition": {"type": "object"},
        "line": {"description": "The definition on one line.", "type": "string"},
        "file": {"type": "string"}
      }
    },
    "bill": {
      "description": "Billed reads by what caused them.",
      "type": "object",
      "additionalProperties": {"type": "integer"}
    },
    "cost": {
      "type": "object",
      "required": ["reads", "writes", "cost"],
      "properties": {
        "name": {"type": "string"},
        "query": {"type": "string"},
        "requests": {
          "description": "Calls; what a listener is sent later belongs to the call that attached it.",
          "type": "integer"
        },
        "denied": {"description": "By the rules.", "type": "integer"},
        "refused": {"description": "Any other error.", "type": "integer"},
        "listeners": {"description": "Attached.", "type": "integer"},
        "restarted": {"description": "Of the listeners: began anew although their clients knew something.", "type": "integer"},
        "reads": {"description": "Billed, those of rules and index entries included.", "type": "integer"},
        "ruleReads": {"description": "Of `reads`: documents that rules have read.", "type": "integer"},
        "reissued": {"description": "Of `reads`: listeners that began anew.", "type": "integer"},
        "writes": {"type": "integer"},
        "deletes": {"type": "integer"},
        "bytes": {"description": "Sent by Firestore.", "type": "integer"},
        "realtimeBytes": {"description": "Sent by the Realtime Database.", "type": "integer"},
        "cost": {
          "description": "By the prices alone, without free quota; null: a price is not known.",
          "type": ["string", "null"]
        },
        "known": {"description": "What the parts with a price cost.", "type": "string"},
        "unpriced": {"description": "Parts without a price.", "type": "array", "items": {"type": "string"}}
      }
    },
    "document": {
      "type": "object",
      "required": ["id"],
      "properties": {
        "id": {"type": "string"},
        "isMissing": {"description": "It does not exist, and has descendants.", "type": "boolean"},
        "fields": {"description": "In REST encoding.", "type": "object"},
        "isCut": {"description": "Large fields are left out.", "type": "boolean"},
        "createTime": {"type": "string"},
        "updateTime": {"type": "string"}
      }
    }
  }
}

"""##
    case .firebreak: ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "firebreak.json",
  "description": "Settings of Firebreak, beside firebase.json. A flag wins over the environment, the environment over this file.",
  "type": "object",
  "properties": {
    "$schema": {"description": "Where this schema lies, for editors.", "type": "string"},
    "failLevel": {
      "description": "Lowest severity that gives exit code 1; `error` unless it is said.",
      "enum": ["error", "warning", "info", "never"]
    },
    "mode": {
      "description": "Whose behaviour is reproduced; `production` unless it is said.",
      "enum": ["production", "permissive", "emulator"]
    },
    "ignore": {
      "description": "Findings that are silenced.",
      "type": "array",
      "items": {
        "type": "object",
        "required": ["code"],
        "properties": {
          "code": {"description": "The code, or how several begin: `FB7004`, `FB70`.", "$ref": "#/$defs/codes"},
          "path": {
            "description": "Only in files that match, from the folder of this file: `src/admin/**`.",
            "type": "string"
          },
          "reason": {"description": "Why; it stands in reports.", "type": "string"}
        },
        "additionalProperties": false
      }
    },
    "severity": {
      "description": "How grave findings are, by code: `{\"FB7010\": \"error\"}`.",
      "type": "object",
      "additionalProperties": {"enum": ["error", "warning", "info"]},
      "propertyNames": {"pattern": "^[A-Za-z0-9-]+$"}
    },
    "prices": {
      "description": "What reads, writes and storage cost.",
      "type": "object",
      "properties": {
        "book": {"description": "The name of a price book, or its file.", "type": "string"},
        "location": {"description": "Where the database is: `nam5`, `eur3`, `europe-west1`.", "type": "string"}
      },
      "additionalProperties": false
    },
    "assume": {
      "description": "Answers to questions about the bill that nobody has verified.",
      "type": "object",
      "additionalProperties": {"type": ["boolean", "number", "string"]},
      "propertyNames": {
        "anyOf": [
          {
            "enum": [
              "missingGet",
              "orDedup",
              "listMissing",
              "partition",
              "errorCost",
              "deniedQueryMinimum",
              "negationIsRange",
              "cursorIsRange",
              "nearestPrefilter",
              "limitEviction",
              "ownEcho",
              "getSharesLiveTarget",
              "reconnect",
              "resumeMinimum",
              "separateTransform",
              "failedWrite",
              "verifyBilled",
              "ascDescStored",
              "mapOverhead",
              "rootParent",
              "limboDeleted",
              "egressUnit",
              "rtdbGigabyte",
              "rtdbHandshake"
            ]
          },
          {"type": "string"}
        ]
      }
    },
    "budgets": {
      "description": "Limits by the name of a step; `*` is every step, `total` all of them together.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/budget"}
    },
    "traffic": {
      "description": "Runs a month of each operation, for `cost diff`: `{\"feed.open\": 120000}`.",
      "type": "object",
      "additionalProperties": {"type": "number", "minimum": 0}
    },
    "guardrails": {
      "description": "What a change may cost; `cost diff` fails beyond.",
      "type": "object",
      "properties": {
        "increase": {"description": "Money a month more.", "type": "number", "minimum": 0},
        "increasePercent": {
          "description": "Percent of what the month cost before.",
          "type": "number",
          "minimum": 0
        },
        "total": {"description": "Money a month.", "type": "number", "minimum": 0}
      },
      "additionalProperties": false
    },
    "tests": {
      "description": "Where `rules test` finds case files: `rules/**/cases.yaml`.",
      "type": "array",
      "items": {"type": "string"}
    },
    "coverage": {
      "description": "What `rules coverage` demands.",
      "type": "object",
      "properties": {
        "expressions": {
          "description": "Percent of the expressions of the rules that tests evaluate at least.",
          "type": "number",
          "minimum": 0,
          "maximum": 100
        }
      },
      "additionalProperties": false
    },
    "actors": {
      "description": "Who asks the queries of some files, by pattern (`src/admin/**`), or who a name is.",
      "type": "object",
      "additionalProperties": {
        "anyOf": [
          {
            "description": "The name of an actor; `admin`, `anonymous` and `signed-in` are known.",
            "type": "string"
          },
          {
            "type": "object",
            "required": ["uid"],
            "properties": {
              "uid": {"type": "string", "minLength": 1},
              "token": {"description": "Further claims of the token.", "type": ["object", "null"]}
            },
            "additionalProperties": false
          }
        ]
      }
    },
    "properties": false
  },
  "additionalProperties": false,
  "$defs": {
    "codes": {"type": "string", "pattern": "^[A-Za-z0-9-]+$"},
    "share": {
      "anyOf": [{"type": "string", "pattern": "^[0-9.]+%$"}, {"type": "number", "minimum": 0, "maximum": 1}]
    },
    "budget": {
      "type": "object",
      "properties": {
        "unbounded": {
          "description": "How grave a query without a bound is.",
          "enum": ["off", "info", "warn", "error"]
        },
        "per": {
          "description": "What the limits are for; a call for steps, the whole run for `total`.",
          "enum": ["call", "session", "day", "month", "user-day", "run"]
        },
        "level": {
          "description": "How grave it is when a limit is exceeded; `error` unless it is said.",
          "enum": ["off", "info", "warn", "error"]
        },
        "warnAt": {"description": "From which share of a limit on there is a warning.", "$ref": "#/$defs/share"},
        "reads": {"description": "Billed document reads at most.", "type": "number", "minimum": 0},
        "writes": {"description": "Billed writes at most.", "type": "number", "minimum": 0},
        "deletes": {"description": "Billed deletes at most.", "type": "number", "minimum": 0},
        "bytes": {"description": "Bytes sent at most.", "type": "number", "minimum": 0},
        "listeners": {"description": "Listeners at most.", "type": "number", "minimum": 0}
      },
      "additionalProperties": false,
      "minProperties": 1
    }
  }
}

"""##
    case .priceBook: ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A price book of Firestore",
  "description": "Prices for `prices: {book: FILE}` of workloads and of firebreak.json. What is not in it has no known price, which is not the same as free.",
  "type": "object",
  "required": ["book"],
  "properties": {
    "book": {"description": "The name of the book, which reports show.", "type": "string"},
    "asOf": {
      "description": "The day of the prices, `2026-11-21`.",
      "type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    },
    "currency": {"description": "`USD` unless it is said.", "type": "string"},
    "reads": {"description": "Document reads.", "$ref": "#/$defs/perOperations"},
    "writes": {"description": "Document writes.", "$ref": "#/$defs/perOperations"},
    "deletes": {"description": "Document deletes.", "$ref": "#/$defs/perOperations"},
    "ttlDeletes": {"description": "Deletes by a time-to-live policy.", "$ref": "#/$defs/perOperations"},
    "storage": {"description": "Stored data.", "$ref": "#/$defs/perDataTime"},
    "pitr": {"description": "Point-in-time recovery.", "$ref": "#/$defs/perDataTime"},
    "backup": {"description": "Backups.", "$ref": "#/$defs/perDataTime"},
    "restore": {"description": "Restored data.", "$ref": "#/$defs/perData"},
    "clone": {"description": "Cloned data.", "$ref": "#/$defs/perData"},
    "readUnits": {"description": "Read units of the Enterprise edition.", "$ref": "#/$defs/perOperations"},
    "writeUnits": {"description": "Write units of the Enterprise edition.", "$ref": "#/$defs/perOperations"},
    "realtimeUnits": {
      "description": "Real-time update units of the Enterprise edition.",
      "$ref": "#/$defs/perOperations"
    },
    "egress": {
      "description": "What leaves the network, tier by tier.",
      "type": "array",
      "items": {"$ref": "#/$defs/egressTier"}
    },
    "locations": {
      "description": "Prices by location, instead of those of the book itself.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/location"}
    },
    "free": {
      "description": "What is free a day, a month or altogether.",
      "anyOf": [{"enum": ["none"]}, {"$ref": "#/$defs/free"}]
    },
    "committedUse": {
      "description": "Discounts for a commitment.",
      "type": "array",
      "items": {
        "type": "object",
        "required": ["years", "discount"],
        "properties": {
          "years": {"type": "integer", "minimum": 1, "maximum": 10},
          "discount": {"description": "`20%`", "type": "string", "pattern": "^[0-9.]+%$"},
          "evidence": {"type": "string"}
        },
        "additionalProperties": false
      }
    },
    "calendar": {
      "description": "How many days a month, and how many months a year of the book has.",
      "type": "object",
      "properties": {
        "monthDays": {"type": "integer", "minimum": 1, "maximum": 31},
        "yearMonths": {"type": "integer", "minimum": 1, "maximum": 13}
      },
      "additionalProperties": false
    }
  },
  "additionalProperties": false,
  "$defs": {
    "perOperations": {
      "type": "object",
      "required": ["per", "price"],
      "properties": {
        "per": {"description": "How many operations the price is for: `100000`.", "type": ["integer", "string"]},
        "price": {"description": "A decimal number.", "type": "number", "minimum": 0},
        "evidence": {"description": "Where the price is from.", "type": "string"}
      },
      "additionalProperties": false
    },
    "perData": {
      "type": "object",
      "required": ["per", "price"],
      "properties": {
        "per": {"description": "`GiB`", "type": "string", "pattern": "^(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"},
        "price": {"description": "A decimal number.", "type": "number", "minimum": 0},
        "evidence": {"description": "Where the price is from.", "type": "string"}
      },
      "additionalProperties": false
    },
    "perDataTime": {
      "type": "object",
      "required": ["per", "price"],
      "properties": {
        "per": {
          "description": "`GiB-month`, `GiB-hour`",
          "type": "string",
          "pattern": "^(KiB|MiB|GiB|TiB|kB|MB|GB|TB)-(hour|day|month)$"
        },
        "price": {"description": "A decimal number.", "type": "number", "minimum": 0},
        "evidence": {"description": "Where the price is from.", "type": "string"}
      },
      "additionalProperties": false
    },
    "egressTier": {
      "type": "object",
      "required": ["price"],
      "properties": {
        "upTo": {
          "description": "The end of the tier, `1TiB`; the last has none.",
          "type": "string",
          "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"
        },
        "per": {
          "description": "`GiB`; that of the tier before unless it is said.",
          "type": "string",
          "pattern": "^(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"
        },
        "price": {"type": "number", "minimum": 0},
        "evidence": {"type": "string"}
      },
      "additionalProperties": false
    },
    "location": {
      "type": "object",
      "properties": {
        "reads": {"description": "Document reads.", "$ref": "#/$defs/perOperations"},
        "writes": {"description": "Document writes.", "$ref": "#/$defs/perOperations"},
        "deletes": {"description": "Document deletes.", "$ref": "#/$defs/perOperations"},
        "ttlDeletes": {"description": "Deletes by a time-to-live policy.", "$ref": "#/$defs/perOperations"},
        "storage": {"description": "Stored data.", "$ref": "#/$defs/perDataTime"},
        "pitr": {"description": "Point-in-time recovery.", "$ref": "#/$defs/perDataTime"},
        "backup": {"description": "Backups.", "$ref": "#/$defs/perDataTime"},
        "restore": {"description": "Restored data.", "$ref": "#/$defs/perData"},
        "clone": {"description": "Cloned data.", "$ref": "#/$defs/perData"},
        "readUnits": {"description": "Read units of the Enterprise edition.", "$ref": "#/$defs/perOperations"},
        "writeUnits": {"description": "Write units of the Enterprise edition.", "$ref": "#/$defs/perOperations"},
        "realtimeUnits": {
          "description": "Real-time update units of the Enterprise edition.",
          "$ref": "#/$defs/perOperations"
        },
        "egress": {
          "description": "What leaves the network, tier by tier.",
          "type": "array",
          "items": {"$ref": "#/$defs/egressTier"}
        }
      },
      "additionalProperties": false
    },
    "allowance": {"type": "string", "pattern": "^[0-9]+/(day|month)$"},
    "free": {
      "type": "object",
      "properties": {
        "scope": {"description": "Which databases have the free quota.", "enum": ["first", "default", "none"]},
        "reads": {"$ref": "#/$defs/allowance"},
        "writes": {"$ref": "#/$defs/allowance"},
        "deletes": {"$ref": "#/$defs/allowance"},
        "readUnits": {"$ref": "#/$defs/allowance"},
        "writeUnits": {"$ref": "#/$defs/allowance"},
        "realtimeUnits": {"$ref": "#/$defs/allowance"},
        "storage": {"type": "string", "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"},
        "egress": {"type": "string", "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)/month$"},
        "dayBoundary": {"description": "When the free quota of a day begins.", "enum": ["America/Los_Angeles"]}
      },
      "additionalProperties": false
    }
  }
}

"""##
    case .rtdbPriceBook: ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A price book of the Realtime Database",
  "description": "Prices for `prices: {rtdb: FILE}` of workloads.",
  "type": "object",
  "required": ["book", "download", "storage"],
  "properties": {
    "book": {"description": "The name of the book, which reports show.", "type": "string"},
    "asOf": {
      "description": "The day of the prices, `2026-11-21`.",
      "type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    },
    "currency": {"description": "`USD` unless it is said.", "type": "string"},
    "download": {"description": "What is sent.", "$ref": "#/$defs/perData"},
    "storage": {"description": "What is stored.", "$ref": "#/$defs/perDataTime"},
    "free": {
      "anyOf": [
        {"enum": ["none"]},
        {
          "type": "object",
          "properties": {
            "download": {"type": "string", "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)/month$"},
            "storage": {"type": "string", "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"}
          },
          "additionalProperties": false
        }
      ]
    },
    "limits": {
      "type": "object",
      "properties": {
        "connections": {"type": "integer", "minimum": 1},
        "freeConnections": {"type": "integer", "minimum": 0},
        "writesPerSecond": {"type": "integer", "minimum": 1},
        "response": {"type": "string", "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"},
        "writtenPerMinute": {"type": "string", "pattern": "^[0-9]+ *(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"}
      },
      "additionalProperties": false
    },
    "overhead": {
      "description": "Bytes that connections and messages take beside the data.",
      "type": "object",
      "properties": {
        "tlsHandshake": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "resumedHandshake": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "upgradeResponse": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "hello": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "tlsRecord": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "pushEnvelope": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "getEnvelope": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "acknowledgement": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "httpHeaders": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "denial": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "streamEvent": {"type": "integer", "minimum": 0, "maximum": 1048576},
        "streamKeepAlive": {"type": "integer", "minimum": 0, "maximum": 1048576}
      },
      "additionalProperties": false
    }
  },
  "additionalProperties": false,
  "$defs": {
    "perData": {
      "type": "object",
      "required": ["per", "price"],
      "properties": {
        "per": {"description": "`GiB`", "type": "string", "pattern": "^(KiB|MiB|GiB|TiB|kB|MB|GB|TB)$"},
        "price": {"description": "A decimal number.", "type": "number", "minimum": 0},
        "evidence": {"description": "Where the price is from.", "type": "string"}
      },
      "additionalProperties": false
    },
    "perDataTime": {
      "type": "object",
      "required": ["per", "price"],
      "properties": {
        "per": {
          "description": "`GiB-month`, `GiB-hour`",
          "type": "string",
          "pattern": "^(KiB|MiB|GiB|TiB|kB|MB|GB|TB)-(hour|day|month)$"
        },
        "price": {"description": "A decimal number.", "type": "number", "minimum": 0},
        "evidence": {"description": "Where the price is from.", "type": "string"}
      },
      "additionalProperties": false
    }
  }
}

"""##
    case .runReport: ##"""
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Report of `firebreak run`",
  "description": "What `firebreak run -o json` writes for one workload. Further keys may be added in later versions; none is renamed or removed while `schema` stays the same.",
  "type": "object",
  "required": [
    "schema",
    "outcome",
    "workload",
    "period",
    "book",
    "variants",
    "assertions",
    "budgets",
    "assumptions",
    "findings",
    "remarks"
  ],
  "properties": {
    "schema": {
      "type": "integer",
      "minimum": 1,
      "description": "The version of this document's form: 1."
    },
    "outcome": {
      "type": "string"
    },
    "workload": {
      "type": "string"
    },
    "about": {
      "description": "A text, or null."
    },
    "period": {
      "$ref": "#/definitions/period"
    },
    "book": {
      "description": "The prices' name, day, location and currency; null without prices."
    },
    "variants": {
      "type": "array",
      "description": "The first one is the baseline.",
      "items": {
        "$ref": "#/definitions/variant"
      }
    },
    "assertions": {
      "type": "array",
      "items": {
        "$ref": "#/definitions/assertion"
      }
    },
    "budgets": {
      "type": "array",
      "items": {
        "$ref": "#/definitions/budget"
      }
    },
    "claims": {
      "type": "array",
      "description": "What documents claim, recomputed; there when the workload has `claims`.",
      "items": {
        "$ref": "#/definitions/claim"
      }
    },
    "assumptions": {
      "type": "array",
      "items": {
        "$ref": "#/definitions/assumption"
      }
    },
    "findings": {
      "type": "array",
      "items": {
        "$ref": "#/definitions/finding"
      }
    },
    "remarks": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "demandsLeftOut": {
      "type": "integer",
      "minimum": 1,
      "description": "Assertions, claims and budgets that nobody looked at, since not all variants or days were played; there when there are some."
    },
    "saved": {
      "type": "object",
      "description": "Of a run that `firebreak report` has read from the saved ones.",
      "required": ["at", "stale"],
      "properties": {
        "at": {
          "description": "When the run was saved, or null."
        },
        "stale": {
          "description": "Why its figures may not be those of the project any more; null: nothing says so."
        }
      }
    }
  },
  "definitions": {
    "components": {
      "type": "object",
      "description": "What the reads consist of.",
      "required": [
        "documents",
        "minimum",
        "skipped",
        "missing",
        "entries",
        "ruleReads",
        "verify",
        "reissued"
      ],
      "properties": {
        "documents": {
          "type": "integer",
          "minimum": 0
        },
        "minimum": {
          "type": "integer",
          "minimum": 0
        },
        "skipped": {
          "type": "integer",
          "minimum": 0
        },
        "missing": {
          "type": "integer",
          "minimum": 0
        },
        "entries": {
          "type": "integer",
          "minimum": 0
        },
        "ruleReads": {
          "type": "integer",
          "minimum": 0
        },
        "verify": {
          "type": "integer",
          "minimum": 0
        },
        "reissued": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "period": {
      "type": "object",
      "required": [
        "start",
        "utcOffset",
        "days"
      ],
      "properties": {
        "start": {
          "type": "string"
        },
        "utcOffset": {
          "type": "integer",
          "description": "Seconds east of UTC in which days and hours are counted."
        },
        "days": {
          "type": "integer",
          "minimum": 0,
          "description": "Simulated days."
        }
      }
    },
    "variant": {
      "type": "object",
      "required": [
        "name",
        "kind",
        "standing",
        "documentsShown",
        "shortcomings",
        "reads",
        "writes",
        "deletes",
        "ttlDeletes",
        "egressBytes",
        "realtimeBytes",
        "components",
        "storedBytes",
        "outsideWrites",
        "users",
        "refused",
        "monthlyCost",
        "waste",
        "correctness",
        "operations",
        "days",
        "roles",
        "listeners",
        "ruleReads",
        "fanOut"
      ],
      "properties": {
        "name": {
          "type": "string"
        },
        "kind": {
          "enum": ["alternative", "scenario"],
          "description": "What the workload calls it: another way to do the baseline's job, or what happens if."
        },
        "standing": {
          "enum": ["baseline", "cheaper", "notCheaper", "doesLess", "scenario"],
          "description": "What may be said of it beside the baseline. Only `cheaper` is ever to be recommended: it shows as much, is refused nothing, misses nothing, and costs less."
        },
        "documentsShown": {
          "type": "integer",
          "minimum": 0,
          "description": "Documents that users got to see, each once in a session, less those that they should have seen and did not."
        },
        "shortcomings": {
          "type": "array",
          "description": "What it does less well than the baseline, in words; empty for the baseline.",
          "items": {
            "type": "string"
          }
        },
        "reads": {
          "type": "integer",
          "minimum": 0,
          "description": "All billed reads: the sum of `components`."
        },
        "writes": {
          "type": "integer",
          "minimum": 0
        },
        "deletes": {
          "type": "integer",
          "minimum": 0
        },
        "ttlDeletes": {
          "type": "integer",
          "minimum": 0,
          "description": "Deletes by time-to-live policies."
        },
        "egressBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by Firestore."
        },
        "realtimeBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by the Realtime Database."
        },
        "components": {
          "$ref": "#/definitions/components"
        },
        "storedBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Documents and index entries: the average of the ends of the days, which is what is billed, cut to whole bytes."
        },
        "outsideWrites": {
          "type": "integer",
          "minimum": 0
        },
        "users": {
          "type": "integer",
          "minimum": 0,
          "description": "Instances of all end users."
        },
        "refused": {
          "type": "integer",
          "minimum": 0,
          "description": "Requests that the service refused."
        },
        "refusedAsExpected": {
          "type": "integer",
          "minimum": 0,
          "description": "Those of them that a step expects."
        },
        "coldShare": {
          "description": "Attached listeners that could not resume; null without listeners."
        },
        "monthlyCost": {
          "description": "`monthlyCost` of the definitions; null without prices."
        },
        "waste": {
          "type": "object"
        },
        "correctness": {
          "$ref": "#/definitions/correctness"
        },
        "operations": {
          "type": "array",
          "items": {
            "$ref": "#/definitions/operation"
          }
        },
        "days": {
          "type": "array",
          "description": "Every day of the period, in the workload's offset.",
          "items": {
            "$ref": "#/definitions/day"
          }
        },
        "roles": {
          "type": "array",
          "items": {
            "$ref": "#/definitions/role"
          }
        },
        "listeners": {
          "type": "array",
          "items": {
            "$ref": "#/definitions/listener"
          }
        },
        "ruleReads": {
          "type": "array",
          "items": {
            "$ref": "#/definitions/ruleReads"
          }
        },
        "fanOut": {
          "type": "array",
          "items": {
            "$ref": "#/definitions/fanOut"
          }
        },
        "realtime": {
          "$ref": "#/definitions/realtime"
        }
      }
    },
    "correctness": {
      "type": "object",
      "required": [
        "missed",
        "stale",
        "duplicates",
        "denied",
        "indexErrors"
      ],
      "properties": {
        "missed": {
          "type": "integer",
          "minimum": 0
        },
        "stale": {
          "type": "integer",
          "minimum": 0,
          "description": "Documents that were shown in an old version, each time that they were."
        },
        "duplicates": {
          "type": "integer",
          "minimum": 0
        },
        "denied": {
          "type": "integer",
          "minimum": 0
        },
        "indexErrors": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "monthlyCost": {
      "type": "object",
      "required": [
        "amount",
        "currency",
        "parts",
        "lines"
      ],
      "properties": {
        "amount": {
          "type": "number",
          "description": "With its exact decimal digits."
        },
        "currency": {
          "type": "string"
        },
        "parts": {
          "type": "object"
        },
        "listAmount": {
          "type": ["string", "null"],
          "description": "The month at list prices, the free quota not taken off, exactly: `12.5`, `1/3`; null where something that was used has no price. It says which of two months is less that cost the same."
        },
        "lines": {
          "type": "array",
          "items": {
            "$ref": "#/definitions/costLine"
          }
        },
        "monthDays": {
          "type": "integer",
          "minimum": 0
        },
        "yearMonths": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "costLine": {
      "type": "object",
      "description": "Amounts as texts, exactly: `12.5`, `1/3`; null where not known.",
      "required": [
        "part",
        "quantity",
        "billed",
        "amount",
        "verified"
      ],
      "properties": {
        "part": {
          "type": "string"
        },
        "verified": {
          "type": "boolean"
        }
      }
    },
    "operation": {
      "type": "object",
      "required": [
        "name",
        "calls",
        "reads",
        "writes",
        "deletes",
        "ttlDeletes",
        "egressBytes",
        "realtimeBytes",
        "components",
        "plan",
        "readsPerCall",
        "callsByReads",
        "source"
      ],
      "properties": {
        "name": {
          "type": "string"
        },
        "calls": {
          "type": "integer",
          "minimum": 0
        },
        "reads": {
          "type": "integer",
          "minimum": 0,
          "description": "All billed reads: the sum of `components`."
        },
        "writes": {
          "type": "integer",
          "minimum": 0
        },
        "deletes": {
          "type": "integer",
          "minimum": 0
        },
        "ttlDeletes": {
          "type": "integer",
          "minimum": 0,
          "description": "Deletes by time-to-live policies."
        },
        "egressBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by Firestore."
        },
        "realtimeBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by the Realtime Database."
        },
        "components": {
          "$ref": "#/definitions/components"
        },
        "callsByReads": {
          "type": "array",
          "description": "Pairs: reads of a call, calls.",
          "items": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {
              "type": "integer",
              "minimum": 0
            }
          }
        }
      }
    },
    "day": {
      "type": "object",
      "required": [
        "day",
        "date",
        "reads",
        "writes",
        "deletes",
        "ttlDeletes",
        "egressBytes",
        "realtimeBytes",
        "components",
        "hours",
        "operations"
      ],
      "properties": {
        "day": {
          "type": "integer",
          "minimum": 0
        },
        "date": {
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
        },
        "reads": {
          "type": "integer",
          "minimum": 0,
          "description": "All billed reads: the sum of `components`."
        },
        "writes": {
          "type": "integer",
          "minimum": 0
        },
        "deletes": {
          "type": "integer",
          "minimum": 0
        },
        "ttlDeletes": {
          "type": "integer",
          "minimum": 0,
          "description": "Deletes by time-to-live policies."
        },
        "egressBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by Firestore."
        },
        "realtimeBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by the Realtime Database."
        },
        "components": {
          "$ref": "#/definitions/components"
        },
        "hours": {
          "type": "array",
          "minItems": 24,
          "maxItems": 24,
          "items": {
            "type": "integer",
            "minimum": 0
          },
          "description": "Reads of each hour."
        },
        "operations": {
          "type": "array",
          "description": "Reads of each operation, in the order of `operations`.",
          "items": {
            "type": "integer",
            "minimum": 0
          }
        },
        "cost": {
          "type": [
            "string",
            "null"
          ],
          "description": "What the day adds to the bill of the month, exact: digits, or a fraction such as `1/3`; those of all days are the bill. Where fewer days than a month were played, a day stands for several: of 7 days for 30/7. Null without prices."
        }
      }
    },
    "role": {
      "type": "object",
      "required": [
        "name",
        "instances",
        "sessions",
        "server",
        "reads",
        "writes",
        "deletes",
        "ttlDeletes",
        "egressBytes",
        "realtimeBytes",
        "components"
      ],
      "properties": {
        "name": {
          "type": "string"
        },
        "instances": {
          "type": "integer",
          "minimum": 0
        },
        "sessions": {
          "type": "integer",
          "minimum": 0
        },
        "server": {
          "type": "boolean"
        },
        "reads": {
          "type": "integer",
          "minimum": 0,
          "description": "All billed reads: the sum of `components`."
        },
        "writes": {
          "type": "integer",
          "minimum": 0
        },
        "deletes": {
          "type": "integer",
          "minimum": 0
        },
        "ttlDeletes": {
          "type": "integer",
          "minimum": 0,
          "description": "Deletes by time-to-live policies."
        },
        "egressBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by Firestore."
        },
        "realtimeBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "Sent by the Realtime Database."
        },
        "components": {
          "$ref": "#/definitions/components"
        }
      }
    },
    "listener": {
      "type": "object",
      "required": [
        "operation",
        "attaches",
        "resumed",
        "initialReads",
        "deltaReads",
        "reissuedReads",
        "lifetimeSeconds"
      ],
      "properties": {
        "operation": {
          "type": "string"
        },
        "attaches": {
          "type": "integer",
          "minimum": 0
        },
        "resumed": {
          "type": "integer",
          "minimum": 0
        },
        "initialReads": {
          "type": "integer",
          "minimum": 0
        },
        "deltaReads": {
          "type": "integer",
          "minimum": 0
        },
        "reissuedReads": {
          "type": "integer",
          "minimum": 0
        },
        "lifetimeSeconds": {
          "type": "object",
          "required": [
            "minimum",
            "median",
            "maximum"
          ],
          "properties": {
            "minimum": {
              "type": "integer",
              "minimum": 0
            },
            "median": {
              "type": "integer",
              "minimum": 0
            },
            "maximum": {
              "type": "integer",
              "minimum": 0
            }
          }
        }
      }
    },
    "ruleReads": {
      "type": "object",
      "required": [
        "source",
        "expression",
        "reads"
      ],
      "properties": {
        "source": {
          "$ref": "#/definitions/place"
        },
        "expression": {
          "type": "string"
        },
        "reads": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "fanOut": {
      "type": "object",
      "required": [
        "collection",
        "writes",
        "indexEntries",
        "bytes"
      ],
      "properties": {
        "collection": {
          "type": "string"
        },
        "writes": {
          "type": "integer",
          "minimum": 0,
          "description": "Documents that were changed, deletes and those of the outside world included; a write that changes nothing is none."
        },
        "indexEntries": {
          "type": "integer",
          "minimum": 0
        },
        "bytes": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "realtime": {
      "type": "object",
      "required": [
        "bytes",
        "storedBytes",
        "limits",
        "traffic"
      ],
      "properties": {
        "bytes": {
          "type": "integer",
          "minimum": 0
        },
        "storedBytes": {
          "type": "integer",
          "minimum": 0,
          "description": "The average of the ends of the days, which is what is billed, cut to whole bytes."
        },
        "limits": {
          "type": "object"
        },
        "traffic": {
          "type": "array",
          "items": {
            "type": "object",
            "required": [
              "path",
              "operation",
              "step",
              "count",
              "bytes"
            ],
            "properties": {
              "path": {
                "type": "string"
              },
              "operation": {
                "type": "string"
              },
              "step": {
                "type": "string"
              },
              "count": {
                "type": "integer",
                "minimum": 0
              },
              "bytes": {
                "type": "integer",
                "minimum": 0
              }
            }
          }
        }
      }
    },
    "place": {
      "type": "string",
      "pattern": ":[0-9]+$",
      "description": "`path:line`"
    },
    "assertion": {
      "type": "object",
      "required": [
        "expect",
        "passed",
        "notes",
        "source"
      ],
      "properties": {
        "expect": {
          "type": "string"
        },
        "passed": {
          "type": "boolean"
        },
        "notes": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "source": {
          "$ref": "#/definitions/place"
        }
      }
    },
    "budget": {
      "type": "object",
      "required": [
        "step",
        "metric",
        "per",
        "max",
        "variant",
        "measured",
        "verdict",
        "expected",
        "source"
      ],
      "properties": {
        "step": {
          "type": "string"
        },
        "metric": {
          "type": "string"
        },
        "per": {
          "type": "string"
        },
        "max": {
          "type": "number"
        },
        "variant": {
          "type": "string"
        },
        "verdict": {
          "type": "string",
          "enum": [
            "passed",
            "nearlyUsed",
            "exceeded",
            "unknownStep"
          ]
        },
        "expected": {
          "type": "boolean"
        },
        "level": {
          "type": "string",
          "enum": ["info", "warn", "error"],
          "description": "What it is when the budget is exceeded."
        },
        "source": {
          "$ref": "#/definitions/place"
        }
      }
    },
    "claim": {
      "type": "object",
      "required": [
        "id",
        "place",
        "quote",
        "claimed",
        "atLeast",
        "atMost",
        "theirs",
        "list",
        "verdict",
        "note",
        "source"
      ],
      "properties": {
        "id": {
          "type": "string"
        },
        "place": {
          "type": "string",
          "description": "Where the document says it."
        },
        "quote": {
          "type": "string"
        },
        "claimed": {
          "$ref": "#/definitions/claimFigure"
        },
        "atLeast": {
          "$ref": "#/definitions/claimFigure"
        },
        "atMost": {
          "$ref": "#/definitions/claimFigure"
        },
        "theirs": {
          "$ref": "#/definitions/claimFigure"
        },
        "list": {
          "$ref": "#/definitions/claimFigure"
        },
        "verdict": {
          "type": "string",
          "enum": [
            "reproduced",
            "reproduced-with-their-prices",
            "not-reproduced",
            "wrong"
          ]
        },
        "note": {
          "type": [
            "string",
            "null"
          ]
        },
        "source": {
          "$ref": "#/definitions/place"
        }
      },
      "description": "`claimed`, or `atLeast` and `atMost`, is the figure of the document; `theirs` is recomputed with its prices, `list` with list prices."
    },
    "claimFigure": {
      "type": [
        "object",
        "null"
      ],
      "required": [
        "amount",
        "unit"
      ],
      "properties": {
        "amount": {
          "type": "string",
          "description": "Exact: digits, or a fraction such as `1/3`.",
          "pattern": "^-?[0-9]+([.][0-9]+|/[0-9]+)?$"
        },
        "unit": {
          "type": "string",
          "description": "`number`, `share` of 1, or a currency such as `USD`."
        }
      },
      "description": "Null where there is none."
    },
    "assumption": {
      "type": "object",
      "required": [
        "switch",
        "value",
        "alternative",
        "variant",
        "delta"
      ],
      "properties": {
        "switch": {
          "type": "string"
        },
        "value": {
          "type": "string"
        },
        "alternative": {
          "type": "string"
        },
        "summary": {
          "type": "string"
        },
        "variant": {
          "type": "string"
        },
        "delta": {
          "type": "object",
          "description": "What the other answer would change."
        }
      }
    },
    "finding": {
      "type": "object",
      "required": [
        "code",
        "name",
        "severity",
        "message",
        "file",
        "line",
        "column",
        "help",
        "variants",
        "expected"
      ],
      "properties": {
        "code": {
          "type": "string",
          "pattern": "^FB[0-9]{4}$"
        },
        "name": {
          "type": "string"
        },
        "severity": {
          "type": "string",
          "enum": [
            "error",
            "warning",
            "info"
          ]
        },
        "message": {
          "type": "string"
        },
        "variants": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "expected": {
          "type": "boolean"
        }
      }
    }
  }
}

"""##
    case .runReports: ##"""
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Reports of several workloads",
  "description": "What `firebreak run -o json` writes for several workloads, and `firebreak report` always. Further keys may be added in later versions; none is renamed or removed while `schema` stays the same.",
  "type": "object",
  "required": [
    "schema",
    "outcome",
    "variants",
    "findings",
    "workloads"
  ],
  "properties": {
    "schema": {
      "type": "integer",
      "minimum": 1,
      "description": "The version of this document's form: 1. Each of `workloads` has its own."
    },
    "outcome": {
      "type": "string",
      "enum": [
        "clean",
        "findings",
        "usage",
        "internal"
      ]
    },
    "variants": {
      "type": "array",
      "description": "Those of all workloads, each with the keys of its own report.",
      "items": {
        "type": "object",
        "required": [
          "name",
          "workload"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "workload": {
            "type": "string"
          }
        }
      }
    },
    "findings": {
      "type": "array"
    },
    "workloads": {
      "type": "array",
      "description": "Each as run-report.schema.json says.",
      "items": {
        "type": "object",
        "required": [
          "schema",
          "workload"
        ]
      }
    }
  }
}

"""##
    case .workload: ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A workload (*.workload.yaml)",
  "description": "Actors, data and steps that `firebreak run` plays in simulated time.",
  "type": "object",
  "required": ["workload"],
  "properties": {
    "workload": {"description": "The name of the workload, which reports show.", "type": "string"},
    "about": {"description": "What it shows.", "type": "string"},
    "clock": {
      "type": "object",
      "properties": {
        "start": {"description": "`2026-01-05T00:00:00-08:00`", "type": "string"},
        "days": {
          "description": "Simulated days; 30 unless it is said.",
          "type": "integer",
          "minimum": 1,
          "maximum": 3660
        }
      },
      "additionalProperties": false
    },
    "seed": {"description": "Other draws.", "type": ["integer", "string"]},
    "prices": {
      "anyOf": [
        {"description": "The name of a price book, or its file.", "type": "string"},
        {
          "type": "object",
          "properties": {
            "book": {
              "description": "A name, a file, or a book written out: `firebreak schema price-book`.",
              "type": ["string", "object"]
            },
            "location": {"description": "`nam5`", "type": "string"},
            "rtdb": {"description": "A price book of the Realtime Database.", "type": "string"}
          },
          "additionalProperties": false
        }
      ]
    },
    "database": {
      "type": "object",
      "properties": {
        "edition": {"enum": ["standard", "enterprise"]},
        "indexes": {"description": "An index file instead of that of the project.", "type": "string"},
        "rules": {"description": "The rules file, or `none`.", "type": "string"},
        "realtimeRules": {"description": "The rules file of the Realtime Database.", "type": "string"}
      },
      "additionalProperties": false
    },
    "params": {
      "description": "Named values, `$users`; `--set users=500` changes one.",
      "type": "object",
      "additionalProperties": {"type": ["number", "string", "boolean"]}
    },
    "data": {
      "description": "The documents that exist at the start.",
      "type": "array",
      "items": {"anyOf": [{"$ref": "#/$defs/dataEntry"}, {"$ref": "#/$defs/realtimeDataEntry"}]}
    },
    "actors": {
      "description": "Who does what.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/actor"}
    },
    "background": {
      "description": "What others write all the time.",
      "type": "array",
      "items": {
        "type": "object",
        "required": ["every", "write"],
        "properties": {
          "every": {
            "anyOf": [
              {"$ref": "#/$defs/span"},
              {
                "type": "object",
                "required": ["perDay"],
                "properties": {"perDay": {"$ref": "#/$defs/quantity"}},
                "additionalProperties": false
              }
            ]
          },
          "write": {"$ref": "#/$defs/outsideWrite"}
        },
        "additionalProperties": false
      }
    },
    "procedures": {
      "description": "Steps with a name, for `do`.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/steps"}
    },
    "timeline": {
      "description": "What happens at certain times.",
      "type": "array",
      "items": {"$ref": "#/$defs/timelineEntry"}
    },
    "variants": {
      "description": "Designs side by side; the first is the baseline.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/variant"}
    },
    "assert": {
      "description": "What must hold.",
      "type": "array",
      "items": {
        "anyOf": [
          {"type": "string"},
          {
            "type": "object",
            "required": ["expect"],
            "properties": {"expect": {"description": "`reads(baseline).perUserDay == 620`", "type": "string"}},
            "additionalProperties": false
          }
        ]
      }
    },
    "budget": {"description": "What steps may cost.", "type": "array", "items": {"$ref": "#/$defs/budget"}},
    "claims": {
      "description": "Figures of a document, which are recomputed.",
      "type": "array",
      "items": {"$ref": "#/$defs/claim"}
    }
  },
  "additionalProperties": false,
  "$defs": {
    "parameter": {
      "description": "A parameter of `params`.",
      "type": "string",
      "pattern": "^\\$[A-Za-z_][A-Za-z0-9_]*$"
    },
    "text": {"type": "string"},
    "flag": {"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/parameter"}]},
    "count": {"anyOf": [{"type": "integer", "minimum": 0}, {"$ref": "#/$defs/parameter"}]},
    "quantity": {
      "description": "A whole number, a parameter, or a distribution.",
      "anyOf": [{"type": "integer", "minimum": 0}, {"$ref": "#/$defs/parameter"}, {"$ref": "#/$defs/distribution"}]
    },
    "span": {
      "description": "A length of time: `250ms`, `45m`, `2h`, `-90d`.",
      "anyOf": [
        {"type": "string", "pattern": "^[-+]?[0-9.]+(ms|s|m|h|d)?$"},
        {"$ref": "#/$defs/parameter"},
        {"const": 0}
      ]
    },
    "duration": {
      "description": "A length of time or a distribution.",
      "anyOf": [{"$ref": "#/$defs/span"}, {"$ref": "#/$defs/distribution"}]
    },
    "timeOfDay": {
      "description": "`08:00`",
      "type": "string",
      "pattern": "^([0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2})?|\\$[A-Za-z_][A-Za-z0-9_]*)$"
    },
    "time": {
      "description": "`now`, `serverTime`, `-7d`, `day 3 10:00`, `2026-01-05T00:00:00Z`, or an expression.",
      "type": "string"
    },
    "probability": {
      "anyOf": [
        {"type": "number", "minimum": 0, "maximum": 1},
        {"type": "string", "pattern": "^([0-9.]+%|\\$[A-Za-z_][A-Za-z0-9_]*)$"}
      ]
    },
    "expression": {
      "description": "`opened + 1`, `doc.archived == false`",
      "type": ["string", "number", "boolean", "null"]
    },
    "documentPath": {"description": "`users/{i}/posts/p1`; `{auto}` is an id of its own.", "type": "string"},
    "spread": {
      "description": "Over which time repetitions are spread: the `length` of the session, the `gap` until the next, or a length of time.",
      "anyOf": [{"enum": ["gap", "length"]}, {"$ref": "#/$defs/span"}]
    },
    "source": {"description": "Where the client looks.", "enum": ["default", "server", "cache", "copy"]},
    "retry": {
      "description": "What the app does when no answer comes.",
      "type": "object",
      "properties": {
        "attempts": {"type": "integer", "minimum": 1, "maximum": 1000},
        "timeout": {"$ref": "#/$defs/span"},
        "backoff": {"anyOf": [{"$ref": "#/$defs/span"}, {"type": "array", "items": {"$ref": "#/$defs/span"}}]},
        "fails": {"description": "Which attempts the client takes for failed.", "$ref": "#/$defs/outcomes"},
        "reaches": {"description": "Which of those have reached the service.", "$ref": "#/$defs/outcomes"}
      },
      "additionalProperties": false
    },
    "outcomes": {"anyOf": [{"$ref": "#/$defs/probability"}, {"type": "array", "items": {"$ref": "#/$defs/flag"}}]},
    "expectation": {
      "description": "The refusal that is right here.",
      "anyOf": [
        {"$ref": "#/$defs/status"},
        {
          "type": "object",
          "properties": {
            "status": {"$ref": "#/$defs/status"},
            "code": {"type": "string", "pattern": "^FB[0-9]{1,4}$"}
          },
          "additionalProperties": false
        }
      ]
    },
    "status": {
      "enum": [
        "OK",
        "CANCELLED",
        "UNKNOWN",
        "INVALID_ARGUMENT",
        "DEADLINE_EXCEEDED",
        "NOT_FOUND",
        "ALREADY_EXISTS",
        "PERMISSION_DENIED",
        "RESOURCE_EXHAUSTED",
        "FAILED_PRECONDITION",
        "ABORTED",
        "OUT_OF_RANGE",
        "UNIMPLEMENTED",
        "INTERNAL",
        "UNAVAILABLE",
        "DATA_LOSS",
        "UNAUTHENTICATED"
      ]
    },
    "distribution": {
      "anyOf": [
        {
          "type": "object",
          "required": ["uniform"],
          "properties": {
            "uniform": {
              "description": "From and to.",
              "type": "array",
              "items": true,
              "minItems": 2,
              "maxItems": 2
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["normal"],
          "properties": {
            "normal": {
              "description": "Mean and deviation.",
              "type": "array",
              "items": true,
              "minItems": 2,
              "maxItems": 2
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["poisson"],
          "properties": {"poisson": {"description": "The mean.", "type": ["number", "string"]}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["zipf"],
          "properties": {
            "zipf": {
              "type": "object",
              "required": ["n", "s"],
              "properties": {
                "n": {"description": "How many ranks.", "$ref": "#/$defs/count"},
                "s": {"description": "The exponent.", "type": ["number", "string"]}
              },
              "additionalProperties": false
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["choice"],
          "properties": {
            "choice": {
              "description": "Values and their weights.",
              "type": "object",
              "additionalProperties": {"type": ["number", "string"]},
              "minProperties": 1
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["csv", "column"],
          "properties": {
            "csv": {"description": "A file beside the workload.", "$ref": "#/$defs/text"},
            "column": {"description": "One of its columns.", "$ref": "#/$defs/text"}
          },
          "additionalProperties": false
        }
      ]
    },
    "generator": {
      "anyOf": [
        {
          "type": "object",
          "required": ["string"],
          "properties": {"string": {"description": "A text of so many characters.", "$ref": "#/$defs/quantity"}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["bytes"],
          "properties": {"bytes": {"description": "So many bytes.", "$ref": "#/$defs/quantity"}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["vector"],
          "properties": {"vector": {"description": "A vector of so many dimensions.", "$ref": "#/$defs/quantity"}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["ref"],
          "properties": {"ref": {"description": "A reference.", "$ref": "#/$defs/documentPath"}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["array"],
          "properties": {
            "array": {
              "anyOf": [
                {"type": "array", "items": {"$ref": "#/$defs/value"}},
                {
                  "type": "object",
                  "required": ["of", "count"],
                  "properties": {"of": {"$ref": "#/$defs/value"}, "count": {"$ref": "#/$defs/quantity"}},
                  "additionalProperties": false
                }
              ]
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["map"],
          "properties": {"map": {"$ref": "#/$defs/fields"}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["geo"],
          "properties": {
            "geo": {
              "description": "Latitude and longitude.",
              "type": "array",
              "items": true,
              "minItems": 2,
              "maxItems": 2
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["time"],
          "properties": {"time": {"description": "A moment.", "$ref": "#/$defs/time"}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["spread"],
          "properties": {
            "spread": {
              "description": "Moments between two.",
              "type": "array",
              "items": {"$ref": "#/$defs/time"},
              "minItems": 2,
              "maxItems": 2
            }
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["increment"],
          "properties": {"increment": {"description": "Adds to the field.", "type": ["number", "string"]}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["arrayUnion"],
          "properties": {"arrayUnion": {"type": "array", "items": {"$ref": "#/$defs/value"}}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["arrayRemove"],
          "properties": {"arrayRemove": {"type": "array", "items": {"$ref": "#/$defs/value"}}},
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["delete"],
          "properties": {"delete": {"description": "Removes the field.", "$ref": "#/$defs/flag"}},
          "additionalProperties": false
        },
        {"$ref": "#/$defs/distribution"}
      ]
    },
    "value": {
      "description": "A value; `serverTime`, `now`, `u{i}` for texts with names in them, or a mapping that says how it is generated.",
      "anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/value"}},
        {"$ref": "#/$defs/generator"}
      ]
    },
    "fields": {
      "description": "Fields by name; a name may say a type: `time!string`.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/value"}
    },
    "loops": {
      "description": "Loop variables: one entry for each combination.",
      "type": "object",
      "additionalProperties": {
        "anyOf": [
          {"description": "`1..$users`", "type": "string"},
          {"type": "array", "items": {"type": ["string", "number", "boolean"]}}
        ]
      }
    },
    "target": {
      "anyOf": [
        {
          "description": "`conversations where participants array-contains \"{me}\" orderBy last desc limit 20`, `count(…)`, or a document's path.",
          "type": "string"
        },
        {"$ref": "#/$defs/codeRequest"},
        {"$ref": "#/$defs/structuredQuery"}
      ]
    },
    "query": {
      "anyOf": [
        {"description": "`feed orderBy at desc`", "type": "string"},
        {"$ref": "#/$defs/codeRequest"},
        {"$ref": "#/$defs/structuredQuery"}
      ]
    },
    "codeRequest": {
      "description": "A request of the sources: a change of the code changes the bill.",
      "type": "object",
      "properties": {
        "from": {
          "description": "A function, `ItemStore.start` or `loadFeed()`, or a place, `src/items.ts:12`.",
          "type": "string"
        },
        "collection": {
          "description": "Which of the collections that the function asks is meant.",
          "type": "string"
        },
        "with": {
          "description": "What only the run knows: a field's value, the id of a document by its collection, `limit`, `start`, `end`.",
          "type": "object",
          "additionalProperties": true
        },
        "limit": {"description": "In place of the limit of the code.", "$ref": "#/$defs/count"}
      },
      "required": ["from"],
      "additionalProperties": false
    },
    "structuredQuery": {
      "type": "object",
      "properties": {
        "from": {"description": "The path of the collection.", "type": "string"},
        "group": {"description": "The id of a collection group, or `true`.", "type": ["string", "boolean"]},
        "where": {
          "description": "Conditions `[field, operator, value]`, all of them.",
          "type": "array",
          "items": {"type": "array", "minItems": 3, "maxItems": 3}
        },
        "orderBy": {
          "description": "`field` or `[field, desc]`",
          "type": "array",
          "items": {"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "maxItems": 2}]}
        },
        "start": {
          "type": "object",
          "properties": {"at": {"type": "array", "items": true}, "after": {"type": "array", "items": true}},
          "additionalProperties": false,
          "minProperties": 1
        },
        "end": {
          "type": "object",
          "properties": {"at": {"type": "array", "items": true}, "before": {"type": "array", "items": true}},
          "additionalProperties": false,
          "minProperties": 1
        },
        "limit": {"$ref": "#/$defs/count"},
        "limitToLast": {"$ref": "#/$defs/count"}
      },
      "additionalProperties": false
    },
    "write": {
      "type": "object",
      "oneOf": [
        {
          "required": ["set"],
          "properties": {
            "set": {"$ref": "#/$defs/documentPath"},
            "merge": {"description": "Keeps the fields that are not named.", "$ref": "#/$defs/flag"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
            "fields": {"$ref": "#/$defs/fields"}
          }
        },
        {
          "required": ["update"],
          "properties": {
            "update": {"$ref": "#/$defs/documentPath"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
            "fields": {"$ref": "#/$defs/fields"}
          }
        },
        {
          "required": ["create"],
          "properties": {
            "create": {"$ref": "#/$defs/documentPath"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
            "fields": {"$ref": "#/$defs/fields"}
          }
        },
        {
          "required": ["delete"],
          "properties": {
            "delete": {"$ref": "#/$defs/documentPath"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"}
          }
        },
        {
          "required": ["set"],
          "properties": {
            "set": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "merge": {"description": "Keeps the fields that are not named.", "$ref": "#/$defs/flag"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
                "fields": {"$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["update"],
          "properties": {
            "update": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
                "fields": {"$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["create"],
          "properties": {
            "create": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
                "fields": {"$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["delete"],
          "properties": {
            "delete": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"}
              },
              "additionalProperties": false
            }
          }
        }
      ],
      "unevaluatedProperties": false
    },
    "outsideWrite": {
      "description": "A write of somebody who is no actor.",
      "type": "object",
      "required": ["path"],
      "properties": {
        "path": {"$ref": "#/$defs/documentPath"},
        "for": {"$ref": "#/$defs/loops"},
        "count": {"$ref": "#/$defs/quantity"},
        "spread": {"$ref": "#/$defs/spread"},
        "wholeSeconds": {"$ref": "#/$defs/flag"},
        "burst": {"$ref": "#/$defs/flag"},
        "fields": {"$ref": "#/$defs/fields"},
        "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
        "metered": {"description": "Whether it is on the bill.", "$ref": "#/$defs/flag"},
        "merge": {"$ref": "#/$defs/flag"},
        "delete": {"description": "Deletes the document.", "$ref": "#/$defs/flag"}
      },
      "additionalProperties": false
    },
    "realtime": {
      "type": "object",
      "required": ["op", "path"],
      "properties": {
        "op": {
          "enum": [
            "listen",
            "unlisten",
            "get",
            "set",
            "update",
            "push",
            "increment",
            "transaction",
            "delete",
            "onDisconnect"
          ]
        },
        "path": {"description": "The location; `/` is the root.", "$ref": "#/$defs/text"},
        "orderByChild": {"$ref": "#/$defs/text"},
        "orderByKey": {"$ref": "#/$defs/flag"},
        "orderByValue": {"$ref": "#/$defs/flag"},
        "orderByPriority": {"$ref": "#/$defs/flag"},
        "startAt": true,
        "startAfter": true,
        "endAt": true,
        "endBefore": true,
        "equalTo": true,
        "limitToFirst": {"$ref": "#/$defs/count"},
        "limitToLast": {"$ref": "#/$defs/count"},
        "event": {"enum": ["value", "childAdded", "childChanged", "childMoved", "childRemoved"]},
        "value": true,
        "values": {"description": "Values by path.", "type": "object"},
        "by": {"description": "A number, or how it is drawn.", "type": ["number", "string", "object"]},
        "conflicts": {"$ref": "#/$defs/probability"}
      },
      "additionalProperties": false
    },
    "steps": {
      "anyOf": [{"type": "array", "items": {"$ref": "#/$defs/step"}}, {"$ref": "#/$defs/step"}, {"type": "null"}]
    },
    "step": {
      "anyOf": [
        {"enum": ["kill", "reinstall"]},
        {"type": "object", "$ref": "#/$defs/stepKeys", "unevaluatedProperties": false}
      ]
    },
    "stepKeys": {
      "properties": {
        "name": {"description": "What reports and budgets call the step.", "$ref": "#/$defs/text"},
        "chance": {"description": "How often it happens: 0.2 or `20%`.", "$ref": "#/$defs/probability"},
        "repeat": {"description": "How many times.", "$ref": "#/$defs/quantity"},
        "spread": {"$ref": "#/$defs/spread"},
        "wholeSeconds": {
          "description": "Times of the repetitions have no fraction of a second.",
          "$ref": "#/$defs/flag"
        },
        "burst": {"description": "All repetitions at once.", "$ref": "#/$defs/flag"},
        "forEach": {
          "description": "Once for each: `all ids`, `added ids`, `added ids not in store`, or a result.",
          "type": "string"
        },
        "retry": {"$ref": "#/$defs/retry"},
        "expect": {"$ref": "#/$defs/expectation"}
      },
      "oneOf": [
        {
          "required": ["get"],
          "properties": {
            "get": {
              "description": "Reads one document.",
              "anyOf": [{"$ref": "#/$defs/documentPath"}, {"$ref": "#/$defs/codeRequest"}]
            },
            "as": {"description": "The name of the result.", "$ref": "#/$defs/text"},
            "source": {"$ref": "#/$defs/source"},
            "keep": {
              "description": "What the app keeps of the result: `doc.archived == false`.",
              "$ref": "#/$defs/expression"
            },
            "each": {"description": "Steps for each document.", "$ref": "#/$defs/steps"},
            "intend": {
              "description": "The query that shows what is meant to be shown; what is missing of it is counted.",
              "$ref": "#/$defs/target"
            },
            "copies": {
              "description": "The query whose documents this one holds copies of, as they were when it was written last.",
              "$ref": "#/$defs/target"
            },
            "maxAge": {
              "description": "How old may be what stands on the screen until it is asked for again: `5m`.",
              "$ref": "#/$defs/span"
            },
            "missing": {"description": "A document that does not exist is no mistake.", "enum": ["ok"]}
          }
        },
        {
          "required": ["query"],
          "properties": {
            "query": {"description": "Asks once.", "$ref": "#/$defs/target"},
            "as": {"description": "The name of the result.", "$ref": "#/$defs/text"},
            "source": {"$ref": "#/$defs/source"},
            "keep": {
              "description": "What the app keeps of the result: `doc.archived == false`.",
              "$ref": "#/$defs/expression"
            },
            "each": {"description": "Steps for each document.", "$ref": "#/$defs/steps"},
            "intend": {
              "description": "The query that shows what is meant to be shown; what is missing of it is counted.",
              "$ref": "#/$defs/target"
            },
            "maxAge": {
              "description": "How old may be what stands on the screen until it is asked for again: `5m`.",
              "$ref": "#/$defs/span"
            },
            "missing": {"description": "A document that does not exist is no mistake.", "enum": ["ok"]}
          }
        },
        {
          "required": ["listen"],
          "properties": {
            "listen": {"description": "Listens until the session ends or `unlisten`.", "$ref": "#/$defs/target"},
            "as": {"description": "The name of the result.", "$ref": "#/$defs/text"},
            "source": {"$ref": "#/$defs/source"},
            "keep": {
              "description": "What the app keeps of the result: `doc.archived == false`.",
              "$ref": "#/$defs/expression"
            },
            "each": {"description": "Steps for each document.", "$ref": "#/$defs/steps"},
            "intend": {
              "description": "The query that shows what is meant to be shown; what is missing of it is counted.",
              "$ref": "#/$defs/target"
            },
            "missing": {"description": "A document that does not exist is no mistake.", "enum": ["ok"]},
            "onChange": {"description": "Steps at every change that arrives.", "$ref": "#/$defs/steps"}
          }
        },
        {
          "required": ["page"],
          "properties": {
            "page": {
              "description": "Asks page by page.",
              "type": "object",
              "required": ["query"],
              "properties": {
                "query": {"$ref": "#/$defs/query"},
                "size": {"description": "Documents of a page; for a query of the code as many as it asks for.", "$ref": "#/$defs/quantity"},
                "until": {
                  "description": "How many pages, or `end`.",
                  "anyOf": [{"enum": ["end"]}, {"$ref": "#/$defs/quantity"}]
                },
                "cursor": {
                  "description": "What the next page starts after.",
                  "enum": ["snapshot", "refetch", "value"]
                },
                "lookAhead": {
                  "description": "Asks for one more to know whether there is a next page.",
                  "$ref": "#/$defs/flag"
                }
              },
              "additionalProperties": false
            },
            "as": {"description": "The name of the result.", "$ref": "#/$defs/text"},
            "source": {"$ref": "#/$defs/source"},
            "keep": {
              "description": "What the app keeps of the result: `doc.archived == false`.",
              "$ref": "#/$defs/expression"
            },
            "each": {"description": "Steps for each document.", "$ref": "#/$defs/steps"},
            "intend": {
              "description": "The query that shows what is meant to be shown; what is missing of it is counted.",
              "$ref": "#/$defs/target"
            }
          }
        },
        {
          "required": ["unlisten"],
          "properties": {"unlisten": {"description": "Ends a listener.", "$ref": "#/$defs/text"}}
        },
        {
          "required": ["set"],
          "properties": {
            "set": {"description": "Writes a whole document.", "$ref": "#/$defs/documentPath"},
            "merge": {"description": "Keeps the fields that are not named.", "$ref": "#/$defs/flag"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
            "fields": {"$ref": "#/$defs/fields"}
          }
        },
        {
          "required": ["set"],
          "properties": {
            "set": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "merge": {"description": "Keeps the fields that are not named.", "$ref": "#/$defs/flag"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
                "fields": {"$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["update"],
          "properties": {
            "update": {"description": "Changes fields of a document.", "$ref": "#/$defs/documentPath"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
            "fields": {"$ref": "#/$defs/fields"}
          }
        },
        {
          "required": ["update"],
          "properties": {
            "update": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
                "fields": {"$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["create"],
          "properties": {
            "create": {"description": "Creates a document.", "$ref": "#/$defs/documentPath"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
            "fields": {"$ref": "#/$defs/fields"}
          }
        },
        {
          "required": ["create"],
          "properties": {
            "create": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"},
                "fields": {"$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["delete"],
          "properties": {
            "delete": {"description": "Deletes a document.", "$ref": "#/$defs/documentPath"},
            "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"}
          }
        },
        {
          "required": ["delete"],
          "properties": {
            "delete": {
              "type": "object",
              "required": ["path"],
              "properties": {
                "path": {"$ref": "#/$defs/documentPath"},
                "as": {"description": "The name of what was written.", "$ref": "#/$defs/text"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["batch"],
          "properties": {
            "batch": {"description": "Writes at once.", "type": "array", "items": {"$ref": "#/$defs/write"}}
          }
        },
        {
          "required": ["transaction"],
          "properties": {
            "transaction": {
              "description": "Reads and writes together.",
              "type": "object",
              "properties": {
                "reads": {
                  "description": "What it reads first.",
                  "type": "array",
                  "items": {"$ref": "#/$defs/target"}
                },
                "writes": {"type": "array", "items": {"$ref": "#/$defs/write"}},
                "conflicts": {"description": "How often it is run again.", "$ref": "#/$defs/probability"}
              },
              "additionalProperties": false
            }
          }
        },
        {
          "required": ["let"],
          "properties": {
            "let": {
              "description": "Sets variables of the actor.",
              "type": "object",
              "additionalProperties": {"$ref": "#/$defs/expression"}
            }
          }
        },
        {
          "required": ["if"],
          "properties": {
            "if": {"$ref": "#/$defs/expression"},
            "then": {"$ref": "#/$defs/steps"},
            "else": {"$ref": "#/$defs/steps"}
          }
        },
        {"required": ["pause"], "properties": {"pause": {"description": "Waits.", "$ref": "#/$defs/duration"}}},
        {"required": ["do"], "properties": {"do": {"description": "Runs a procedure.", "$ref": "#/$defs/text"}}},
        {
          "required": ["steps"],
          "properties": {"steps": {"description": "Several steps as one.", "$ref": "#/$defs/steps"}}
        },
        {
          "required": ["write"],
          "properties": {"write": {"description": "Somebody else writes.", "$ref": "#/$defs/outsideWrite"}}
        },
        {
          "required": ["background"],
          "properties": {
            "background": {"description": "The app is in the background.", "$ref": "#/$defs/duration"}
          }
        },
        {
          "required": ["offline"],
          "properties": {"offline": {"description": "The device has no network.", "$ref": "#/$defs/duration"}}
        },
        {"required": ["kill"], "properties": {"kill": {"description": "The app is ended."}}},
        {
          "required": ["reinstall"],
          "properties": {"reinstall": {"description": "The app is installed anew, without its cache."}}
        },
        {
          "required": ["secondDevice"],
          "properties": {
            "secondDevice": {"description": "The same user on another device.", "$ref": "#/$defs/text"}
          }
        },
        {
          "required": ["rtdb"],
          "properties": {
            "rtdb": {"description": "A request to the Realtime Database.", "$ref": "#/$defs/realtime"},
            "as": {"$ref": "#/$defs/text"},
            "onChange": {"$ref": "#/$defs/steps"},
            "each": {"$ref": "#/$defs/steps"},
            "source": false,
            "keep": false,
            "intend": false,
            "missing": false
          }
        }
      ]
    },
    "timelineEntry": {
      "type": "object",
      "required": ["at"],
      "properties": {
        "actor": {"description": "Whose device takes the step; nobody's for `write`.", "$ref": "#/$defs/text"},
        "at": {"description": "When: `day 3 10:00`, `2026-01-05T10:00:00Z`.", "$ref": "#/$defs/time"}
      },
      "$ref": "#/$defs/stepKeys",
      "unevaluatedProperties": false
    },
    "actor": {
      "type": "object",
      "properties": {
        "count": {"description": "How many of them; 1 unless it is said.", "$ref": "#/$defs/count"},
        "auth": {
          "description": "Who has signed in.",
          "anyOf": [
            {"enum": ["none"]},
            {
              "type": "object",
              "required": ["uid"],
              "properties": {
                "uid": {"description": "`u{i}`; `{i}` is the number of the instance.", "type": "string"},
                "token": {"description": "Further claims of the token.", "$ref": "#/$defs/fields"}
              },
              "additionalProperties": false
            }
          ]
        },
        "client": {
          "type": "object",
          "properties": {
            "sdk": {"description": "A server passes the rules.", "enum": ["ios", "android", "web", "server"]},
            "persistence": {"description": "Whether the client keeps its cache.", "enum": ["on", "off", "none"]},
            "clockSkew": {"$ref": "#/$defs/span"}
          },
          "additionalProperties": false
        },
        "world": {
          "description": "`own`: a database for each of them, so that nobody sees the others' documents.",
          "enum": ["shared", "own"]
        },
        "vars": {
          "description": "Variables and their first values.",
          "type": "object",
          "additionalProperties": {"type": ["string", "number", "boolean", "null"]}
        },
        "sessions": {
          "description": "When the app is open.",
          "type": "object",
          "required": ["at"],
          "properties": {
            "perDay": {"$ref": "#/$defs/quantity"},
            "days": {
              "description": "The days of the week that have sessions; all of them when left out.",
              "type": "array",
              "items": {"enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]},
              "minItems": 1
            },
            "at": {
              "anyOf": [
                {
                  "type": "object",
                  "required": ["first"],
                  "properties": {
                    "first": {"description": "The first of a day.", "$ref": "#/$defs/timeOfDay"},
                    "gap": {"$ref": "#/$defs/span"},
                    "window": false
                  },
                  "additionalProperties": false
                },
                {
                  "type": "object",
                  "required": ["window"],
                  "properties": {
                    "window": {
                      "type": "array",
                      "items": {"$ref": "#/$defs/timeOfDay"},
                      "minItems": 2,
                      "maxItems": 2
                    },
                    "gap": {"enum": ["even"]},
                    "first": false
                  },
                  "additionalProperties": false
                }
              ]
            },
            "length": {"$ref": "#/$defs/duration"},
            "people": {
              "description": "`spread`: each starts at moments of their own, as those do who share a world; `together`: all at the same moments.",
              "enum": ["spread", "together"]
            }
          },
          "additionalProperties": false
        },
        "steps": {"description": "What happens in every session.", "$ref": "#/$defs/steps"},
        "betweenSessions": {"$ref": "#/$defs/steps"},
        "during": {"description": "What others do while a session is open.", "$ref": "#/$defs/steps"}
      },
      "additionalProperties": false
    },
    "dataEntry": {
      "type": "object",
      "required": ["path"],
      "properties": {
        "path": {"$ref": "#/$defs/documentPath"},
        "for": {"$ref": "#/$defs/loops"},
        "count": {"$ref": "#/$defs/quantity"},
        "fields": {"$ref": "#/$defs/fields"},
        "retention": {
          "description": "How many documents of each collection are kept, the newest ones; older ones are deleted as new ones come.",
          "$ref": "#/$defs/quantity"
        }
      },
      "additionalProperties": false
    },
    "realtimeDataEntry": {
      "type": "object",
      "required": ["rtdb", "value"],
      "properties": {
        "rtdb": {"description": "The location.", "$ref": "#/$defs/text"},
        "for": {"$ref": "#/$defs/loops"},
        "count": {"$ref": "#/$defs/quantity"},
        "value": true,
        "retention": false
      },
      "additionalProperties": false
    },
    "variant": {
      "anyOf": [
        {"type": "null"},
        {
          "type": "object",
          "properties": {
            "about": {"type": "string"},
            "kind": {
              "description": "Does it do the same job, or ask what happens if?",
              "enum": ["alternative", "scenario"]
            },
            "set": {"description": "Other values by path: `actors.member.steps`.", "type": "object"},
            "add": {"description": "Further entries by path.", "type": "object"},
            "expect": {
              "description": "Findings that belong to the variant.",
              "type": "object",
              "properties": {
                "findings": {"type": "array", "items": {"type": "string", "pattern": "^FB[0-9]{1,4}$"}}
              },
              "additionalProperties": false
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "budget": {
      "anyOf": [
        {
          "type": "object",
          "required": ["step"],
          "properties": {
            "level": {"enum": ["off", "info", "warn", "error"]},
            "warnAt": {"$ref": "#/$defs/share"},
            "per": {"enum": ["call", "session", "day", "month", "user-day", "run"]},
            "step": {"description": "The name of a step.", "type": "string"},
            "reads": {"$ref": "#/$defs/amount"},
            "writes": {"$ref": "#/$defs/amount"},
            "deletes": {"$ref": "#/$defs/amount"},
            "bytes": {"$ref": "#/$defs/amount"},
            "listeners": {"$ref": "#/$defs/amount"}
          },
          "additionalProperties": false
        },
        {
          "type": "object",
          "required": ["total", "max"],
          "properties": {
            "level": {"enum": ["off", "info", "warn", "error"]},
            "warnAt": {"$ref": "#/$defs/share"},
            "per": {"enum": ["call", "session", "day", "month", "user-day", "run"]},
            "step": false,
            "total": {
              "description": "All steps together.",
              "enum": ["reads", "writes", "deletes", "bytes", "listeners"]
            },
            "max": {"$ref": "#/$defs/amount"}
          },
          "additionalProperties": false
        }
      ]
    },
    "amount": {"anyOf": [{"type": "number", "minimum": 0}, {"$ref": "#/$defs/parameter"}]},
    "share": {
      "anyOf": [
        {"type": "string", "pattern": "^([0-9.]+%|\\$[A-Za-z_][A-Za-z0-9_]*)$"},
        {"type": "number", "minimum": 0, "maximum": 1}
      ]
    },
    "figure": {"description": "`1080 USD`, `95%`, or `cost(before).reads.month`", "type": ["string", "number"]},
    "claim": {
      "type": "object",
      "required": ["id", "quote"],
      "properties": {
        "id": {"type": "string"},
        "quote": {"description": "The words of the document.", "type": "string"},
        "place": {"description": "`\"7.2\"`", "type": "string"},
        "note": {"type": "string"},
        "verdict": {"enum": ["reproduced", "reproduced-with-their-prices", "not-reproduced", "wrong"]},
        "claimed": {"$ref": "#/$defs/figure"},
        "atLeast": {"$ref": "#/$defs/figure"},
        "atMost": {"$ref": "#/$defs/figure"},
        "theirs": {"description": "With their prices.", "$ref": "#/$defs/figure"},
        "list": {"description": "With list prices.", "$ref": "#/$defs/figure"}
      },
      "additionalProperties": false
    }
  }
}

"""##
    }
  }
}
