"""A second, independent client does everything over plain HTTP: Yubico's `fido2`, no browser, no SDK."""

from __future__ import annotations

import uuid

import pytest
from fido2.client import ClientError

from support.app import App
from support.device import Device
from support.http import Client

APPLE = "https://localhost"
ANDROID = "android:apk-key-hash:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU"


def name() -> str:
    return "app-" + uuid.uuid4().hex[:10]


@pytest.fixture
def app(gateway):
    """A signed-up person in an app of the demo tenant."""
    person = App(gateway.tenant("demo"), APPLE)
    person.username = name()
    answer = person.sign_up(person.username, display_name="Ann")
    assert answer.status == 201, answer
    person.passkey = answer.json["passkey"]
    return person


def introspect(gateway, token, tenant="demo", client="demo-service", secret=None, **form):
    key = secret or gateway.secrets[tenant if client == "demo-service" else "blind"]
    return gateway.tenant(tenant).form("/oauth2/introspect", {"token": token, **form}, basic=(client, key))


class TestSignUp:
    def test_an_app_gets_a_token_and_no_cookie(self, app):
        session = app.session
        assert session["token"].startswith("gths_")
        assert session["amr"] == ["hwk", "user", "mfa"] and session["acr"] == "phr"
        assert session["user"]["username"] == app.username and session["user"]["display_name"] == "Ann"
        assert session["reauthentication"]["value"] and session["signals"]["all_accepted"]["rpId"] == "localhost"

    def test_answers_with_tokens_are_not_stored(self, gateway):
        answer = App(gateway.tenant("demo"), APPLE).sign_up(name())
        assert answer.headers["Cache-Control"] == "no-store" and answer.headers["Set-Cookie"] is None

    def test_a_synced_passkey_is_told_apart(self, gateway):
        person = App(gateway.tenant("demo"), APPLE, Device(synced=True))
        passkey = person.sign_up(name()).json["passkey"]
        assert passkey["backup_eligible"] and passkey["backed_up"]
        assert person.session["amr"] == ["swk", "user", "mfa"]

    def test_a_taken_name_is_refused(self, gateway, app):
        other = App(gateway.tenant("demo"), APPLE)
        answer = other.call("POST", "/passkeys/registration/options", {"username": app.username.upper()})
        assert (answer.status, answer.code) == (409, "username_taken")

    def test_two_who_want_one_name_do_not_both_get_it(self, gateway):
        wanted = name()
        people = [App(gateway.tenant("demo"), APPLE) for _ in range(2)]
        responses = [person.registration({"username": wanted}) for person in people]
        answers = [person.finish("registration", response) for person, response in zip(people, responses)]
        assert [answer.status for answer in answers] == [201, 409] and answers[1].code == "username_taken"

    def test_a_registration_counts_once(self, gateway):
        person = App(gateway.tenant("demo"), APPLE)
        response = person.registration({"username": name()})
        assert person.finish("registration", response).status == 201
        again = App(gateway.tenant("demo"), APPLE).finish("registration", response)
        assert (again.status, again.code) == (409, "credential_exists") and "session" not in again.json

    @pytest.mark.parametrize("username", ["two words", "tab\there", "\u200bhidden", "x" * 256])
    def test_names_that_cannot_be_compared_are_refused(self, gateway, username):
        answer = gateway.tenant("demo").call("POST", "/passkeys/registration/options", {"username": username})
        assert (answer.status, answer.code) == (422, "username_invalid")


class TestSignIn:
    def test_with_and_without_a_name(self, app):
        first = app.token
        for username in (app.username, None):
            app.session = {}
            answer = app.sign_in(username)
            assert answer.status == 200 and app.session["user"]["username"] == app.username
        assert app.token != first

    @pytest.mark.parametrize("synced", [True, False], ids=["counter stays 0", "counter grows"])
    def test_a_sign_in_counts_once(self, gateway, synced):
        # The counter of a device-bound passkey regresses too, but what is wrong is the used challenge.
        app = App(gateway.tenant("demo"), APPLE, Device(synced=synced))
        app.sign_up(name())
        app.session = {}
        response = app.authentication()
        assert app.finish("authentication", response).status == 200
        app.session = {}
        again = app.finish("authentication", response)
        assert (again.status, again.code) == (401, "challenge_unknown")
        assert again.headers["WWW-Authenticate"]

    def test_a_signature_that_does_not_hold(self, app):
        response = app.authentication()
        signature = response["response"]["signature"]
        response["response"]["signature"] = signature[:-8] + ("AAAAAAAA" if signature[-8:] != "AAAAAAAA" else "BBBBBBBB")
        answer = app.finish("authentication", response)
        assert (answer.status, answer.code) == (401, "signature_invalid")

    def test_a_counter_that_goes_back(self, app):
        app.device.keys[0].count = 50
        assert app.sign_in().status == 200
        app.device.keys[0].count = 10
        answer = app.sign_in()
        assert (answer.status, answer.code) == (401, "counter_regressed")

    def test_names_that_nobody_has_look_like_others(self, gateway, app):
        def ask(username):
            body = {"username": username}
            return gateway.tenant("demo").call("POST", "/passkeys/authentication/options", body).json

        known, unknown = ask(app.username), ask(name())
        assert known.keys() == unknown.keys() and unknown["allowCredentials"]
        stranger = name()
        assert ask(stranger)["allowCredentials"] == ask(stranger)["allowCredentials"]
        assert "allowCredentials" not in gateway.tenant("demo").call(
            "POST", "/passkeys/authentication/options", {}).json

    def test_a_removed_passkey_can_be_forgotten_by_the_device(self, app):
        second = App(app.http, APPLE, Device())
        second.session = app.session
        added = second.finish("registration", second.registration(fresh=True))
        assert added.status == 201 and "session" not in added.json
        assert app.call("DELETE", f"/account/passkeys/{added.json['passkey']['id']}", fresh=True).status == 204
        second.session = {}
        answer = second.sign_in()
        assert (answer.status, answer.code) == (404, "credential_unknown")
        assert answer.json["signal"]["rpId"] == "localhost" and answer.json["signal"]["credentialId"]


class TestOrigins:
    """Who asked for the options may finish, and nobody else."""

    def test_without_origin_header_a_web_origin_may_not_finish(self, gateway):
        person = App(gateway.tenant("demo"), gateway.issuer("demo"))
        answer = person.sign_up(name())
        assert (answer.status, answer.code) == (400, "origin_not_allowed")

    def test_an_origin_of_the_tenant_gets_a_token_and_may_read_it(self, gateway):
        person = App(gateway.tenant("demo"), gateway.other_origin, Origin=gateway.other_origin)
        answer = person.sign_up(name())
        assert answer.status == 201 and person.token and answer.headers["Set-Cookie"] is None
        assert answer.headers["Access-Control-Allow-Origin"] == gateway.other_origin
        assert answer.headers["Access-Control-Allow-Credentials"] is None and answer.headers["Vary"] == "Origin"

    def test_the_issuers_own_page_gets_a_cookie_and_no_token(self, gateway):
        person = App(gateway.tenant("demo"), gateway.issuer("demo"), Origin=gateway.issuer("demo"))
        answer = person.sign_up(name())
        assert answer.status == 201 and person.token is None and "reauthentication" not in person.session
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("gatehouse=gths_") and "HttpOnly" in cookie and "SameSite=Lax" in cookie

    def test_a_cookie_works_only_on_the_issuers_pages(self, gateway):
        person = App(gateway.tenant("demo"), gateway.issuer("demo"), Origin=gateway.issuer("demo"))
        cookie = person.sign_up(name()).headers["Set-Cookie"].split(";")[0]
        http = gateway.tenant("demo")
        assert http.call("GET", "/session", Cookie=cookie, Sec_Fetch_Site="same-origin").status == 200
        foreign = [{"Origin": gateway.other_origin}, {"Origin": "null"}, {"Sec_Fetch_Site": "same-site"}, {}]
        for fields in foreign:
            answer = http.call("GET", "/session", Cookie=cookie, **fields)
            assert (answer.status, answer.code) == (403, "cross_site_request"), fields

    def test_one_page_cannot_finish_what_another_began(self, gateway):
        person = App(gateway.tenant("demo"), gateway.other_origin, Origin=gateway.issuer("demo"))
        answer = person.sign_up(name())
        assert (answer.status, answer.code) == (400, "origin_not_allowed")

    def test_a_foreign_origin_cannot_even_begin(self, gateway):
        answer = gateway.tenant("demo").call(
            "POST", "/passkeys/registration/options", {"username": name()}, Origin="https://evil.example")
        assert (answer.status, answer.code) == (400, "origin_not_allowed")
        assert answer.headers["Access-Control-Allow-Origin"] is None

    def test_an_android_app_is_known_by_its_certificate(self, gateway):
        http = gateway.tenant("apps")
        person = App(http, ANDROID)
        assert person.sign_up(name()).status == 201
        person.session = {}
        assert person.sign_in().status == 200
        links = http.get("/.well-known/assetlinks.json")
        assert links.status == 200 and links.json[0]["target"]["package_name"] == "com.acme.shop"
        other = App(http, ANDROID[:-1] + "Q")
        answer = other.sign_up(name())
        assert (answer.status, answer.code) == (400, "origin_not_allowed")

    def test_an_apple_app_is_known_by_the_association_file(self, gateway):
        http = gateway.tenant("apps")
        association = http.get("/.well-known/apple-app-site-association")
        assert association.headers["Content-Type"] == "application/json"
        assert association.json["webcredentials"]["apps"] == ["ABCDE12345.com.acme.shop"]
        assert App(http, "https://apps.localhost").sign_up(name()).status == 201


class TestTenants:
    """What belongs to one tenant does not exist for another."""

    def test_a_token_is_nothing_elsewhere(self, gateway, app):
        answer = gateway.tenant("acme").call("GET", "/session", token=app.token)
        assert (answer.status, answer.code) == (401, "session_invalid")
        assert introspect(gateway, app.token, tenant="acme").json == {"active": False}
        assert introspect(gateway, app.token, tenant="acme", secret=gateway.secrets["demo"]).status == 401

    def test_a_ceremony_is_nothing_elsewhere(self, gateway, app):
        response = app.authentication()
        answer = gateway.tenant("acme").call("POST", "/passkeys/authentication/verify", response)
        assert (answer.status, answer.code) == (401, "challenge_unknown")
        response = App(app.http, APPLE).registration({"username": name()})
        answer = gateway.tenant("acme").call("POST", "/passkeys/registration/verify", response)
        assert (answer.status, answer.code) == (400, "challenge_unknown")

    def test_a_device_has_no_passkey_for_another_tenant(self, gateway, app):
        with pytest.raises(ClientError):
            App(gateway.tenant("acme"), "https://acme.localhost", app.device).sign_in()

    def test_an_unknown_host_is_no_tenant(self, gateway):
        answer = Client(gateway.port, f"globex.localhost:{gateway.port}").get("/demo")
        assert (answer.status, answer.code) == (404, "tenant_unknown")


class TestReauthentication:
    """A service sees tokens when it introspects; a seen token must not be able to take an account."""

    def test_a_token_alone_cannot_add_or_remove(self, app):
        answer = app.call("POST", "/passkeys/registration/options", {})
        assert (answer.status, answer.code) == (403, "reauthentication_required")
        answer = app.call("DELETE", f"/account/passkeys/{app.passkey['id']}")
        assert (answer.status, answer.code) == (403, "reauthentication_required")
        answer = app.call("DELETE", "/account", Gatehouse_Reauthentication="A" * 43)
        assert (answer.status, answer.code) == (403, "reauthentication_required")

    def test_the_value_of_the_sign_in_is_needed(self, app):
        second = App(app.http, APPLE, Device())
        second.session = app.session
        answer = second.finish("registration", second.registration(fresh=True), name="Second")
        assert answer.status == 201 and answer.json["passkey"]["name"] == "Second"
        assert len(app.call("GET", "/account/passkeys").json["passkeys"]) == 2

    def test_signing_in_again_keeps_the_session_and_renews_the_value(self, app):
        before = dict(app.session)
        answer = app.sign_in(app.username)
        assert answer.status == 200 and app.session["id"] == before["id"]
        assert app.token != before["token"] and app.proof != before["reauthentication"]["value"]
        assert app.http.call("GET", "/session", token=before["token"]).status == 401
        assert app.call("POST", "/passkeys/registration/options", {}, fresh=True).status == 200

    def test_with_another_account_it_is_refused(self, gateway, app):
        other = App(gateway.tenant("demo"), APPLE)
        other.sign_up(name())
        token = app.token
        other.session = app.session
        answer = other.sign_in()
        assert (answer.status, answer.code) == (409, "account_mismatch")
        assert app.http.call("GET", "/session", token=token).status == 200

    def test_the_last_passkey_stays(self, app):
        answer = app.call("DELETE", f"/account/passkeys/{app.passkey['id']}", fresh=True)
        assert (answer.status, answer.code) == (409, "last_credential")


class TestIntrospection:
    def test_basic_and_post(self, gateway, app):
        basic = introspect(gateway, app.token)
        form = {"token": app.token, "client_id": "demo-service", "client_secret": gateway.secrets["demo"]}
        post = gateway.tenant("demo").form("/oauth2/introspect", form)
        assert basic.status == post.status == 200 and basic.json == post.json
        seen = basic.json
        assert seen["active"] is True and seen["iss"] == gateway.issuer("demo") and seen["sid"] == app.session["id"]
        assert seen["sub"] == app.session["user"]["id"] and seen["username"] == app.username
        assert seen["token_type"] == "Bearer" and seen["amr"] == app.session["amr"] and seen["exp"] > seen["iat"]
        assert app.token not in basic.body.decode() and basic.headers["Cache-Control"] == "no-store"

    def test_minimal(self, gateway, app):
        assert introspect(gateway, app.token, minimal="true").json.keys() == {"active", "exp"}

    def test_services_prove_themselves_first(self, gateway, app):
        http = gateway.tenant("demo")
        wrong = introspect(gateway, app.token, secret="x" * 43)
        assert wrong.status == 401 and wrong.json["error"] == "invalid_client"
        assert wrong.headers["WWW-Authenticate"].startswith("Basic")
        assert http.form("/oauth2/introspect", {"token": app.token}).status == 401
        both = {"token": app.token, "client_id": "demo-service", "client_secret": gateway.secrets["demo"]}
        answer = http.form("/oauth2/introspect", both, basic=("demo-service", gateway.secrets["demo"]))
        assert answer.status == 400 and answer.json["error"] == "invalid_request"

    def test_a_service_without_the_right_sees_nothing(self, gateway, app):
        answer = introspect(gateway, app.token, client="blind-service")
        assert answer.status == 200 and answer.json == {"active": False}

    @pytest.mark.parametrize("token", ["gths_", "gths_" + "A" * 47, "x", "gtha_" + "B" * 47, "\u00e4\u00f6"])
    def test_anything_else_is_inactive(self, gateway, token):
        assert introspect(gateway, token).body == b'{"active":false}'

    def test_revoking_is_seen_at_once(self, gateway, app):
        assert introspect(gateway, app.token).json["active"]
        credentials = ("demo-service", gateway.secrets["demo"])
        assert gateway.tenant("demo").form("/oauth2/revoke", {"token": app.token}, basic=credentials).status == 200
        assert introspect(gateway, app.token).json == {"active": False}
        answer = app.call("GET", "/session")
        assert (answer.status, answer.code) == (401, "session_invalid") and answer.headers["WWW-Authenticate"]

    def test_signing_out_is_seen_at_once(self, gateway, app):
        assert introspect(gateway, app.token).json["active"]
        assert app.call("DELETE", "/session").status == 204
        assert introspect(gateway, app.token).json == {"active": False}


class TestAccount:
    def test_sessions_are_listed_and_ended(self, gateway, app):
        phone = App(app.http, APPLE, app.device)
        assert phone.sign_in().status == 200
        sessions = app.call("GET", "/account/sessions").json["sessions"]
        assert len(sessions) == 2 and [item["id"] for item in sessions if item["current"]] == [app.session["id"]]
        assert app.call("DELETE", f"/account/sessions/{phone.session['id']}").status == 204
        assert phone.call("GET", "/session").status == 401
        assert app.call("DELETE", "/account/sessions").status == 204 and app.call("GET", "/session").status == 200

    def test_a_passkey_is_renamed(self, app):
        path = f"/account/passkeys/{app.passkey['id']}"
        assert app.call("PATCH", path, {"name": "  Blauer Schlüssel  "}).json["name"].strip() == "Blauer Schlüssel"
        assert app.call("PATCH", path, {"name": "\u0007"}).code == "passkey_name_invalid"
        assert app.call("PATCH", "/account/passkeys/nobody", {"name": "x"}).code == "passkey_unknown"

    def test_removing_a_passkey_ends_its_sessions(self, gateway, app):
        second = App(app.http, APPLE, Device())
        second.session = app.session
        assert second.finish("registration", second.registration(fresh=True)).status == 201
        second.session = {}
        assert second.sign_in().status == 200
        assert second.call("DELETE", f"/account/passkeys/{app.passkey['id']}", fresh=True).status == 204
        assert introspect(gateway, app.token).json == {"active": False}
        assert second.call("GET", "/session").status == 200

    def test_deleting_the_account_ends_everything(self, gateway, app):
        assert app.call("DELETE", "/account", fresh=True).status == 204
        assert introspect(gateway, app.token).json == {"active": False}
        app.session = {}
        assert app.sign_in().code == "credential_unknown"


class TestDemo:
    def test_demo_calls_are_absent_elsewhere(self, gateway):
        http = gateway.tenant("apps")
        for method, path in (("GET", "/demo"), ("GET", "/demo/introspection"), ("POST", "/demo/bearer")):
            assert http.call(method, path).code == "path_unknown"

    def test_demo_calls_need_a_session(self, gateway):
        http = gateway.tenant("demo")
        assert http.call("GET", "/demo/introspection").code == "session_required"
        assert http.call("POST", "/demo/bearer").code == "session_required"
