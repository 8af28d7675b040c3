/**
 * Writes the attack vectors for testing other verifiers. `node vectors/generate.ts FOLDER` creates the files, the root
 * certificate to trust (root.pem), and expectations.json. `node vectors/generate.ts --readme` updates the list in
 * README.md.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPem } from '@countersign/pki';
import { after, SIGNED_AT } from '../packages/pades/test/kit.ts';
import { makeBase } from './kit/document.ts';
import { withList } from './kit/list.ts';
import { vectors } from './vectors.ts';

const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node vectors/generate.ts FOLDER | --readme\n');
  process.exitCode = 2;
} else if (target === '--readme') {
  const readme = new URL('README.md', import.meta.url);
  await writeFile(readme, withList(await readFile(readme, 'utf8'), vectors));
} else {
  await write(target);
}

async function write(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const base = await makeBase();
  await writeFile(join(folder, 'root.pem'), toPem('CERTIFICATE', base.authority.root.certificate.der));
  const expectations = [];
  for (const { make, expected, ...facts } of vectors) {
    const { file, now = after(SIGNED_AT, 1) } = await make(base);
    await writeFile(join(folder, `${facts.name}.pdf`), file);
    const signature = expected.verdict === 'valid' ? null : expected.signature;
    expectations.push({ ...facts, verdict: expected.verdict, signature, judgedAt: now.toISOString() });
  }
  await writeFile(join(folder, 'expectations.json'), `${JSON.stringify(expectations, null, 2)}\n`);
}
