/** A view for tests, with two pages and one field of most kinds. */
import type { SigningView } from '@countersign/contract';
import type { PlacedField } from './fields.ts';

export function fieldOf(
  id: string,
  kind: PlacedField['kind'],
  place: Partial<Omit<PlacedField, 'id' | 'kind'>> = {},
): PlacedField {
  const box = { page: 1, x: 70, y: 100, width: 160, height: 20 };
  const plain = {
    label: null,
    value: null,
    default: null,
    read_only: false,
    options: null,
    validation: null,
    key: null,
    condition: null,
  };
  return { id: `fld_${id}`, kind, ...box, required: true, ...plain, ...place };
}

type Changes = {
  signer?: Partial<SigningView['signer']>;
  document?: Partial<SigningView['document']>;
  fields?: PlacedField[];
  blocked?: SigningView['blocked'];
};

export function viewOfSample({ signer, document, fields, blocked }: Changes = {}): SigningView {
  return {
    signer: {
      id: 'sgn_ada',
      name: 'Ada Lovelace',
      email: 'ada@contoso.example',
      locale: null,
      role: 'signer',
      status: 'pending-signature',
      signed_at: null,
      ...signer,
    },
    document: {
      id: 'doc_nda',
      title: 'Mutual NDA',
      filename: 'nda.pdf',
      status: 'in-progress',
      sha256: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea',
      sent_sha256: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea',
      message: null,
      sent_at: '2026-11-18T09:12:00.000Z',
      expiration: '2026-12-18T09:12:00.000Z',
      completed_at: null,
      sealed: false,
      ...document,
    },
    sender: { name: 'Grace Hopper', email: 'grace@northwind.example', organization: 'Northwind' },
    pages: [
      { width: 595, height: 842 },
      { width: 595, height: 842 },
    ],
    fields: fields ?? [
      fieldOf('sign', 'signature', { page: 2, y: 400 }),
      fieldOf('company', 'text', { page: 1, y: 300, label: 'Company' }),
      fieldOf('agree', 'checkbox', { page: 1, y: 500 }),
      fieldOf('name', 'name', { page: 2, y: 460 }),
      fieldOf('date', 'date', { page: 2, y: 480 }),
      fieldOf('mail', 'email', { page: 2, y: 500, required: false }),
      fieldOf('remark', 'text', { page: 2, y: 520, required: false }),
    ],
    attachments: [],
    others: [{ name: 'Ben Ortiz', status: 'pending-signature' }],
    consent: { version: '1', language: 'en', text: 'I agree.' },
    revision: 1,
    receipt: null,
    redirects: { signed: null, declined: null, expired: null },
    roles: [],
    package: null,
    blocked: blocked ?? null,
    can_decline: true,
    can_forward: true,
    by_account: false,
  };
}
