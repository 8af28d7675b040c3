/** Tests the Python package as developers install it: built as a wheel, and used by python3 on a running server. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from '../../../../scripts/code-blocks.ts';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { webhookHeaders } from '../../src/platform/crypto/webhook-signature.ts';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const { bearer: apiKey = '' } = app.key.credential;

let folder = '';
let wheel = '';

const environment = () => ({
  PATH: process.env['PATH'],
  PYTHONPATH: path.join(folder, wheel),
  PYTHONDONTWRITEBYTECODE: '1',
  COUNTERSIGN_API_KEY: apiKey,
  COUNTERSIGN_URL: app.url,
});

/** Runs a Python program with the wheel. The program prints JSON. */
async function python(program: string, ...input: string[]): Promise<unknown> {
  const { stdout } = await execute(program, input);
  return JSON.parse(stdout);
}

function execute(program: string, input: readonly string[]) {
  const text = `import json, sys\nfrom countersign import *\n${program}`;
  return run('/usr/bin/python3', ['-W', 'error', '-c', text, ...input], { cwd: folder, env: environment() });
}

beforeAll(async () => {
  outsideTool('pysaml2');
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-python-'));
  await run(process.execPath, [path.join(ROOT, 'scripts/python-package.ts')]);
  const build = `import backend; print(backend.build_wheel(${JSON.stringify(folder)}))`;
  const cwd = path.join(ROOT, 'packages/python/build');
  wheel = (await run('/usr/bin/python3', ['-B', '-c', build], { cwd })).stdout.trim();
  await writeFile(path.join(folder, 'lease.pdf'), makePdf());
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function sign(documentId: string, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${await app.link(email)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } });
  const answer = await fetch(`${app.url}/api/documents/${documentId}/sign`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

/** A program that uploads a PDF, sends it, and downloads and verifies the signed file. */
const NEWCOMER = `import sys
from countersign import Countersign

countersign = Countersign()
sent = countersign.documents.create_and_send(sys.argv[1], [{"email": sys.argv[2], "name": "Ada Lovelace"}])
document_id = sent["document"]["id"]
print(document_id, flush=True)
countersign.documents.wait_until_completed(document_id)
countersign.documents.download(document_id, save_to="signed.pdf")
print(countersign.documents.verify(document_id)["isValid"])
`;

test('sends a document, waits for its signature and verifies the file in at most 20 lines of Python', async () => {
  const { email } = app.person();
  expect(NEWCOMER.split('\n').length).toBeLessThanOrEqual(20);
  await writeFile(path.join(folder, 'main.py'), NEWCOMER);
  const running = run('/usr/bin/python3', ['main.py', 'lease.pdf', email], { cwd: folder, env: environment() });
  const id = await new Promise<string>((resolve, reject) => {
    running.child.stdout?.once('data', (text) => resolve(String(text).trim()));
    running.catch(reject);
  });
  await sign(id, email);
  const { stdout } = await running;
  expect(stdout.trim().split('\n')).toEqual([id, 'True']);
  expect((await readFile(path.join(folder, 'signed.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
}, 60_000);

/** A substitute for Flask, which is not a dependency. It has one route, which is called with one request. */
const FLASK = `import sys, types
flask = types.ModuleType('flask')
class Flask:
    def __init__(self, name):
        pass
    def post(self, path):
        def register(view):
            Flask.view = staticmethod(view)
            return view
        return register
flask.Flask, flask.request = Flask, types.SimpleNamespace()
sys.modules['flask'] = flask
`;

test("runs the README's code, which sends a document, waits for its completion, and receives the webhook", async () => {
  const { email } = app.person();
  const text = await readFile(path.join(ROOT, 'packages/python/README.md'), 'utf8');
  const [send = '', receive = '', ...others] = codeBlocks(text, 'python');
  expect(others).toEqual([]);
  const program = send.replaceAll('https://sign.example.com', app.url).replaceAll('ada@example.com', email);
  await writeFile(path.join(folder, 'readme.py'), program);
  const running = run('/usr/bin/python3', ['-W', 'error', 'readme.py'], { cwd: folder, env: environment() });
  const headersOfLink = { authorization: `Bearer ${await app.link(email)}`, 'content-type': 'application/json' };
  const session = await fetch(`${app.url}/api/signing/session`, { method: 'POST', headers: headersOfLink, body: '{}' });
  const { view } = (await session.json()) as { view: { document: { id: string } } };
  await sign(view.document.id, email);
  expect((await running).stdout.trim()).toBe('True');

  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ type: 'document.completed', data: { object: { documentId: 'doc_1' } } });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = webhookHeaders({ current: secret }, { id: 'evt_1', timestamp, body: Buffer.from(body) });
  const receiving = `${FLASK}${receive}
import json
flask.request.get_data, flask.request.headers = lambda: sys.argv[1].encode(), json.loads(sys.argv[2])
os.environ['WEBHOOK_SECRET'] = sys.argv[3]
print(Flask.view()[1])`;
  const { stdout } = await execute(receiving, [body, JSON.stringify(headers), secret]);
  expect(stdout.trim().split('\n')).toEqual(['doc_1', '204']);
}, 60_000);

test('uploads paths, bytes, file objects and streams, pages through documents, and downloads files as bytes', async () => {
  const told = await python(`
import subprocess
c = Countersign()
data = open('lease.pdf', 'rb').read()
with open('lease.pdf', 'rb') as file, subprocess.Popen(['cat', 'lease.pdf'], stdout=subprocess.PIPE) as stream:
    files = ['lease.pdf', data, file, stream.stdout, ('Größe "1".pdf', data)]
    sent = [c.documents.upload(file=file, title='Résumé')['document'] for file in files]
listed = [document['id'] for document in c.documents.list(page_size=2)]
saved = c.documents.download(sent[0]['id'], type='original', save_to='copy.pdf')
json.dump({
    'names': [document['filename'] for document in sent],
    'titles': sorted({document['title'] for document in sent}),
    'found': {document['id'] for document in sent} <= set(listed),
    'twice': len(listed) - len(set(listed)),
    'total': c.documents.list().first_page()['pagination']['total'] == len(listed),
    'bytes': [c.documents.download(document['id'], type='original') == data for document in sent],
    'saved': [len(saved), open('copy.pdf', 'rb').read() == data],
}, sys.stdout)`);
  expect(told).toEqual({
    names: ['lease.pdf', 'document.pdf', 'lease.pdf', 'document.pdf', 'Größe "1".pdf'],
    titles: ['Résumé'],
    found: true,
    twice: 0,
    total: true,
    bytes: [true, true, true, true, true],
    saved: [0, true],
  });
});

test('repeats a write request with the same idempotency key, and makes each change only once', async () => {
  const told = await python(`
c = Countersign()
first, second = (c.documents.upload(file='lease.pdf', idempotency_key='one-upload')['document']['id'] for _ in range(2))
json.dump(first == second, sys.stdout)`);
  expect(told).toBe(true);
});

test('reports errors with their code, field errors and request ID, but never with the API key', async () => {
  const told = (await python(`
import traceback
c = Countersign()
def failure(call):
    try:
        call()
    except ApiError as error:
        return [error.status, error.code, [fault['field'] for fault in error.faults], bool(error.request_id)]
texts = [repr(c)]
try:
    c.documents.get('doc_00000000000000000000000000')
except ApiError:
    texts.append(traceback.format_exc())
try:
    Countersign(c._transport._headers['authorization'][7:] + ' x')
except ValueError:
    texts.append(traceback.format_exc())
json.dump({
    'missing': failure(lambda: c.documents.get('doc_00000000000000000000000000')),
    'invalid': failure(lambda: c.documents.create_and_send('lease.pdf', [{'email': 'nobody', 'name': 'A'}])),
    'closed': failure(lambda: Countersign(base_url='http://127.0.0.1:9', max_retries=0).documents.get('doc_1')),
    'texts': texts,
}, sys.stdout)`)) as { texts: string[] };
  expect(told).toMatchObject({
    missing: [404, 'DOCUMENT_NOT_FOUND', [], true],
    invalid: [422, 'validation_error', ['signers[0].email'], true],
    closed: [0, 'NETWORK', [], false],
  });
  expect(told.texts).toHaveLength(3);
  expect(told.texts.join()).not.toContain(apiKey);
});

test('stops waiting if the document is voided or the wait takes too long', async () => {
  const told = await python(
    `
import threading
c = Countersign()
sent = c.documents.create_and_send('lease.pdf', [{'email': sys.argv[1], 'name': 'Ada Lovelace'}])['document']['id']
try:
    c.documents.wait_until_completed(sent, timeout=0.2)
except TimeoutError as error:
    late = str(error)
threading.Timer(0.3, lambda: c.documents.void(sent, reason='Wrong file')).start()
try:
    c.documents.wait_until_completed(sent, timeout=20, poll_interval=19)
except DocumentEndedError as error:
    json.dump([late == f'The document {sent} was not completed within 0.2 seconds.', error.status], sys.stdout)`,
    app.person().email,
  );
  expect(told).toEqual([true, 'voided']);
});

test("verifies the server's delivery, and rejects a delivery that was changed, is late, or is signed with another secret", async () => {
  const { email } = app.person();
  const created = (await python(
    `
c = Countersign()
webhook = c.webhooks.create(url=sys.argv[1], events=['document.sent'])['webhook']
c.documents.create_and_send('lease.pdf', [{'email': sys.argv[2], 'name': 'Ada Lovelace'}])
json.dump([webhook['id'], webhook['secret']], sys.stdout)`,
    receiver.url,
    email,
  )) as [string, string];
  const [delivery] = await receiver.count(1);
  const told = await python(
    `
import hashlib, hmac
headers, body, secret = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]
now = int(headers['webhook-timestamp'])
def code(body, headers, secret, now=now):
    try:
        return unwrap_webhook(body, headers, secret, now=now)['type']
    except WebhookError as error:
        return error.code
plain = {'X-Service-Signature': headers['x-service-signature']}
json.dump([
    code(body, headers, secret), code(body.encode(), headers, ['whsec_AAAA', secret]), code(body, plain, secret),
    code(body + ' ', headers, secret), code(body + ' ', plain, secret), code(body, headers, 'whsec_AAAA'),
    code(body, headers, secret, now + 400), code(body, {}, secret), code(json.loads(body), headers, secret),
], sys.stdout)
Countersign().webhooks.delete(sys.argv[4])`,
    JSON.stringify(delivery?.headers),
    delivery?.body ?? '',
    created[1],
    created[0],
  );
  expect(told).toEqual([
    'document.sent',
    'document.sent',
    'document.sent',
    'WRONG_SIGNATURE',
    'WRONG_SIGNATURE',
    'WRONG_SIGNATURE',
    'TOO_OLD',
    'NO_SIGNATURE',
    'NO_RAW_BODY',
  ]);
});
