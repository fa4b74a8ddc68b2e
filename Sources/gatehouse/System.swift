import Glibc

/// How many cores this process may use.
enum Processors {
    static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// The folder of the database and the master key: made at first start, for its owner only.
enum DataFolder {
    static func make(_ path: String) throws(StartFault) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        throw StartFault("\(path): the data folder cannot be made: \(String(cString: strerror(errno)))")
    }
}
