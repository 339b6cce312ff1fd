import SourceSyntax
import SourceTokens

/// A value graph that is being built.
struct GraphContents {
  var cells: [GraphCell] = []
  var operandList: [GraphNode] = []
  var numbers: [Int64] = []
  var shapes: [ValueGraph.ArgumentShape] = []
  var inPlace: [NodeID] = []
  var inner: [NodeID] = []
  var loops: [ValueGraph.Loop] = []
  var carried: [ValueGraph.Carried] = []
  var effects: [ValueGraph.Effect] = []
  var parameters: [ValueGraph.Parameter] = []
  var result = GraphNode(raw: 0)
  var isGenerator = false
  var exits: [NameID: GraphNode] = [:]
  var this = GraphNode(raw: 0)
  var exitParameters: [GraphNode] = []
  var outerWrites: [ValueGraph.OuterWrite] = []
  var constructors: [GraphNode] = []
  var delegates: [GraphNode] = []
  var baseCalls: [ValueGraph.BaseCall] = []
  var baseArguments: [GraphNode] = []
  var receiverType: GraphNode?
  var fields: [ValueGraph.Field] = []
  var exported: [NodeID: GraphNode] = [:]
  var shown: [ValueGraph.Shown] = []
  var isCut = false

  subscript(node: GraphNode) -> GraphCell { cells[Int(node.raw)] }

  func operand(_ node: GraphNode, _ place: Int) -> GraphNode { operandList[Int(self[node].start) + place] }
}
