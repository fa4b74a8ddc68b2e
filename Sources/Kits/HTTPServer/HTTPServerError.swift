/// Why a server did not start.
package enum HTTPServerError: Error, Sendable, Equatable {
    /// The address is not one this machine can listen on.
    case badAddress(String)
    /// Another program listens there.
    case addressInUse(address: String, port: UInt16)
    /// The port needs rights the process does not have.
    case notPermitted(address: String, port: UInt16)
    /// A system call failed; `errno` tells why.
    case system(call: String, errno: Int32)
    /// The library did not start.
    case library
    /// `start` was called twice.
    case alreadyStarted
}
