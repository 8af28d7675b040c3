import { buildEntry, GENESIS } from '@countersign/audit-log';
import { expect, test } from 'vitest';
import type { AuditRow } from '../../platform/audit/entries.ts';
import { certificateFacts, type Evidence } from './facts.ts';

const NOW = new Date('2026-11-20T10:45:12.345Z');
const DOCUMENT = 'doc_01m7wq6m4xe2cvx3sb68d7t8fk';
const SIGNER = 'sgn_01m7wq6m4xe2cvx3sb68d7t8fk';
const ANNA = { id: SIGNER, email: 'anna@example.org', name: 'Anna', role: 'signer' };

type Happening = {
  type: string;
  actor?: string;
  target?: string;
  data?: Record<string, string | number | boolean>;
  personal?: Record<string, string>;
};

function evidence(happenings: readonly Happening[], environment: 'live' | 'sandbox' = 'live'): Evidence {
  let prev = GENESIS;
  const personal = new Map<string, Record<string, string>>();
  const entries = happenings.map((happening, n): AuditRow => {
    const { type, actor = 'x', target = DOCUMENT, data = {} } = happening;
    const id = `adt_01m7wq6m4xe2cvx3sb68d7t8f${n}` as const;
    const entry = buildEntry({
      tenant: 'ten_01m7wq6m4xe2cvx3sb68d7t8fk',
      stream: DOCUMENT,
      n,
      prev,
      at: at(n),
      id,
      type,
      actor: { kind: 'signer', id: actor },
      target: { kind: 'document', id: target },
      data,
      pii: null,
    });
    prev = entry.hash;
    if (happening.personal) personal.set(id, happening.personal);
    return { n, id, at: NOW, hash: entry.hash, bytes: entry.bytes };
  });
  return {
    documentId: DOCUMENT,
    entries,
    auditHead: { n: entries.length - 1, hash: prev },
    personal,
    ownConsents: [],
    presentation: {
      environment,
      firstPage: undefined,
      verifyUrl: null,
      locale: null,
      fileId: '',
      now: NOW,
      rootUrl: (sha256) => `https://sign.example.org/pki/live/root.cer?${sha256}`,
    },
  };
}
const at = (n: number): string => new Date(NOW.getTime() + n * 60_000).toISOString();

const created: Happening = {
  type: 'document.created',
  actor: 'usr_grace',
  data: { sha256: 'c0', uploaded_sha256: 'c0', pages: 1 },
  personal: { title: 'Lease', filename: 'lease.pdf' },
};
const sent: Happening = {
  type: 'document.sent',
  actor: 'usr_grace',
  data: {
    revision: 1,
    sha256: 'c1',
    certified: true,
    seal: '5e',
    pages: 2,
    order: 'parallel',
    time_stamped_by: 'A clock',
  },
  personal: {
    sender_name: 'Grace',
    sender_email: 'grace@example.org',
    organization: 'Northwind',
    recipients: JSON.stringify([ANNA, { id: 'sgn_cc', email: 'cc@example.org', name: 'Carl', role: 'cc' }]),
  },
};
const invited = (via: string, mail = 'invitation'): Happening => ({
  type: 'mail.sent',
  target: SIGNER,
  data: { mail, via },
});
const viewed: Happening = { type: 'document.viewed', actor: SIGNER, data: { revision: 1, shown: 'page' } };
const signed = (data: Happening['data'] = {}, personal: Happening['personal'] = {}): Happening => ({
  type: 'document.signed',
  actor: SIGNER,
  data: {
    revision: 2,
    sha256: 'c2',
    certificate: '0a',
    issuer: 'CN=CA',
    time_stamped_by: 'A clock',
    last: true,
    ...data,
  },
  personal: { name: 'Anna', email: 'anna@example.org', address: '203.0.113.42', user_agent: 'A browser', ...personal },
});
const sealed: Happening = {
  type: 'document.completed',
  data: {
    revision: 3,
    sha256: 'c3',
    level: 'B-LTA',
    time_stamped_by: 'Another clock',
    time_zone: 'Europe/Rome',
    root: '77',
  },
};

const factsOf = (...happenings: Happening[]) => certificateFacts(evidence(happenings));
const annaOf = (...happenings: Happening[]) => factsOf(created, sent, ...happenings).parties[0];

test('bases every statement of the certificate on an entry of the audit trail', () => {
  const facts = factsOf(
    created,
    sent,
    invited('smtp'),
    viewed,
    signed(
      { signature: 'drawn', consent: 'aa', credential: 'link', reason: 'Signed by agreement' },
      { time_zone: 'Europe/Oslo', filled: '[{"label":"City","value":"Oslo"}]' },
    ),
    sealed,
  );
  expect(facts).toMatchObject({
    timeZone: 'Europe/Rome',
    root: { sha256: '77', url: 'https://sign.example.org/pki/live/root.cer?77' },
  });
  expect(facts.document).toEqual({
    id: DOCUMENT,
    title: 'Lease',
    filename: 'lease.pdf',
    pages: 2,
    sha256: 'c0',
    uploadedSha256: null,
    finalSha256: 'c3',
    order: 'parallel',
    sentAt: at(1),
    completedAt: at(4),
  });
  expect(facts).toMatchObject({ organization: 'Northwind', sender: { name: 'Grace', email: 'grace@example.org' } });
  expect(facts.parties).toEqual([
    {
      name: 'Anna',
      email: 'anna@example.org',
      role: 'signer',
      authentication: ['linkByMail'],
      addressConfirmedAt: null,
      host: null,
      identityCheck: null,
      device: null,
      timeZone: 'Europe/Oslo',
      reason: 'Signed by agreement',
      filled: [{ label: 'City', value: 'Oslo' }],
      eidas: { level: 'ses', why: 'whyOneFactor' },
      invitedAt: at(2),
      viewedAt: at(3),
      consentedAt: at(4),
      signedAt: at(4),
      revision: 2,
      signature: 'drawn',
      address: '203.0.113.42',
      userAgent: 'A browser',
      certificateSerial: '0a',
      attachments: [],
    },
    expect.objectContaining({ name: 'Carl', email: 'cc@example.org', role: 'cc', signedAt: null, authentication: [] }),
  ]);
  expect(facts.revisions).toEqual([
    { number: 0, kind: 'upload', at: at(0), by: 'Grace', sha256: 'c0' },
    { number: 1, kind: 'certifiedAndSent', at: at(1), by: 'Northwind', sha256: 'c1' },
    { number: 2, kind: 'signatureOf', at: at(4), by: 'Anna', sha256: 'c2' },
    { number: 3, kind: 'seal', at: at(5), by: '', sha256: 'c3' },
  ]);
  expect(facts.evidence).toMatchObject({
    level: 'B-LTA',
    timestampAuthorities: ['A clock', 'Another clock'],
    certificationAuthorities: ['CN=CA'],
    sealSerial: '5e',
    auditEntries: 6,
  });
});

test('states only facts that an entry of the audit trail records', () => {
  expect(annaOf(signed())).toMatchObject({
    invitedAt: null,
    viewedAt: null,
    consentedAt: null,
    authentication: ['link'],
  });
  expect(factsOf(created, sent)).toMatchObject({
    document: { completedAt: null },
    evidence: { level: null, certificationAuthorities: [] },
    parties: [{ signedAt: null, authentication: [], signature: null }, {}],
  });
  expect(factsOf()).toMatchObject({ document: { title: '', sha256: '', order: null }, parties: [], revisions: [] });
});

test.each([
  ['mailbox', { credential: 'link' }, ['linkByMailbox']],
  ['smtp', { credential: 'session' }, ['linkByMail']],
  ['smtp', { credential: 'account' }, ['account']],
  ['smtp', { credential: 'embedded' }, ['linkByCaller']],
  ['smtp', { credential: 'in-person' }, ['inPerson']],
  ['smtp', { credential: 'link', factors: 'access-code email-code' }, ['linkByMail', 'accessCode', 'emailCode']],
])(
  'lists how a signer was authenticated if the invitation was delivered by "%s" and the signature recorded %o',
  (via, data, methods) => {
    expect(annaOf(invited(via), signed(data))?.authentication).toEqual(methods);
  },
);

const confirmed = (via: string): Happening => ({
  type: 'signer.address-confirmed',
  actor: SIGNER,
  target: SIGNER,
  data: { via },
  personal: { email: 'anna@example.org', name: 'Anna' },
});

test.each([
  ['smtp', 'link', ['addressCode']],
  ['mailbox', 'link', ['addressCodeByMailbox']],
  ['smtp', 'account', ['account', 'addressCode']],
])(
  'lists how a visitor to a public link was authenticated if the code was delivered by "%s" and the credential was "%s"',
  (via, credential, methods) => {
    const facts = factsOf(created, sent, confirmed(via), invited(via), viewed, signed({ credential }));
    expect(facts.parties[0]).toMatchObject({
      authentication: methods,
      addressConfirmedAt: at(2),
      eidas: { level: 'ses', why: 'whyOneFactor' },
    });
    expect(facts.events[2]).toMatchObject({ entry: 2, kind: 'addressConfirmed', who: 'Anna' });
  },
);

test("does not attribute a visitor's confirmed address to the person who receives the forwarded document", () => {
  const forwarded: Happening = {
    type: 'signer.forwarded',
    target: SIGNER,
    personal: { to_name: 'Berta', to_email: 'berta@example.org' },
  };
  expect(annaOf(confirmed('smtp'), forwarded, invited('smtp', 'forwarded'), signed())).toMatchObject({
    authentication: ['linkByMail'],
    addressConfirmedAt: null,
  });
});

test('omits a confirmed address if an old entry does not record how the code was delivered', () => {
  const old: Happening = { ...confirmed('smtp'), data: {} };
  const facts = factsOf(created, sent, old, invited('smtp'), viewed, signed());
  expect(facts.parties[0]).toMatchObject({ authentication: ['linkByMail'], addressConfirmedAt: null });
  expect(facts.events.map(({ kind }) => kind)).not.toContain('addressConfirmed');
});

test('does not rate a signature as advanced if the code was delivered to the built-in mailbox', () => {
  expect(annaOf(confirmed('mailbox'), signed({ factors: 'email-code' }))?.eidas?.level).toBe('ses');
});

test.each([
  [{ credential: 'link' }, { level: 'ses', why: 'whyOneFactor' }],
  [
    { credential: 'link', factors: 'access-code' },
    { level: 'ses', why: 'whyKnownCode' },
  ],
  [
    { credential: 'link', factors: 'email-code' },
    { level: 'ades', why: 'whyTwoFactors' },
  ],
  [
    { credential: 'account', factors: 'account-two-factor' },
    { level: 'ades', why: 'whyTwoFactors' },
  ],
  [
    { credential: 'embedded', factors: 'email-code' },
    { level: 'ses', why: 'whyHandedOut' },
  ],
  [
    { credential: 'in-person', factors: 'access-code' },
    { level: 'ses', why: 'whyInPerson' },
  ],
])('gives a signature with %o the eIDAS level %o', (data, eidas) => {
  expect(annaOf(invited('smtp'), signed(data))?.eidas).toEqual(eidas);
});

test('does not rate a signature as advanced if the link was delivered to the built-in mailbox', () => {
  expect(annaOf(invited('mailbox'), signed({ factors: 'email-code' }))?.eidas?.level).toBe('ses');
});

test('lists events in order, each with the affected person', () => {
  const happened = (type: string, rest: Partial<Happening> = {}): Happening => ({ type, target: SIGNER, ...rest });
  const { events } = factsOf(
    created,
    sent,
    invited('smtp'),
    { type: 'mail.sent', data: { mail: 'sent', via: 'smtp' } },
    happened('mail.bounced', { data: { mail: 'reminder' } }),
    happened('signer.access-code-refused'),
    happened('signer.forwarded', { personal: { to_name: 'Berta', to_email: 'berta@example.org' } }),
    invited('mailbox', 'forwarded'),
    happened('signer.access-code-passed'),
    viewed,
    signed(),
    { type: 'document.downloaded', actor: 'usr_grace' },
    sealed,
  );
  expect(events.map(({ entry, kind, mail, who }) => [entry, kind, ...(mail ? [mail] : []), who])).toEqual([
    [0, 'uploadedEvent', 'Grace'],
    [1, 'certifiedAndSent', 'Grace'],
    [2, 'mailAccepted', 'invitationMail', 'Anna'],
    [4, 'mailFailed', 'reminderMail', 'Anna'],
    [5, 'codeRefused', 'Anna'],
    [6, 'forwarded', 'Anna'],
    [7, 'mailToMailbox', 'invitationMail', 'Berta'],
    [8, 'codePassed', 'Berta'],
    [9, 'opened', 'Berta'],
    [10, 'signatureOf', 'Berta'],
    [11, 'downloaded', 'Grace'],
    [12, 'seal', ''],
  ]);
});

test('lists the replacement file of a draft as the upload, and both uploads as events', () => {
  const replaced: Happening = {
    type: 'document.file-replaced',
    actor: 'usr_grace',
    data: { sha256: 'd0', uploaded_sha256: 'd9', pages: 2 },
    personal: { filename: 'lease-2.pdf' },
  };
  const { document, revisions, events } = factsOf(created, replaced, sent, signed(), sealed);
  expect(document).toMatchObject({ filename: 'lease-2.pdf', sha256: 'd0', uploadedSha256: 'd9', title: 'Lease' });
  expect(revisions.map(({ kind, sha256 }) => [kind, sha256]).slice(0, 2)).toEqual([
    ['upload', 'd0'],
    ['certifiedAndSent', 'c1'],
  ]);
  expect(events.slice(0, 2)).toMatchObject([{ kind: 'uploadedEvent' }, { kind: 'uploadedEvent', who: 'Grace' }]);
});

test('names the host of an in-person signature, and mentions no invitation or consent', () => {
  expect(annaOf(signed({ credential: 'in-person' }, { host: 'Grace Hopper' }))).toMatchObject({
    authentication: ['inPerson'],
    host: 'Grace Hopper',
    invitedAt: null,
    consentedAt: null,
    signedAt: at(2),
  });
});

test.each([
  [{}, null],
  [{ identified: 'in person, by host' }, null],
  [{ identity_check: 'none' }, { method: 'none', kind: undefined }],
  [
    { identity_check: 'document', identity_document: 'passport' },
    { method: 'document', kind: 'passport' },
  ],
])('reads the identity check from the signature data %o', (data, check) => {
  expect(annaOf(signed({ credential: 'in-person', ...data }))?.identityCheck).toEqual(check);
});

test("does not give a new recipient the previous recipient's e-mail status or signature appearance", () => {
  const forwarded: Happening = {
    type: 'signer.forwarded',
    actor: SIGNER,
    target: SIGNER,
    personal: { to_name: 'Berta', to_email: 'berta@example.org' },
  };
  const before = [invited('smtp'), viewed, forwarded];
  const later = { name: 'Berta', email: 'berta@example.org' };
  expect(annaOf(...before)).toMatchObject({ ...later, invitedAt: null, viewedAt: null });
  expect(annaOf(...before, invited('smtp', 'forwarded'), viewed, signed({}, later))).toMatchObject({
    ...later,
    invitedAt: at(5),
    viewedAt: at(6),
    authentication: ['linkByMail'],
  });
});

test('keeps the recorded times of a recipient whose name is corrected, and clears them if the address is corrected', () => {
  const corrected = (changed: string): Happening => ({
    type: 'signer.corrected',
    target: SIGNER,
    data: { changed },
    personal: { to_name: 'Anna B.', to_email: 'b@example.org' },
  });
  expect(annaOf(invited('smtp'), viewed, corrected('name'))).toMatchObject({ name: 'Anna B.', viewedAt: at(3) });
  expect(annaOf(invited('smtp'), viewed, corrected('email, name'))).toMatchObject({
    email: 'b@example.org',
    invitedAt: null,
    viewedAt: null,
  });
});

test('identifies an attachment by its hash, and by its name until the name is erased', () => {
  const attachments = 'aa Pass port.pdf\nbb b.png';
  expect(annaOf(signed({ attachments: 'aa bb' }, { attachments }))?.attachments).toEqual([
    { sha256: 'aa', filename: 'Pass port.pdf' },
    { sha256: 'bb', filename: 'b.png' },
  ]);
  expect(annaOf(signed({ attachments: 'aa bb' }))?.attachments).toEqual([
    { sha256: 'aa', filename: null },
    { sha256: 'bb', filename: null },
  ]);
});

test('omits erased personal data and keeps all other data', () => {
  const erased = { ...evidence([created, sent, invited('smtp'), signed()]), personal: new Map() };
  expect(certificateFacts(erased)).toMatchObject({
    document: { title: '', filename: '', sha256: 'c0' },
    sender: { name: '', email: '' },
    revisions: [{}, { kind: 'certifiedAndSent', by: '' }, { kind: 'signatureOf', by: '', sha256: 'c2' }],
  });
});

test('lists the hashes of a rewritten file as it was uploaded and as it was stored', () => {
  const mended = { ...created, data: { sha256: 'c0', uploaded_sha256: 'cf' } };
  expect(factsOf(mended, sent).document).toMatchObject({ sha256: 'c0', uploadedSha256: 'cf' });
});

test("names no certifying organization if the sent document already contained another service's signature", () => {
  const plain = { ...sent, data: { revision: 1, sha256: 'c1', certified: false } };
  const facts = factsOf(created, plain, { type: 'document.renewed', data: { revision: 4, sha256: 'c4' } });
  expect(facts.revisions.map(({ number, kind, by }) => [number, kind, by])).toEqual([
    [0, 'upload', 'Grace'],
    [1, 'sent', 'Grace'],
    [4, 'renewal', ''],
  ]);
  expect(facts.evidence.sealSerial).toBeNull();
});

test('names the uploader only if the uploader also sent the document', () => {
  expect(factsOf({ ...created, actor: 'usr_other' }, sent).revisions[0]).toMatchObject({ kind: 'upload', by: '' });
});

test('reads recipients from audit entries that contain no names or roles', () => {
  const old = { ...sent, personal: { recipients: `${SIGNER} anna@example.org, sgn_b b@example.org` } };
  expect(factsOf(created, old, signed()).parties).toMatchObject([
    { name: 'Anna', email: 'anna@example.org', role: null, signedAt: at(2) },
    { name: '', email: 'b@example.org', role: null, signedAt: null },
  ]);
});

test('marks only certificates of sandbox documents as tests', () => {
  expect(factsOf(created, sent).notice).toBeNull();
  expect(certificateFacts(evidence([created, sent], 'sandbox')).notice).toBe('TEST - NOT LEGALLY BINDING');
});
