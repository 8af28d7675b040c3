import { afterEach, expect, test, vi } from 'vitest';
import { commonTags, type Listed, move, movesFor, withCommon } from './bulk-actions.ts';

const listed = (id: string, status: Listed['status'] = 'draft', tags: string[] = []): Listed => ({
  id: `doc_${id}`,
  title: `Title of ${id}`,
  status,
  tags,
});

afterEach(() => vi.unstubAllGlobals());

/** Answers the bulk operation; keeps what was asked for. */
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

test('what may be done follows from where the documents are', () => {
  expect(movesFor([{ status: 'completed' }], false)).toEqual(['archive', 'delete']);
  expect(movesFor([{ status: 'archived' }], false)).toEqual(['restore', 'delete']);
  expect(movesFor([{ status: 'archived' }, { status: 'draft' }], false)).toEqual(['archive', 'restore', 'delete']);
  expect(movesFor([{ status: 'draft' }], true)).toEqual(['restore']);
});

test('each that was refused is named with its reason, and undo takes back the others alone', async () => {
  const asked = server((id) =>
    id === 'doc_b' ? { success: false, status: 'in-progress', message: 'no' } : { success: true, status: 'archived' },
  );
  const outcome = await move('archive', [listed('a'), listed('b', 'in-progress'), listed('c')], 'archive')();
  expect(outcome.text).toBe('2 documents archived, 1 not');
  expect(outcome.refused).toEqual([{ id: 'doc_b', title: 'Title of b', why: 'It is out for signing. Void it first.' }]);
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

test('nothing done, nothing to undo', async () => {
  server(() => ({ success: false, status: null }));
  const outcome = await move('delete', [listed('a')], 'trash')();
  expect(outcome.undo).toBeNull();
  expect(outcome.refused[0]?.why).toContain('no longer exists');
});

test('of several documents the common tags are edited, and their own stay', () => {
  const documents = [listed('a', 'draft', ['lease', 'x']), listed('b', 'draft', ['lease', 'y'])];
  expect(commonTags(documents)).toEqual(['lease']);
  expect(withCommon(['lease', 'x'], ['lease'], ['2026'])).toEqual(['x', '2026']);
  expect(withCommon(['lease', 'x'], ['lease'], ['lease', 'x'])).toEqual(['lease', 'x']);
});
