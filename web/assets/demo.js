// The demo page: which view is shown, and the ways in.

import { Gatehouse, GatehouseError } from "{{asset:gatehouse.js}}";
import { Account } from "{{asset:demo-account.js}}";
import { explain, t } from "{{asset:texts.js}}";
import { $, clearError, say, showError, showFault, work } from "{{asset:ui.js}}";

const gatehouse = new Gatehouse();
const account = new Account(gatehouse, () => start());
const title = document.title;
const views = ["waiting", "failed", "signed-out", "signed-in"];
let shown = "waiting";
let autofill = null;

function show(view) {
  shown = view;
  for (const name of views) $(name).hidden = name !== view;
}

/** Shows what fits the session. `focus` follows what the person just did; at the first load it stays. */
async function start({ focus = true } = {}) {
  clearError($("failed-error"));
  try {
    const session = await gatehouse.session();
    if (session) showSignedIn(session, focus);
    else showSignedOut(focus);
  } catch (error) {
    show("failed");
    showError($("failed-error"), error, () => {
      show("waiting");
      start();
    });
    $("failed-title").focus();
  }
}

function showSignedIn(session, focus) {
  autofill?.abort();
  if (shown !== "signed-in") {
    show("signed-in");
    history.replaceState(null, "", location.pathname + location.search);
    clearError($("entry-error"));
    for (const form of document.querySelectorAll("form")) form.reset();
  }
  account.show(session);
  document.title = `${t("signedin.page", { name: session.user.username ?? "" })} · ${title}`;
  if (focus) $("person-title").focus();
}

function showSignedOut(focus) {
  const isHere = shown === "signed-out";
  show("signed-out");
  account.clear();
  document.title = title;
  if (!isHere) showForm(location.hash === "#create" ? "sign-up" : "sign-in", focus);
  if (!Gatehouse.isSupported) showUnsupported();
  else offerAutofill();
}

function showForm(name, focus = true) {
  $("sign-in").hidden = name !== "sign-in";
  $("sign-up").hidden = name !== "sign-up";
  clearError($("entry-error"));
  history.replaceState(null, "", name === "sign-up" ? "#create" : location.pathname + location.search);
  if (focus) $(`${name}-title`).focus();
}

function showUnsupported() {
  $("unsupported").hidden = false;
  if (!isSecureContext) $("unsupported-text").textContent = t("unsupported.insecure");
  for (const id of ["sign-in-button", "sign-up-button"]) $(id).disabled = true;
}

/** Keeps passkeys offered in the field for as long as the person is signed out. */
async function offerAutofill() {
  autofill?.abort();
  const offer = (autofill = new AbortController());
  try {
    showSignedIn(await gatehouse.signIn({ autofill: true, signal: offer.signal }), true);
  } catch (error) {
    if (error.kind === "ignore" || offer.signal.aborted) return;
    showError($("entry-error"), error, offerAutofill);
    // The chosen passkey was refused, not the offer: another one may do.
    if (error.kind === "fallback") offerAutofill();
  }
}

$("sign-in-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const username = $("sign-in-name").value.trim() || undefined;
  work($("sign-in-button"), $("entry-error"), async () => {
    showSignedIn(await gatehouse.signIn({ username }), true);
  });
});

$("sign-up-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = $("sign-up-name");
  const display = $("sign-up-display");
  showFault(display);
  showFault(name, name.value.trim() ? "" : t("signup.name.missing"));
  if (!name.value.trim()) return;
  work($("sign-up-button"), $("entry-error"), async () => {
    try {
      const person = { username: name.value.trim(), displayName: display.value.trim() || undefined };
      showSignedIn(await gatehouse.signUp(person), true);
    } catch (error) {
      const field = { username_taken: name, username_invalid: name, display_name_invalid: display }[error.code];
      if (!field) throw error;
      showFault(field, explain(error));
    }
  });
});

$("to-sign-up").addEventListener("click", () => showForm("sign-up"));
$("to-sign-in").addEventListener("click", () => showForm("sign-in"));

$("sign-out").addEventListener("click", () => work($("sign-out"), $("account-error"), async () => {
  await gatehouse.signOut();
  showSignedOut(true);
  say(t("signedout.status"));
}));

// Another tab signed in or out, or a call found that the session is over.
gatehouse.addEventListener("change", async () => {
  const session = await gatehouse.session().catch(() => undefined);
  if (session === undefined) return;
  if (session && shown === "signed-out") showSignedIn(session, false);
  if (!session && shown === "signed-in") showSignedOut(false);
});

addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof GatehouseError && event.reason.kind === "ignore") event.preventDefault();
});

start({ focus: false });
