import HTTP
import Testing

@Suite("Form bodies")
struct HTTPFormTests {
    @Test(
        "Well-formed bodies",
        arguments: [
            ("", []), ("a=b", [["a", "b"]]), ("a=b&c=d", [["a", "b"], ["c", "d"]]), ("a=", [["a", ""]]),
            ("a", [["a", ""]]),
            ("a=b+c%20d%2B", [["a", "b c d+"]]), ("a=b=c", [["a", "b=c"]]), ("a=%C3%A4%e2%82%ac", [["a", "ä€"]]),
            ("a=1&a=2", [["a", "1"], ["a", "2"]]), ("a%3d=%26", [["a=", "&"]]), ("a=%0D%0A%09", [["a", "\r\n\t"]]),
            ("client_id=x~y-z_.*'()", [["client_id", "x~y-z_.*'()"]]),
        ])
    func accepted(_ text: String, _ expected: [[String]]) {
        let form = HTTPForm(urlEncoded: Array(text.utf8))
        #expect(form?.fields.map { [$0.name, $0.value] } == expected)
    }

    @Test(
        "Malformed bodies",
        arguments: [
            "=b", "&", "a=b&", "&a=b", "a&&b", "a=%", "a=%4", "a=%4g", "a=%g4", "a=%+1", "a b=c", "a=b c", "a=b\n",
            "a=\u{0}",
            "a=%00", "a=%1b", "a=%7f", "a=ä", "a=%ff", "a=%c3", "a=%c3%28", "a=%ed%a0%80", "a=%c0%af", "%c3=b",
        ])
    func refused(_ text: String) {
        #expect(HTTPForm(urlEncoded: Array(text.utf8)) == nil)
        #expect(HTTPForm(query: text) == nil)
    }

    @Test("No more than a hundred fields")
    func bound() {
        let many = Array(repeating: "a=b", count: 101)
        #expect(HTTPForm(query: many.dropLast().joined(separator: "&"))?.fields.count == 100)
        #expect(HTTPForm(query: many.joined(separator: "&")) == nil)
    }

    @Test("Repeated names are seen, and names compare by bytes")
    func duplicates() {
        let form = HTTPForm(query: "a=1&b=2&a=3&%C3%A4=4&a%CC%88=5")
        #expect(form?["a"] == "1")
        #expect(form?.values(of: "a") == ["1", "3"])
        #expect(form?.firstDuplicate == "a")
        #expect(form?["\u{e4}"] == "4")
        #expect(HTTPForm(query: "%C3%A4=4&a%CC%88=5")?.firstDuplicate == nil)
    }
}

@Suite("Addresses and networks")
struct AddressTests {
    @Test(
        "Addresses are read and written in one spelling",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"), ("::1", "::1"),
            ("2001:DB8::0:1", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"), ("::", "::"), ("fe80::1:0:0:2", "fe80::1:0:0:2"),
        ])
    func spelling(_ text: String, _ expected: String) {
        #expect(PeerAddress(text)?.text == expected)
    }

    @Test(
        "What is no address",
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "0x7f.0.0.1",
            "a",
            "1.2.3.4\0", "::1 ", "localhost", ":::",
        ])
    func refusedAddresses(_ text: String) {
        #expect(PeerAddress(text) == nil)
    }

    @Test(
        "Networks contain what their prefix says",
        arguments: [
            ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.6", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::", false), ("2001:db8::/96", "2001:db8::1:0:0", false),
            ("2001:db8::/96", "2001:db8::ffff:1", true), ("::1", "::1", true), ("::/0", "2001:db8::1", true),
            ("::/0", "127.0.0.1", false), ("128.0.0.0/1", "255.0.0.1", true), ("128.0.0.0/1", "127.0.0.1", false),
        ])
    func contains(_ network: String, _ address: String, _ expected: Bool) throws {
        let network = try #require(NetworkPrefix(network))
        #expect(network.contains(try #require(PeerAddress(address))) == expected)
    }

    @Test(
        "What is no network",
        arguments: [
            "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/-1", "10.0.0.1/8",
            "::/129",
            "2001:db8::1/32", "10.0.0.0/8/8", "10/8", "::ffff:10.0.0.0/104", "10.0.0.0/255.0.0.0",
        ])
    func refusedNetworks(_ text: String) {
        #expect(NetworkPrefix(text) == nil)
    }

    @Test("Clients are counted by address, for IPv6 by /64")
    func clientKey() {
        #expect(PeerAddress("2001:db8::1:2")?.clientKey == PeerAddress("2001:db8::3:4")?.clientKey)
        #expect(PeerAddress("2001:db8:0:1::1")?.clientKey != PeerAddress("2001:db8::1")?.clientKey)
        #expect(PeerAddress("192.0.2.1")?.clientKey != PeerAddress("192.0.2.2")?.clientKey)
        #expect(PeerAddress("127.9.9.9")?.isLoopback == true)
        #expect(PeerAddress("128.0.0.1")?.isLoopback == false)
        #expect(PeerAddress("::1")?.isLoopback == true)
        #expect(PeerAddress("::2")?.isLoopback == false)
    }
}

@Suite("Header fields")
struct HTTPHeadersTests {
    @Test("Names are looked up without regard to case, order and repetition are kept")
    func lookup() {
        var headers = HTTPHeaders([("Accept", "a"), ("X-A", "1"), ("accept", "b")])
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values(of: "Accept") == ["a", "b"])
        #expect(headers["Accep"] == nil)
        headers.set("accept", "c")
        #expect(headers.pairs.map(\.name) == ["X-A", "accept"])
        #expect(headers.pairs.map(\.value) == ["1", "c"])
        headers.remove("x-a")
        #expect(headers.count == 1)
        headers.remove("absent")
        #expect(headers.count == 1)
    }

    @Test(
        "A request's path and query are cut from its target",
        arguments: [
            ("/", "/", nil), ("/a?b", "/a", "b"), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"),
        ])
    func target(_ target: String, _ path: String, _ query: String?) {
        let request = HTTPRequest(id: "", method: "GET", target: target)
        #expect(request.path == path)
        #expect(request.query == query)
    }
}
