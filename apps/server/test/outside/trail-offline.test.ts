/**
 * Compares the audit trail in a bundle with the signed file using only the command line, without a server or network.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildEntry, GENESIS, parseEntry } from '@countersign/audit-log';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../../../packages/cli/src/run.ts';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-trail-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

const app = await startTestApp();
const [done, other] = [await app.completed({ signers: [app.person(), app.person()] }), await app.completed()];
for (const { id } of [done, other]) await app.atRest(id);
const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${done.id}/download?type=bundle`);
writeFileSync(at('bundle.zip'), (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes);
execFileSync(outsideTool('unzip'), ['-q', 'bundle.zip'], { cwd: folder });
writeFileSync(at('root.pem'), (await app.anyone.get('/pki/live/root.pem')).text);
writeFileSync(at('export.jsonl'), (await app.owner.get('/api/audit/export')).text);
const nameOf = (end: string): string => at(readdirSync(folder).find((name) => name.endsWith(end)) ?? end);
const entries = readFileSync(at('audit/entries.jsonl'), 'utf8').trim().split('\n');

async function cli(...args: string[]) {
  const out: string[] = [];
  const code = await run(args, {
    out: (text) => void out.push(text),
    error: (text) => void out.push(text),
    env: {},
    colours: false,
    columns: undefined,
    now: () => app.clock.now(),
  });
  return { code, text: out.join('') };
}
const compare = (file: string, trail: string) => cli('verify', file, '--trust', at('root.pem'), '--trail', trail);

/** Changes the entries, recomputes their chain, and writes them to a file. */
function rewritten(name: string, change: (bytes: string, n: number) => string): string {
  let prev = GENESIS;
  const lines = entries.map((line, n) => {
    const built = buildEntry({ ...parseEntry(Buffer.from(change(line, n))), n, prev });
    prev = built.hash;
    return built.bytes.toString();
  });
  writeFileSync(at(name), `${lines.join('\n')}\n`);
  return at(name);
}

describe('countersign verify FILE --trail ENTRIES', () => {
  test.each([
    ['the entries of the bundle', () => at('audit/entries.jsonl')],
    ['the export of the whole audit log', () => at('export.jsonl')],
  ])('verifies the signed file and the certificate with %s', async (_, trail) => {
    for (const file of [nameOf('-signed.pdf'), nameOf('-certificate.pdf')]) {
      const { code, text } = await compare(file, trail());
      expect(text).toContain('Audit trail: verified');
      expect(text).toContain(done.id);
      expect(code).toBe(0);
    }
  });

  test('verifies a document whose recipients were changed before the first signature', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id } = await app.sent({ signers: [ada] });
    const changed = await app.key.send('PUT', `/api/documents/${id}/recipients`, { body: { signers: [ben] } });
    expect(changed.status, changed.text).toBe(200);
    await app.sign(id, { token: await app.link(ben.email) });
    await app.sealed(id);
    await app.atRest(id);
    const signed = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=signed`);
    writeFileSync(
      at('changed-recipients.pdf'),
      (await app.anyone.get(new URL(signed.body.downloadUrl).pathname)).bytes,
    );
    writeFileSync(at('changed-recipients.jsonl'), (await app.owner.get('/api/audit/export')).text);
    const { code, text } = await compare(at('changed-recipients.pdf'), at('changed-recipients.jsonl'));
    expect(text).toContain('Audit trail: verified');
    expect(text).toContain(id);
    expect(code).toBe(0);
  });

  test('verifies a document whose file was replaced while it was a draft', async () => {
    const { id } = await app.draft();
    const person = app.person();
    const replaced = await app.key.send('PUT', `/api/documents/${id}/file`, {
      body: pdfUpload(makePdf({ pages: 2 })),
      headers: MULTIPART,
    });
    expect(replaced.status, replaced.text).toBe(200);
    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [person] });
    await app.sign(id, { token: await app.link(person.email) });
    await app.sealed(id);
    const file = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=signed`);
    writeFileSync(at('replaced.pdf'), (await app.anyone.get(new URL(file.body.downloadUrl).pathname)).bytes);
    writeFileSync(at('replaced.jsonl'), (await app.owner.get('/api/audit/export')).text);
    const { code, text } = await compare(at('replaced.pdf'), at('replaced.jsonl'));
    expect(text).toContain('Audit trail: verified');
    expect(code).toBe(0);
  });

  test.each([
    ['an entry from before the signatures', 1, 'The signature of person-1@'],
    [
      'the entry of a signature',
      entries.findIndex((line) => line.includes('"document.signed"')),
      'The signature of person-2@',
    ],
  ])('detects that %s was rewritten, even if the chain is intact', async (_, index, who) => {
    const trail = rewritten(`rewritten-${index}.jsonl`, (line, n) =>
      n === index ? line.replace(/"id":"adt_[^"]*"/, '"id":"adt_00000000000000000000000000"') : line,
    );
    const { code, text } = await compare(nameOf('-signed.pdf'), trail);
    expect(text).toContain('Audit trail: contradicted');
    expect(text).toContain(`${who}`);
    expect(text).toMatch(/covers entry \d+ of the audit\s+trail with SHA-256/);
    expect(code).toBe(1);
  });

  test("detects from the certificate's seal that the end of the trail was rewritten", async () => {
    const trail = rewritten('end.jsonl', (line) => line.replace('"level":"B-LTA"', '"level":"B-T"'));
    expect(
      (await compare(nameOf('-signed.pdf'), trail)).code,
      'no signature in the file covers the last entry of the trail',
    ).toBe(0);
    const { code, text } = await compare(nameOf('-certificate.pdf'), trail);
    expect(text).toContain('Audit trail: contradicted');
    expect(code).toBe(1);
  });

  test('reports a broken chain and the first wrong entry', async () => {
    writeFileSync(at('broken.jsonl'), entries.toSpliced(2, 1).join('\n'));
    const { code, text } = await compare(nameOf('-signed.pdf'), at('broken.jsonl'));
    expect(text).toContain('The audit trail is not valid: The entry numbered 3 is at the position of number 2.');
    expect(code).toBe(1);
  });

  test('rejects the audit trail of another document', async () => {
    const rows = await app.sql<{ bytes: Buffer }>('select bytes from audit_entries where stream = $1 order by n', [
      other.id,
    ]);
    writeFileSync(at('other.jsonl'), rows.map(({ bytes }) => bytes.toString()).join('\n'));
    expect((await compare(nameOf('-signed.pdf'), at('other.jsonl'))).code).toBe(1);
  });

  test('prints the result as JSON with --json', async () => {
    const { text } = await cli(
      'verify',
      nameOf('-signed.pdf'),
      '--trust',
      at('root.pem'),
      '--trail',
      at('audit/entries.jsonl'),
      '--json',
    );
    const { trail } = JSON.parse(text) as { trail: unknown };
    expect(trail).toEqual({
      document: done.id,
      entries: entries.length,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      covering: 4,
      findings: [],
    });
  });
});
