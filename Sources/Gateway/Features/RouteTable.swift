/// What answers which URL, for whom, under which rules: the rows of every feature.
package enum RouteTable {
    /// The rows, in the order a reader looks for them. `docs/api.md` describes each.
    package static let rows: [Route] =
        AssociationRoutes.rows + PasskeyRoutes.rows + SessionRoutes.rows + AccountRoutes.rows
        + IntrospectionRoutes.rows + PageRoutes.rows + DemoRoutes.rows

    /// The router over all rows.
    package static let router = Router(rows)
}
