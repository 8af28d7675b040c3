import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { KeptLog } from '../support/log-attacker.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
app.tolerate(/an audit log contradicts its pin/);
const path = '/api/verify/checkpoint';
const { transparencyLog } = app.services;
const { tenantId } = app.tenant;
const verify = async (text: string) => (await app.anyone.post<'verifyCheckpoint'>(path, { text })).body;
const newest = async () => {
  await transparencyLog.cover(tenantId);
  return (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
};

test('confirms a checkpoint and proves that the current log continues from that checkpoint', async () => {
  const { id } = await app.draft();
  const { checkpoint, size } = await newest();
  const { proof } = (await app.owner.get<'getAuditProof'>(`/api/audit/proof?stream=${id}&sequence=0`)).body;
  await app.draft();
  const { size: grown } = await newest();
  for (const text of [checkpoint, proof])
    expect(await verify(text)).toEqual({ outcome: 'confirmed', entries: size, size: grown });
});

test('reports a checkpoint that is newer than the restored log', async () => {
  const { size } = await newest();
  await app.services.timers.stop();
  await transparencyLog.sequencer.stop();
  const old = await KeptLog.keep(app, 'old');
  await app.draft();
  const lost = await newest();
  await old.restore();
  expect(await verify(lost.checkpoint)).toEqual({ outcome: 'contradicted', entries: lost.size, size });
  const { contradictions } = (await app.owner.get<'getAuditLogState'>('/api/audit/state')).body;
  expect(contradictions).toMatchObject([{ source: 'presented', kind: 'behind', pinned: lost.size, size }]);
});

test('returns "unknown" for text that no key of the service signed, and rejects missing text with 422', async () => {
  const { checkpoint } = await newest();
  const forged = checkpoint.replace(/\n(\d+)\n/, '\n999999\n');
  for (const text of [forged, 'no checkpoint', '\n\n', 'c2sp.org/tlog-proof@v1\n'])
    expect(await verify(text)).toEqual({ outcome: 'unknown', entries: null, size: null });
  expectInvalid(await app.anyone.post(path, {}, { mayFail: true }), 'text');
  expectInvalid(await app.anyone.post(path, { text: '' }, { mayFail: true }), 'text');
});

refusesOtherMethods(app, path, ['POST']);
