import Glibc
import Testing

@testable import SQLite

/// SQLite's codes as numbers: the result code in the low byte, what happened above it.
struct SQLiteErrorTests {
    @Test(
        "What a caller may decide on",
        arguments: [
            (13, 0, .full), (8, 0, .readOnly), (3, 0, .readOnly), (5, 0, .busy), (6, 0, .busy), (11, 0, .corrupt),
            (26, 0, .corrupt), (19 | 8 << 8, 0, .constraint), (1, 0, .unexpected), (21, 0, .unexpected),
            (10 | 3 << 8, EIO, .io), (14, EACCES, .io), (10 | 19 << 8, EIO, .io),
            // No room for the index of the journal, no room for the journal itself.
            (10 | 19 << 8, ENOSPC, .full), (14, ENOSPC, .full), (10 | 3 << 8, EDQUOT, .full),
            // `errno` says something only after input and output.
            (1, ENOSPC, .unexpected), (11, ENOSPC, .corrupt),
        ] as [(Int32, Int32, SQLiteError.Kind)])
    func kind(_ code: Int32, _ systemError: Int32, _ kind: SQLiteError.Kind) {
        let error = SQLiteError(extendedCode: code, systemError: systemError, message: "words")
        #expect(error.kind == kind)
        #expect(error.description == "words (SQLite \(code))")
    }
}
