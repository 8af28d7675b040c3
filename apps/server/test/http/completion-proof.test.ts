/**
 * `document.completed` is announced when a checkpoint of the audit log covers the completion. The event contains the
 * proof.
 */
import type { EventPayload } from '@countersign/contract';
import { openCheckpoint, parseProof, parseVerifierKey, verifyProof } from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';
import { announceCompletionHandler } from '../../src/features/signing/announce-completion.ts';
import { ATTEMPTS_WITH_PROOF } from '../../src/features/signing/announce-completion-job.ts';
import { startTestApp } from '../support/app.ts';
import { sentPackage, signAll } from '../support/package-visits.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
type Row = { id: string; kind: string; sequence: number | null; data: EventPayload<'document.completed'> };
const announced = (id: string) =>
  app.sql<Row>(
    `select id, kind, sequence, data from outbox where document_id = $1 and kind = 'document.completed' order by sequence`,
    [id],
  );
const completionOf = (id: string) => until('the announcement', async () => (await announced(id))[0]);

test('includes in document.completed a proof that can be verified with the keys of the audit log', async () => {
  const { id } = await app.completed();
  const { data } = await completionOf(id);
  const { verifierKeys } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
  const proof = data.audit_proof;
  if (!proof) throw new Error('The log has no proof.');
  const { entries } = (await app.owner.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
  const entry = entries.find(({ action }) => action === 'document.completed');
  expect(entry).toMatchObject({ sequence: proof.sequence, hash: proof.hash });
  const parsed = parseProof(proof.proof);
  const keys = { logs: verifierKeys.map(parseVerifierKey) };
  const { size } = await verifyProof(parsed, keys, Buffer.from(entry?.hash ?? '', 'hex'));
  expect([parsed.index, size, parsed.extra]).toEqual([proof.index, proof.size, undefined]);
  await expect(verifyProof(parsed, keys, Buffer.alloc(32, 1))).rejects.toMatchObject({ code: 'not_included' });
});

test("includes the checkpoint in the signers' completion e-mail as a note that verifies with the audit log's keys", async () => {
  const signer = app.person();
  const { id } = await app.completed({ signers: [signer] });
  await app.atRest(id);
  const { data } = await completionOf(id);
  const { verifierKeys } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
  const mails = await app.sql<{ text: string }>(
    `select body_text as text from mails where kind = 'completed' and to_address = $1`,
    [signer.email],
  );
  expect(mails).toHaveLength(1);
  for (const { text } of mails) {
    const [note = ''] = /[0-9a-f]{32}\/ten_\S+\n\d+\n\S+\n\n\u2014 .+\n/.exec(text) ?? [];
    const { size } = await openCheckpoint(note, { logs: verifierKeys.map(parseVerifierKey) });
    expect(size).toBe(data.audit_proof?.size);
  }
});

test('announces the completion of a package together with the completion of its last document', async () => {
  const signer = app.person();
  const { id, documents } = await sentPackage(app, { signers: [signer] });
  await signAll(app, documents, signer.email);
  const [end] = await until('the end of the package', () =>
    app
      .sql<{ xid: string }>(
        `select xid::text from outbox where data->>'packageId' = $1 and kind = 'package.completed'`,
        [id],
      )
      .then((rows) => (rows.length === 0 ? undefined : rows)),
  );
  const completions = await app.sql<{ xid: string }>(
    `select xid::text from outbox where document_id = any($1) and kind = 'document.completed' and data->'audit_proof'->>'proof' is not null`,
    [documents.map((document) => document.id)],
  );
  expect(completions).toHaveLength(2);
  expect(completions).toContainEqual(end);
});

test('waits for the checkpoint before it announces the completion, and omits the proof if the audit log cannot sign', async () => {
  const { id } = await app.completed();
  await completionOf(id);
  await app.atRest(id);
  const { transparencyLog } = app.services;
  const log = { warned: [] as string[], warn: (_: object, text: string) => void log.warned.push(text) };
  const broken = Object.assign(Object.create(transparencyLog) as typeof transparencyLog, {
    settled: () => Promise.resolve([]),
    cover: () => Promise.reject(new Error('the log is locked')),
  });
  const handler = announceCompletionHandler({ ...app.services, transparencyLog: broken, log });
  const run = (attempt: number, isHeld = true) =>
    handler.run({
      tenantId: app.tenant.tenantId,
      id: 'job',
      attempt,
      payload: { documentId: id, sequence: 999, announced: JSON.stringify({ recipients: [] }) },
      done: () => () => isHeld,
    });
  await expect(run(1)).rejects.toThrow('the log is locked');
  expect(await announced(id)).toHaveLength(1);
  // Another worker has taken over the job, so this worker does not announce the completion.
  await run(ATTEMPTS_WITH_PROOF, false);
  expect(await announced(id)).toHaveLength(1);
  log.warned.length = 0;
  await run(ATTEMPTS_WITH_PROOF);
  const [first, late] = await announced(id);
  expect(late).toMatchObject({ sequence: Number(first?.sequence) + 1, data: { audit_proof: null } });
  expect(log.warned).toEqual(['a completion notice was sent without an audit log proof']);
});
