// What a service sees: the introspection answer of this session, and a token to ask with from a shell.

import { GatehouseError } from "{{asset:gatehouse.js}}";
import { ago, date, has, t } from "{{asset:texts.js}}";
import { $, clearError, say, showError, work } from "{{asset:ui.js}}";

/** What is worth a word, in the order that a reader asks for it. The whole answer is shown as JSON below. */
const CLAIMS = ["active", "sub", "username", "amr", "acr", "auth_time", "exp", "iss", "sid"];
const TIMES = ["auth_time", "exp", "iat"];

export class Service {
  #onToken;
  #isOver;
  #command = "";

  constructor(onToken, isOver) {
    this.#onToken = onToken;
    this.#isOver = isOver;
    $("refresh").addEventListener("click", async () => {
      await work($("refresh"), $("service-error"), () => this.load());
      if ($("service-error").hidden) say(t("service.refreshed"));
    });
    $("make-token").addEventListener("click", () => this.#makeToken());
    $("copy").addEventListener("click", () => this.#copy());
  }

  async load() {
    const list = $("claims");
    list.setAttribute("aria-busy", "true");
    clearError($("service-error"));
    try {
      const answer = await call("GET", "/demo/introspection");
      list.replaceChildren(...CLAIMS.filter((name) => name in answer).map((name) => claim(name, answer[name])));
      $("claims-json").textContent = JSON.stringify(answer, null, 2);
    } catch (error) {
      if (!this.#isOver(error)) showError($("service-error"), error, () => this.load());
    } finally {
      list.setAttribute("aria-busy", "false");
    }
  }

  clear() {
    this.#command = "";
    $("claims").replaceChildren();
    $("claims-json").textContent = "";
    $("curl").textContent = "";
    for (const id of ["curl", "copy", "shell-note"]) $(id).hidden = true;
    $("make-token").textContent = t("shell.make");
    clearError($("service-error"));
    clearError($("shell-error"));
  }

  #makeToken() {
    work($("make-token"), $("shell-error"), async () => {
      try {
        const answer = await call("POST", "/demo/bearer");
        this.#command = command((answer.session ?? answer).token);
      } catch (error) {
        if (this.#isOver(error)) return;
        throw error;
      }
      $("curl").textContent = this.#command;
      for (const id of ["curl", "copy", "shell-note"]) $(id).hidden = false;
      $("make-token").textContent = t("shell.again");
      say(t("shell.made"));
      this.#onToken();
    });
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#command);
      say(t("shell.copied"));
    } catch {
      getSelection().selectAllChildren($("curl"));
      say(t("shell.uncopied"));
    }
  }
}

/** The secret stays in the file that `scripts/run` made: it is no business of a page. */
function command(token) {
  return `curl -s -u "demo-service:$(cat data/demo-service.secret)" \\\n`
    + `  ${location.origin}/oauth2/introspect \\\n  -d token=${token}`;
}

function claim(name, value) {
  const row = document.createElement("div");
  const add = (tag, text, style = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = style;
    row.append(element);
  };
  add("dt", name);
  add("dd", JSON.stringify(value));
  const when = TIMES.includes(name) ? (name === "exp" ? date(value) : ago(value)) : "";
  if (has(`claim.${name}`)) add("dd", t(`claim.${name}`, { when }), "note");
  return row;
}

/** A call that only demo tenants have, and the SDK therefore does not. */
async function call(method, path) {
  let response, answer;
  try {
    response = await fetch(path, { method, headers: { Accept: "application/json" }, cache: "no-store" });
    answer = await response.json();
  } catch (cause) {
    throw new GatehouseError("retry", "network", "The server did not answer.", { cause });
  }
  if (response.ok) return answer;
  const retryAfter = Number(response.headers.get("Retry-After")) || null;
  const kind = response.status === 429 || response.status >= 500 ? "retry" : "show";
  throw new GatehouseError(kind, answer.code ?? "unknown", answer.detail ?? "", {
    status: response.status, requestId: answer.request_id ?? null, retryAfter,
  });
}
