/// Finds the rows of the table that answer a path.
package struct Router: Sendable {
    /// All rows, in the table's order.
    package let routes: [Route]
    private let literal: [String: [Route]]
    private let patterned: [Route]

    /// Indexes the rows. Two rows for the same method and pattern are a programming fault that `clashes` lists.
    package init(_ routes: [Route]) {
        self.routes = routes
        var literal: [String: [Route]] = [:]
        for route in routes where route.path.isLiteral { literal[route.path.text, default: []].append(route) }
        self.literal = literal
        patterned = routes.filter { !$0.path.isLiteral }
    }

    /// Method and path pairs that stand in the table twice; a test holds this empty.
    package var clashes: [String] {
        var seen: Set<String> = []
        return routes.map { "\($0.method) \($0.path.text)" }.filter { !seen.insert($0).inserted }
    }

    /// What the table has for a path.
    enum Match {
        case route(Route, [String])
        /// The path is listed, the method is not. `allowed` are the methods of the path.
        case otherMethod(rows: [Route])
        case nothing
    }

    /// `where` keeps the rows that exist for this tenant and host.
    func match(method: String, path: String, where exists: (Route) -> Bool) -> Match {
        if let rows = literal[path] { return choose(rows.filter(exists).map { ($0, []) }, method) }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(\.utf8)
        var found: [(Route, [String])] = []
        for row in patterned where exists(row) {
            if let values = row.path.match(segments) { found.append((row, values)) }
        }
        return choose(found, method)
    }

    private func choose(_ rows: [(Route, [String])], _ method: String) -> Match {
        if rows.isEmpty { return .nothing }
        if let exact = rows.first(where: { $0.0.method == method }) { return .route(exact.0, exact.1) }
        if method == "HEAD", let get = rows.first(where: { $0.0.method == "GET" && $0.0.answersHead }) {
            return .route(get.0, get.1)
        }
        return .otherMethod(rows: rows.map(\.0))
    }
}

extension Route {
    /// `HEAD` is answered where `GET` is for prepared bytes: association files, discovery, pages and assets.
    var answersHead: Bool {
        if case .inline = handler { method == "GET" } else { false }
    }
}
