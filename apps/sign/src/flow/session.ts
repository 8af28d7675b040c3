/**
 * Stores the credentials of a visit.
 *
 * The link (`/sign#<token>`) opens the document for as long as it is in progress. The bearer token from its exchange
 * expires half an hour after its last use. The link's token is therefore kept only in memory, and is removed from the
 * address bar as soon as the exchange has succeeded. It must not remain in a shared screen, a copied address or the
 * history of a borrowed phone. Until then, it stays in the address bar, so that people can reload the page if it did
 * not load.
 *
 * The bearer token is kept in sessionStorage (this tab, until it is closed), so that the visit continues after a
 * reload, or when a phone drops the tab from memory while the signer looks something up. Input and the chosen language
 * are kept in the same way.
 */
import { type Language, languageOf } from '@countersign/contract/languages';
import type { Draft } from './fields.ts';

const BEARER_KEY = 'countersign.bearer';
const DRAFT_KEY = 'countersign.draft';
const LANGUAGE_KEY = 'countersign.language';

/**
 * The storage of this tab. Reading `sessionStorage` throws if the browser denies storage to the page, as private
 * browsing modes do in a frame on another site. In that case, the visit keeps everything in memory until the page is
 * closed.
 */
export const tabStorage: Storage = openTabStorage();

export function openTabStorage(): Storage {
  try {
    return globalThis.sessionStorage ?? memoryStorage();
  } catch {
    return memoryStorage();
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/** `expiresAt` is ISO 8601. */
export type Session = { signerId: string; bearer: string; expiresAt: string };

export function tokenInAddress(hash: string): string | null {
  const token = hash.replace(/^#/, '').trim();
  return token === '' ? null : token;
}

export function loadSession(storage: Storage): Session | null {
  const value = read(storage, BEARER_KEY);
  const { signerId, bearer, expiresAt } = (value ?? {}) as Partial<Record<keyof Session, unknown>>;
  if (typeof signerId !== 'string' || typeof bearer !== 'string' || typeof expiresAt !== 'string') return null;
  return { signerId, bearer, expiresAt };
}

export function saveSession(storage: Storage, session: Session): void {
  write(storage, BEARER_KEY, session);
}

export function forgetSession(storage: Storage): void {
  remove(storage, BEARER_KEY);
}

/** Returns the draft of this signer, or null. Another link opened in the same tab must not inherit the draft. */
export function loadDraft(storage: Storage, signerId: string): Draft | null {
  const saved = read(storage, DRAFT_KEY) as { signerId?: unknown; draft?: Draft } | null;
  return saved !== null && saved.signerId === signerId && saved.draft !== undefined ? saved.draft : null;
}

export function saveDraft(storage: Storage, signerId: string, draft: Draft): void {
  write(storage, DRAFT_KEY, { signerId, draft });
}

export function forgetDraft(storage: Storage): void {
  remove(storage, DRAFT_KEY);
}

export function loadLanguage(storage: Storage): Language | null {
  const { chosen } = (read(storage, LANGUAGE_KEY) ?? {}) as { chosen?: unknown };
  return typeof chosen === 'string' ? languageOf([chosen]) : null;
}

export function saveLanguage(storage: Storage, chosen: Language): void {
  write(storage, LANGUAGE_KEY, { chosen });
}

export function forgetLanguage(storage: Storage): void {
  remove(storage, LANGUAGE_KEY);
}

// Returns null if the browser has disabled the storage, or if it contains unreadable data. Without storage, the visit
// lasts only until the page is closed.
function read(storage: Storage, key: string): unknown {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    remove(storage, key);
  }
}

function remove(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // If the browser has disabled storage for the page, the value is not stored.
  }
}
