import Crypto
import Text
import YAML

/// The bytes of a file that a tenant file names.
struct FileContent: Sendable {
    let path: String
    let bytes: [UInt8]
    let isReadableByOthers: Bool
}

extension ValueType where Value == FileContent {
    /// `{file: PATH}`. What is published must lie in the tenant file's folder: else a tenant file could publish any
    /// file of the machine.
    static func file(atMost limit: Int, isPublished: Bool = false) -> ValueType {
        let key = Key<String>(
            "file", .text("a path") { $0.utf8.contains(0) ? nil : $0 }, .required,
            "A path, relative to the tenant file's folder.")
        return ValueType(words: "{file: PATH}", members: [key.declaration]) { field in
            guard case .mapping = field.node else {
                field.fault("must be {file: PATH}")
                return nil
            }
            guard let section = Section(field, SectionKeys(declarations: [key.declaration])),
                let path = section(key)
            else { return nil }
            return path.read(atMost: limit, isPublished: isPublished, field.reading)
        }
    }
}

extension Placed where Value == String {
    /// The content of the file with this path; says why if it cannot be had.
    func read(atMost limit: Int, isPublished: Bool, _ reading: Reading) -> FileContent? {
        if isPublished && value.hasPrefix("/") {
            reading.fault(place, "must be a path in the tenant file's folder, because its content is published")
            return nil
        }
        switch reading.resources.file(value, limit) {
        case .success(let content): return content
        case .failure(let failure):
            reading.fault(place, "the file \(value.quoted) \(failure.words)")
            return nil
        }
    }
}

/// The SHA-256 of a secret: the secret itself is not kept.
struct SecretHash: Sendable, Equatable {
    let bytes: [UInt8]
}

extension ValueType where Value == SecretHash {
    private static var env: Key<String> {
        Key("env", .text("the name of an environment variable", variableName), .none, "An environment variable.")
    }
    private static var file: Key<String> {
        Key("file", .text("a path") { $0.utf8.contains(0) ? nil : $0 }, .none, "A file, readable by its owner only.")
    }

    /// `{env: NAME}` or `{file: PATH}`, never the secret itself.
    static var secret: ValueType {
        let keys = SectionKeys(declarations: [env.declaration, file.declaration])
        return ValueType(
            words: "{env: NAME} or {file: PATH}", range: "at least 32 characters", isSecret: true,
            members: keys.declarations
        ) { field in
            guard case .mapping = field.node else {
                field.fault("secrets are never written into the file; write {env: NAME} or {file: PATH}")
                return nil
            }
            guard let section = Section(field, keys) else { return nil }
            switch (section(env), section(file)) {
            case (let name?, nil): return hash(ofVariable: name, field.reading)
            case (nil, let path?): return hash(ofFile: path, field.reading)
            default:
                if !section.hasFaults { field.fault("must be either {env: NAME} or {file: PATH}") }
                return nil
            }
        }
    }

    private static func hash(ofVariable name: Placed<String>, _ reading: Reading) -> SecretHash? {
        guard let text = reading.resources.variable(name.value) else {
            reading.fault(
                name.place,
                "the environment variable \(name.value) is not set; set it to at least 32 random characters, "
                    + "for instance: export \(name.value)=$(openssl rand -hex 32)")
            return nil
        }
        return hash(Array(text.utf8), "the value of \(name.value)", name.place, reading)
    }

    private static func hash(ofFile path: Placed<String>, _ reading: Reading) -> SecretHash? {
        guard let content = path.read(atMost: 4_096, isPublished: false, reading) else { return nil }
        if content.isReadableByOthers {
            reading.warn(path.place, "the file \(path.value.quoted) can be read by every user; chmod o-r it")
        }
        var bytes = content.bytes[...]
        while bytes.last == 0x0A || bytes.last == 0x0D { bytes = bytes.dropLast() }
        return hash(Array(bytes), "the content of \(path.value.quoted)", path.place, reading)
    }

    private static func hash(_ secret: [UInt8], _ what: String, _ place: Place, _ reading: Reading) -> SecretHash? {
        guard let text = String(validating: secret, as: UTF8.self), text.unicodeScalars.count >= 32,
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            reading.fault(place, "\(what) must be at least 32 characters on one line")
            return nil
        }
        return SecretHash(bytes: Digest.sha256(secret))
    }

    private static func variableName(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
        return isName && !text.isEmpty && text.utf8.first.map(ASCII.isDigit) == false ? text : nil
    }

    /// A SHA-256 in hexadecimal, for those who keep the secret elsewhere.
    static var hash: ValueType {
        .text("a SHA-256 in 64 hexadecimal digits") { text in
            Hex.decode(text).flatMap { $0.count == 32 ? SecretHash(bytes: $0) : nil }
        }
    }
}
