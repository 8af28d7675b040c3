import { readFileSync } from 'node:fs';
import { findDamage, inspectPdf, stripPdf } from '@countersign/pdf-sign';
import { describe, expect, it, test } from 'vitest';
import { decideUpload } from '../apps/server/src/features/documents/upload-policy.ts';
import { activeFile, activeVectors } from './active-content.ts';

const DANGEROUS = /JavaScript|\/JS|\/Launch|SubmitForm|GoToR|\/Thread|attacker|javascript:/;

describe.each(activeVectors)('$name', (vector) => {
  const file = activeFile(vector);

  it(`finds the active content: ${vector.description}`, () => {
    expect(findDamage(file)).toBeNull();
    const inspection = inspectPdf(file);
    expect(inspection.activeContent.map(({ kind }) => kind)).toContain(vector.kind);
    expect(decideUpload(inspection, 'refuse')).toEqual({ outcome: 'refuse', reason: 'active_content' });
    expect(decideUpload(inspection, 'strip')).toMatchObject({
      strip: true,
      warnings: [expect.stringContaining('Active content was removed')],
    });
  });

  it('removes the active content', () => {
    const { bytes } = stripPdf(file);
    expect(inspectPdf(bytes).activeContent).toEqual([]);
    expect(bytes.toString('latin1')).not.toMatch(DANGEROUS);
  });
});

test('gives each test vector a unique name, and lists the vectors in README.md', () => {
  expect(new Set(activeVectors.map(({ name }) => name)).size).toBe(activeVectors.length);
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  for (const { name, description, kind } of activeVectors)
    expect(readme).toContain(`| ${name} | ${description} | ${kind} |`);
});
