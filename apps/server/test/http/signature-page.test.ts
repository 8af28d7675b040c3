/** Tests the page that is added for signers without a signature field in the document. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-signature-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function lastPage(options: Parameters<typeof app.sent>[0]): Promise<{ text: string; fonts: string }> {
  const { id, document } = await app.sent(options);
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
  const file = path.join(folder, `${id}.pdf`);
  writeFileSync(file, (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes);
  const page = String(document.pages.length);
  const run = (tool: 'pdftotext' | 'pdffonts', args: string[]) =>
    execFileSync(outsideTool(tool), args, { encoding: 'utf8' });
  return {
    text: run('pdftotext', ['-f', page, '-layout', file, '-']),
    fonts: run('pdffonts', ['-f', page, '-l', page, file]),
  };
}

describe('signature page', () => {
  test('uses the language that the signers share, with a caption for each field and embedded fonts', async () => {
    const [one, two] = [app.person(), app.person()];
    const { text, fonts } = await lastPage({
      signers: [
        { ...one, locale: 'de' },
        { ...two, locale: 'de' },
      ],
    });
    expect(text).toContain('Unterschriften');
    expect(text).toMatch(/Unterschrift 1\s[^]*Unterschrift 2/);
    expect(text).not.toContain('Slot');
    expect(text).not.toContain(one.name);
    const embedded = fonts
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => / (yes|no) +(?:yes|no) +(?:yes|no) +\d+ +\d+ *$/.exec(line)?.[1]);
    expect(embedded.length).toBeGreaterThan(0);
    expect(new Set(embedded)).toEqual(new Set(['yes']));
  });

  test('uses English on the signature page if the signers have different languages and the sender has not chosen one', async () => {
    const { text } = await lastPage({ signers: [{ ...app.person(), locale: 'fr' }, app.person()] });
    expect(text).toContain('Signatures');
    expect(text).toContain('Signature 2');
  });
});
