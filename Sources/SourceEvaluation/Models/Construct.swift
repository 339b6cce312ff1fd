/// What rows of models make or do; the words of the row language that are no parameters.
///
/// Handles, constraints and values are kept as they are written until a request is written out. The constructs that say
/// what happens (`run`, `map`, `append` …) are carried out by the evaluation.
package enum Construct: String, CaseIterable, Sendable {
  // Where something is asked.
  case database, collection, group, document, batch, transaction, bulkWriter, anyQuery, anyDocument, pipeline
  case collections, wrapper, realtimeDatabase, realtimeRoot, realtimeReference, addressPath, child, newChild
  case anyRealtime, unrefined, assumed
  // Constraints.
  case filter, and, or, composite, order, limit, limitToLast, offset, startAt, startAfter, endAt, endBefore, equalTo
  case select, nearest, partition, unfollowed, aggregates, count, sum, average, aggregationObject
  case orderByChild, orderByKey, orderByValue, orderByPriority, limitToFirst, event
  // Values.
  case ascending, descending, field, subfield, documentName, transform, scalar, null, unknown, absent
  case cached, atDocument, authentication
  // What is asked of handles and results.
  case id, path, parent, key, reference, answer, documentOf, documentsOf
  // What happens.
  case run, map, keep, each, reduce, partial, first, some, numbered, pairs, keys, values, entry, append, concat, merged,
    put
  case format, join, together, copy, repeated, length, assumedQuery
  /// Options of a read. The kind of a change, which is no field of the document. A result that failed.
  case options, changeKind, failure
  // What is not known is taken for one of these.
  case assumedByName, assumedCollection, assumedDocument, namedDocument, assumedDatabase, assumedReference
  // What arguments are taken for.
  case holder, asked, askedDocument, listened, hooked, transacted, assumedTarget, assumedPlace, assumedRealtime,
    instance, module
  /// What the language's library has under a name.
  case library
  // Parts of arguments.
  case option, either, content, target, databaseOf, callerOf, item, contains, isList, present, flat
  // Steps of a query from values of their own.
  case alike, placed, refined, counted, aggregated, pipelined, vector, disconnecting
  // What functions get.
  case hand, again, passing, piped, returning
  // What frameworks keep, and what puts something else in its place.
  case state, setter, held
  /// What the function that a promise runs settles it with.
  case promised
  /// Kept, and others put something in its place. What lists of cells hold. An object of whose field some parts change.
  case exposed, contents, patched
  /// A record of which pages give entries what a person enters.
  case filled
  /// A function with what it is called on: two of a list, or what an object says.
  case method
  // Containers.
  case list, set, dictionary, recordOf, assigned, lowered, raised
  // Who asks, and what triggers hand over.
  case authenticated, credential, signedIn, user, userID, functionsBuilder, triggered, trigger, change
  case serverTimestamp, serverIncrement
  /// An object that only leads to something else, by a name of its own. A snapshot that was read elsewhere.
  case handle, anySnapshot
  // What hands something on again and again; what holds something or nothing.
  case stream, optional
  // What values are asked.
  case equals, equalsIgnoringCase, isEmpty, isBlank, isThere, isIn, not, chosen
  // The first items of a list, those from one place to another, and the least of several numbers.
  case atMost, between, least
  // Items and containers by their places.
  case second, third, last, pair, listed, alternating, entered
  // Runs a function with arguments as they are; with its first ones; for each item that a list builds by itself.
  case call, family, items, eachEntry, element
  // One of two by a flag; those of several that are handed over.
  case all, isFilled
  // Any object of a class that is read; what others may watch, and what it holds.
  case cell

  /// How many arguments it takes.
  package var arity: ClosedRange<Int> {
    switch self {
    case .anyQuery, .anyDocument, .anyRealtime, .unfollowed, .partition, .aggregationObject,
      .orderByKey, .orderByValue, .orderByPriority, .ascending, .descending, .documentName, .transform, .scalar, .null,
      .unknown, .absent, .setter, .authenticated, .credential, .signedIn, .user, .userID, .functionsBuilder,
      .serverTimestamp,
      .serverIncrement, .cached, .anySnapshot, .authentication, .realtimeDatabase, .options, .changeKind, .failure:
      0...0
    case .returning, .state, .promised, .held, .exposed, .contents, .method, .library, .filled: 1...1
    case .patched: 3...3
    case .wrapper, .realtimeRoot: 0...1
    case .realtimeReference: 1...2
    case .handle, .stream, .optional, .isEmpty, .isBlank, .isThere, .not, .second, .third, .last, .listed, .alternating,
      .entered:
      1...1
    case .equals, .equalsIgnoringCase, .isIn, .pair: 2...2
    case .chosen: 3...3
    case .between: 1...3
    case .least: 1...1
    case .atMost: 2...2
    case .database: 0...2
    case .list: 0...8
    case .hand, .run: 1...4
    case .batch, .transaction, .bulkWriter, .pipeline, .collections, .newChild, .assumed, .and, .or,
      .limit, .limitToLast, .limitToFirst, .offset, .select, .aggregates, .orderByChild, .field, .id, .path, .parent,
      .key, .reference, .answer, .documentOf, .documentsOf,
      .first, .some, .numbered, .pairs, .keys, .values, .together, .copy, .length, .assumedQuery, .holder, .asked,
      .askedDocument, .listened, .hooked, .transacted, .assumedTarget, .assumedPlace, .assumedRealtime, .instance,
      .module, .content,
      .target,
      .databaseOf, .callerOf, .isList, .present, .flat, .placed, .counted, .pipelined, .vector, .again, .atDocument,
      .addressPath, .unrefined, .event, .family, .element, .isFilled, .cell, .alike, .passing, .set, .dictionary,
      .recordOf, .lowered, .raised, .triggered, .trigger, .change, .assumedByName,
      .assumedCollection, .assumedDocument, .namedDocument,
      .assumedDatabase, .assumedReference:
      1...1
    case .count: 0...1
    case .sum, .average: 1...2
    case .order, .startAt, .startAfter, .endAt, .endBefore, .equalTo: 1...2
    case .disconnecting: 0...1
    case .call: 1...6
    case .all: 1...16
    case .either: 2...3
    case .map, .keep, .each: 2...3
    case .collection, .group, .document, .child, .composite, .partial, .append, .concat, .merged, .format, .join,
      .repeated, .option, .item, .subfield, .items, .eachEntry, .contains, .refined, .aggregated, .piped, .assigned:
      2...2
    case .filter, .reduce, .entry, .put: 3...3
    case .nearest: 4...5
    }
  }

  /// Whether it takes what is not known for something.
  package var assumes: Bool {
    switch self {
    case .assumed, .assumedQuery, .assumedByName, .assumedCollection, .assumedDocument, .namedDocument,
      .assumedDatabase,
      .assumedReference:
      true
    default: false
    }
  }

  /// Whether the evaluation carries it out instead of keeping it.
  package var happens: Bool {
    switch self {
    case .run, .map, .keep, .each, .reduce, .partial, .first, .some, .atMost, .between, .numbered, .pairs, .keys,
      .values, .entry, .append,
      .concat,
      .merged, .put, .together, .copy, .repeated, .length, .assumed, .assumedQuery, .reference, .documentOf,
      .documentsOf, .answer, .null,
      .unknown, .absent, .scalar, .holder, .asked, .askedDocument, .listened, .hooked, .transacted, .assumedTarget,
      .assumedPlace, .assumedRealtime,
      .instance, .module, .option, .either, .content, .target, .databaseOf, .callerOf, .item, .contains, .isList,
      .present, .flat, .refined, .counted, .aggregated, .pipelined, .disconnecting, .hand, .again, .state, .promised,
      .setter,
      .held, .exposed, .contents, .patched, .filled, .library, .method, .piped, .list, .set,
      .recordOf, .assigned, .lowered, .raised, .trigger, .change, .equals, .equalsIgnoringCase, .isEmpty, .isBlank,
      .isThere, .isIn, .not, .chosen, .second, .third, .last, .pair, .listed, .alternating, .entered, .call, .family,
      .items,
      .eachEntry, .element, .isFilled, .assumedByName, .assumedCollection, .assumedDocument, .namedDocument,
      .assumedDatabase,
      .assumedReference:
      true
    default: false
    }
  }
}

/// What a method is called on, as rows tell values apart.
package enum ValueSort: String, CaseIterable, Sendable {
  case database, query, aggregation, pipeline, document, batch, transaction, bulkWriter, realtime, wrapper, result, list
  case record, text, number, boolean, cell, object
  case function, unknown, handle, stream, optional, direction
  case options
  case dictionary, authenticated, credential, user, functionsBuilder, triggered
  /// Parts of what a request answers, more precisely than `result`.
  case snapshot, documents, documentSnapshot
  case realtimeDatabase, authentication
  /// Whatever has no rows of its own for the name.
  case any
}
