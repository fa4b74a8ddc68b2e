extension String {
    /// Whether both strings are the same UTF-8 bytes.
    ///
    /// `==` is canonical equivalence: it calls "é" in one and in two code points equal, which must not decide whether a
    /// challenge, an origin or a name from outside matches.
    package func isByteEqual(to other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
