import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { hidesDocuments, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const draft = await app.draft();
const pathOf = (id: string): string => `/api/documents/${id}/send-for-signing`;
const path = pathOf(draft.id);
const ada = { email: 'ada@contoso.example', name: 'Ada Lovelace' };
const place = { page: 1, x: 100, y: 600, width: 180, height: 50 };

async function mails(): Promise<string[]> {
  return (await app.sql<{ to_address: string }>('select to_address from mails order by id')).map(
    ({ to_address: to }) => to,
  );
}

describe('200', () => {
  test('returns the sent document and its signers, but never a signing link', async () => {
    const [one, two] = [app.person(), app.person()];
    const { id, title } = await app.draft({ title: 'Lease' });
    app.clock.advance({ seconds: 3 });
    const answer = await app.key.post<'sendForSigning'>(`/v1${pathOf(id)}`, {
      signers: [one, two],
      expirationDays: 14,
      emailSubject: 'Please sign the lease',
      emailMessage: 'Dear both,\nthank you.',
    });
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body;
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: true, document, signers: document.signers },
    });
    expect(document).toMatchObject({
      status: 'in-progress',
      title,
      sent_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
      expiration: new Date(app.clock.now().getTime() + 14 * 86_400_000).toISOString(),
      email_subject: 'Please sign the lease',
      email_message: 'Dear both,\nthank you.',
    });
    expect(document.signers.map(({ email, name, status }) => ({ email, name, status }))).toEqual([
      { ...one, status: 'pending-signature' },
      { ...two, status: 'pending-signature' },
    ]);
    expect(answer.text).not.toMatch(/sign#|token/);
    const mail = await app.mail(two.email, 'invitation');
    expect(mail.subject).toBe('Please sign the lease');
    expect(mail.text).toContain('thank you.');
    expect(mail.text).toContain(`/sign#${await app.link(two.email)}`);
  });

  test('sets the expiration to 30 days by default', async () => {
    const { document } = await app.sent();
    expect(document.expiration).toBe(new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString());
  });

  test("applies the organization's defaults, which the sender can override, for example to send no reminders", async () => {
    const defaults = { default_expiration_days: 10, default_reminders: { everyDays: 2, max: 4 } };
    const owner = await app.session();
    const set = (settings: object) => owner.send('PATCH', '/api/organization', { body: { settings } });
    expect((await set(defaults)).status).toBe(200);
    const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
    const kept = async ({ id, document }: { id: string; document: { expiration: string | null } }) => {
      const [row] = await app.sql('select reminder_days, reminder_max from documents where id = $1', [id]);
      return { expiration: document.expiration, ...row };
    };
    expect(await kept(await app.sent())).toEqual({ expiration: inDays(10), reminder_days: 2, reminder_max: 4 });
    expect(await kept(await app.sent({ expirationDays: 5, reminders: null }))).toEqual({
      expiration: inDays(5),
      reminder_days: null,
      reminder_max: null,
    });
    expect((await set({ default_expiration_days: 30, default_reminders: null })).status).toBe(200);
  });

  test('records the events and audit entries when a document is sent', async () => {
    const { id, signers } = await app.sent();
    const events = await app.sql<{ kind: string; data: object }>(
      'select kind, data from outbox where document_id = $1 order by id',
      [id],
    );
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['document.created', 'document.sent']);
    expect(events.find(({ kind }) => kind === 'document.sent')?.data).toMatchObject({
      documentId: id,
      signers: signers.map(({ email, name }) => ({ email, name })),
    });
    await app.link(signers[0]?.email ?? '');
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(body.entries.map(({ action }) => action)).toEqual(['document.created', 'document.sent', 'mail.sent']);
  });

  test('invites only the first signer of a sequential document, and notifies copy recipients immediately', async () => {
    const [first, second, copy] = [app.person(), app.person(), app.person()];
    const { id, signers } = await app.sent({
      signers: [
        { ...second, order: 5 },
        { ...first, order: 2 },
        { ...copy, role: 'cc' },
      ],
      signingOrder: 'sequential',
    });
    expect(signers.map(({ status }) => status)).toEqual(['waiting', 'pending-signature', 'notified']);
    const token = await app.link(first.email);
    expect(await mails()).not.toContain(second.email);
    await app.sign(id, { token });
    await app.link(second.email);
    await app.mailId(copy.email, 'copy');
    const asked = await app.sql("select 1 from mails where to_address = $1 and kind <> 'copy'", [copy.email]);
    expect(asked).toEqual([]);
  });

  test('accepts a position for the signature and additional fields', async () => {
    const one = app.person();
    const fields = [
      { kind: 'signature', signer: one.email.toUpperCase(), ...place },
      {
        kind: 'checkbox',
        signer: one.email,
        page: 1,
        x: 72,
        y: 300,
        width: 14,
        height: 14,
        required: false,
        label: 'I agree',
      },
      { kind: 'date', signer: one.email, page: 1, x: 300, y: 300, width: 90, height: 16 },
    ];
    const { document } = await app.sent({ signers: [one], fields });
    expect(document.page_count, 'no page was added').toBe(1);
    expect(document.fields.map(({ kind, required, x }) => [kind, required, x])).toEqual([
      ['signature', true, 100],
      ['checkbox', false, 72],
      ['date', true, 300],
    ]);
  });

  test('accepts the maximum of 100 recipients', async () => {
    const signers = Array.from({ length: 100 }, () => app.person());
    const { signers: sent } = await app.sent({ signers });
    expect(sent.map(({ email }) => email)).toEqual(signers.map(({ email }) => email));
  });

  test('includes titles and names in any script, even with markup, unchanged in the e-mail', async () => {
    const one = { ...app.person(), name: '山田 <b>太郎</b> & "Söhne"' };
    const { id } = await app.draft({ title: '契約書 <script> & <b onclick>' });
    expect((await app.key.post(pathOf(id), { signers: [one] })).status).toBe(200);
    const mail = await app.mail(one.email, 'invitation');
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('契約書 &lt;script&gt;');
    expect(mail.text).toContain('契約書 <script> & <b onclick>');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

needsCredential(app, { method: 'POST', path, body: { signers: [ada] } });
needsScope(app, 'documents:write', { method: 'POST', path, body: { signers: [ada] } });
hidesDocuments(app, (id) => ({ method: 'POST', path: pathOf(id), body: { signers: [ada] } }));
refusesOtherMethods(app, path, ['POST']);

describe('409', () => {
  test.each(['in-progress', 'completed', 'voided', 'expired'])(
    'rejects sending a document with the status "%s"',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2 where id = $1', [id, status]);
      expectError(await app.key.both('POST', pathOf(id), { body: { signers: [ada] } }), 'INVALID_STATE', {
        status,
        allowed: ['draft'],
      });
    },
  );

  test('sends the document only once if two requests arrive at the same time', async () => {
    const { id } = await app.draft();
    const one = app.person();
    const answers = await Promise.all([1, 2, 3].map(() => app.key.post(pathOf(id), { signers: [one] })));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    const [counts] = await app.sql(
      'select (select count(*) from signers where document_id = $1) as signers, (select count(*) from revisions where document_id = $1) as revisions',
      [id],
    );
    expect(counts).toEqual({ signers: '1', revisions: '1' });
  });
});

describe('415', () => {
  test.each(['text/plain', 'multipart/form-data; boundary=x'])(
    'rejects a send request with the Content-Type %s',
    async (type) => {
      expectError(
        await app.key.both('POST', path, {
          body: JSON.stringify({ signers: [ada] }),
          headers: { 'content-type': type },
        }),
        'UNSUPPORTED_MEDIA_TYPE',
      );
    },
  );
});

describe('422', () => {
  const signature = { kind: 'signature', signer: ada.email, ...place };
  test('rejects a message that contains half of a surrogate pair', async () => {
    const { id } = await app.draft();
    expectInvalid(await app.key.post(pathOf(id), { signers: [ada], emailMessage: 'a \ude00' }), 'emailMessage');
  });

  test.each<[string, object, string]>([
    ['a missing list of signers', {}, 'signers'],
    ['an empty list of signers', { signers: [] }, 'signers'],
    [
      '101 recipients',
      { signers: Array.from({ length: 101 }, (_, i) => ({ ...ada, email: `a${i}@x.example` })) },
      'signers',
    ],
    ['an object instead of a list of signers', { signers: ada }, 'signers'],
    [
      'recipients who do not sign',
      {
        signers: [
          { ...ada, role: 'cc' },
          { email: 'b@x.example', name: 'B', role: 'viewer' },
        ],
      },
      'signers',
    ],
    ['a signer without a name', { signers: [{ email: ada.email }] }, 'signers[0].name'],
    ['a signer without an address', { signers: [{ name: 'Ada' }] }, 'signers[0].email'],
    ['an invalid address', { signers: [ada, { ...ada, email: 'not an address' }] }, 'signers[1].email'],
    ['an address with a line break', { signers: [{ ...ada, email: 'a@x\n.example' }] }, 'signers[0].email'],
    [
      'the same address twice, once in upper case',
      { signers: [ada, { ...ada, email: 'ADA@Contoso.example' }] },
      'signers[1].email',
    ],
    ['a name with a line break', { signers: [{ ...ada, name: 'Ada\r\nBcc: b@x.example' }] }, 'signers[0].name'],
    ['a name with a lone surrogate', { signers: [{ ...ada, name: 'Ada \ud83d' }] }, 'signers[0].name'],
    ['a name of 121 characters', { signers: [{ ...ada, name: 'a'.repeat(121) }] }, 'signers[0].name'],
    ['an unknown role', { signers: [{ ...ada, role: 'witness' }] }, 'signers[0].role'],
    ['an unknown property of a signer', { signers: [{ ...ada, phone: '1' }] }, 'signers[0].phone'],
    ['a signing order of 0', { signers: [{ ...ada, order: 0 }] }, 'signers[0].order'],
    ['an order number without sequential signing', { signers: [{ ...ada, order: 1 }] }, 'signers[0].order'],
    ['an expiration of zero days', { signers: [ada], expirationDays: 0 }, 'expirationDays'],
    ['366 days', { signers: [ada], expirationDays: 366 }, 'expirationDays'],
    ['a fraction of a day', { signers: [ada], expirationDays: 0.5 }, 'expirationDays'],
    ['an expiration given as text', { signers: [ada], expirationDays: '7' }, 'expirationDays'],
    [
      'a subject with an e-mail header',
      { signers: [ada], emailSubject: 'Hello\r\nBcc: everybody@example.com' },
      'emailSubject',
    ],
    ['a subject of 201 characters', { signers: [ada], emailSubject: 'x'.repeat(201) }, 'emailSubject'],
    ['a message with a NUL character', { signers: [ada], emailMessage: 'a\u0000b' }, 'emailMessage'],
    ['a message of 2,001 characters', { signers: [ada], emailMessage: 'x'.repeat(2001) }, 'emailMessage'],
    ['an unknown signing order', { signers: [ada], signingOrder: 'random' }, 'signingOrder'],
    ['an unknown property', { signers: [ada], status: 'completed' }, 'status'],
    [
      'a field for an unknown recipient',
      { signers: [ada], fields: [{ ...signature, signer: 'b@x.example' }] },
      'fields[0].signer',
    ],
    ['a field for an approver', { signers: [{ ...ada, role: 'approver' }], fields: [signature] }, 'fields[0].signer'],
    ['an unknown field type', { signers: [ada], fields: [{ ...signature, kind: 'stamp' }] }, 'fields[0].kind'],
    [
      'a field on a page that does not exist',
      { signers: [ada], fields: [{ ...signature, page: 2 }] },
      'fields[0].page',
    ],
    ['page 0', { signers: [ada], fields: [{ ...signature, page: 0 }] }, 'fields[0].page'],
    [
      'a field beyond the right edge of the page',
      { signers: [ada], fields: [{ ...signature, x: 500 }] },
      'fields[0].x',
    ],
    [
      'a field beyond the bottom edge of the page',
      { signers: [ada], fields: [{ ...signature, y: 800 }] },
      'fields[0].y',
    ],
    ['a field left of the page', { signers: [ada], fields: [{ ...signature, x: -1 }] }, 'fields[0].x'],
    [
      'a field that is too small to be visible',
      { signers: [ada], fields: [{ ...signature, width: 1 }] },
      'fields[0].width',
    ],
    [
      '501 fields',
      { signers: [ada], fields: Array.from({ length: 501 }, () => ({ ...signature, kind: 'text' })) },
      'fields',
    ],
  ])('rejects an invalid send request: %s', async (_, body, field) => {
    expectInvalid(await app.key.both('POST', path, { body }), field);
  });

  test('reports all invalid properties of a request at once, including those in lists', async () => {
    const error = expectInvalid(
      await app.key.post(path, { signers: [{ email: 'x' }, { email: ada.email, name: '' }], expirationDays: 400 }),
      'signers[0].email',
    );
    expect(error.errors.map(({ field }) => field)).toEqual([
      'signers[0].email',
      'signers[0].name',
      'signers[1].name',
      'expirationDays',
    ]);
  });

  test.each([
    [
      'a property named __proto__',
      '{"signers":[{"email":"a@x.example","name":"A","__proto__":{"role":"cc"}}]}',
      'malformed_json',
    ],
    ['truncated JSON', '{"signers":[', 'malformed_json'],
    ['NaN', '{"signers":[],"expirationDays":NaN}', 'malformed_json'],
  ])('rejects a request body with %s', async (_, body, reason) => {
    expectInvalid(
      await app.key.both('POST', path, { body, headers: { 'content-type': 'application/json' } }),
      'body',
      reason,
    );
  });

  test('leaves the document a draft after every rejected request', async () => {
    expect((await app.key.get<'getDocument'>(`/api/documents/${draft.id}`)).body.document).toEqual(draft);
    expect(await mails()).not.toContain(ada.email);
    const [counts] = await app.sql(
      'select (select count(*) from signers where document_id = $1) as signers, (select count(*) from revisions where document_id = $1) as revisions',
      [draft.id],
    );
    expect(counts).toEqual({ signers: '0', revisions: '0' });
  });
});

describe('429', () => {
  test('counts sending a document against the rate limit of the API key', async () => {
    const { caller } = await app.makeKey({ rateLimit: 2 });
    const { id } = await app.draft({ by: caller });
    expect((await caller.post(pathOf(id), { signers: [app.person()] })).status).toBe(200);
    expectError(await caller.post(pathOf(id), { signers: [app.person()] }), 'RATE_LIMIT_EXCEEDED', {
      limit: 2,
      retryAfterSeconds: 3600,
    });
  });
});
