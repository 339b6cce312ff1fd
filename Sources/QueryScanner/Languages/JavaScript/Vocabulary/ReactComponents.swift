/// What wraps a component and hands its properties on to it.
enum ReactComponents {
  static func call(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    switch (name, arguments[0]?.value) {
    // `lazy(() => import("./List"))`: the module that is read when it is needed.
    case ("lazy", .function?), ("dynamic", .function?), ("loadable", .function?):
      .delivery(.unknown(UnknownValue()), returnsClosureValue: true)
    case ("memo", let component?), ("forwardRef", let component?), ("observer", let component?):
      switch component {
      case .function, .type: .value(component)
      default: nil
      }
    default: nil
    }
  }

  /// What React asks of a component that is a class.
  static let lifeCycle = [
    "componentWillMount", "UNSAFE_componentWillMount", "render", "componentDidMount", "componentDidUpdate",
    "componentWillReceiveProps", "UNSAFE_componentWillReceiveProps", "componentWillUnmount",
  ]

  static let baseClasses: Set<String> = ["Component", "PureComponent", "React.Component", "React.PureComponent"]
}
