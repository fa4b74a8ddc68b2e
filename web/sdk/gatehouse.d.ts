/** What a page does about an error: nothing at all; offer to try again; offer another way in; show the reason. */
export type ErrorKind = "ignore" | "retry" | "fallback" | "show";

/** Codes of the browser's side. Others come from the server (see docs/errors.md). */
export type BrowserCode =
  | "network" | "cancelled" | "aborted" | "superseded" | "passkeys_unsupported" | "passkey_exists" | "passkey_failed";

export class GatehouseError extends Error {
  readonly kind: ErrorKind;
  readonly code: BrowserCode | (string & {});
  /** The HTTP status; 0 if the server did not answer or was not asked. */
  readonly status: number;
  /** Quote it to whoever runs the gateway. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | null;
  constructor(
    kind: ErrorKind, code: string, message: string,
    details?: { status?: number; requestId?: string; retryAfter?: number; signal?: object; cause?: unknown },
  );
  static from(error: unknown): GatehouseError;
}

export interface Account {
  id: string;
  username: string | null;
  display_name: string | null;
  email: string | null;
  email_verified: boolean;
  has_passkey: boolean;
  has_password: boolean;
}

/** Times are Unix seconds. */
export interface Session {
  /** Absent on the issuer's own pages, where the session is a cookie. */
  token?: string;
  token_type: "Bearer";
  expires_in: number;
  expires_at: number;
  id: string;
  /** RFC 8176: `swk` or `hwk` for a passkey, `user`, and `mfa` with user verification. */
  amr: string[];
  /** `phr` for a passkey with user verification, else `1`. */
  acr: string;
  auth_time: number;
  /** Only in the answer to a sign-in from another origin. */
  reauthentication?: { value: string; expires_in: number };
  user: Account;
  offer_passkey: boolean;
  signals?: Signals;
}

/** What credential managers are told (WebAuthn Level 3, signal methods). */
export interface Signals {
  all_accepted: { rpId: string; userId: string; allAcceptedCredentialIds: string[] };
  current_user: { rpId: string; userId: string; name: string; displayName: string };
}

export interface Passkey {
  id: string;
  name: string;
  /** The passkey provider's name by its AAGUID, if known. Not proven. */
  provider: string | null;
  aaguid: string;
  created_at: number;
  last_used_at: number | null;
  transports: string[];
  /** Whether it may be synced between devices; null if not known. */
  backup_eligible: boolean | null;
  /** Whether it is synced now. */
  backed_up: boolean;
  attestation: { format: string; trusted: boolean };
}

export interface SessionSummary {
  id: string;
  /** Whether it is the one that asks. */
  current: boolean;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  auth_time: number;
  amr: string[];
  acr: string;
  client_id: string | null;
  user_agent: string;
  origin: string;
}

/**
 * One tenant, as a page sees it. On the issuer's pages, dispatches `change` when another tab signs in or out. Every
 * promise rejects with a `GatehouseError` only.
 */
export class Gatehouse extends EventTarget {
  /** `issuer` is where this module was loaded from, unless given. */
  constructor(options?: { issuer?: string; clientId?: string });

  /** Whether this browser has passkeys on this page at all (they need https, or localhost). */
  static readonly isSupported: boolean;
  /** Whether the browser offers passkeys in fields with `autocomplete="username webauthn"`. */
  static canAutofill(): Promise<boolean>;

  /** The session token for calls to services, kept in memory only; null on the issuer's own pages. */
  readonly token: string | null;

  /** Creates an account with a passkey, and signs in. */
  signUp(person?: {
    username?: string; displayName?: string; passkeyName?: string; invitation?: string; signal?: AbortSignal;
  }): Promise<Session>;

  /**
   * Signs in with a passkey. With `autofill` the browser offers passkeys in the form's field and the promise stays
   * open until one is chosen; it ends with kind `ignore` when somebody signed in otherwise.
   */
  signIn(options?: { autofill?: boolean; username?: string; signal?: AbortSignal }): Promise<Session>;

  /** Ends this session on the server. */
  signOut(): Promise<void>;
  /** Null if nobody is signed in. */
  session(): Promise<Session | null>;
  account(): Promise<Account>;

  /** Adds a passkey to the account. Asks for a passkey first if the sign-in is no longer fresh. */
  addPasskey(options?: { name?: string; signal?: AbortSignal }): Promise<Passkey>;

  readonly passkeys: {
    list(): Promise<Passkey[]>;
    rename(id: string, name: string): Promise<Passkey>;
    /** Asks for a passkey first if the sign-in is no longer fresh. Fails with `last_credential` for the only one. */
    remove(id: string): Promise<void>;
  };

  readonly sessions: {
    list(): Promise<SessionSummary[]>;
    end(id: string): Promise<void>;
    /** Ends all but this one. */
    endOthers(): Promise<void>;
  };

  /** Tells the credential manager which passkeys and which names the account has now. */
  signals(): Promise<void>;
}
