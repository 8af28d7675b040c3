/** Runs pysaml2, an independent identity provider, on loopback. It signs in the person that was set last. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { SamlProvider } from '../support/saml-provider.ts';

export type Pysaml2 = {
  base: string;
  /** Sets `service-provider` (our metadata), `person`, or `options` (the parts to sign and encrypt). */
  tell: (name: 'service-provider' | 'person' | 'options', body: object | string) => Promise<void>;
  metadata: () => Promise<string>;
  close: () => Promise<void>;
};

export async function startPysaml2(): Promise<Pysaml2> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-idp-'));
  const keys = await SamlProvider.create('keys');
  await writeFile(path.join(folder, 'key.pem'), keys.keyPem);
  await writeFile(path.join(folder, 'cert.pem'), keys.certificatePem);
  outsideTool('xmlsec1');
  outsideTool('pysaml2');
  const script = path.join(import.meta.dirname, 'pysaml2-provider.py');
  // The system's own Python is used, because Debian's packages are built for it.
  const child = spawn('/usr/bin/python3', [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const base = `http://127.0.0.1:${line.toString().trim()}`;
  return {
    base,
    tell: async (name, body) => {
      await fetch(`${base}/${name}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
    },
    metadata: async () => (await fetch(`${base}/metadata`)).text(),
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
