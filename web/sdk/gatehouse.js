/**
 * Gatehouse in the browser: passkey sign-up and sign-in, the session, the account's passkeys.
 *
 *     import { Gatehouse } from "https://id.example/sdk/gatehouse.js";
 *     const gatehouse = new Gatehouse();
 *     gatehouse.signIn({ autofill: true }).then(welcome, report);   // as soon as the page is there
 *     button.onclick = () => gatehouse.signIn().then(welcome, report);
 *
 * On the issuer's own pages the session is a cookie that scripts cannot read. On the tenant's other origins it is
 * a token that this object keeps in memory only. Objects are those of the HTTP contract, unchanged.
 * Everything that goes wrong is a `GatehouseError`, whose `kind` says what to do about it.
 *
 * @module gatehouse
 */

/** Where this module came from is the issuer, unless told otherwise. */
const HOME = new URL(import.meta.url).origin;

/** Codes that mean: the same again may well succeed. */
const RETRY = ["rate_limited", "unavailable", "server_error", "challenge_unknown", "challenge_expired"];

/** Codes that mean: this passkey will not do here, offer another way in. */
const FALLBACK = ["credential_unknown", "credential_not_allowed", "user_verification_missing"];

/** Refusals of a new passkey after which it may yet be registered: the device must not be told to forget it. */
const MAYBE_REGISTERED = ["credential_exists", "challenge_unknown"];

/** What browsers throw: name → kind, code, message. */
const BROWSER = {
  NotAllowedError: ["ignore", "cancelled", "The person cancelled, or the time ran out."],
  AbortError: ["ignore", "aborted", "The page ended the request."],
  InvalidStateError: ["show", "passkey_exists", "This device already has a passkey for the account."],
  NotSupportedError: ["fallback", "passkeys_unsupported", "The device cannot make the kind of passkey asked for."],
  ConstraintError: ["fallback", "passkeys_unsupported", "The device has no screen lock or cannot store passkeys."],
  SecurityError: ["show", "origin_not_allowed", "The browser does not accept passkeys of this site on this page."],
};

/** Anything that goes wrong. */
export class GatehouseError extends Error {
  /**
   * @param {"ignore"|"retry"|"fallback"|"show"} kind what the page does about it: nothing at all; offer to try
   *   again; offer another way to sign in; show the reason
   * @param {string} code stable; the server's, or `network`, `cancelled`, `aborted`, `superseded`,
   *   `passkeys_unsupported`, `passkey_exists`, `passkey_failed`
   * @param {string} message for developers; pages choose their own words by `code`
   * @param {{status?: number, requestId?: string, retryAfter?: number, signal?: object, cause?: unknown}} [details]
   */
  constructor(kind, code, message, { cause, ...details } = {}) {
    super(message, { cause });
    this.name = "GatehouseError";
    this.kind = kind;
    this.code = code;
    Object.assign(this, { status: 0, requestId: null, retryAfter: null }, details);
  }

  /** @param {unknown} error */
  static from(error) {
    if (error instanceof GatehouseError) return error;
    const [kind, code, message] = BROWSER[error?.name] ?? ["retry", "passkey_failed", String(error?.message ?? error)];
    return new GatehouseError(kind, code, message, { cause: error });
  }
}

/** One tenant, as a page sees it. On the issuer's pages, dispatches `change` when another tab signs in or out. */
export class Gatehouse extends EventTarget {
  #issuer;
  #clientId;
  #isHome;
  #token = null;
  #proof = null;
  #session = null;
  #autofill = null;
  #modal = null;
  #channel = null;

  /**
   * @param {{issuer?: string, clientId?: string}} [options] `issuer` is where this module was loaded from, unless
   *   given; `clientId` names the client that sessions are for
   */
  constructor({ issuer = HOME, clientId } = {}) {
    super();
    this.#issuer = new URL(issuer).origin;
    this.#clientId = clientId;
    this.#isHome = this.#issuer === location.origin;
    if (this.#isHome && "BroadcastChannel" in globalThis) {
      this.#channel = new BroadcastChannel("gatehouse");
      this.#channel.onmessage = () => this.dispatchEvent(new Event("change"));
    }
  }

  /** Whether this browser has passkeys on this page at all (they need https, or localhost). */
  static get isSupported() {
    return globalThis.isSecureContext === true && typeof globalThis.PublicKeyCredential === "function";
  }

  /** Whether the browser offers passkeys while a field with `autocomplete="username webauthn"` has the focus. */
  static async canAutofill() {
    return Gatehouse.isSupported && (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false))
      === true;
  }

  /** The session token for calls to services; null on the issuer's own pages, where the session is a cookie. */
  get token() {
    return this.#token;
  }

  /**
   * Creates an account with a passkey, and signs in.
   *
   * @param {{username?: string, displayName?: string, passkeyName?: string, invitation?: string,
   *   signal?: AbortSignal}} [person]
   * @returns {Promise<object>} the session
   */
  signUp({ username, displayName, passkeyName, invitation, signal } = {}) {
    return this.#exclusively(signal, async (signal) => {
      const named = { username, display_name: displayName, invitation };
      const answer = await this.#register(named, { display_name: displayName, name: passkeyName }, signal);
      return answer.session ? this.#begin(answer.session) : this.session();
    });
  }

  /**
   * Signs in with a passkey.
   *
   * With `autofill` the browser offers passkeys in the form's field; the promise stays open until one is chosen,
   * survives other requests that are cancelled, renews its challenge, and ends with kind `ignore` when somebody
   * signed in otherwise. Call it as soon as the page is there. Without, the browser's dialog opens.
   *
   * @param {{autofill?: boolean, username?: string, signal?: AbortSignal}} [options]
   * @returns {Promise<object>} the session
   */
  async signIn({ autofill = false, username, signal } = {}) {
    if (autofill) return this.#watchAutofill(signal);
    return this.#exclusively(signal, (signal) => this.#authenticate({ username }, signal));
  }

  /** Signs out: ends this session on the server. */
  async signOut() {
    try {
      await this.#call("DELETE", "/session");
    } catch (error) {
      if (error.status !== 401) throw error;
    }
    this.#end();
  }

  /** @returns {Promise<object|null>} the session; null if nobody is signed in */
  async session() {
    if (!this.#isHome && !this.#token) return null;
    try {
      return (this.#session = await this.#call("GET", "/session"));
    } catch (error) {
      if (error.status !== 401) throw error;
      this.#session = this.#token = this.#proof = null;
      return null;
    }
  }

  /** @returns {Promise<object>} the signed-in person's account */
  account() {
    return this.#call("GET", "/account");
  }

  /**
   * Adds a passkey to the signed-in account. Asks for a passkey first if the sign-in is no longer fresh.
   *
   * @param {{name?: string, signal?: AbortSignal}} [options]
   * @returns {Promise<object>} the passkey
   */
  addPasskey({ name, signal } = {}) {
    return this.#exclusively(signal, (signal) => this.#fresh(signal, async () => {
      // Without a live session the same call would begin a new account.
      await this.#call("GET", "/session", undefined, signal);
      const answer = await this.#register({}, { name }, signal);
      this.#tell(answer.signals);
      return answer.passkey;
    }));
  }

  /** The signed-in account's passkeys. */
  passkeys = {
    /** @returns {Promise<object[]>} */
    list: async () => (await this.#call("GET", "/account/passkeys")).passkeys,
    /** @param {string} id @param {string} name @returns {Promise<object>} the passkey */
    rename: (id, name) => this.#call("PATCH", `/account/passkeys/${encodeURIComponent(id)}`, { name }),
    /** Asks for a passkey first if the sign-in is no longer fresh. @param {string} id */
    remove: (id) => this.#exclusively(undefined, (signal) => this.#fresh(signal, async () => {
      await this.#call("DELETE", `/account/passkeys/${encodeURIComponent(id)}`);
      await this.signals().catch(() => {});
    })),
  };

  /** Where the account is signed in. */
  sessions = {
    /** @returns {Promise<object[]>} */
    list: async () => (await this.#call("GET", "/account/sessions")).sessions,
    /** @param {string} id */
    end: (id) => this.#call("DELETE", `/account/sessions/${encodeURIComponent(id)}`),
    /** Ends all but this one. */
    endOthers: () => this.#call("DELETE", "/account/sessions"),
  };

  /** Tells the credential manager which passkeys and which names the account has now. */
  async signals() {
    this.#tell(await this.#call("GET", "/account/signals"));
  }

  // The two ceremonies.

  async #register(named, finishing, signal) {
    const options = await this.#call("POST", "/passkeys/registration/options", this.#asClient(named), signal);
    const credential = await ask("create", { publicKey: parse("Creation", options), signal });
    try {
      return await this.#call("POST", "/passkeys/registration/verify",
        this.#asClient({ ...serialize(credential), ...finishing }));
    } catch (error) {
      // The device holds a passkey that no account has: let it be forgotten, if that is certain.
      if (error.status >= 400 && error.status < 429 && error.status !== 401
        && !MAYBE_REGISTERED.includes(error.code)) {
        tellDevice("signalUnknownCredential", { rpId: options.rp.id ?? location.hostname, credentialId: credential.id });
      }
      throw error;
    }
  }

  async #authenticate(named, signal) {
    const options = await this.#call("POST", "/passkeys/authentication/options", this.#asClient(named), signal);
    return this.#finish(await ask("get", { publicKey: parse("Request", options), signal }));
  }

  async #finish(credential) {
    try {
      return this.#begin((await this.#call("POST", "/passkeys/authentication/verify",
        this.#asClient(serialize(credential)))).session);
    } catch (error) {
      if (error.code === "credential_unknown" && error.signal) tellDevice("signalUnknownCredential", error.signal);
      throw error;
    }
  }

  #asClient(body) {
    return this.#clientId ? { ...body, client_id: this.#clientId } : body;
  }

  /** Runs a sensitive call; if the sign-in is not fresh enough, signs in again once and repeats it. */
  async #fresh(signal, run) {
    try {
      return await run();
    } catch (error) {
      if (error.code !== "reauthentication_required") throw error;
      const { user } = this.#session ?? (await this.#call("GET", "/session"));
      await this.#authenticate({ username: user.username ?? undefined }, signal);
      return run();
    }
  }

  // One dialog at a time: browsers refuse a second request while autofill or another dialog is open.

  async #exclusively(outer, run) {
    this.#modal?.abort();
    const modal = (this.#modal = new AbortController());
    const autofill = this.#autofill;
    await autofill?.pause();
    try {
      const result = await run(outer ? either(outer, modal.signal) : modal.signal);
      autofill?.end();
      return result;
    } catch (error) {
      throw GatehouseError.from(error);
    } finally {
      if (this.#modal === modal) this.#modal = null;
      autofill?.resume();
    }
  }

  async #watchAutofill(signal) {
    if (!(await Gatehouse.canAutofill())) {
      throw new GatehouseError("ignore", "passkeys_unsupported", "This browser offers no passkeys in forms.");
    }
    this.#autofill?.end();
    const watch = (this.#autofill = new AutofillWatch(signal));
    try {
      return await watch.run(async (round) => {
        const options = await this.#call("POST", "/passkeys/authentication/options", this.#asClient({}), round.signal);
        // A challenge that ran out would waste the person's fingerprint: ask for the next one in time.
        const renewal = setTimeout(() => round.abort(), (options.timeout ?? 300_000) * 0.8);
        try {
          const publicKey = parse("Request", options);
          return await ask("get", { publicKey, mediation: "conditional", signal: round.signal });
        } finally {
          clearTimeout(renewal);
        }
      }, (credential) => this.#finish(credential));
    } finally {
      watch.end();
      if (this.#autofill === watch) this.#autofill = null;
    }
  }

  // The session.

  #begin(session) {
    this.#token = session.token ?? null;
    this.#proof = session.reauthentication?.value ?? null;
    this.#session = session;
    this.#tell(session.signals);
    this.#channel?.postMessage("change");
    return session;
  }

  #end() {
    this.#session = this.#token = this.#proof = null;
    this.#channel?.postMessage("change");
  }


  #tell(signals) {
    if (!signals) return;
    if (signals.all_accepted) tellDevice("signalAllAcceptedCredentials", signals.all_accepted);
    if (signals.current_user) tellDevice("signalCurrentUserDetails", signals.current_user);
  }

  /** One call of the HTTP contract. */
  async #call(method, path, body, signal) {
    const headers = { Accept: "application/json, application/problem+json" };
    if (body) headers["Content-Type"] = "application/json";
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    if (this.#proof && method !== "GET") headers["Gatehouse-Reauthentication"] = this.#proof;
    const timeout = AbortSignal.timeout(20_000);
    let response, answer;
    try {
      response = await fetch(this.#issuer + path, {
        method, headers, cache: "no-store", credentials: this.#isHome ? "same-origin" : "omit",
        body: body && JSON.stringify(body), signal: signal ? either(signal, timeout) : timeout,
      });
      answer = response.status === 204 ? null : await response.json();
    } catch (cause) {
      if (signal?.aborted) throw GatehouseError.from(signal.reason);
      if (!response || response.ok) throw new GatehouseError("retry", "network", "The server did not answer.", { cause });
    }
    if (response.ok) return answer;
    throw problem(response, answer);
  }
}

/** A form's open offer of passkeys: rounds of one browser request each. */
class AutofillWatch {
  #round = null;
  #settled = Promise.resolve();
  #pauses = 0;
  #wake = null;
  #ended = false;
  #outer;

  constructor(outer) {
    this.#outer = outer;
    outer?.addEventListener("abort", () => this.end(), { once: true });
    if (outer?.aborted) this.end();
  }

  async pause() {
    this.#pauses += 1;
    this.#round?.abort();
    await this.#settled;
  }

  resume() {
    this.#pauses -= 1;
    this.#wake?.();
  }

  end() {
    this.#ended = true;
    this.#round?.abort();
    this.#wake?.();
  }

  /** Asks round after round until a credential comes, then finishes with it. */
  async run(request, finish) {
    let failures = 0;
    while (!this.#ended) {
      if (this.#pauses > 0 || document.hidden) {
        await this.#change();
        continue;
      }
      const round = (this.#round = new AbortController());
      const began = Date.now();
      const asked = request(round);
      this.#settled = asked.then(() => {}, () => {});
      let credential;
      try {
        credential = await asked;
      } catch (error) {
        const { aborted } = round.signal;
        this.#round = null;
        if (aborted) continue;
        // Browsers also end the request when their list is closed; one that always refuses is left alone.
        failures = Date.now() - began > 5_000 ? 0 : failures + 1;
        const { kind, code, status, message, retryAfter } = GatehouseError.from(error);
        // The browser can offer nothing after all. Nobody has asked for anything yet: a dialog will say why.
        if (kind === "fallback" && status === 0) throw new GatehouseError("ignore", code, message, { cause: error });
        if ((kind !== "retry" && kind !== "ignore") || failures > 5) throw GatehouseError.from(error);
        await this.#change(Math.max((retryAfter ?? 0) * 1_000, 500 * 2 ** failures));
        continue;
      }
      this.#round = null;
      return finish(credential);
    }
    throw new GatehouseError("ignore", this.#outer?.aborted ? "aborted" : "superseded", "The offer was taken back.");
  }

  /** Waits until something may have changed: a resume, the page seen again, the time over. */
  #change(milliseconds) {
    return new Promise((resolve) => {
      const timer = milliseconds && setTimeout(() => this.#wake(), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", this.#wake);
        this.#wake = null;
        resolve();
      };
      document.addEventListener("visibilitychange", this.#wake);
    });
  }
}

function problem(response, answer) {
  const code = answer?.code ?? (response.status >= 500 ? "unavailable" : "request_malformed");
  const kind = RETRY.includes(code) || response.status >= 500 ? "retry" : FALLBACK.includes(code) ? "fallback" : "show";
  return new GatehouseError(kind, code, answer?.detail ?? answer?.title ?? response.statusText, {
    status: response.status,
    requestId: answer?.request_id ?? response.headers.get("X-Request-Id"),
    retryAfter: Number(response.headers.get("Retry-After")) || null,
    signal: answer?.signal,
  });
}

/** Opens the browser's request. */
async function ask(what, options) {
  if (!Gatehouse.isSupported) throw new GatehouseError("fallback", "passkeys_unsupported", "No passkeys here.");
  const credential = await navigator.credentials[what](options);
  if (!credential) throw new GatehouseError("ignore", "cancelled", "The browser returned nothing.");
  return credential;
}

/** `AbortSignal.any`, which browsers have only since 2024. */
function either(first, second) {
  if (AbortSignal.any) return AbortSignal.any([first, second]);
  const both = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener("abort", () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}

/** Signals are a courtesy to the credential manager: whatever it answers, the page goes on. */
function tellDevice(signal, details) {
  try {
    globalThis.PublicKeyCredential?.[signal]?.(details)?.catch(() => {});
  } catch {
    // An old shape of the API.
  }
}

// JSON to and from the browser's types, for browsers (and extensions in front of them) that lack the methods.

function parse(kind, options) {
  const native = PublicKeyCredential[`parse${kind}OptionsFromJSON`];
  if (native) return native.call(PublicKeyCredential, options);
  const descriptors = (list) => list?.map((item) => ({ ...item, id: toBytes(item.id) }));
  const parsed = { ...options, challenge: toBytes(options.challenge) };
  if (options.user) parsed.user = { ...options.user, id: toBytes(options.user.id) };
  if (options.allowCredentials) parsed.allowCredentials = descriptors(options.allowCredentials);
  if (options.excludeCredentials) parsed.excludeCredentials = descriptors(options.excludeCredentials);
  return parsed;
}

function serialize(credential) {
  try {
    return credential.toJSON();
  } catch {
    // Missing, or replaced by a password manager with something that does not work.
  }
  const { id, type, authenticatorAttachment, response } = credential;
  const members = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) members[name] = toText(response[name]);
  }
  if (response.getTransports) members.transports = response.getTransports();
  return {
    id, rawId: toText(credential.rawId), type, response: members,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: {},
  };
}

function toBytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

function toText(buffer) {
  let binary = "";
  for (const byte of new Uint8Array(buffer)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
