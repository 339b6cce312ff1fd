/// The worked examples of the workload format, one per section of its description.
package enum ExampleWorkloads {
  /// 11.2: a chat is opened fifty times a day, with and without a watermark.
  package static let chatOpen = #"""
    workload: chathub-chat-open
    clock: {start: "2026-01-05T00:00:00-08:00", days: 30}
    prices: {book: books/doc-000.yaml}
    params: {users: 1000, history: 1000, newPerOpen: 50, opens: 50}
    data:
      - {path: "Chats/{chat}/Messages/{auto}", for: {chat: 1..$users}, count: $history, retention: $history,
         fields: {message_time_stamp: {spread: [-90d, 0d]}}}
    actors:
      member:
        count: $users
        client: {sdk: ios, persistence: off}
        vars: {clear: 0, seen: now}
        sessions: {perDay: $opens, at: {first: "08:00", gap: 16m}, length: 1m}
        betweenSessions: [{write: {path: "Chats/{i}/Messages/{auto}", count: $newPerOpen, spread: gap}}]
        steps:
          - name: chat.open
            listen: "Chats/{i}/Messages orderBy message_time_stamp desc"
            as: msgs
            intend: "Chats/{i}/Messages where message_time_stamp > {seen}"
          - let: {seen: "max(seen, maxOf(msgs.message_time_stamp))"}
          - unlisten: msgs
    variants:
      before: {}
      after:
        set: {"steps.chat.open.listen": "Chats/{i}/Messages where message_time_stamp > {max(clear,seen)} orderBy message_time_stamp desc"}
      after-as-written:
        set: {"steps.chat.open.listen": "Chats/{i}/Messages where message_time_stamp > {floorSecond(max(clear,seen))} orderBy message_time_stamp desc"}
      before-persist: {set: {"client.persistence": on}}
      after-limit:
        set: {"steps.chat.open.listen": "Chats/{i}/Messages where message_time_stamp > {max(clear,seen)} orderBy message_time_stamp desc limit 30"}
        expect: {findings: [FB7014, FB7016]}
    assert:
      - {expect: "reads(before).perDay == 50000000"}
      - {expect: "reads(after).perDay == 2500000"}
      - {expect: "cost(before).reads.month == 5400.00 USD && cost(after).reads.month == 270.00 USD"}
      - {expect: "missed(after.msgs) == 0"}
      - {expect: "missed(after-limit.msgs) == 30000000"}
    """#

  /// 11.3: three days of opening and clearing one chat.
  package static let clearThreeDays = #"""
    workload: chathub-clear-three-days
    clock: {start: "2026-01-05T00:00:00-08:00", days: 3}
    prices: {book: google-standard, location: nam5}
    data:
      - {path: "Chats/c/Messages/{auto}", count: 200, fields: {message_time_stamp: {spread: [-60d, -1h]}}}
      - {path: "Users/me/Chats/you", fields: {last_message_timestamp: {spread: [-1h, -1h]}}}
    actors:
      me:
        auth: {uid: me}
        client: {sdk: ios, persistence: on, clockSkew: 0s}
        vars: {clear: 0, cleared: 0, seen: 0}
    procedures:
      openChat:
        - if: "max(clear,seen) > 0"
          then: [{name: chat.open, listen: "Chats/c/Messages where message_time_stamp > {floorSecond(max(clear,seen))} orderBy message_time_stamp desc", as: m,
                  intend: "Chats/c/Messages where message_time_stamp > {max(cleared,seen)}"}]
          else: [{name: chat.open.all, listen: "Chats/c/Messages orderBy message_time_stamp desc", as: m}]
        - let: {seen: "max(seen, maxOf(m.message_time_stamp))"}
        - unlisten: m
      clearChat:
        - let: {clear: now, cleared: serverNow}
        - {name: chat.clear, set: "Users/me/Chats/you", merge: true,
           fields: {fetch_message_after: "{string(clear)}", conversation_deleted: true, last_message_timestamp: serverTime}}
    timeline:
      - {at: "day 1 09:00", actor: me, do: openChat}
      - {at: "day 1 09:30", actor: me, do: clearChat}
      - {at: "day 1 12:00", write: {path: "Chats/c/Messages/{auto}", count: 30, spread: 20h}}
      - {at: "day 2 10:00", actor: me, do: openChat}
      - {at: "day 2 12:00", write: {path: "Chats/c/Messages/{auto}", count: 12, spread: 20h}}
      - {at: "day 3 10:00", actor: me, do: openChat}
      - {at: "day 3 11:00", actor: me, do: openChat}
    variants:
      two-timestamps: {}
      exact: {set: {"steps.chat.open.listen": "Chats/c/Messages where message_time_stamp > {max(clear,seen)} orderBy message_time_stamp desc"}}
      unfiltered: {set: {"vars.clear": frozen 0, "vars.seen": frozen 0}}
      clear-only: {set: {"vars.seen": frozen 0}}
      seen-only:  {set: {"vars.clear": frozen 0}}
      fast-clock: {set: {"client.clockSkew": +4h}, expect: {findings: [FB7016]}}
      second-device: {add: {timeline: [{at: "day 3 09:00", actor: me, steps: [reinstall]}]}}
    assert:
      - {expect: "reads(me, two-timestamps) == 200 + 30 + 13 + 1"}
      - {expect: "writes(me, two-timestamps) == 1"}
      - {expect: "missed(fast-clock) == 3"}
    """#

  /// 11.4: a feed whose ids come from the Realtime Database.
  package static let hybridFeed = #"""
    workload: amen-feed
    clock: {start: "2026-01-05T00:00:00-08:00", days: 30}
    prices: {book: google-standard, location: nam5, rtdb: google-rtdb}
    params: {users: 1000, sessions: 3, likes: 20, newPosts: 1, gapPosts: 20}
    data:
      - {path: "posts/{p}", for: {p: 1..500}, fields: {content: {string: 600}, category: testimonies, created_at: {spread: [-10d, 0d]}}}
      - {rtdb: "posts/recent/{p}", for: {p: 451..500}, value: {postId: "{p}", authorId: {string: 28}, category: testimonies, timestamp: {spread: [-1d, 0d]}, likes: 0, comments: 0}}
    procedures:
      newPost:
        - {write: {path: "posts/{auto}", as: p}}
        - {rtdb: {op: set, path: "posts/recent/{p}", value: {postId: "{p}", authorId: {string: 28}, category: testimonies, timestamp: serverTime, likes: 0, comments: 0}}}
    actors:
      reader:
        count: $users
        world: own
        client: {sdk: ios, persistence: on}
        vars: {store: warm}
        sessions: {perDay: $sessions, at: {window: ["07:00","22:00"], gap: even}, length: 10m}
        betweenSessions: [{repeat: $gapPosts, spread: gap, do: newPost}]
        during:
          - {repeat: $likes, spread: length, rtdb: {op: increment, path: "posts/recent/{latest}/likes", by: 1}}
          - {repeat: $newPosts, spread: length, do: newPost}
        steps:
          - name: feed.watch
            rtdb: {op: listen, path: posts/recent, event: value, orderByChild: timestamp, limitToLast: 50}
            onChange: [{name: feed.fetch, forEach: "all ids", get: "posts/{id}", source: server}]
    variants:
      value-refetch: {expect: {findings: [FB7001, FB7017]}}
      child-fetch:  {set: {"steps.feed.watch.rtdb.event": childAdded, "steps.feed.fetch.forEach": "added ids"}}
      child-cached: {set: {"steps.feed.watch.rtdb.event": childAdded, "steps.feed.fetch.forEach": "added ids not in store"}}
    budget:
      - {step: feed.fetch, reads: 60, per: session, level: error}
    """#

  /// 11.5: a conversation list with two listeners of one target, or with pages.
  package static let conversationList = #"""
    workload: conversation-list
    clock: {start: "2026-01-05T00:00:00-08:00", days: 30}
    prices: {book: google-standard, location: nam5}
    params: {users: 1000, conversations: 300, archived: 60}
    data:
      - path: conversations/{auto}
        for: {u: 1..$users}
        count: $conversations
        fields:
          participants: {array: ["u{u}"]}
          archivedBy: []
          lastMessageTime: {spread: [-60d, 0d]}
    actors:
      member:
        count: $users
        world: own
        auth: {uid: "u{i}"}
        client: {sdk: ios, persistence: on}
        sessions: {perDay: 10, at: {first: "06:00", gap: 90m}, length: 5m}
        during: [{repeat: 2, spread: length, write: {path: "conversations/{any}", merge: true, fields: {lastMessageTime: serverTime}}}]
        steps:
          - name: list.active
            listen: "conversations where participants array-contains \"u{i}\" orderBy lastMessageTime desc"
            as: active
            keep: "doc.archived == false"
          - name: list.archived
            listen: "conversations where participants array-contains \"u{i}\" orderBy lastMessageTime desc"
            as: archive
          - {chance: 0.2, do: loadMore}
    procedures:
      loadMore:
        - name: list.more
          page: {query: {from: conversations, where: [[participants, array-contains, "u{i}"]], orderBy: [[lastMessageTime, desc]]}, size: 50, until: 1, cursor: snapshot}
    variants:
      two-listeners: {}
      refetch: {set: {"steps.list.more.page.cursor": refetch}}
    budget:
      - {total: reads, per: user-day, max: 3020, level: warn, warnAt: 90%}
    """#
}
