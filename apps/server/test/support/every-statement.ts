/**
 * Lists every statement of the server. Importing this module defines all statements, including those of the most
 * frequent lists.
 */
import '../../src/main/features.ts';
import '../../src/main/start.ts';
import '../../src/main/wiring.ts';
import {
  countOf,
  type ListFilter,
  listStatements,
  SORT_KEYS,
} from '../../src/features/document-core/store/list-statements.ts';
import { definedStatements } from '../../src/platform/db/statement.ts';

/** The most frequent lists are defined here, because list statements are built on first use. */
const NOTHING: ListFilter = {
  tenantId: 'ten_x',
  trash: false,
  owner: null,
  status: null,
  archived: true,
  tag: null,
  search: null,
  find: null,
  expiresBefore: null,
};
const day = '2026-01-01T00:00:00Z';
const LISTS: readonly Partial<ListFilter>[] = [
  {},
  { archived: false },
  { status: 'completed' },
  { owner: 'usr_a' },
  { owner: 'usr_a', archived: false },
  { owner: 'usr_a', status: 'completed' },
  { status: 'in-progress', expiresBefore: day },
  { trash: true },
  { search: 'lease' },
  { search: 'lease', archived: false },
  { find: 'anna' },
  { tag: 'tag4' },
  { more: { createdAfter: day, createdBefore: day } },
  { more: { updatedAfter: day } },
  { more: { templateId: 'tpl_a' } },
  { more: { externalId: 'a' } },
  { more: { metadata: '{}' } },
  { more: { recipient: 'anna' } },
  { archived: false, more: { recipient: 'anna', templateId: 'tpl_a' } },
];
for (const asked of LISTS) {
  const filter = { ...NOTHING, ...asked };
  countOf(filter, 10);
  for (const sort of SORT_KEYS)
    for (const descending of [true, false])
      for (const position of [{ offset: 0 }, { after: { value: '', id: '' } }])
        listStatements(filter, { sort, descending, limit: 10, position });
}

/** Returns the text of each statement by its name. */
export const everyStatement = definedStatements;
