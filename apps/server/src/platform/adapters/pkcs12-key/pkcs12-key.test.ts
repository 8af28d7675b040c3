import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outsideTool } from '../../../../../../scripts/outside-tools.ts';
import { ECDSA, ED25519, privateKeyContract, RSA } from '../../ports/private-key.contract.ts';
import { KeyRefusedError } from '../../ports/private-key.ts';
import { openPkcs12Key } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-p12-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a PKCS#12 file in the same way as an operator would with OpenSSL. */
function makeFile(name: string, algorithm: readonly string[]): string {
  const openssl = (...args: string[]) => execFileSync(outsideTool('openssl'), args, { cwd: folder, stdio: 'pipe' });
  openssl('genpkey', ...algorithm, '-out', `${name}.key`);
  openssl('req', '-x509', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-days', '10', '-out', `${name}.pem`);
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    `${name}.key`,
    '-in',
    `${name}.pem`,
    '-passout',
    'pass:hunter2',
    '-out',
    `${name}.p12`,
  );
  return path.join(folder, `${name}.p12`);
}
const ec = (curve: string) => ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`];

privateKeyContract('PKCS#12', [
  {
    name: 'P-256',
    open: () => openPkcs12Key(makeFile('p256', ec('P-256')), 'hunter2'),
    algorithms: [ECDSA('sha256'), ECDSA('sha512')],
  },
  { name: 'P-521', open: () => openPkcs12Key(makeFile('p521', ec('P-521')), 'hunter2'), algorithms: [ECDSA('sha512')] },
  { name: 'RSA-2048', open: () => openPkcs12Key(makeFile('rsa', ['-algorithm', 'RSA']), 'hunter2'), algorithms: RSA },
  {
    name: 'Ed25519',
    open: () => openPkcs12Key(makeFile('ed', ['-algorithm', 'ED25519']), 'hunter2'),
    algorithms: [ED25519],
  },
]);

test('distinguishes a wrong password, an invalid file and a missing file, without repeating the password', async () => {
  const file = makeFile('other', ec('P-256'));
  await expect(openPkcs12Key(file, 'wrong')).rejects.toThrow(/password does not open/);
  writeFileSync(path.join(folder, 'text.p12'), 'not a key file');
  await expect(openPkcs12Key(path.join(folder, 'text.p12'), 'hunter2')).rejects.toBeInstanceOf(KeyRefusedError);
  await expect(openPkcs12Key(path.join(folder, 'absent.p12'), 'hunter2')).rejects.toThrow(/cannot be read/);
});
