/** Rows of the access matrix for saved views, folders and contacts. */
import { member, person, type Row } from './row.ts';
import { prefixOf } from './world.ts';

const view = {
  owned: 'self',
  make: async (_world, by, environment) => {
    const path = `${prefixOf(environment)}/api/views`;
    const { body } = await by.session.post<'createView'>(path, { name: 'Drafts', filters: { status: 'draft' } });
    return { ids: { viw: body.view.id } };
  },
} satisfies Partial<Row>;
/**
 * The folder is shared, because a private folder is only for its creator (createFolder.test.ts, updateFolder.test.ts).
 */
const folder = {
  owned: 'organization',
  make: async (world, by, environment) => {
    const path = `${prefixOf(environment)}/api/folders`;
    const { body } = await by.session.post<'createFolder'>(path, { name: 'Leases', shared: true });
    const draft = await world.draft(by, environment);
    return { ids: { ...draft.ids, fdr: body.folder.id } };
  },
} satisfies Partial<Row>;
const forItsOwner = {
  exceptions: [
    {
      because: 'members change only the shared folders that they created',
      when: (credential, relation) =>
        'by' in credential && credential.by.role === 'member' && relation === "colleague's",
      verdict: 'FORBIDDEN',
    },
  ],
} satisfies Partial<Row>;
const documents: Row['body'] = ({ thing }) => ({ documentIds: [thing.ids['doc'] ?? ''] });

export const LIST_ROWS = {
  listViews: { access: person() },
  createView: { access: person(), body: () => ({ name: 'Drafts', filters: { status: 'draft' } }), spends: 'thing' },
  updateView: { access: person(), ...view, body: () => ({ name: 'Other' }), spends: 'thing' },
  deleteView: { access: person(), ...view, spends: 'thing' },
  listContacts: { access: person() },
  clearContacts: { access: person() },
  listFolders: { access: member('documents:read') },
  createFolder: {
    access: member('documents:write'),
    body: () => ({ name: 'Leases' }),
    places: ['fdr'],
    spends: 'thing',
  },
  updateFolder: {
    access: member('documents:write'),
    ...folder,
    ...forItsOwner,
    body: () => ({ name: 'Other' }),
    spends: 'thing',
  },
  deleteFolder: { access: member('documents:write'), ...folder, ...forItsOwner, spends: 'thing' },
  addToFolder: { access: member('documents:write'), ...folder, body: documents, spends: 'thing', places: ['doc'] },
  removeFromFolder: { access: member('documents:write'), ...folder, body: documents, spends: 'thing', places: ['doc'] },
} as const satisfies Partial<Record<string, Row>>;
