/** User administration: listing, importing and deactivating users, and transferring ownership. */
import { z } from 'zod';
import { invitationInput, member, page } from '../account-resources.ts';
import { opaque } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { cursorParameter, nextPage, pageWithCursor, replacedBy } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { administers, memberPath, success } from '../organization-rules.ts';
import { idParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';
import { role, singleLine, timestamp } from '../resources.ts';
import { csvEncoding } from '../values.ts';

const admin = { ...administers, tag: 'Administration' } as const;

/** A person as shown to an administrator: a member, or an invited person. */
const listedUser = z.object({
  id: z.string().meta({ description: 'ID of the user or the invitation.' }),
  status: z.enum(['active', 'invited', 'deactivated']),
  name: z.string().nullable(),
  email: z.string(),
  role,
  created_at: z.iso.datetime(),
  last_login_at: z.iso.datetime().nullable(),
  deactivated_at: z.iso.datetime().nullable(),
});

export const listUsers = defineOperation({
  ...admin,
  id: 'listUsers',
  work: 'list',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List users',
  description: 'Returns active members, deactivated members and invited people, sorted by e-mail address.',
  query: z.strictObject({
    ...page,
    search: singleLine(120).optional().meta({ description: 'Part of a name or an e-mail address.' }),
    role: role.optional(),
    status: z.enum(['active', 'invited', 'deactivated']).optional(),
    cursor: opaque(z.string()).max(800).optional().meta({
      description:
        '`nextCursor` of the previous page. Unlike page numbers, a cursor does not skip or repeat users when people join.',
    }),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        users: z.array(listedUser),
        pagination: pageWithCursor,
      }),
    ),
  },
  errors: [],
});

export const createUser = defineOperation({
  ...admin,
  id: 'createUser',
  stepUp: 'session',
  method: 'POST',
  path: '/api/admin/users/create',
  summary: 'Add a user',
  description:
    'If the address is in a verified domain and has no account yet, adds the person as a member (`active`) and sends an e-mail with a link to choose a password. Otherwise, sends an invitation (`invited`). The person becomes a member by accepting it.',
  body: json(invitationInput.extend({ name: singleLine(120) })),
  success: { status: 201, body: json(success.extend({ user: listedUser })) },
  errors: ['PLAN_REQUIRED', 'ALREADY_MEMBER', 'ALREADY_INVITED', 'TOO_MANY_MAILS'],
});

const warnings = z.array(z.string()).meta({
  description: 'Changes that the server made to values from the file, such as removing invisible characters.',
});

export const bulkImportUsers = defineOperation({
  ...admin,
  id: 'bulkImportUsers',
  work: 'bulk',
  stepUp: 'session',
  method: 'POST',
  path: '/api/admin/users/bulk-import',
  summary: 'Import users from a CSV file',
  description:
    'Adds up to 1,000 users from a CSV file (RFC 4180) with the columns `email`, `name` and `role`. For larger files, a preview, progress and undo, use `POST /api/admin/user-imports`.',
  body: { kind: 'multipart', fields: z.strictObject({}), file: 'file', contentType: 'text/csv' },
  success: {
    status: 200,
    body: json(
      success.extend({
        created: z.int(),
        skipped: z.int(),
        encoding: csvEncoding,
        errors: z.array(z.object({ row: z.int(), email: z.string(), message: z.string() })),
        warnings,
      }),
    ),
  },
  errors: [],
});

// ------------------------------------------------------------------ imports
const ROW_STATUSES = ['ready', 'created', 'invited', 'skipped', 'failed', 'undone', 'kept'] as const;
const count = z.int();
const userImport = z.object({
  id: idSchema('userImport'),
  status: z
    .enum(['preview', 'running', 'completed', 'undoing', 'undone'])
    .meta({ description: '`preview`: the import has not been started.' }),
  total: count.meta({ description: 'Number of rows in the file.' }),
  rows: z
    .object({
      ready: count,
      created: count,
      invited: count,
      skipped: count,
      failed: count,
      undone: count,
      kept: count.meta({
        description:
          'Number of rows that were not undone because the person has accepted the invitation or signed in since then.',
      }),
    })
    .meta({ description: 'Number of rows with each result.' }),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  undo_until: timestamp
    .nullable()
    .meta({ description: 'The import can be undone until this time. Null if it cannot be undone.' }),
});
const imports = { ...admin, errors: ['IMPORT_NOT_FOUND'] } as const;
const importPath = {
  path: '/api/admin/user-imports/:importId',
  params: z.object({ importId: idParam('userImport', 'IMPORT_NOT_FOUND') }),
} as const;
const importAnswer = json(success.extend({ import: userImport }));

export const createUserImport = defineOperation({
  ...admin,
  id: 'createUserImport',
  work: 'bulk',
  method: 'POST',
  path: '/api/admin/user-imports',
  summary: 'Create a user import',
  description:
    'Checks a CSV file and returns a preview. The first row must contain the column names `email`, `name` and `role`. Separators can be commas, semicolons or tabs. The file can have up to 10,000 rows. Nobody is added until you start the import.',
  body: { kind: 'multipart', fields: z.strictObject({}), file: 'file', contentType: 'text/csv' },
  success: { status: 201, body: json(success.extend({ import: userImport, encoding: csvEncoding, warnings })) },
  errors: [],
});

export const getUserImport = defineOperation({
  ...imports,
  ...importPath,
  id: 'getUserImport',
  method: 'GET',
  summary: 'Retrieve a user import',
  description: 'Returns the status and progress of a user import.',
  success: { status: 200, body: json(z.object({ import: userImport })) },
});

export const listUserImportRows = defineOperation({
  ...imports,
  id: 'listUserImportRows',
  work: 'list',
  method: 'GET',
  path: `${importPath.path}/rows`,
  params: importPath.params,
  summary: 'List user import rows',
  description: 'Returns each row with its planned or actual result.',
  query: z.strictObject({
    status: z.enum(ROW_STATUSES).optional(),
    after: numberParameter(0, 1_000_000).default(0).meta(replacedBy('cursor')),
    pageSize: numberParameter(1, 100).default(50),
    cursor: cursorParameter,
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        rows: z.array(
          z.object({
            row: z.int().meta({ description: 'Row in the file. The header is row 1.' }),
            email: z.string(),
            name: z.string(),
            role: z.string(),
            status: z.enum(ROW_STATUSES),
            message: z.string().nullable().meta({ description: 'Why the row was skipped, failed or kept.' }),
          }),
        ),
        hasMore: z.boolean().meta(replacedBy('pagination.hasMore')),
        next: z.int().nullable().meta(replacedBy('pagination.nextCursor')),
        pagination: nextPage,
      }),
    ),
  },
});

export const getUserImportResults = defineOperation({
  ...imports,
  id: 'getUserImportResults',
  method: 'GET',
  path: `${importPath.path}/results`,
  params: importPath.params,
  summary: 'Download the results of a user import',
  description: 'Returns all rows with their results as a CSV file.',
  success: { status: 200, body: { kind: 'bytes', contentType: 'text/csv' } },
  errors: ['IMPORT_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
});

export const startUserImport = defineOperation({
  ...imports,
  id: 'startUserImport',
  stepUp: 'session',
  method: 'POST',
  path: `${importPath.path}/start`,
  params: importPath.params,
  summary: 'Start a user import',
  description: 'Adds or invites the person in each valid row. The import runs in the background.',
  success: { status: 202, body: importAnswer },
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_STATE'],
});

export const undoUserImport = defineOperation({
  ...imports,
  id: 'undoUserImport',
  method: 'POST',
  path: `${importPath.path}/undo`,
  params: importPath.params,
  summary: 'Undo a user import',
  description:
    'Revokes the open invitations of the import and removes its members who have not signed in. People who have accepted their invitation or signed in are kept. Works while the import runs and for 10 minutes after it ends.',
  success: { status: 202, body: importAnswer },
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_STATE'],
});

// ------------------------------------------------------------------ deactivation and transfer
const userPath = '/api/admin/users/:userId';
const handOver = z.object({
  id: idSchema('handOver'),
  to: z.object({ id: idSchema('user'), name: z.string().nullable() }),
  status: z
    .enum(['running', 'completed', 'stopped'])
    .meta({ description: '`stopped`: the transfer ended early because the new owner is no longer an active member.' }),
  documents: count,
  templates: count,
  packages: count,
  bulk_sends: count,
  api_keys: count,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
const person = { ...admin, params: memberPath.params } as const;

export const deactivateUser = defineOperation({
  ...person,
  id: 'deactivateUser',
  stepUp: 'session',
  method: 'POST',
  path: `${userPath}/deactivate`,
  summary: 'Deactivate a member',
  description:
    "Ends the member's sessions in this organization, and their API keys stop working. Documents in progress are not affected. With `handOverTo`, the member's documents, templates, packages and bulk sends are transferred to another member. The account and its other organizations are not affected.",
  body: json(
    z.strictObject({
      handOverTo: idSchema('user').optional(),
      handOverKeys: z
        .boolean()
        .optional()
        .meta({ description: 'If true, API keys are also transferred. The new owner must be an administrator.' }),
    }),
  ),
  success: { status: 200, body: json(success.extend({ member, handOver: handOver.nullable() })) },
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER', 'HAND_OVER_RUNNING'],
});

export const reactivateUser = defineOperation({
  ...person,
  id: 'reactivateUser',
  stepUp: 'session',
  method: 'POST',
  path: `${userPath}/reactivate`,
  summary: 'Reactivate a member',
  description: 'Restores access for a deactivated member.',
  success: { status: 200, body: json(success.extend({ member })) },
  errors: ['PLAN_REQUIRED', 'MEMBER_NOT_FOUND'],
});

export const startHandOver = defineOperation({
  ...person,
  id: 'startHandOver',
  stepUp: 'session',
  method: 'POST',
  path: `${userPath}/hand-over`,
  summary: "Transfer a member's documents",
  description:
    'Transfers the documents, templates, packages and bulk sends of one member to another, in the live environment and the sandbox. The transfer runs in the background. Poll `getHandOver` for its progress.',
  body: json(
    z.strictObject({
      to: idSchema('user'),
      keys: z
        .boolean()
        .default(false)
        .meta({ description: 'If true, API keys are also transferred. The new owner must be an administrator.' }),
    }),
  ),
  success: { status: 202, body: json(success.extend({ handOver })) },
  errors: ['MEMBER_NOT_FOUND', 'HAND_OVER_RUNNING'],
});

export const getHandOver = defineOperation({
  ...admin,
  params: z.object({ userId: idParam('user', 'HAND_OVER_NOT_FOUND') }),
  id: 'getHandOver',
  method: 'GET',
  path: `${userPath}/hand-over`,
  summary: 'Retrieve a transfer',
  description: "Returns the progress of the latest transfer of a member's documents.",
  success: { status: 200, body: json(z.object({ handOver })) },
  errors: ['HAND_OVER_NOT_FOUND'],
});
