import { describe, expect, test } from 'vitest';
import { tableFaults, tableUses } from './document-tables.ts';

const FEATURES = 'apps/server/src/features';
const faults = (file: string, source: string, statements = 0) =>
  tableFaults(tableUses(file, source), statements === 0 ? {} : { [file]: { statements, reason: 'a test' } });

describe('SQL statements on the tables of document-core', () => {
  test('forbids writing to a table of another feature, even if reads are allowed', () => {
    const source = "const q = statement('x', 'update documents set title = $3 where tenant_id = $1 and id = $2');";
    expect(faults(`${FEATURES}/a/store.ts`, source, 1)[0]).toBe(
      `${FEATURES}/a/store.ts:1 writes documents. Only document-core writes this table.`,
    );
  });

  test('finds a write inside a common table expression', () => {
    const source =
      'const q = `with d as (update fields set value = $2 where tenant_id = $1 returning 1) select 1 from d`;';
    expect(faults(`${FEATURES}/a/store.ts`, source)).toEqual([expect.stringContaining('writes fields')]);
  });

  test('allows only the listed number of statements that read a table of another feature', () => {
    const source = `const one = 'select id from documents where tenant_id = $1';
      const two = 'select s.id from mails m join signers s on s.tenant_id = m.tenant_id';`;
    expect(faults(`${FEATURES}/a/store.ts`, source, 2)).toEqual([]);
    expect(faults(`${FEATURES}/a/store.ts`, source, 1)).toEqual([
      `${FEATURES}/a/store.ts:1 reads documents. Add a reader to document-core.`,
      `${FEATURES}/a/store.ts:2 reads signers. Add a reader to document-core.`,
    ]);
  });

  test('asks for a lower limit if a file has fewer statements than listed', () => {
    const source = "const one = 'select id from revisions where tenant_id = $1';";
    expect(faults(`${FEATURES}/a/store.ts`, source, 3)).toEqual([
      `${FEATURES}/a/store.ts has 1 such statements. Lower its number from 3.`,
    ]);
  });

  test('allows writes to the signers table in only one file of document-core', () => {
    const source = "const q = 'update signers set name = $3 where tenant_id = $1 and id = $2';";
    expect(faults(`${FEATURES}/document-core/store/documents.ts`, source)).toHaveLength(1);
    expect(faults(`${FEATURES}/document-core/store/recipients.ts`, source)).toEqual([]);
  });

  test('ignores a sentence about documents that looks like SQL', () => {
    const source = "throw new Error('Select fields from documents to update.'); // update documents set title";
    expect(faults(`${FEATURES}/a/words.ts`, source)).toEqual([]);
  });
});
