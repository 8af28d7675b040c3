import { expect, test } from 'vitest';
import { inPages, rowAfter } from './paging.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const idOf = ({ id }: { id: string }) => id;
const page = (of: readonly { id: string }[], asked: { pageSize?: number | undefined; cursor?: string | undefined }) => {
  const { rows: shown, pagination } = inPages('rows', of, asked, idOf);
  return { shown: shown.map(idOf).join(''), cursor: pagination.nextCursor ?? undefined, ...pagination };
};
const without = (ids: string) => rows.filter(({ id }) => !ids.includes(id));

test('returns all entries if no page is requested', () => {
  expect(page(rows, {})).toMatchObject({ shown: 'abcde', hasMore: false, nextCursor: null, total: 5 });
  expect(page([], {})).toMatchObject({ shown: '', hasMore: false, total: 0 });
});

test('iterates over all entries of a list, page by page', () => {
  const first = page(rows, { pageSize: 2 });
  expect(first).toMatchObject({ shown: 'ab', hasMore: true, total: 5 });
  const second = page(rows, { pageSize: 2, cursor: first.cursor });
  expect(second).toMatchObject({ shown: 'cd', hasMore: true });
  expect(page(rows, { pageSize: 2, cursor: second.cursor })).toMatchObject({ shown: 'e', hasMore: false });
  expect(page(rows, { cursor: first.cursor })).toMatchObject({ shown: 'cde', hasMore: false });
});

test('does not skip entries when the caller deletes each entry after reading it', () => {
  const { cursor } = page(rows, { pageSize: 2 });
  expect(page(without('ab'), { pageSize: 2, cursor }).shown).toBe('cd');
});

test('continues a list with the next remaining entry if an entry was deleted since the previous page', () => {
  const { cursor } = page(rows, { pageSize: 2 });
  expect(page(without('c'), { pageSize: 2, cursor }).shown).toBe('de');
});

test('rejects a cursor whose entries were deleted and text that is not a cursor', () => {
  const { cursor } = page(rows, { pageSize: 2 });
  expect(() => page(without('bc'), { cursor })).toThrow(/Start from the first page/);
  for (const text of ['x', '%', Buffer.from('{"a":1}').toString('base64url')])
    expect(() => page(rows, { cursor: text })).toThrow(/is not a cursor of this list/);
});

test('reads the row number from a cursor', () => {
  expect(rowAfter({ after: 3 })).toBe(3);
  expect(rowAfter({ after: 0, cursor: '40' })).toBe(40);
  expect(() => rowAfter({ after: 3, cursor: '40' })).toThrow(/cannot be combined/);
  expect(() => rowAfter({ after: 0, cursor: '-1' })).toThrow(/not a cursor/);
});
