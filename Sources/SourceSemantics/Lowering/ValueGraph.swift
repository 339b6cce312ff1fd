package import SourceSyntax
package import SourceTokens

/// What a function computes, in gated single assignment: a join of two ways is a `gamma` with the condition that decides.
/// It is handed around much and never changes: all hold the same one.
package final class ValueGraph: Sendable {
  package let cells: [GraphCell]
  package let operandList: [GraphNode]
  package let numbers: [Int64]
  package let shapes: [ArgumentShape]
  /// Functions that are called where they stand, and are a part of this one.
  package let inPlace: [NodeID]
  /// Functions and classes that are written in it.
  package let inner: [NodeID]
  package let loops: [Loop]
  package let carried: [Carried]
  package let effects: [Effect]
  package let parameters: [Parameter]
  /// What it returns; null where it returns nothing.
  package let result: GraphNode
  /// Whether it yields: then the result is the list of what it yields.
  package let isGenerator: Bool
  /// Its variables when it ends: of a unit what others import, of a class what its members are.
  package let exits: [NameID: GraphNode]
  /// What the method was called on, and the arguments, when it ends.
  package let this: GraphNode
  package let exitParameters: [GraphNode]
  /// Assignments to variables of the unit or of functions around.
  package let outerWrites: [OuterWrite]
  /// Constructors of a class.
  package let constructors: [GraphNode]
  /// Objects to which a class hands on what it does not declare itself.
  package let delegates: [GraphNode]
  /// What a class hands to the constructors of its bases, by their places.
  package let baseCalls: [BaseCall]
  /// Type arguments of the bases of a class.
  package let baseArguments: [GraphNode]
  /// The type that a function extends.
  package let receiverType: GraphNode?
  /// Fields that a class declares with their types, in order.
  package let fields: [Field]
  /// Of a unit: values that it exports where they stand.
  package let exported: [NodeID: GraphNode]
  /// Of code in documents: what stands there as a statement.
  package let shown: [Shown]
  /// It grew beyond what is followed.
  package let isCut: Bool

  init(_ contents: GraphContents) {
    cells = contents.cells
    operandList = contents.operandList
    numbers = contents.numbers
    shapes = contents.shapes
    inPlace = contents.inPlace
    inner = contents.inner
    loops = contents.loops
    carried = contents.carried
    effects = contents.effects
    parameters = contents.parameters
    result = contents.result
    isGenerator = contents.isGenerator
    exits = contents.exits
    this = contents.this
    exitParameters = contents.exitParameters
    outerWrites = contents.outerWrites
    constructors = contents.constructors
    delegates = contents.delegates
    baseCalls = contents.baseCalls
    baseArguments = contents.baseArguments
    receiverType = contents.receiverType
    fields = contents.fields
    exported = contents.exported
    shown = contents.shown
    isCut = contents.isCut
  }

  package struct Field: Sendable {
    package var name: NameID
    package var type: GraphNode
    package var isConstant: Bool
    /// It may hold nothing.
    package var isOptional: Bool
    /// Something else may give it a value: a framework that its annotation belongs to.
    package var isAnnotated: Bool
  }

  package subscript(node: GraphNode) -> GraphCell { cells[Int(node.raw)] }
  package func operands(_ node: GraphNode) -> ArraySlice<GraphNode> {
    let cell = cells[Int(node.raw)]
    return operandList[Int(cell.start)..<Int(cell.start + cell.count)]
  }
  package func operand(_ node: GraphNode, _ place: Int) -> GraphNode {
    operandList[Int(cells[Int(node.raw)].start) + place]
  }

  /// By node: how many operands of operands there are below it, one after the other. Operands stand before what they
  /// are operands of.
  package var heights: [UInt32] {
    var heights: [UInt32] = []
    for index in cells.indices {
      let below = operands(GraphNode(raw: UInt32(index))).map { heights[Int($0.raw)] }.max()
      heights.append(below.map { $0 + 1 } ?? 0)
    }
    return heights
  }

  /// What calls write beside their arguments.
  package struct ArgumentShape: Hashable, Sendable {
    package var labels: [NameID]
    /// It is called on something.
    package var isMethod = false
    /// How many type arguments there are behind the arguments.
    package var typeCount = 0
  }

  package struct Parameter: Sendable {
    package enum Form: Sendable { case plain, rest, keywords }
    package var name: NameID
    /// What callers write before its value; empty where they write nothing.
    package var label: NameID
    package var form: Form
    /// A node of the tree; evaluated where the function is declared.
    package var initial: NodeID?
    package var type: NodeID?
    package var node: NodeID
    package var isNamedOnly: Bool
    /// Of the head of a class, which nothing around it declares as a function: its type and what it begins with.
    package var declared: GraphNode?
    package var ownInitial: GraphNode?
  }

  package struct Loop: Sendable {
    /// What it runs over; nil where a condition ends it.
    package var sequence: GraphNode?
    package var parent: Int?
    /// Where it stands.
    package var site: NodeID
    /// Carried variables: indices.
    package var carried: [Int] = []
    /// Only for what is collected: no statement of its own.
    package var isCollecting = false
    /// Under this condition it goes on with another round.
    package var whileTrue: GraphNode?
  }

  /// A variable that a loop changes.
  package struct Carried: Sendable {
    package var loop: Int
    package var first: GraphNode
    package var next: GraphNode
  }

  /// A call, in the order of the code.
  package struct Effect: Sendable {
    package var call: GraphNode
    /// The condition under which it is reached.
    package var under: GraphNode
    package var loop: Int?
  }

  /// `class B(x: X) : A(x)`
  package struct BaseCall: Sendable {
    package var base: Int
    package var arguments: [GraphNode]
    package var labels: [NameID]
    package var site: NodeID
  }

  package struct Shown: Sendable {
    /// One, or several between commas.
    package var values: [GraphNode]
    package var site: NodeID
  }

  package struct OuterWrite: Sendable {
    package var name: NameID
    package var value: GraphNode
    package var under: GraphNode
    package var site: NodeID
  }
}
