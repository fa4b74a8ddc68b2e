"""What every page must be: safe headers, good heads, both languages, usable by everybody, and pictures to look at."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from playwright.sync_api import expect

from support.gateway import ROOT

PAGES = ["/", "/demo", "/error"]
WEB = ROOT / "web"
CSP = {
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' https: data:",
    "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
}  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
class TestEveryPage:
    def test_headers(self, gateway, path):
        answer = gateway.tenant("demo").get(path)
        assert answer.status == 200 and answer.headers["Content-Type"].lower() == "text/html; charset=utf-8"
        assert {rule.strip() for rule in answer.headers["Content-Security-Policy"].split(";") if rule.strip()} == CSP
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer" and answer.headers["X-Request-Id"]

    def test_head(self, gateway, path):
        html = gateway.tenant("demo").get(path).body.decode()
        assert '<meta property="og:title" content="Lindenhof &amp; Söhne">' in html
        image = re.search(r'<meta property="og:image" content="([^"]+)">', html)[1]
        assert image.startswith(gateway.issuer("demo") + "/assets/icon.")
        picture = gateway.tenant("demo").get(image.removeprefix(gateway.issuer("demo")))
        assert picture.status == 200 and picture.headers["Content-Type"] == "image/png"
        assert picture.body.startswith(b"\x89PNG")

    def test_nothing_inline_and_nothing_left_over(self, gateway, path):
        html = gateway.tenant("demo").get(path).body.decode()
        assert "{{" not in html and not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
        for attributes, content in re.findall(r"<script([^>]*)>(.*?)</script>", html, re.S):
            assert not content.strip() or 'type="application/json"' in attributes

    def test_what_it_loads_is_kept_for_ever(self, gateway, path):
        http = gateway.tenant("demo")
        html = http.get(path).body.decode()
        for asset in set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', html)):
            answer = http.get(asset)
            assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"], asset

    def test_languages(self, gateway, path):
        http = gateway.tenant("demo")
        for wish, language in {"zh-CN,zh;q=0.9,en;q=0.8": "zh-Hans", "fr, en;q=0.5": "en", "zh-TW": "en"}.items():
            html = http.get(path, Accept_Language=wish).body.decode()
            assert f'<html lang="{language}">' in html, wish
        assert '<html lang="zh-Hans">' in http.get(path + "?ui_locales=zh-Hans").body.decode()

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("width", [390, 1280])
    def test_everybody_can_use_it(self, gateway, people, screenshots, path, scheme, width):
        person = people(color_scheme=scheme, viewport={"width": width, "height": 860})
        person.page.goto(gateway.issuer("demo") + path)
        if path == "/demo":
            person.is_signed_out()
        person.page.screenshot(path=screenshots / f"{path.strip('/') or 'index'}-{scheme}-{width}.png", full_page=True)
        assert person.stumbles() == []


class TestDemoViews:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize(("width", "locale"), [(390, "zh-CN"), (1280, "en-GB")])
    def test_everybody_can_use_them(self, gateway, people, screenshots, username, scheme, width, locale):
        person = people(color_scheme=scheme, viewport={"width": width, "height": 860}, locale=locale)
        page = person.page

        def look(view):
            page.screenshot(path=screenshots / f"demo-{view}-{scheme}-{width}.png", full_page=True)
            assert person.stumbles() == [], view

        page.goto(gateway.issuer("demo") + "/demo#create")
        page.locator("#sign-up-name").fill("two words")
        page.locator("#sign-up-button").click()
        expect(page.locator("#sign-up-name-fault")).to_be_visible()
        look("fault")
        page.locator("#sign-up-name").fill(username)
        page.locator("#sign-up-button").click()
        person.is_signed_in()
        page.locator("#make-token").click()
        expect(page.locator("#copy")).to_be_visible()
        look("signed-in")
        page.locator("#passkeys .rename").click()
        look("rename")
        page.locator("#passkeys .cancel").click()
        page.locator("#passkeys .remove").click()
        expect(page.locator("dialog")).to_be_visible()
        page.screenshot(path=screenshots / f"demo-dialog-{scheme}-{width}.png")
        page.locator("dialog .danger").click()
        expect(page.locator("#passkeys-error .notice")).to_be_visible()
        look("refused")

    def test_those_who_want_no_motion_get_none(self, gateway, people):
        person = people(reduced_motion="reduce")
        person.page.goto(gateway.issuer("demo") + "/demo")
        person.is_signed_out()
        duration = person.page.locator("#sign-in-button").evaluate("(e) => getComputedStyle(e).transitionDuration")
        assert all(float(part.strip().rstrip("s")) < 0.001 for part in duration.split(","))


class TestErrorPage:
    def test_explains_a_code(self, gateway, person):
        person.page.goto(gateway.issuer("demo") + "/error?code=counter_regressed")
        expect(person.page.locator("#what")).to_contain_text("may have been copied")
        expect(person.page.locator("#code")).to_have_text("counter_regressed")
        expect(person.page.locator("#check")).to_contain_text("relying_party.counter")
        person.page.get_by_role("link", name="简体中文").click()
        expect(person.page.locator("#what")).to_contain_text("可能已被复制")

    @pytest.mark.parametrize("code", ["nothing_known", "<b>x</b>", "what] > *", ""])
    def test_is_calm_about_others(self, gateway, person, code):
        person.page.goto(gateway.issuer("demo") + "/error?code=" + code)
        expect(person.page.locator("#facts")).to_be_hidden()
        expect(person.page.locator("#all")).to_have_attribute("open", "")
        assert code == "" or code not in person.page.locator("main").inner_html()

    def test_works_without_javascript(self, gateway, people):
        person = people(device=None, java_script_enabled=False)
        person.page.goto(gateway.issuer("demo") + "/error?code=rate_limited")
        person.page.locator("summary").click()
        expect(person.page.locator("#rate_limited")).to_contain_text("Too many attempts")


class TestTexts:
    languages = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (WEB / "i18n").glob("*.json")}

    def test_are_complete_in_every_language(self):
        assert {"en", "zh-Hans"} <= self.languages.keys()
        english = self.languages["en"]
        for language, texts in self.languages.items():
            assert texts.keys() == english.keys(), language
            for key, text in texts.items():
                assert text.strip(), (language, key)
                assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), (language, key)

    def test_every_code_is_explained(self):
        """Each code that the server can answer has words for the person and for the developer, and a place on the
        error page."""
        sources = [*(ROOT / "Sources").rglob("ProblemCode.swift"), *(ROOT / "Sources").rglob("WebAuthnCode.swift")]
        codes = set(re.findall(r'case \w+ = "(\w+)"', "".join(path.read_text(encoding="utf-8") for path in sources)))
        assert len(sources) == 2 and len(codes) > 40
        page = (WEB / "pages/error.html").read_text(encoding="utf-8")
        for code in codes:
            assert f"code.{code}" in self.languages["en"] and f"check.{code}" in self.languages["en"], code
            assert f'id="{code}"' in page, code


class TestSDKFile:
    def test_is_small_and_alone(self, gateway):
        answer = gateway.tenant("demo").get("/sdk/gatehouse.js")
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert answer.headers["Access-Control-Allow-Origin"] == "*" and answer.headers["ETag"]
        assert len(gzip.compress(answer.body, 9)) < 8 * 1024
        assert not re.search(rb"^\s*import\s|localStorage|sessionStorage", answer.body, re.M)

    def test_its_types_name_what_it_exports(self, gateway):
        types = gateway.tenant("demo").get("/sdk/gatehouse.d.ts").body.decode()
        script = (WEB / "sdk/gatehouse.js").read_text(encoding="utf-8")
        for name in re.findall(r"^export class (\w+)", script, re.M):
            assert f"export class {name}" in types
        public = re.findall(r"^  (?:async |static (?:async |get )?|get )?([a-z]\w+)(?:\(| = \{)", script, re.M)
        methods = set(public) - {"constructor", "if", "try", "pause", "resume", "end", "run", "for", "return"}
        assert {"signUp", "signIn", "signOut", "session", "account", "passkeys", "signals"} <= methods
        for name in methods:
            assert re.search(rf"\b{name}\b", types), name
