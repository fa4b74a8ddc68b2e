import TestSupport
import Testing
import WebAuthn

@Suite struct AndroidKeyDescriptionTests {
    @Test func `Challenge and both lists are read`() throws {
        var description = SoftwareKeyDescription(challenge: [1, 2, 3])
        description.softwareEnforced = [SoftwareKeyDescription.allApplications]
        let read = try #require(AndroidKeyDescription(parsing: description.encoded))
        #expect(read.challenge == [1, 2, 3])
        #expect(read.softwareEnforced.isForAllApplications && !read.softwareEnforced.isEmpty)
        #expect(read.teeEnforced.purposes == [2])
        #expect(read.teeEnforced.origin == 0)
        #expect(!read.teeEnforced.isForAllApplications)
    }

    @Test(arguments: [0, 1, 2])
    func `Every security level is read, StrongBox included`(level: Int) {
        var description = SoftwareKeyDescription(challenge: [1])
        description.securityLevel = level
        #expect(AndroidKeyDescription(parsing: description.encoded) != nil)
    }

    @Test(
        arguments: [
            [], [0x30, 0x00], [0x04, 0x00], [0xFF],
            // An origin that is no number, and one that stands twice.
            description([DER.explicit(702, DER.null)]),
            description([SoftwareKeyDescription.origin(0), SoftwareKeyDescription.origin(1)]),
            // Purposes that are no set, and that hold no number.
            description([DER.explicit(1, DER.integer(2))]), description([DER.explicit(1, DER.set(DER.null))]),
        ] as [[UInt8]])
    func `Anything else is no key description`(bytes: [UInt8]) {
        #expect(AndroidKeyDescription(parsing: bytes) == nil)
    }

    @Test func `No cut and no flipped bit does harm`() {
        let valid = SoftwareKeyDescription(challenge: [1, 2, 3]).encoded
        for index in valid.indices {
            #expect(AndroidKeyDescription(parsing: Array(valid.prefix(index))) == nil)
            for bit in 0..<8 {
                var bytes = valid
                bytes[index] ^= 1 << bit
                _ = AndroidKeyDescription(parsing: bytes)
            }
        }
    }

    private static func description(_ teeEnforced: [[UInt8]]) -> [UInt8] {
        var description = SoftwareKeyDescription(challenge: [1])
        description.teeEnforced = teeEnforced
        return description.encoded
    }
}
