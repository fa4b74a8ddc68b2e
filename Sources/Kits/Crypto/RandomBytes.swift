internal import Glibc

/// Where unpredictable bytes come from: handed to everything that needs them, so that a test can choose them.
package struct RandomBytes: Sendable {
    private let generate: @Sendable (Int) -> [UInt8]

    /// Bytes by `generate`, which is called from any thread and returns exactly as many as asked for.
    package init(_ generate: @escaping @Sendable (Int) -> [UInt8]) {
        self.generate = generate
    }

    /// `count` fresh bytes.
    package func callAsFunction(_ count: Int) -> [UInt8] {
        generate(count)
    }

    /// The kernel's generator. glibc ends the process when there is none: no caller has a good answer to that.
    package static let system = RandomBytes { count in
        [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialized in
            if let base = buffer.baseAddress { arc4random_buf(base, max(0, count)) }
            initialized = max(0, count)
        }
    }
}
