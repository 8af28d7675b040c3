import { describe, expect, it } from 'vitest';
import { readSaved, writeSaved } from './account.ts';

const EMAIL = 'ada@contoso.example';
const profile = (more: object) => ({ email: EMAIL, email_verified: true, signature: null, ...more });
/** A fetch whose requests are recorded and answered by `reply`. */
function answering(reply: () => Response | Promise<Response>) {
  const seen: { path: unknown; init: RequestInit | undefined }[] = [];
  const fetcher: typeof fetch = async (path, init) => {
    seen.push({ path, init });
    return reply();
  };
  return { fetcher, seen };
}
const read = (more: object) => readSaved(answering(() => Response.json({ profile: profile(more) })).fetcher, EMAIL);

describe('saved signature', () => {
  it("requests the saved signature with the browser's session, without a bearer token", async () => {
    const { fetcher, seen } = answering(() => Response.json({ profile: profile({}) }));
    expect(await readSaved(fetcher, 'ADA@contoso.example')).toBeNull();
    expect(seen[0]).toMatchObject({ path: '/api/user/profile', init: { credentials: 'same-origin' } });
    expect(new Headers(seen[0]?.init?.headers).has('authorization')).toBe(false);
  });

  it.each([
    ['drawn as SVG', { type: 'drawn', data: 'PHN2Zz4=' }, { picture: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['drawn as PNG', { type: 'drawn', data: 'iVBORw0KGgoAAA' }, { picture: 'data:image/png;base64,iVBORw0KGgoAAA' }],
    ['stored as a URL', { type: 'drawn', data: 'data:image/png;base64,AA' }, { picture: 'data:image/png;base64,AA' }],
    ['typed', { type: 'typed', data: 'Ada L.' }, { text: 'Ada L.' }],
  ])('reads a saved signature that is %s', async (_, signature, expected) => {
    expect(await read({ signature })).toEqual({ type: signature.type, ...expected });
  });

  it.each([
    ['another account', { email: 'ben@contoso.example' }],
    ['an unverified address', { email_verified: false }],
  ])('does not offer the saved signature of %s', async (_, more) => {
    expect(await read({ ...more, signature: { type: 'typed', data: 'Somebody' } })).toBeUndefined();
  });

  it.each([
    ['no user is signed in', () => Response.json({ error: 'UNAUTHORIZED' }, { status: 401 })],
    ['there is no connection', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('returns no saved signature if %s', async (_, reply) => {
    expect(await readSaved(answering(reply).fetcher, EMAIL)).toBeUndefined();
    expect(await writeSaved(answering(reply).fetcher, { type: 'typed', text: 'Ada' })).toBe(false);
  });

  it("saves a signature in the profile's format and reads the signature back unchanged", async () => {
    const made = { type: 'drawn', picture: 'data:image/svg+xml;base64,PHN2Zz4=' } as const;
    const { fetcher, seen } = answering(() => Response.json({ success: true }));
    expect(await writeSaved(fetcher, made)).toBe(true);
    expect(seen[0]?.init).toMatchObject({ method: 'PUT', credentials: 'same-origin' });
    const { signature } = JSON.parse(seen[0]?.init?.body as string) as { signature: object };
    expect(signature).toEqual({ type: 'drawn', data: 'PHN2Zz4=' });
    expect(await read({ signature })).toEqual(made);
  });
});
