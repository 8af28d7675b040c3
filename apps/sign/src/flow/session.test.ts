import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  loadDraft,
  loadLanguage,
  loadSession,
  openTabStorage,
  saveDraft,
  saveLanguage,
  saveSession,
  tokenInAddress,
} from './session.ts';

const draft = { values: { fld_a: 'x' }, placed: [], signature: null, initials: null };
const session = { signerId: 'sgn_ada', bearer: 'b', expiresAt: '2026-11-20T10:30:00.000Z' };
let storage: Storage;
beforeEach(() => {
  storage = openTabStorage();
});

afterEach(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));

it('keeps the session in memory if the browser denies storage', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  const kept = openTabStorage();
  saveSession(kept, session);
  expect(loadSession(kept)).toEqual(session);
});

describe('stored data of a tab', () => {
  it('reads the signing link from the URL and returns none for an empty fragment', () => {
    expect(tokenInAddress('#abc.def')).toBe('abc.def');
    expect(tokenInAddress('#')).toBeNull();
    expect(tokenInAddress('')).toBeNull();
  });

  it('restores the bearer token after a reload', () => {
    saveSession(storage, session);
    expect(loadSession(storage)).toEqual(session);
  });

  it('restores a draft only for its own signer', () => {
    saveDraft(storage, 'sgn_ada', draft);
    expect(loadDraft(storage, 'sgn_ada')).toEqual(draft);
    expect(loadDraft(storage, 'sgn_ben')).toBeNull();
  });

  it('restores the chosen language if it is supported', () => {
    expect(loadLanguage(storage)).toBeNull();
    saveLanguage(storage, 'pl');
    expect(loadLanguage(storage)).toBe('pl');
    storage.setItem(storage.key(0) ?? '', '{"chosen":"__proto__"}');
    expect(loadLanguage(storage)).toBeNull();
  });

  it('treats damaged storage as empty', () => {
    saveSession(storage, session);
    const key = storage.key(0) ?? '';
    for (const damaged of ['{', '7', '"x"', '{"bearer":1}']) {
      storage.setItem(key, damaged);
      expect(loadSession(storage)).toBeNull();
    }
  });

  it('does not fail if the storage is full or disabled', () => {
    const broken = openTabStorage();
    broken.getItem = () => {
      throw new Error('denied');
    };
    broken.setItem = () => {
      throw new Error('full');
    };
    expect(() => saveDraft(broken, 'sgn_ada', draft)).not.toThrow();
    expect(loadDraft(broken, 'sgn_ada')).toBeNull();
  });
});
