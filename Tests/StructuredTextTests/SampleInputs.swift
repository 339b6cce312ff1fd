/// Valid inputs of the kinds that users have, to be mutated.
enum SampleInputs {
  static let json = [
    "null",
    "-12.50e+3",
    #""text with \"escapes\" \\ \u00e9 \ud83d\ude00 and é 日本""#,
    "[1, [2, [3, {}]], true, false, null]",
    """
    {
      // written by `firebase init`
      "indexes": [
        {
          "collectionGroup": "orders",
          "queryScope": "COLLECTION",
          "fields": [
            { "fieldPath": "status", "order": "ASCENDING" },
            { "fieldPath": "total", "order": "DESCENDING" }
          ]
        },
        {
          "collectionGroup": "Messages",
          "queryScope": "COLLECTION_GROUP",
          "fields": [
            { "fieldPath": "tags", "arrayConfig": "CONTAINS" },
            { "fieldPath": "sentAt", "order": "DESCENDING" }
          ]
        }
      ],
      /* exempt what is large */
      "fieldOverrides": [
        { "collectionGroup": "posts", "fieldPath": "body", "ttl": false, "indexes": [] }
      ]
    }
    """,
    """
    {"documents": [
      {"name": "cities/SF", "fields": {
        "name": {"stringValue": "San Francisco"}, "population": {"integerValue": "860000"},
        "area": {"doubleValue": 231.89}, "capital": {"booleanValue": false}, "founded": {"nullValue": null},
        "seen": {"timestampValue": "2026-01-05T00:00:00.123456Z"},
        "regions": {"arrayValue": {"values": [{"stringValue": "west_coast"}, {"stringValue": "norcal"}]}},
        "mayor": {"mapValue": {"fields": {"name": {"stringValue": "é"}}}},
        "place": {"geoPointValue": {"latitude": 37.7, "longitude": -122.4}}
      }}
    ]}
    """,
    """
    {"structuredQuery": {"from": [{"collectionId": "cities"}],
      "where": {"compositeFilter": {"op": "AND", "filters": [
        {"fieldFilter": {"field": {"fieldPath": "state"}, "op": "EQUAL", "value": {"stringValue": "CA"}}},
        {"fieldFilter": {"field": {"fieldPath": "population"}, "op": "LESS_THAN", "value": {"integerValue": "1000000"}}}
      ]}},
      "orderBy": [{"field": {"fieldPath": "population"}, "direction": "DESCENDING"}], "limit": 10}}
    """,
    """
    {
      "$schema": "./firebreak/firebreak.schema.json",
      "failLevel": "error",
      "ignore": [{ "code": "FB2006", "path": "firestore.indexes.json", "reason": "kept for the yearly report" }],
      "prices": { "book": "google-standard", "location": "nam5" },
      "budgets": { "feed.open": { "reads": 50 }, "*": { "unbounded": "error" } }
    }
    """,
    "{\"firestore\": [{\"database\": \"(default)\", \"rules\": \"firestore.rules\", \"indexes\": \"firestore.indexes.json\"}]}\r\n",
    "{\"a\": {\"b\": {\"c\": {\"d\": {\"e\": [[[[[[]]]]]]}}}}, \"f\": \"\"}",
  ]

  static let yaml = [
    "a: 1\nb: [1, two, 3.5, .inf, ~]\n",
    "- {k: v}\n- |\n  literal\n  text\n- >-\n  folded\n  text\n",
    "base: &base {a: 1, b: [x, y]}\nuse: *base\nagain: [*base, *base]\n",
    "'quoted key': \"double \\n \\x41 \\u00e9\"\n? complex\n: value\n日本: 😀\n",
    """
    workload: chathub-chat-open
    clock: {start: "2026-01-05T00:00:00-08:00", days: 30}
    prices: {book: books/doc-000.yaml}                # $0.36 / 100k reads, no quota
    params: {users: 1000, history: 1000, newPerOpen: 50, opens: 50}
    data:
      - {path: "Chats/{chat}/Messages/{auto}", for: {chat: 1..$users}, count: $history, retention: $history,
         fields: {message_time_stamp: {spread: [-90d, 0d]}}}
    actors:
      member:
        count: $users
        client: {sdk: ios, persistence: on, clockSkew: 0s}
        vars:  {clear: 0, seen: 0}
        sessions: {perDay: 10, at: {window: ["08:00","22:00"], gap: even}, length: 2m}
        steps:
          - name: chat.open
            listen: "Chats/{i}/Messages orderBy message_time_stamp desc"
            as: msgs
          - let: {seen: "max(seen, maxOf(msgs.message_time_stamp))"}
          - if: "count(msgs) > 0"
            then: [{unlisten: msgs}]
    variants:
      before: {}
      after:
        set: {"steps.chat.open.listen": "Chats/{i}/Messages where message_time_stamp > $seen"}
        expect: {findings: [FB7010]}
    assert:
      - {expect: "reads(before).perDay == 10000000"}
    budget:
      - {step: chat.open, reads: 50, per: call, level: error}
    """,
    """
    rules: firestore.rules
    data: { users/alice: {admin: false}, users/bob: {admin: true}, orders/o1: {owner: alice, total: 5} }
    cases:
      - { name: owner reads own order, as: alice, get: orders/o1, expect: allow, because: "firestore.rules:13" }
      - { name: list must be narrowed, as: alice, list: {from: orders, where: [[owner, ==, alice]]}, expect: deny }
    """,
    """
    cases:
      - id: A14
        query: orders where status == "paid" orderBy total desc limit 20
        indexes: []
        expect:
          missing: orders (status ASC, total DESC)
          message: >
            The query requires an index. You can create it here: …
    """,
    "%YAML 1.2\n---\nkey: !!str 12\nlist:\n- a\n-   - nested\n    - [flow, {deep: [x]}]\n...\n",
  ]
}
