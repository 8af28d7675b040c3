import { buildEntry, GENESIS } from '@countersign/audit-log';
import { expect, test } from 'vitest';
import type { AuditRow, DocumentRow, SignerRow } from '../documents/index.ts';
import { certificateFacts, type Evidence } from './facts.ts';

const NOW = new Date('2026-11-20T10:45:12.345Z');
const DOCUMENT = 'doc_01m7wq6m4xe2cvx3sb68d7t8fk';
const SIGNER = 'sgn_01m7wq6m4xe2cvx3sb68d7t8fk';

type Happening = { type: string; actor?: string; target?: string; data: Record<string, string | number | boolean> };

function trail(happenings: readonly Happening[]): AuditRow[] {
  let prev = GENESIS;
  return happenings.map(({ type, actor = 'x', target = DOCUMENT, data }, n) => {
    const id = `adt_01m7wq6m4xe2cvx3sb68d7t8f${n}`;
    const entry = buildEntry({
      tenant: 'ten_01m7wq6m4xe2cvx3sb68d7t8fk',
      stream: DOCUMENT,
      n,
      prev,
      at: new Date(NOW.getTime() + n * 60_000).toISOString(),
      id,
      type,
      actor: { kind: 'signer', id: actor },
      target: { kind: 'document', id: target },
      data,
      pii: null,
    });
    prev = entry.hash;
    return { n, id, at: NOW, hash: entry.hash, bytes: entry.bytes };
  });
}

function evidence(happenings: readonly Happening[], values: Partial<Evidence> = {}): Evidence {
  const entries = trail(happenings);
  const signer = {
    id: SIGNER,
    name: 'Anna',
    email: 'anna@example.org',
    role: 'signer',
    viewed_at: NOW,
    signed_at: NOW,
  };
  return {
    document: document('live'),
    organization: 'Northwind Trading',
    signers: [signer as SignerRow],
    revisions: [{ n: 1, kind: 'signature', sha256: 'aa', signer_id: SIGNER, created_at: NOW }],
    entries,
    auditHead: { n: entries.length - 1, hash: entries.at(-1)?.hash ?? '' },
    personal: new Map([[entries[1]?.id ?? '', { address: '203.0.113.42', user_agent: 'A browser' }]]),
    serials: new Map([[SIGNER, '0a']]),
    timestampAuthorities: [],
    certificationAuthority: '',
    sealSerial: '',
    verifyUrl: null,
    locale: null,
    fileId: '',
    now: NOW,
    ...values,
  };
}

function document(environment: 'live' | 'sandbox'): DocumentRow {
  return { id: DOCUMENT, environment, pages: [], created_at: NOW, owner_name: 'Grace' } as unknown as DocumentRow;
}

const invited = (via: string): Happening => ({
  type: 'mail.sent',
  target: SIGNER,
  data: { mail: 'invitation', via },
});
const signed = (data: Happening['data']): Happening => ({ type: 'document.signed', actor: SIGNER, data });

test('a party is told by what its own entries prove: how the link came, when it consented, from where', () => {
  const [party] = certificateFacts(
    evidence([invited('smtp'), signed({ credential: 'link', signature: 'drawn', consent: 'aa' })]),
  ).parties;
  expect(party).toMatchObject({
    authentication: ['linkByMail'],
    invitedAt: '2026-11-20T10:45:12.345Z',
    consentedAt: '2026-11-20T10:46:12.345Z',
    signature: 'drawn',
    address: '203.0.113.42',
    userAgent: 'A browser',
    certificateSerial: '0a',
  });
});

test.each([
  ['mailbox', { credential: 'link' }, ['linkByMailbox']],
  ['smtp', { credential: 'session' }, ['linkByMail']],
  ['smtp', { credential: 'account' }, ['account']],
  ['smtp', { credential: 'in-person' }, ['inPerson']],
  ['smtp', { credential: 'link', factors: 'access-code email-code' }, ['linkByMail', 'accessCode', 'emailCode']],
])('invited by %s, signed with %o', (via, data, methods) => {
  const [party] = certificateFacts(evidence([invited(via), signed(data)])).parties;
  expect(party?.authentication).toEqual(methods);
});

test('in person it names the host, no invitation, and no consent that was not given here', () => {
  const [party] = certificateFacts(
    evidence([{ type: 'document.sent', data: {} }, signed({ credential: 'in-person' })], {
      personal: new Map([['adt_01m7wq6m4xe2cvx3sb68d7t8f1', { host: 'Grace Hopper' }]]),
    }),
  ).parties;
  expect(party).toMatchObject({
    authentication: ['inPerson'],
    host: 'Grace Hopper',
    invitedAt: null,
    consentedAt: null,
    signedAt: NOW.toISOString(),
  });
});

test('what was attached is told by its hash, and by its name as long as that is there', () => {
  const happenings = [invited('smtp'), signed({ credential: 'link', attachments: 'aa bb' })];
  const known = evidence(happenings);
  const named = new Map(
    [...known.personal].map(([id, fields]) => [id, { ...fields, attachments: 'aa Pass port.pdf\nbb b.png' }]),
  );
  expect(certificateFacts({ ...known, personal: named }).parties[0]?.attachments).toEqual([
    { sha256: 'aa', filename: 'Pass port.pdf' },
    { sha256: 'bb', filename: 'b.png' },
  ]);
  expect(certificateFacts({ ...known, personal: new Map() }).parties[0]?.attachments).toEqual([
    { sha256: 'aa', filename: null },
    { sha256: 'bb', filename: null },
  ]);
});

test('what was erased is left out, and everything else stands', () => {
  const erased = evidence([invited('smtp'), signed({ credential: 'link' })], { personal: new Map() });
  expect(certificateFacts(erased).parties[0]).toMatchObject({ address: null, userAgent: null, name: 'Anna' });
});

test('who has not signed is not said to have been authenticated', () => {
  expect(certificateFacts(evidence([invited('smtp')])).parties[0]).toMatchObject({
    authentication: [],
    consentedAt: null,
    signature: null,
  });
});

test('only the sandbox is marked as a test', () => {
  const happenings = [invited('smtp'), signed({ credential: 'link' })];
  expect(certificateFacts(evidence(happenings)).notice).toBeNull();
  expect(certificateFacts(evidence(happenings, { document: document('sandbox') })).notice).toBe(
    'TEST - NOT LEGALLY BINDING',
  );
});

test('revisions begin with the upload, and a later time-stamp is told as such', () => {
  const revisions = [
    { n: 1, kind: 'signature', sha256: 'aa', signer_id: SIGNER, created_at: NOW },
    { n: 2, kind: 'renewal', sha256: 'bb', signer_id: null, created_at: NOW },
  ];
  const facts = certificateFacts(evidence([invited('smtp'), signed({ credential: 'link' })], { revisions }));
  expect(facts.revisions.map(({ number, kind, by }) => [number, kind, by])).toEqual([
    [0, 'upload', 'Grace'],
    [1, 'signatureOf', 'Anna'],
    [2, 'renewal', 'Northwind Trading'],
  ]);
});
