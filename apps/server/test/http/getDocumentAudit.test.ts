import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const person = app.person();
const { id } = await app.completed({ signers: [person] });
const path = `/api/documents/${id}/audit`;
await app.atRest(id);

describe('200', () => {
  test('returns audit entries in the documented form, each chained to the previous entry', async () => {
    const { status, body } = await app.key.both<'getDocumentAudit'>('GET', path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['entries', 'pagination', 'isValid', 'findings', 'personal']);
    expect(body.isValid).toBe(true);
    let previous: string | undefined;
    for (const [index, entry] of body.entries.entries()) {
      expect(entry).toEqual({
        id: expect.stringMatching(/^adt_[0-9a-hjkmnp-tv-z]{26}$/),
        stream: id,
        sequence: index,
        timestamp: app.clock.now().toISOString(),
        actor: { kind: expect.stringMatching(/^(api-key|signer|system)$/), id: expect.stringMatching(/\S/) },
        action: expect.stringMatching(/^(document|mail)\.[a-z-]+$/),
        target: { kind: expect.stringMatching(/^(document|signer)$/), id: expect.stringMatching(/^(doc|sgn)_/) },
        context: expect.any(Object),
        previous_hash: previous ?? expect.stringMatching(/\S/),
        hash: expect.stringMatching(/\S/),
        bytes: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
        summary: expect.stringMatching(/\S/),
      });
      previous = entry.hash;
    }
    expect(body.entries.map(({ action }) => action).filter((action) => action !== 'mail.sent')).toEqual([
      'document.created',
      'document.sent',
      'document.signed',
      'document.completed',
    ]);
  });

  test('returns the bytes of each audit entry, which match its hash', async () => {
    const { body } = await app.key.get<'getDocumentAudit'>(path);
    for (const { bytes, hash, action, sequence } of body.entries) {
      const stored = Buffer.from(bytes, 'base64');
      const digests = [stored, Buffer.concat([Buffer.from([0]), stored])].map((data) =>
        createHash('sha256').update(data).digest('hex'),
      );
      expect(digests).toContain(hash);
      expect(JSON.parse(stored.toString())).toMatchObject({ type: action, n: sequence });
    }
  });

  test("returns summaries in the user's language, and in English for API keys", async () => {
    const german = { headers: { 'accept-language': 'de-CH, en;q=0.5' } };
    const summaries = async (caller: typeof app.owner, options = {}) =>
      (await caller.get<'getDocumentAudit'>(path, options)).body.entries
        .filter(({ action }) => ['document.sent', 'document.signed'].includes(action))
        .map(({ summary }) => summary);
    expect(await summaries(app.owner, german)).toEqual([
      'Zertifiziert und an 1 Empfänger gesendet',
      'Unterschrieben (Fassung 2)',
    ]);
    const english = ['Certified and sent to 1 recipient', 'Signed (revision 2)'];
    expect(await summaries(app.owner, { headers: { 'accept-language': 'tlh' } })).toEqual(english);
    expect(await summaries(app.key, german)).toEqual(english);
  });

  test('includes no names or addresses in the chained entries', async () => {
    const { text } = await app.key.get(path);
    const plain = Buffer.from(
      text.replace(/"bytes":"([^"]+)"/g, (_, bytes: string) => Buffer.from(bytes, 'base64').toString()),
    );
    for (const personal of [person.email, person.name, 'grace@', 'Grace', '127.0.0.1'])
      expect(plain.toString()).not.toContain(personal);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (document) => ({ method: 'GET', path: `/api/documents/${document}/audit` }));
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });

describe('200 with an invalid result', () => {
  const tamperings: [string, string][] = [
    [
      'an edited entry',
      `update audit_entries set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), 'document.signed', 'document.voided'), 'UTF8') where stream = $1 and n = 3`,
    ],
    [
      'an edited entry with a matching hash',
      `update audit_entries set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), '"revision":2', '"revision":9'), 'UTF8'), hash = repeat('0', 64) where stream = $1 and n = 3`,
    ],
    ['a deleted entry in the middle', 'delete from audit_entries where stream = $1 and n = 2'],
    ['deleted entries at the end', 'delete from audit_entries where stream = $1 and n >= 5'],
    ['a deletion of all entries', 'delete from audit_entries where stream = $1'],
    [
      'a head that was set back by one entry',
      'update audit_streams set n = n - 1, hash = (select hash from audit_entries e where e.stream = $1 and e.n = audit_streams.n - 1) where stream = $1',
    ],
    ['bytes that are not an entry', `update audit_entries set bytes = 'nonsense' where stream = $1 and n = 1`],
  ];
  test.each(tamperings)('detects a tampered audit trail: %s', async (_, statement) => {
    const tampered = await app.completed();
    const at = `/api/documents/${tampered.id}/audit`;
    await app.atRest(tampered.id);
    expect((await app.key.get<'getDocumentAudit'>(at)).body.isValid).toBe(true);
    await app.sql(statement, [tampered.id]);
    const { status, body } = await app.key.get<'getDocumentAudit'>(at);
    expect(status).toBe(200);
    expect(body.isValid).toBe(false);
  });
});
