package import SourceSyntax
import SourceTokens

/// The number of a node in the value graph of its function.
package struct GraphNode: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }
}

/// What a node of a value graph is made of. `payload` and the operands depend on it.
package enum GraphOperation: UInt8, Sendable {
  /// Left out.
  case absent
  case null, yes, no
  /// Payload: an index into the graph's numbers.
  case integer
  /// A number with a fraction and the like.
  case scalar
  /// Operands: pieces.
  case text
  /// Payload: its content.
  case literal
  /// Payload: its place.
  case parameter
  /// What the method is called on.
  case this
  /// What `super` calls are made on. The code is 1 for calls of another constructor of the same class.
  case base
  /// A variable of a function around this one. Payload: its name; the code says how many functions further out.
  case capture
  /// A variable that functions inside may have given other values. Payload: its name. Operand: what it is otherwise.
  case shared
  /// A name that no function around declares: of the unit, of what it imports, of the language. Payload: the name.
  /// Operand: what the method is called on, where that may have a member of the name.
  case global
  /// What is called by a name that a variable has, too. Payload: the name; the code is 1 where the variable cannot be
  /// meant. Operands: the variable, then what the name may be a member of.
  case callee
  /// Operand: the object. Payload: the name.
  case member
  /// Operands: the object and the key.
  case index
  /// Some items of a list, whichever.
  case slice
  /// Operands: the callee, then the arguments, then the type arguments. Payload: an index into the graph's argument
  /// shapes.
  case call
  /// A function or closure that is written here. Payload: an index into the graph's functions.
  case function
  /// A class that is declared here. Payload: the same. Operands: its bases, or what it extends.
  case type
  /// The type of a function. Operand: the type of what it returns.
  case functionType
  /// A case of an enumeration. Payload: its name. Operands: the value that is written for it, then the arguments of its
  /// constructor.
  case enumCase
  /// Functions of one name. Operands: each of them.
  case overloads
  /// Operands: keys and values; a spread has an absent key.
  case record
  /// Operands: items, spreads among them.
  case list
  /// Operand: a list whose items stand here; the code is 2 for entries of a record.
  case spread
  /// Operands: a condition and the values where it holds and where not.
  case gamma
  /// A variable that a loop changes, inside of it. Payload: an index into the graph's carried variables.
  case mu
  /// The same behind the loop.
  case afterLoop
  /// The element of a round. Payload: the loop.
  case element
  /// What a comprehension or generator collects. Payload: the loop. Operands: the item, or key and value, and the
  /// condition under which it is collected.
  case collected
  /// An object or list after a call. Operands: the call and the object. Payload: its place among the arguments, from one;
  /// zero is what the call is made on.
  case after
  /// Operands: an object and the value of its field. Payload: the name of the field.
  case put
  /// Operands: an object, a key and a value.
  case putIndex
  /// Operands: two. Code: the ``Operator``.
  case binary
  case unary
  /// Whether the operand counts as true.
  case truth
  /// Whether the operand is neither null nor absent. Where the code is 1, what only the run knows counts as there.
  case present
  /// Whether the operand matches a type. Payload: its name.
  case isType
  /// Conditions of two and of one.
  case and, or, not
  /// A condition that is met by something outside, as an exception is. Payload: a number of its own.
  case event
  /// What a loop goes through: of a record its entries, of anything else itself.
  case entries
  /// A value with its declared type. Operands: the value, the type.
  case typed
  /// A member of the type that its place expects. Payload: its name.
  case implicit
  /// Operands: a value and the type that its place expects.
  case expected
  /// Operands: a value and the type that it is said to be of.
  case cast
  /// What a case of an enumeration holds. Operand: the case. Code: its place; payload: its label.
  case associated
  /// The type of the operand.
  case typeOf
  /// What a property wrapper holds. Operands: the wrapper, and the declared type of the property. Payload: its name.
  case wrapped
  /// A function that follows members. Operand: the one before; payload: the name of the last.
  case keyPath
  /// What an import brings. Payload: the node of the import or of its item.
  case imported
  /// What a context manager hands out.
  case entered
  /// What a handler catches, and whatever else is not followed.
  case opaque
  /// Something the document leaves out.
  case omitted
}

/// One node: its operands stand in a list of the graph.
package struct GraphCell: Hashable, Sendable {
  package let operation: GraphOperation
  /// An ``Operator``, or what the operation says.
  package let code: UInt8
  package let payload: UInt32
  let start: UInt32
  package let count: UInt32
  /// Where it stands in the tree. Nodes that are equal but for their place are one, unless what they do happens.
  package let site: NodeID
}
