import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../app/url.ts';
import { pagerLabels } from './list-labels.ts';
import {
  type ListState,
  parseListState,
  SORT_COLUMNS,
  TABS,
  toListQuery,
  withOwner,
  withPeriod,
  withSearch,
  withSort,
  withTab,
  withTag,
} from './list-state.ts';

test('uses a plain URL for the default document list, which is sorted by the last change', () => {
  expect(parseListState({})).toEqual({});
  expect(parseListState({ status: 'all', sort: 'updated_at', order: 'desc', q: ' ' })).toEqual({});
  expect(toListQuery({})).toEqual({
    pageSize: '20',
    withCounts: 'true',
    sortBy: 'updated_at',
    sortOrder: 'desc',
    archived: 'false',
  });
});

test('ignores unknown parts of the URL', () => {
  expect(parseListState({ status: 'nonsense', sort: 'id; drop', order: 'up', q: 3 })).toEqual({});
});

test('restores any state of the document list from the URL', () => {
  const state = fc.record({
    status: fc.constantFrom(...TABS),
    q: fc.string({ maxLength: 40 }),
    tag: fc.string({ maxLength: 60 }),
    created: fc.constantFrom('last-month', '2026-01-01..2026-02-28', 'never'),
    owner: fc.constantFrom(`usr_${'0'.repeat(26)}`, 'usr_1'),
    recipient: fc.string({ maxLength: 40 }),
    template: fc.constantFrom(`tpl_${'0'.repeat(26)}`, 'tpl_1'),
    folder: fc.constantFrom(`fdr_${'0'.repeat(26)}`, 'fdr_1'),
    sort: fc.constantFrom(...SORT_COLUMNS),
    order: fc.constantFrom('asc', 'desc'),
    cursor: fc.string({ maxLength: 40 }),
  });
  fc.assert(
    fc.property(state, (raw) => {
      const once = parseListState(raw);
      expect(parseListState(parseSearch(stringifySearch(once)))).toEqual(once);
    }),
  );
});

test('returns to the first page when the tab, a filter or the sort order changes, because cursors are bound to them', () => {
  const state: ListState = { status: 'draft', q: 'nda', cursor: 'c' };
  expect(withTab(state, 'completed')).toEqual({ status: 'completed', q: 'nda' });
  expect(withTab(state, 'all')).toEqual({ q: 'nda' });
  expect(withSearch(state, 'lease')).toEqual({ status: 'draft', q: 'lease' });
  expect(withTag(state, 'lease')).toEqual({ status: 'draft', q: 'nda', tag: 'lease' });
  expect(withTag({ tag: 'lease', cursor: 'c' }, undefined)).toEqual({});
  expect(withPeriod(state, 'last-month')).toEqual({ status: 'draft', q: 'nda', created: 'last-month' });
  const owner = `usr_${'0'.repeat(26)}`;
  expect(withOwner(state, owner)).toEqual({ status: 'draft', q: 'nda', owner });
  expect(withSort(state, 'title')).toEqual({ status: 'draft', q: 'nda', sort: 'title' });
});

test('sorts a column in its natural order on the first click, and in reverse on the second', () => {
  const byTitle = withSort({}, 'title');
  expect(toListQuery(byTitle)).toMatchObject({ sortBy: 'title', sortOrder: 'asc' });
  expect(toListQuery(withSort(byTitle, 'title'))).toMatchObject({ sortBy: 'title', sortOrder: 'desc' });
  expect(toListQuery(withSort({}, 'expiration'))).toMatchObject({ sortBy: 'expiration', sortOrder: 'asc' });
  expect(toListQuery(withSort({}, 'updated_at'))).toMatchObject({ sortBy: 'updated_at', sortOrder: 'asc' });
});

test('labels the page buttons "Older" and "Newer" according to the sort order, but only in a list sorted by time', () => {
  expect(pagerLabels({})).toEqual({ back: 'Newer', on: 'Older' });
  expect(pagerLabels({ order: 'asc' })).toEqual({ back: 'Older', on: 'Newer' });
  expect(pagerLabels({ sort: 'title' })).toEqual({ back: 'Previous', on: 'Next' });
});

test('lists archived documents only in a separate list', () => {
  expect(toListQuery({ q: 'nda' })).toMatchObject({ archived: 'false', find: 'nda' });
  for (const value of TABS.filter((tab) => tab !== 'all'))
    expect(toListQuery(parseListState({ status: value }))).not.toHaveProperty('archived');
});

test('lists the trash separately, not as a status', () => {
  expect(toListQuery({ status: 'trash' })).toMatchObject({ trash: 'true' });
  expect(toListQuery({ status: 'trash' })).not.toHaveProperty('status');
  expect(toListQuery(parseListState({ status: 'archived', tag: ' lease ' }))).toMatchObject({
    status: 'archived',
    tag: 'lease',
  });
});
