import Crypto
import Features
import Glibc
import Store
import Text

/// Where the master key comes from: `GATEHOUSE_MASTER_KEY`, the file the setting names, or `master.key` in the data
/// folder, which is made at first start.
///
/// A key is 32 or more bytes in base64url. Several, separated by white space or commas, may be given: the first seals.
enum MasterKeyFile {
    static func load(
        _ settings: Settings, environment: [String: String], random: RandomBytes
    ) throws(StartFault) -> KeyRing {
        if let text = environment["GATEHOUSE_MASTER_KEY"] { return try parse(text, "GATEHOUSE_MASTER_KEY") }
        let path = settings.masterKeyFile.isEmpty ? settings.dataFolder + "/master.key" : settings.masterKeyFile
        if let bytes = FileReader.read(path, limit: 65_536) {
            return try parse(String(decoding: bytes, as: UTF8.self), path)
        }
        guard settings.masterKeyFile.isEmpty, errno == ENOENT else {
            throw StartFault("\(path): the master key cannot be read: \(String(cString: strerror(errno)))")
        }
        // A database without its key means that the key was lost: a new one would only hide that.
        guard !FileReader.exists(StoreSettings(folder: settings.dataFolder).databasePath) else {
            throw StartFault(
                "\(path): the master key of this database is missing: put it back, it is not in the backup")
        }
        let text = Base64URL.encode(random(32))
        try create(path, text + "\n")
        return try parse(text, path)
    }

    private static func parse(_ text: String, _ source: String) throws(StartFault) -> KeyRing {
        let words = text.split { $0 == "," || $0.isWhitespace }
        let secrets = words.compactMap { Base64URL.decode(String($0)).map { Secret($0) } }
        guard secrets.count == words.count, let ring = KeyRing(secrets) else {
            throw StartFault(
                "\(source): a master key is at least 32 random bytes in base64url, for instance: "
                    + "head -c 32 /dev/urandom | basenc --base64url")
        }
        return ring
    }

    /// `O_EXCL`, 0600 and synced, so that a key in use is never overwritten nor lost with the power.
    private static func create(_ path: String, _ text: String) throws(StartFault) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StartFault("\(path): the master key cannot be made: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count, fsync(descriptor) == 0 else {
            unlink(path)
            throw StartFault("\(path): the master key cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}

/// Why the gateway cannot start: one line that says what and what to do. Exit 3.
struct StartFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
