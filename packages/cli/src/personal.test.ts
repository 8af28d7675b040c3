import { buildEntry, commitPii, GENESIS } from '@countersign/audit-log';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { cli, makeFolder } from '../test/harness.ts';
import type { Folder } from '../test/harness.ts';

const ID = '01m7wq6m4xe2cvx3sb68d7t8fk';
const SALT = Buffer.alloc(32, 7);
const FIELDS = { name: 'Ann Ångström', email: 'ann@example.org' };

let folder: Folder;
let prev = GENESIS;
const entries = ['document.created', 'document.signed'].map((type, n) => {
  const entry = buildEntry({
    tenant: `ten_${ID}`,
    stream: `doc_${ID}`,
    n,
    prev,
    at: `2026-11-20T10:0${n}:00.000Z`,
    id: `adt_${ID}${n}`,
    type,
    actor: { kind: 'signer', id: `sgn_${ID}` },
    target: { kind: 'document', id: `doc_${ID}` },
    data: {},
    pii: n === 0 ? null : commitPii(SALT, FIELDS),
  });
  prev = entry.hash;
  return entry;
});
const line = (values: object = {}) =>
  `${JSON.stringify({ n: 1, id: `adt_${ID}1`, salt: SALT.toString('hex'), fields: FIELDS, ...values })}\n`;

beforeAll(() => {
  folder = makeFolder();
  folder.write('entries.jsonl', Buffer.concat(entries.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])));
  folder.write('cut.jsonl', Buffer.concat([entries[1]?.bytes ?? Buffer.alloc(0), Buffer.from('\n')]));
  folder.write('personal.jsonl', line());
});
afterAll(() => folder.remove());

const check = (file: string, trail = 'entries.jsonl', ...more: string[]) =>
  cli(['personal', folder.at(file), '--entries', folder.at(trail), ...more]);

test('confirms and prints personal data to which an entry commits', async () => {
  const { code, out } = await check('personal.jsonl');
  expect(code).toBe(0);
  expect(out).toContain('All fields match the audit trail.');
  expect(out).toContain('document.signed, 2026-11-20T10:01:00.000Z: matches');
  expect(out).toContain('ann@example.org');
  const { out: json } = await check('personal.jsonl', 'entries.jsonl', '--json');
  expect(JSON.parse(json)).toMatchObject({
    command: 'personal',
    valid: true,
    trail: { entries: 2, valid: true, head: prev },
    personal: [{ entry: 1, type: 'document.signed', fields: FIELDS, matches: true }],
  });
});

test.each([
  ['a name that does not match the commitment', line({ fields: { ...FIELDS, name: 'Eve' } })],
  ['a salt that does not match the commitment', line({ salt: Buffer.alloc(32, 8).toString('hex') })],
  ['a salt that is too short', line({ salt: '07' })],
  ['data for an entry that commits to no personal data', line({ id: `adt_${ID}0` })],
])('exits with 1 if the file with personal data contains %s', async (_, text) => {
  folder.write('wrong.jsonl', text);
  const { code, out } = await check('wrong.jsonl');
  expect(code).toBe(1);
  expect(out).toContain('DOES NOT MATCH');
});

test('exits with 1 if the audit trail is not valid', async () => {
  const { code, out } = await check('personal.jsonl', 'cut.jsonl');
  expect(code).toBe(1);
  expect(out).toContain('The audit trail is not valid');
});

test.each([
  ['text that is not JSON', 'Ann\n', "does not contain an entry's ID, salt and fields"],
  ['fields that are not text', line({ fields: { name: 1 } }), "does not contain an entry's ID, salt and fields"],
  ['an entry from another trail', line({ id: `adt_${ID}9` }), 'has no such entry'],
])('reports the line number if the file with personal data contains %s', async (_, text, message) => {
  folder.write('odd.jsonl', text);
  const { code, error } = await check('odd.jsonl');
  expect(code).toBe(1);
  expect(error).toContain(`Line 1 of ${folder.at('odd.jsonl')}`);
  expect(error).toContain(message);
});

test('exits with 64 if no audit trail entries are given', async () => {
  expect((await cli(['personal', folder.at('personal.jsonl')])).code).toBe(64);
});
