import { expect, test } from 'vitest';
import { dueCsv } from './due-csv.ts';

test('prevents a title from breaking its CSV line or becoming a formula', () => {
  const due = {
    id: 'doc_x' as const,
    title: '=1+1, "two"',
    status: 'completed' as const,
    owner: null,
    retention_ends_at: '2027-01-01T00:00:00.000Z',
    announced_at: null,
    erase_at: null,
    held: false,
  };
  expect(dueCsv([due]).split('\r\n')[1]).toBe(`doc_x,"'=1+1, ""two""",completed,,,2027-01-01T00:00:00.000Z,,,no`);
});
