/**
 * Tests attacks by an operator who has every key (docs/understand/audit-log-format.md). Each attack is reported in one
 * sentence.
 */
import { formatVerifierKey, parseNote, SIGNATURE_TYPE } from '@countersign/audit-log/tlog';
import { afterEach, expect, test } from 'vitest';
import { testKey } from '../../../../packages/audit-log/test/keys.ts';
import { startTestApp } from '../support/app.ts';
import { auditVerify, writeBeside, writeExport } from '../support/exported-log.ts';
import { appendForged, entriesOf, KeptLog, rewriteLog } from '../support/log-attacker.ts';

const app = await startTestApp();
const { tenantId } = app.tenant;
const log = app.services.transparencyLog;
const { id } = await app.completed();
await app.atRest(id);
await app.services.timers.stop();
await log.sequencer.stop();
app.clock.advance({ seconds: 2 });
await log.cover(tenantId);
const old = await KeptLog.keep(app, 'old');
await app.draft();
app.clock.advance({ seconds: 2 });
await log.cover(tenantId);
await log.stamps.stamp(tenantId);
const honest = await KeptLog.keep(app, 'honest');
const { checkpoint, origin, verifierKeys } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
const size = (await entriesOf(app, tenantId)).length;
const pin = writeBeside('pin.txt', checkpoint);

afterEach(() => honest.restore());

const newest = async () => (await log.checkpoints.newest(tenantId))?.note ?? '';
const sentence = async (...options: string[]) => {
  const { code, fault } = await auditVerify(await writeExport(app), ...options);
  return [code, fault?.message.replaceAll(/\S*\/(\w[\w-]*\.txt)/g, '$1')];
};
const otherActor = async () => {
  const entries = await entriesOf(app, tenantId);
  await rewriteLog(
    app,
    tenantId,
    entries.map((entry) =>
      entry.type === 'document.sent' ? { ...entry, actor: { kind: 'user', id: 'usr_other' } } : entry,
    ),
  );
};

test("uses the signer's receipt to detect that an audit entry is missing from the log", async () => {
  const { id: other, token } = await app.sentToOne({ signers: [app.person(), app.person()] });
  await log.cover(tenantId);
  await app.sql(`create function keep_out() returns trigger language plpgsql as $$ begin
      return case when new.stream = '${other}' then null else new end; end $$`);
  await app.sql('create trigger keep_out before insert on log_queue for each row execute function keep_out()');
  const { text, body } = await app.sign(other, { token });
  const { hash, in_checkpoint_by: by } = body.receipt.audit;
  await app.sql('drop trigger keep_out on log_queue');
  app.clock.advance({ seconds: 61 });
  const now = app.clock.now().toISOString();
  await app.draft();
  expect(await sentence('--pin', pin, '--receipt', writeBeside('response.json', text))).toEqual([
    1,
    `The log does not contain the entry with SHA-256 ${hash}, which a receipt promised by ${by}. The log continues until ${now}.`,
  ]);
});

test('detects from two pins that customers were shown different histories', async () => {
  await otherActor();
  await app.draft();
  await log.cover(tenantId);
  const second = writeBeside('second.txt', await newest());
  expect(await sentence('--pin', second)).toEqual([0, undefined]);
  expect(await sentence('--pin', second, '--pin', pin)).toEqual([
    1,
    `pin.txt shows a different history: its first ${size} entries differ from those of this log.`,
  ]);
});

test('uses a newer pin to detect a log that was continued from an old backup with the same key', async () => {
  await old.restore();
  expect((await sentence('--pin', pin))[1]).toBe(
    `The log ends after ${size - 1} entries, but pin.txt shows that it had ${size} entries.`,
  );
  await app.otherTenant();
  for (let n = 0; n < 2; n += 1) await app.draft();
  expect((await sentence('--pin', pin))[1]).toBe(
    `pin.txt shows a different history: its first ${size} entries differ from those of this log.`,
  );
});

test('uses a pin or a missing cosignature to detect a log that was rewritten with a stolen key', async () => {
  await otherActor();
  expect(await sentence()).toEqual([0, undefined]);
  expect(await sentence('--pin', pin)).toEqual([
    1,
    `checkpoints/${size} and pin.txt both cover ${size} entries, but have different roots: the log was forked.`,
  ]);
  const witness = formatVerifierKey(testKey('witness.example/w1').key(SIGNATURE_TYPE.cosignature));
  expect(await sentence('--key', verifierKeys[0] ?? '', '--key', witness)).toEqual([
    1,
    `No trusted witness cosigned the newest checkpoint (checkpoints/${size}).`,
  ]);
});

test('detects deleted personal data whose erasure is missing from the audit log or from the erasure ledger', async () => {
  await app.sql('delete from audit_personal where entry_id in (select id from audit_entries where stream = $1)', [id]);
  const [first] = (await entriesOf(app, tenantId)).flatMap((entry, index) =>
    entry.stream === id && entry.pii !== null ? { ...entry, index } : [],
  );
  expect(await sentence('--pin', pin)).toEqual([
    1,
    `The personal fields of entry ${first?.index} of the log (${first?.id}) are missing, but no entry records their erasure.`,
  ]);
  await appendForged(app, tenantId, {
    stream: id,
    type: 'document.erased',
    actor: { kind: 'system', id: 'retention' },
    target: { kind: 'document', id },
    data: { reason: 'retention' },
  });
  expect(await sentence('--pin', pin)).toEqual([
    1,
    `Entry ${size} of the log (document.erased) records that data of ${id} was erased, but the ledger of erasures does not list this erasure.`,
  ]);
});

test('uses the signed size of the log to detect withheld tiles and entries', async () => {
  await app.sql('delete from log_runs where tenant_id = $1 and first_index > 2', [tenantId]);
  const { code, fault } = await auditVerify(`${app.url}/log/${origin}/`, '--key', verifierKeys[0] ?? '');
  expect([code, fault?.message]).toEqual([
    1,
    expect.stringMatching(/The server does not provide the hashes of tile\/\S+, which its checkpoint covers\./),
  ]);
  expect((await sentence('--pin', pin))[1]).toMatch(/^The log ends after \d+ entries, but pin\.txt shows that it had/);
});

test('accepts an untrue record, because the log proves only what was recorded and when', async () => {
  await appendForged(app, tenantId, {
    stream: id,
    type: 'document.viewed',
    actor: { kind: 'signer', id: 'sgn_nobody' },
    target: { kind: 'document', id },
    data: { revision: 1 },
  });
  expect(await sentence('--pin', pin)).toEqual([0, undefined]);
  expect(parseNote(await newest()).text.split('\n')[1]).toBe(String(size + 1));
});
