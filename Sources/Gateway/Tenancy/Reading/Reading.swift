import YAML

/// One reading of one tenant file: where its faults are collected and what it may refer to.
final class Reading {
    let file: String
    let resources: TenantResources
    private(set) var faults: [TenantFault] = []

    init(file: String, resources: TenantResources) {
        self.file = file
        self.resources = resources
    }

    var hasFaults: Bool { faults.contains { !$0.isWarning } }

    func fault(_ place: Place, _ message: String) { add(place, message, isWarning: false) }

    func warn(_ place: Place, _ message: String) { add(place, message, isWarning: true) }

    private func add(_ place: Place, _ message: String, isWarning: Bool) {
        faults.append(
            TenantFault(
                file: file, position: place.position, path: place.path, message: message, isWarning: isWarning))
    }
}

/// Where a value stands: its key and its position.
struct Place: Sendable {
    let path: String
    let position: YAMLPosition

    func member(_ name: String, _ position: YAMLPosition) -> Place {
        Place(path: path.isEmpty ? name : "\(path).\(name)", position: position)
    }
}

/// A value and where it stands. A default stands where its section does.
struct Placed<Value: Sendable>: Sendable {
    let value: Value
    let place: Place
}

extension Place {
    /// Where items of a default list stand.
    static let nowhere = Place(path: "", position: YAMLPosition(line: 1, column: 1))
}
