import type { Template, TemplateField } from '@countersign/contract';
import { expect, test } from 'vitest';
import { changeDraft } from '../send/draft.ts';
import { templateDraft, templateRequest } from './template-draft.ts';

const place = { page: 1, x: 60, y: 100, width: 120, height: 20 };
const base = { role: 'Tenant', required: true };
const FIELDS = [
  { kind: 'signature', ...base, ...place, y: 600, height: 50 },
  {
    kind: 'text',
    ...base,
    ...place,
    key: 'town',
    label: 'Town',
    default: 'Bern',
    readOnly: false,
    validation: { minLength: 2 },
  },
  {
    kind: 'number',
    ...base,
    ...place,
    y: 140,
    label: 'Rent',
    default: 12.5,
    readOnly: false,
    validation: { min: 1, decimals: 2 },
  },
  { kind: 'checkbox', ...base, ...place, y: 180, width: 14, height: 14, default: true, readOnly: false },
  {
    kind: 'dropdown',
    ...base,
    ...place,
    y: 220,
    options: ['a', 'b'],
    readOnly: false,
    condition: { field: 'town', effect: 'show', filled: true },
  },
  {
    kind: 'date',
    ...base,
    ...place,
    y: 260,
    readOnly: false,
    condition: { field: 'town', effect: 'require', oneOf: ['Bern', 'Basel'] },
  },
  {
    kind: 'radio',
    ...base,
    key: 'pets',
    readOnly: false,
    options: ['yes', 'no'].map((value, at) => ({ value, page: 1, x: 60 + 40 * at, y: 300, width: 14, height: 14 })),
  },
] as TemplateField[];
const ANCHORED = { kind: 'initials', ...base, anchor: { text: 'Here', dx: 0, dy: 0 } } as TemplateField;

const template = {
  id: 'tpl_1',
  name: 'Lease',
  version: 3,
  roles: [
    { name: 'Tenant', role: 'signer' },
    { name: 'Agent', role: 'cc', requireTwoFactor: 'account' },
  ],
  fields: [...FIELDS, ANCHORED],
  pages: [{ width: 595, height: 842 }],
  signing_order: 'parallel',
  email_subject: null,
  email_message: 'Hello',
} as unknown as Template;

test('keeps all settings of a template when it is opened and saved, including settings that the editor does not show', () => {
  const request = templateRequest(template, ' Lease ', templateDraft(template));
  expect(request).toEqual({
    name: 'Lease',
    roles: template.roles,
    fields: [...FIELDS, ANCHORED],
    signingOrder: 'parallel',
    emailSubject: null,
    emailMessage: 'Hello',
  });
});

test('keeps the fields of a renamed role and removes the fields of a removed role', () => {
  const draft = templateDraft(template);
  const [tenant] = draft.recipients;
  const key = tenant?.key ?? '';
  const renamed = changeDraft(draft, { type: 'change-recipient', key, with: { name: 'Guest' } });
  const { roles, fields } = templateRequest(template, 'Lease', renamed);
  expect(roles[0]).toEqual({ name: 'Guest', role: 'signer' });
  expect(fields).toHaveLength(FIELDS.length + 1);
  expect(new Set(fields.map(({ role }) => role))).toEqual(new Set(['Guest']));
  const alone = changeDraft(draft, { type: 'remove-recipient', key });
  expect(templateRequest(template, 'Lease', alone).fields).toEqual([]);
});

test('gives a new template field a unique key', () => {
  const keyed = { ...template, fields: [{ ...FIELDS[0], key: 'f7' }] } as unknown as Template;
  const draft = templateDraft(keyed);
  const added = changeDraft(draft, {
    type: 'add-field',
    field: {
      kind: 'text',
      recipient: draft.recipients[0]?.key ?? '',
      page: 1,
      required: true,
      box: { x: 0, y: 0, width: 0.2, height: 0.1 },
    },
  });
  expect(new Set(added.fields.map(({ key }) => key)).size).toBe(2);
});
