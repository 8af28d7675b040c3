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

describe('the stored data of a tab', () => {
  it('the link is read from the address, and is missing for an empty fragment', () => {
    expect(tokenInAddress('#abc.def')).toBe('abc.def');
    expect(tokenInAddress('#')).toBeNull();
    expect(tokenInAddress('')).toBeNull();
  });

  it('the bearer token is used again after a reload', () => {
    saveSession(storage, session);
    expect(loadSession(storage)).toEqual(session);
  });

  it('a draft is restored for its own signer only', () => {
    saveDraft(storage, 'sgn_ada', draft);
    expect(loadDraft(storage, 'sgn_ada')).toEqual(draft);
    expect(loadDraft(storage, 'sgn_ben')).toBeNull();
  });

  it('the chosen language is restored if it is supported', () => {
    expect(loadLanguage(storage)).toBeNull();
    saveLanguage(storage, 'pl');
    expect(loadLanguage(storage)).toBe('pl');
    storage.setItem(storage.key(0) ?? '', '{"chosen":"__proto__"}');
    expect(loadLanguage(storage)).toBeNull();
  });

  it('damaged storage counts as empty', () => {
    saveSession(storage, session);
    const key = storage.key(0) ?? '';
    for (const damaged of ['{', '7', '"x"', '{"bearer":1}']) {
      storage.setItem(key, damaged);
      expect(loadSession(storage)).toBeNull();
    }
  });

  it('full or disabled storage causes no failure', () => {
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
