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

it('keeps the session in memory where the browser denies storage', () => {
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

describe('what a tab keeps', () => {
  it('finds the link in the address, and none in an empty fragment', () => {
    expect(tokenInAddress('#abc.def')).toBe('abc.def');
    expect(tokenInAddress('#')).toBeNull();
    expect(tokenInAddress('')).toBeNull();
  });

  it('goes on with the bearer after a reload', () => {
    saveSession(storage, session);
    expect(loadSession(storage)).toEqual(session);
  });

  it('gives a draft back to the signer it is of, and to nobody else', () => {
    saveDraft(storage, 'sgn_ada', draft);
    expect(loadDraft(storage, 'sgn_ada')).toEqual(draft);
    expect(loadDraft(storage, 'sgn_ben')).toBeNull();
  });

  it('knows the language that was chosen, as long as there is such a one', () => {
    expect(loadLanguage(storage)).toBeNull();
    saveLanguage(storage, 'pl');
    expect(loadLanguage(storage)).toBe('pl');
    storage.setItem(storage.key(0) ?? '', '{"chosen":"__proto__"}');
    expect(loadLanguage(storage)).toBeNull();
  });

  it('takes damaged storage for empty storage', () => {
    saveSession(storage, session);
    const key = storage.key(0) ?? '';
    for (const damaged of ['{', '7', '"x"', '{"bearer":1}']) {
      storage.setItem(key, damaged);
      expect(loadSession(storage)).toBeNull();
    }
  });

  it('does not fail where storage is full or switched off', () => {
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
