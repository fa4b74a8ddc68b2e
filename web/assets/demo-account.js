// The signed-in view: the person, their passkeys and their sessions.

import { Service } from "{{asset:demo-service.js}}";
import { ago, date, explain, t } from "{{asset:texts.js}}";
import { $, clearError, copyOf, say, showError, showFault, work } from "{{asset:ui.js}}";

export class Account {
  #gatehouse;
  #onSignedOut;
  #service;

  /** `onSignedOut` is called when an answer says that the session is over. */
  constructor(gatehouse, onSignedOut) {
    this.#gatehouse = gatehouse;
    this.#onSignedOut = onSignedOut;
    this.#service = new Service(() => this.#loadSessions(), (error) => this.#isOver(error));
    $("add-passkey").addEventListener("click", () => this.#add());
    $("end-others").addEventListener("click", () => this.#endOthers());
  }

  show(session) {
    const { user } = session;
    const name = user.display_name || user.username;
    $("person-title").textContent = name ? t("signedin.hello", { name }) : t("signedin.nameless");
    const how = session.amr.includes("swk") ? "signedin.synced" : "signedin.device";
    $("person-how").textContent = t(how, { when: ago(session.auth_time) });
    $("face").textContent = [...(name || "·")][0].toUpperCase();
    this.#loadPasskeys();
    this.#loadSessions();
    this.#service.load();
  }

  /** Leaves nothing of the person in the page. */
  clear() {
    for (const id of ["person-title", "person-how", "face", "passkeys", "sessions"]) $(id).replaceChildren();
    for (const id of ["account-error", "passkeys-error", "sessions-error"]) clearError($(id));
    this.#service.clear();
  }

  /** Whether an error means that nobody is signed in any more; then the page starts over. */
  #isOver(error) {
    if (error.status !== 401) return false;
    this.#onSignedOut();
    return true;
  }

  async #guard(run) {
    try {
      await run();
    } catch (error) {
      if (!this.#isOver(error)) throw error;
    }
  }

  // Passkeys

  async #loadPasskeys() {
    const list = $("passkeys");
    list.setAttribute("aria-busy", "true");
    clearError($("passkeys-error"));
    try {
      const passkeys = await this.#gatehouse.passkeys.list();
      list.replaceChildren(...passkeys.map((passkey) => this.#passkeyRow(passkey)));
      $("no-passkeys").hidden = passkeys.length > 0;
    } catch (error) {
      if (!this.#isOver(error)) showError($("passkeys-error"), error, () => this.#loadPasskeys());
    } finally {
      list.setAttribute("aria-busy", "false");
    }
  }

  #passkeyRow(passkey) {
    const row = copyOf("passkey-template");
    const { name } = passkey;
    row.querySelector(".label").textContent = name;
    const tag = row.querySelector(".tag");
    const kind = passkey.backed_up ? "synced" : passkey.backup_eligible ? "syncable" : "device";
    tag.textContent = t(`passkeys.${kind}`);
    tag.classList.add(kind === "device" ? "gold" : "good");
    const facts = [passkey.provider !== name && passkey.provider, t("passkeys.created", { when: ago(passkey.created_at) })];
    facts.push(passkey.last_used_at ? t("passkeys.used", { when: ago(passkey.last_used_at) }) : t("passkeys.unused"));
    row.querySelector(".facts").textContent = facts.filter(Boolean).join(" · ");
    row.querySelector(".facts").title = date(passkey.created_at);
    const [rename, remove] = row.querySelectorAll("button");
    rename.setAttribute("aria-label", t("rename.of", { name }));
    remove.setAttribute("aria-label", t("remove.of", { name }));
    rename.onclick = () => this.#openRename(row, passkey);
    remove.onclick = () => this.#remove(remove, passkey);
    return row;
  }

  #openRename(row, passkey) {
    const form = copyOf("rename-template");
    const input = form.querySelector("input");
    const close = (replacement) => {
      const next = this.#passkeyRow(replacement);
      row.replaceWith(next);
      next.querySelector(".rename").focus();
    };
    input.value = passkey.name;
    // Only one is open at a time, so that ids stay unique.
    document.querySelector("#passkeys form .cancel")?.click();
    row.replaceChildren(form);
    input.focus();
    input.select();
    form.querySelector(".cancel").onclick = () => close(passkey);
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close(passkey);
    });
    form.onsubmit = (event) => {
      event.preventDefault();
      const name = input.value.trim();
      showFault(input, name ? "" : t("rename.missing"));
      if (name) work(form.querySelector("[type=submit]"), $("passkeys-error"), () => this.#rename(passkey, name, close));
    };
  }

  async #rename(passkey, name, close) {
    try {
      const renamed = await this.#gatehouse.passkeys.rename(passkey.id, name);
      close(renamed);
      say(t("passkeys.renamed", { name: renamed.name }));
    } catch (error) {
      if (this.#isOver(error)) return;
      if (error.code !== "passkey_name_invalid") throw error;
      showFault($("new-name"), explain(error));
    }
  }

  #add() {
    work($("add-passkey"), $("passkeys-error"), () => this.#guard(async () => {
      const passkey = await this.#gatehouse.addPasskey();
      await this.#loadPasskeys();
      say(t("passkeys.added", { name: passkey.name }));
    }));
  }

  async #remove(button, passkey) {
    if (!(await confirmed(t("remove.text", { name: passkey.name })))) return;
    await work(button, $("passkeys-error"), () => this.#guard(async () => {
      await this.#gatehouse.passkeys.remove(passkey.id);
      say(t("passkeys.removed", { name: passkey.name }));
      // The session may have been this passkey's, and has then ended with it.
      if (!(await this.#gatehouse.session())) return this.#onSignedOut();
      await this.#loadPasskeys();
      this.#loadSessions();
      $("passkeys-title").focus();
    }));
  }

  // Sessions

  async #loadSessions() {
    const list = $("sessions");
    list.setAttribute("aria-busy", "true");
    clearError($("sessions-error"));
    try {
      const sessions = await this.#gatehouse.sessions.list();
      sessions.sort((a, b) => b.current - a.current || b.last_seen_at - a.last_seen_at);
      list.replaceChildren(...sessions.map((session) => this.#sessionRow(session)));
      $("end-others").hidden = sessions.length < 2;
    } catch (error) {
      if (!this.#isOver(error)) showError($("sessions-error"), error, () => this.#loadSessions());
    } finally {
      list.setAttribute("aria-busy", "false");
    }
  }

  #sessionRow(session) {
    const row = copyOf("session-template");
    const name = program(session.user_agent);
    row.querySelector(".label").textContent = name;
    row.querySelector(".tag").hidden = !session.current;
    row.querySelector(".facts").textContent = t("sessions.seen", { when: ago(session.last_seen_at) });
    row.querySelector(".facts").title = session.user_agent;
    const end = row.querySelector(".end");
    end.hidden = session.current;
    end.setAttribute("aria-label", t("sessions.end.of", { name }));
    end.onclick = () => work(end, $("sessions-error"), () => this.#guard(async () => {
      await this.#gatehouse.sessions.end(session.id);
      await this.#loadSessions();
      $("sessions-title").focus();
      say(t("sessions.ended"));
    }));
    return row;
  }

  #endOthers() {
    work($("end-others"), $("sessions-error"), () => this.#guard(async () => {
      await this.#gatehouse.sessions.endOthers();
      await this.#loadSessions();
      $("sessions-title").focus();
      say(t("sessions.othersended"));
    }));
  }
}

/** Asks before something is gone for good. */
function confirmed(text) {
  const dialog = $("confirm");
  $("confirm-text").textContent = text;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

const BROWSERS = [[/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|HeadlessChrome\//, "Chrome"], [/Safari\//, "Safari"], [/^curl\//, "curl"]];
const SYSTEMS = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"]];

/** A program's name as people know it, from its user agent. */
function program(agent) {
  const find = (list) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return t("sessions.on", { browser, system });
  return browser ?? system ?? (agent.split(" ")[0] || t("sessions.app"));
}
