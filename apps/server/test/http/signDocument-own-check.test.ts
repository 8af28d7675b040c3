/** The server verifies its own output before use, so a signature that would not verify is never recorded. */
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
const { authority } = app.services;
const SIGNATURE = { consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } };

/** Replaces the next signature with an invalid one, as a broken key store or corrupt memory would. */
type Signer = Awaited<ReturnType<typeof authority.signer>>;
function breakNextSigner(broken: (signer: Signer) => Signer | Promise<Signer>): void {
  const real = authority.signer.bind(authority);
  const spy = vi.spyOn(authority, 'signer').mockImplementationOnce(async (...asked) => broken(await real(...asked)));
  onTestFinished(() => spy.mockRestore());
}

const flipped = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  return changed;
};

/** Returns all data that is stored when a document is signed. */
const kept = (id: string) =>
  app.sql(
    `select (select array_agg(status) from signers where document_id = $1) as signers,
       (select count(*)::int from revisions where document_id = $1) as revisions,
       (select count(*)::int from certificates where document_id = $1 and signer_id is not null) as certificates,
       (select count(*)::int from outbox where document_id = $1) as events,
       (select count(*)::int from audit_entries where strpos(convert_from(bytes, 'UTF8'), $1) > 0) as entries`,
    [id],
  );

const FAULTS: [string, () => void][] = [
  [
    'a signature with one bit flipped',
    () =>
      breakNextSigner(({ key, ...rest }) => ({
        ...rest,
        key: { ...key, sign: async (data) => flipped(await key.sign(data)) },
      })),
  ],
  [
    'a signature of other data',
    () =>
      breakNextSigner(({ key, ...rest }) => ({
        ...rest,
        key: { ...key, sign: (data) => key.sign(createHash('sha256').update(data).digest()) },
      })),
  ],
  [
    'a time-stamp of another signature',
    () => {
      const real = authority.signatureTimestamper.bind(authority);
      const spy = vi.spyOn(authority, 'signatureTimestamper').mockImplementationOnce((...asked) => {
        const stamp = real(...asked);
        return (value) => stamp(flipped(value));
      });
      onTestFinished(() => spy.mockRestore());
    },
  ],
];

async function expectNothingRecorded(breakNext: () => void, expectRefusal: (answer: Answer<unknown>) => void) {
  const { id, token } = await app.sentToOne();
  const body = { ...SIGNATURE, token };
  const before = await kept(id);
  breakNext();
  expectRefusal(await app.anyone.post(`/api/documents/${id}/sign`, body, { mayFail: true }));
  expect(await kept(id)).toEqual(before);

  expect((await app.anyone.post<'signDocument'>(`/api/documents/${id}/sign`, body)).status).toBe(200);
  await app.sealed(id);
  const { body: verified } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(verified).toMatchObject({ isValid: true, reasons: [] });
}

test.each(FAULTS)('does not record %s, and signs the document on the next attempt', async (_, breakNext) => {
  await expectNothingRecorded(breakNext, (answer) => {
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(answer.text).toContain('could not be verified');
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});

test('returns a server error without recording anything if the certificate for a signature was issued to another signer', async () => {
  app.tolerate(/the certificate does not match the key/);
  const breakNext = () =>
    breakNextSigner(async (signer) => ({
      ...signer,
      certificate: (await authority.signer('live', 'bert@contoso.example')).certificate,
    }));
  await expectNothingRecorded(breakNext, (answer) => expectError(answer, 'INTERNAL_ERROR'));
});
