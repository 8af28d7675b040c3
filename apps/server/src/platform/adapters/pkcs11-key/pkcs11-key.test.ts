import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HSM_PIN, softToken } from '../../../../test/support/soft-hsm.ts';
import { parseKeyUri, type Pkcs11Address } from '../../ports/key-uri.ts';
import { ECDSA, ED25519, privateKeyContract, RSA } from '../../ports/private-key.contract.ts';
import { KeyRefusedError, KeyUnavailableError } from '../../ports/private-key.ts';
import { openPkcs11Key } from './index.ts';
import { loadModule } from './module.ts';

const token = softToken();
const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;
const rsa = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

function address(uri: string): Pkcs11Address {
  const parsed = parseKeyUri(uri);
  if (parsed.kind !== 'pkcs11') throw new Error('no token');
  return parsed;
}

const opened = (name: string, id: string, key: () => KeyObject) => async () => {
  token.put(name, id, key());
  return openPkcs11Key(address(token.uri(name)), { pin: HSM_PIN });
};

privateKeyContract('PKCS#11', [
  {
    name: 'P-256',
    open: opened('p256', '01', () => ec('P-256')),
    algorithms: [ECDSA('sha256'), ECDSA('sha384'), ECDSA('sha512')],
  },
  { name: 'P-384', open: opened('p384', '02', () => ec('P-384')), algorithms: [ECDSA('sha384'), ECDSA('sha256')] },
  { name: 'P-521', open: opened('p521', '03', () => ec('P-521')), algorithms: [ECDSA('sha512')] },
  { name: 'RSA-2048', open: opened('rsa', '04', rsa), algorithms: RSA },
  { name: 'Ed25519', open: opened('ed', '05', () => generateKeyPairSync('ed25519').privateKey), algorithms: [ED25519] },
]);

describe('PKCS#11 token', () => {
  test('finds a key by its ID if two keys have the same name', async () => {
    token.put('twin', '0a', ec('P-256'));
    token.put('twin', '0b', ec('P-256'));
    await expect(openPkcs11Key(address(token.uri('twin')), { pin: HSM_PIN })).rejects.toThrow(/several private keys/);
    const byId = (id: string) =>
      openPkcs11Key(address(token.uri('twin').replace('?', `;id=%${id}?`)), { pin: HSM_PIN });
    const [a, b] = [await byId('0a'), await byId('0b')];
    expect(a.publicKeySpki.equals(b.publicKeySpki)).toBe(false);
  });

  test('signs in to the token again after all its sessions were closed', async () => {
    token.put('forgotten', '10', ec('P-256'));
    const key = await openPkcs11Key(address(token.uri('forgotten')), { pin: HSM_PIN });
    const data = Buffer.from('before and after');
    await key.sign(ECDSA('sha256'), data);
    await closeEverySession();
    await expect(key.sign(ECDSA('sha256'), data)).resolves.toBeInstanceOf(Buffer);
  });

  test.each([
    ['a wrong PIN', 'forgotten', '000000', KeyRefusedError, /PIN is wrong/],
    ['a key that does not exist', 'absent', HSM_PIN, KeyRefusedError, /no private key with that name/],
  ] as const)('rejects a token with %s, and reports the reason', async (_what, object, pin, kind, message) => {
    // A token does not check the PIN while another session of this process is authenticated, so all sessions are
    // closed.
    await closeEverySession();
    const failed = openPkcs11Key(address(token.uri(object)), { pin });
    await expect(failed).rejects.toBeInstanceOf(kind);
    await expect(failed).rejects.toThrow(message);
  });

  test('reports a token that is not plugged in as unavailable', async () => {
    const elsewhere = address(token.uri('p256').replace(encodeURIComponent(token.label), 'elsewhere'));
    await expect(openPkcs11Key(elsewhere, { pin: HSM_PIN })).rejects.toBeInstanceOf(KeyUnavailableError);
  });

  test('rejects a library that is not a PKCS#11 library', async () => {
    await expect(
      openPkcs11Key({ ...address(token.uri('p256')), modulePath: '/usr/lib/nothing.so' }, { pin: HSM_PIN }),
    ).rejects.toThrow(/cannot be loaded/);
  });
});

/**
 * Closes every session by its handle. Existing sessions end as they would with C_CloseAllSessions, which the server
 * does not call.
 */
async function closeEverySession(): Promise<void> {
  const call = await loadModule(token.module);
  for (let handle = 1; handle < 200; handle += 1) await call('C_CloseSession', [handle]).catch(() => {});
}
