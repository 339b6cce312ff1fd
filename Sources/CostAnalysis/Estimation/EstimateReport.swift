package import Diagnostics
package import FirestoreModel
package import Metering
import RunReports
package import Workloads

/// What `cost estimate` found out: the one value that every output is made of.
package struct EstimateReport: Sendable {
  package struct Assignment: Hashable, Sendable {
    package var name: String
    package var value: ParameterValue

    package var text: String {
      switch value {
      case .integer(let number): Grouped.count(number)
      case .double(let number): "\(number)"
      case .boolean(let flag): "\(flag)"
      case .text(let text): text
      }
    }
  }

  /// One size of a workload.
  package struct Point: Sendable {
    package var set: [Assignment]
    /// From 1; nil where no months were asked for.
    package var month: Int?
    /// Totals over the simulated period.
    package var tally: Tally
    package var days: Int64
    package var users: Int64
    /// Average over the period.
    package var storedBytes: Rational?
    /// By location, in the order in which they were asked for; nil without a price book.
    package var months: [MonthlyCost?]
    package var refused: Int64
    package var isMultiplied: Bool

    /// What counts of the period are multiplied by to be those of a month.
    package var monthShare: Rational {
      Rational((months.first ?? nil)?.calendar.monthDays ?? 30) / Rational(max(1, days))
    }
  }

  /// Something that changes at one size.
  package struct Crossing: Sendable {
    package enum Subject: Hashable, Sendable {
      /// The first unit that is paid for.
      case freeTier
      case money(Rational, currency: String)
      case budget(String)
    }

    package enum Place: Sendable {
      /// Between these two neighbouring values; both sides were evaluated.
      case at(Int64, before: Point, after: Point)
      /// Beyond the budget or the free tier with the smallest value.
      case always(Int64)
      /// Not up to this value, where `isLimit` says whether larger ones could not be evaluated.
      case notUpTo(Int64, isLimit: Bool)
      /// Not with the first of these values, which were asked for, and with the second; those between were not evaluated.
      case between(Int64, Int64)
      /// In this month for the first time.
      case month(Int)
      /// In none of so many months.
      case noMonth(Int)
      /// Not known, because these parts have no price; what has one goes beyond it at this size or month, if anywhere.
      case unknown([MonthlyCost.Part], atLatest: Int64?)
    }

    package var subject: Subject
    package var location: String?
    package var parameter: String
    /// The other parameters of the sweep.
    package var fixed: [Assignment]
    package var place: Place
    /// What is paid for first: `reads`.
    package var parts: [String]
  }

  package struct Series: Sendable {
    package var workload: String
    package var path: String
    package var variant: String
    package var book: String?
    /// The day whose prices the book has, and the location, where one was not asked for by name.
    package var bookDay: CalendarDate?
    package var location: String?
    /// What the command line says about parameters beside the sweeps.
    package var given: [Assignment]
    package var points: [Point]
    package var crossings: [Crossing]
    package var remarks: [String]
  }

  package var locations: [String?]
  package var hasFreeQuota: Bool
  package var series: [Series]
  package var findings: [Diagnostic]

  package init(locations: [String?], hasFreeQuota: Bool, series: [Series] = [], findings: [Diagnostic] = []) {
    self.locations = locations
    self.hasFreeQuota = hasFreeQuota
    self.series = series
    self.findings = findings
  }
}
