/** The request firewall in front of everything (docs/api/firewall.md). Its rules are tried in platform/firewall; this is where they are asked. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { MULTIPART, multipart, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { LEASE, makeTemplate } from '../support/templates.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const TITLE = `O'Brien & Sons -- "select" terms <draft>; drop by`;
const SQL = "' OR '1'='1";
const path = '/api/documents/paginated';

describe('403', () => {
  test.each([
    ['a path', '/api/documents/..%2f..%2fetc%2fpasswd', 'path-traversal'],
    ['an address that leads nowhere', '/nothing/.git/config', 'path-hidden'],
    ['an address that cannot be decoded', '/api/documents/%c0%ae%c0%ae%c0%af%ff', 'encoding-overlong'],
    ['a page of the app', '/app/documents?x=%3Cscript%3Ealert(1)%3C/script%3E', 'script-tag'],
    ['an id in another form', `/api/documents/${encodeURIComponent(SQL)}`, 'sql-breakout'],
    ['a parameter that programs name', `${path}?sortBy=${encodeURIComponent('$(id)')}`, 'command-substitution'],
    ['a parameter encoded twice', `${path}?sortBy=%2527`, 'encoding-double'],
    ['what people search for', `${path}?search=${encodeURIComponent(SQL)}`, 'sql-breakout'],
    ['the name of a parameter', `${path}?__proto__[admin]=1`, 'operator-key'],
  ])('%s', async (_, address, ruleId) => {
    expectError(await app.key.get(address), 'REQUEST_BLOCKED', { ruleId });
  });

  test.each([
    ['a title', { title: SQL }, 'sql-breakout'],
    ['the name of a member', { 'constructor[prototype]': 1 }, 'operator-key'],
    ['a member that nobody asked for', { unknown: [{ deep: '{{7*7}}' }] }, 'template-expression'],
  ])('%s in JSON, whoever asks', async (_, body, ruleId) => {
    const { id } = await app.draft();
    expectError(await app.key.send('PATCH', `/api/documents/${id}`, { body }), 'REQUEST_BLOCKED', { ruleId });
    expectError(await app.anyone.send('PATCH', `/api/documents/${id}`, { body }), 'REQUEST_BLOCKED', { ruleId });
  });

  test('the title, the part and the file of a form', async () => {
    const send = (body: Buffer) => app.key.send('POST', '/api/documents/upload', { body, headers: MULTIPART });
    const file = { name: 'file', filename: 'a.pdf', content: makePdf() };
    expectError(await send(pdfUpload(makePdf(), { title: SQL })), 'REQUEST_BLOCKED', { ruleId: 'sql-breakout' });
    expectError(await send(pdfUpload(makePdf(), {}, 'a;$(id).pdf')), 'REQUEST_BLOCKED', {
      ruleId: 'command-substitution',
    });
    expectError(await send(multipart([{ name: '$where', content: '1' }, file])), 'REQUEST_BLOCKED', {
      ruleId: 'operator-key',
    });
  });

  test.each([
    'sqlmap/1.8',
    'Mozilla/5.00 (Nikto/2.1.6) (Evasions:None)',
    'masscan/1.3',
    'Nuclei - Open-source project',
    'zgrab/0.x',
  ])('the agent %s', async (agent) => {
    const answer = await app.anyone.send('GET', '/api/health', { headers: { 'user-agent': agent } });
    expectError(answer, 'REQUEST_BLOCKED', { ruleId: 'scanner-agent' });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('a title that looks hostile goes the whole way: template, upload, send, sign, verify, search, webhook', async () => {
  const webhook = await addWebhook(app, { url: receiver.url, events: ['document.completed'] });
  const template = await makeTemplate(app.owner, { ...LEASE, name: TITLE, description: TITLE });
  expect(template.name).toBe(TITLE);
  const one = { ...app.person(), name: `Anna O'Brien "Jr." <sales>; & Co` };
  const { id } = await app.draft({ title: TITLE, filename: `${TITLE}.pdf` });
  const send = {
    signers: [one],
    emailSubject: TITLE,
    emailMessage: `${TITLE}\r\nSubject: offer\r\nSELECT what you like.`,
  };
  const sent = await app.key.post(`/api/documents/${id}/send-for-signing`, send);
  expect(sent.status, sent.text).toBe(200);
  const token = await app.link(one.email);
  const signed = await app.sign(id, { token, signature: { type: 'typed', data: one.name } });
  expect(signed.status, signed.text).toBe(200);
  await app.sealed(id);
  expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  const found = await app.key.get<'listDocuments'>(`${path}?search=${encodeURIComponent(TITLE)}`);
  expect(found.body.documents.map(({ title }) => title)).toEqual([TITLE]);
  const [received] = await receiver.count(1);
  expect(received?.body, webhook.id).toContain(JSON.stringify(TITLE));
});

test('detects without blocking, and lets exceptions pass, as the operator has set it', async () => {
  const detecting = await startTestApp({ firewall: { mode: 'detect', exceptions: [] } });
  const { id: draft } = await detecting.draft();
  expect((await detecting.key.get(`${path}?search=${encodeURIComponent(SQL)}`)).status).toBe(200);
  expect((await detecting.key.get(`/api/documents/${encodeURIComponent(SQL)}`)).status).toBe(404);
  const change = await detecting.key.send('PATCH', `/api/documents/${draft}`, { body: { title: SQL } });
  expect(change.status, change.text).toBe(200);
  const told = detecting.lines.filter((line) => line.includes('"ruleId"')).map((line) => JSON.parse(line) as unknown);
  const found = { level: 40, ruleId: 'sql-breakout', isBlocked: false };
  expect(told, 'each value is judged once').toEqual(
    ['query.search', 'path', 'body.title'].map((field) => expect.objectContaining({ ...found, field })),
  );
  expect(detecting.lines.join('\n'), 'what was found stays out of the log').not.toContain(SQL);
  const excepting = await startTestApp({
    firewall: { mode: 'block', exceptions: [{ ruleId: 'template-expression', field: 'query.search' }] },
  });
  expect((await excepting.key.get(`${path}?search=${encodeURIComponent('{{7*7}}')}`)).status).toBe(200);
  const { id } = await excepting.draft();
  expectError(
    await excepting.key.send('PATCH', `/api/documents/${id}`, { body: { title: '{{7*7}}' } }),
    'REQUEST_BLOCKED',
    {
      ruleId: 'template-expression',
    },
  );
});

test('refuses the 101st block of an address within the hour with 429', async () => {
  const blocking = await startTestApp();
  const ask = () => blocking.anyone.get(`${path}?sortBy=${encodeURIComponent('$(id)')}`);
  for (let i = 0; i < 100; i += 1) expectError(await ask(), 'REQUEST_BLOCKED', { ruleId: 'command-substitution' });
  const refused = await ask();
  expectError(refused, 'RATE_LIMIT_EXCEEDED', { limit: 100, retryAfterSeconds: expect.any(Number) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await blocking.key.get(path)).status, 'what nothing is found in goes on').toBe(200);
});
