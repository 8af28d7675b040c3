import { afterEach, expect, test, vi } from 'vitest';
import { commonTags, type Listed, move, movesFor, withCommon } from './bulk-actions.ts';

const listed = (id: string, status: Listed['status'] = 'draft', tags: string[] = []): Listed => ({
  id: `doc_${id}`,
  title: `Title of ${id}`,
  status,
  tags,
});

afterEach(() => vi.unstubAllGlobals());

/** A fake of the bulk operation that records its requests. */
function server(judge: (id: string) => { success: boolean; status: string | null; message?: string }) {
  const asked: { action: string; documentIds: string[] }[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as (typeof asked)[number];
    asked.push(request);
    const results = request.documentIds.map((documentId) => ({ documentId, ...judge(documentId) }));
    return Promise.resolve(Response.json({ success: true, action: request.action, processed: 0, failed: 0, results }));
  });
  return asked;
}

test('the allowed actions depend on where the documents are', () => {
  expect(movesFor([{ status: 'completed' }], false)).toEqual(['archive', 'delete']);
  expect(movesFor([{ status: 'archived' }], false)).toEqual(['restore', 'delete']);
  expect(movesFor([{ status: 'archived' }, { status: 'draft' }], false)).toEqual(['archive', 'restore', 'delete']);
  expect(movesFor([{ status: 'draft' }], true)).toEqual(['restore']);
});

test('names each refused document with the reason, and undo applies to the others only', async () => {
  const asked = server((id) =>
    id === 'doc_b' ? { success: false, status: 'in-progress', message: 'no' } : { success: true, status: 'archived' },
  );
  const outcome = await move('archive', [listed('a'), listed('b', 'in-progress'), listed('c')], 'archive')();
  expect(outcome.text).toBe('2 documents archived, 1 failed');
  expect(outcome.refused).toEqual([
    { id: 'doc_b', title: 'Title of b', why: 'The document is waiting for signatures. Void it first.' },
  ]);
  const undone = await outcome.undo?.();
  expect(asked.at(-1)).toEqual({ action: 'restore', documentIds: ['doc_a', 'doc_c'] });
  expect(undone?.text).toBe('2 documents restored');
  expect(undone?.undo).toBeNull();
});

test.each([
  ['delete', 'trash', 'restore'],
  ['restore', 'trash', 'delete'],
  ['restore', 'archive', 'archive'],
] as const)('%s (%s) is undone by %s', async (action, from, inverse) => {
  const asked = server(() => ({ success: true, status: 'draft' }));
  await (await move(action, [listed('a')], from)()).undo?.();
  expect(asked.map((request) => request.action)).toEqual([action, inverse]);
});

test('offers no undo if nothing was done', async () => {
  server(() => ({ success: false, status: null }));
  const outcome = await move('delete', [listed('a')], 'trash')();
  expect(outcome.undo).toBeNull();
  expect(outcome.refused[0]?.why).toContain('no longer exists');
});

test('edits the common tags of several documents and keeps their own', () => {
  const documents = [listed('a', 'draft', ['lease', 'x']), listed('b', 'draft', ['lease', 'y'])];
  expect(commonTags(documents)).toEqual(['lease']);
  expect(withCommon(['lease', 'x'], ['lease'], ['2026'])).toEqual(['x', '2026']);
  expect(withCommon(['lease', 'x'], ['lease'], ['lease', 'x'])).toEqual(['lease', 'x']);
});
