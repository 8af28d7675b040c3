import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART } from '../support/multipart.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { bulkSend, bulkTemplates, csvUpload, finished, hidesTemplates, rowsFor, rowsOf } from '../support/templates.ts';

const app = await startTestApp();
const { key, notice, lease } = await bulkTemplates(app);
const pathOf = (id: string) => `/api/templates/${id}/bulk-send/check`;
const check = async (id: string, body: object) => {
  const answer = await key.post<'checkBulkSend'>(pathOf(id), body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.check;
};
const started = async () => (await app.sql('select from bulk_sends')).length;

describe('200', () => {
  test('reports every error by row and column and sends nothing', async () => {
    const { email } = app.person();
    const other = app.person().email;
    const rows = [
      { 'Tenant.email': email, 'Landlord.email': other, Rent: '900' },
      { 'Tenant.email': 'nobody', 'Landlord.email': '', Rent: '5' },
      { 'Tenant.email': email, 'Landlord.email': email, Rent: '5' },
      { 'Tenant.email': email, 'Landlord.email': other, Rent: 'much' },
    ];
    const { total, wrong, faults, titles } = await check(lease.id, { rows });
    expect({ total, wrong, titles }).toEqual({ total: 4, wrong: 2, titles: ['Lease', 'Lease'] });
    expect(faults.map(({ row, field, code }) => [row, field, code])).toEqual([
      [2, 'Tenant.email', 'invalid_email'],
      [2, 'Landlord.email', 'email_missing'],
      [4, 'Rent', expect.any(String)],
    ]);
    expect(await started()).toBe(0);
    expect((await app.sql('select from documents where template_id = $1', [lease.id])).length).toBe(0);
  });

  test('reports the same errors for a CSV file as the bulk send would report', async () => {
    const csv = `E-mail;Town\r\n${app.person().email};Bern\r\nnobody;Basel\r\n`;
    const send = (path: string) => key.send('POST', path, { body: csvUpload(csv), headers: MULTIPART });
    const answer = await key.send<'checkBulkSend'>('POST', pathOf(notice.id), {
      body: csvUpload(csv),
      headers: MULTIPART,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.check).toMatchObject({ total: 2, wrong: 1, faults: [{ row: 2, field: 'E-mail' }] });
    expect(answer.body.encoding).toBe('utf-8');
    const before = await started();
    expect((await send(pathOf(notice.id))).status).toBe(200);
    expect(await started()).toBe(before);
    const { id } = await bulkSend(key, notice.id, { rows: [{ email: 'nobody' }] });
    await finished(key, id);
    const [row] = await rowsOf(key, id);
    expect(answer.body.check.faults[0]).toMatchObject({ message: row?.error?.message, code: row?.error?.code });
  });

  test('warns about control characters that were removed and about characters that cannot be printed', async () => {
    const rows = [
      { email: app.person().email, name: 'Ada \u202egnirts' },
      { email: app.person().email, name: 'Nefer \u{13000}' },
      { email: app.person().email, name: 'გიორგი მელაძე' },
    ];
    const { wrong, warnings } = await check(notice.id, { rows });
    expect(wrong).toBe(0);
    expect(warnings).toEqual([
      'Row 1: Invisible control characters were removed from name.',
      expect.stringMatching(/^Row 2: The name "Nefer \u{13000}" has characters that cannot be printed/u),
    ]);
  });

  test('uses titles from a column, a pattern or the template, and reports rows that lack a value for the title', async () => {
    const [ada, bob, eve] = rowsFor(app, 3);
    const rows = [
      { ...ada, name: 'Ada', title: '' },
      { ...bob, name: 'Bob', title: 'For Bob alone' },
      { ...eve, name: '' },
    ];
    const { titles, faults } = await check(notice.id, { rows, title: 'Contract {{ Name }}' });
    expect(titles).toEqual(['Contract Ada', 'For Bob alone']);
    expect(faults).toMatchObject([{ row: 3, field: 'name', code: 'title_incomplete' }]);
    expect((await check(notice.id, { rows: [ada] })).titles).toEqual(['Notice']);
    const long = await check(notice.id, {
      rows: [{ ...ada, name: 'x'.repeat(100) }],
      title: `${'y'.repeat(200)}{{name}}`,
    });
    expect(long.faults).toMatchObject([{ row: 1, field: 'title', code: 'invalid_title' }]);
    expectInvalid(await key.post(pathOf(notice.id), { rows: [ada], title: 'Contract {{surname}}' }), 'title');
  });

  test('checks ten thousand rows and reports at most 500 errors', async () => {
    const rows = Array.from({ length: 10_000 }, () => ({ email: 'nobody' }));
    const found = await check(notice.id, { rows });
    expect(found).toMatchObject({ total: 10_000, wrong: 10_000, titles: [] });
    expect(found.faults).toHaveLength(500);
  }, 60_000);
});

const sample = () => ({ method: 'POST', path: pathOf(notice.id), body: { rows: rowsFor(app, 1) } });
test('413 and 415: rejects a body that is far too large and a body that is neither a multipart form nor JSON', async () => {
  const huge = { rows: [{ email: 'a'.repeat(3_000_000) }] };
  expect((await key.post(pathOf(notice.id), huge)).status).toBe(413);
  const text = { body: 'a,b', headers: { 'content-type': 'text/csv' } };
  expect((await key.send('POST', pathOf(notice.id), text)).status).toBe(415);
});

needsCredential(app, sample());
needsScope(app, 'templates', sample());
hidesTemplates(app, key, (id) => ({ ...sample(), path: pathOf(id) }));
refusesOtherMethods(app, pathOf(notice.id), ['POST']);
countsRequests(app, sample(), ['templates']);

describe('422', () => {
  test.each([
    [{}, 'rows'],
    [{ rows: [] }, 'rows'],
    [{ rows: [{ town: 'Bern' }] }, 'columns'],
    [{ rows: [{ email: 'a@b.example' }], mapping: { email: 'nothing' } }, 'mapping.email'],
    [{ rows: [{ email: 'a@b.example' }], expirationDays: 3 }, 'expirationDays'],
  ])('rejects the request %j', async (body, field) => {
    expectInvalid(await key.post(pathOf(notice.id), body), field);
  });
});
