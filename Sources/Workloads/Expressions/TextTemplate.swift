package import Diagnostics

/// Text with `{…}` parts that are filled in when it is used.
package struct TextTemplate: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case literal(String)
    case expression(Expression)
    /// `{auto}`: a new document id.
    case newID
    /// `{any}`: a seeded choice among the existing children.
    case anyChild
    /// `{latest}`: the newest child.
    case latestChild
  }

  /// Neighbouring literals are joined; empty text has no parts.
  package var parts: [Part]
  package var span: Span

  package init(parts: [Part], span: Span) {
    self.parts = parts
    self.span = span
  }

  /// The text when nothing has to be filled in.
  package var literal: String? {
    switch parts.count {
    case 0: return ""
    case 1:
      if case .literal(let text) = parts[0] { return text }
      return nil
    default: return nil
    }
  }

  /// The expression when the template is nothing else: its value then keeps its type.
  package var singleExpression: Expression? {
    guard parts.count == 1, case .expression(let expression) = parts[0] else { return nil }
    return expression
  }
}

/// A resource path whose segments may have parts to fill in: `Chats/{chat}/Messages/{auto}`.
package struct PathPattern: Hashable, Sendable {
  package var segments: [TextTemplate]
  package var span: Span

  package init(segments: [TextTemplate], span: Span) {
    self.segments = segments
    self.span = span
  }

  package var isDocument: Bool { segments.count.isMultiple(of: 2) }
}
