internal import Glibc

/// The number of files and connections the process may have open.
package enum OpenFileLimit {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Raises it as far as the system allows; the default of 1,024 is less than the connections a server takes.
    /// Returns the limit now in force.
    @discardableResult
    package static func raise() -> UInt64 {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        var wanted = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
        return UInt64(setrlimit(resource, &wanted) == 0 ? wanted.rlim_cur : limit.rlim_cur)
    }
}
