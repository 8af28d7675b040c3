/**
 * Tests tampering with the audit log in a real database, with superuser privileges. Each kind of tampering is an entry
 * in a data file (vectors/audit-log/database). It changes rows, `countersign audit verify` reports it from the export
 * in one sentence, and then it is undone.
 */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '@countersign/audit-log';
import {
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPE,
  signNote,
  cosignNote,
} from '@countersign/audit-log/tlog';
import { testKey } from '../../../../packages/audit-log/test/keys.ts';
import { startTestApp } from '../support/app.ts';
import { auditVerify, writeBeside, writeExport } from '../support/exported-log.ts';
import { entriesOf, KeptLog, rewriteLog, sqlWithoutTriggers } from '../support/log-attacker.ts';

type Change = Partial<Pick<Entry, 'actor' | 'data' | 'at'>> & {
  drop?: string;
  set?: string;
  insertAfter?: string;
  type?: string;
};
type Tampering = {
  name: string;
  about: string;
  sql?: string[];
  rewrite?: Change[];
  checkpoint?: 'foreign' | 'other-log' | 'unknown-cosigner';
  pin?: string;
  /** The code that `countersign audit verify` reports. */
  code: string;
  message: string;
  /**
   * The findings that the server reports. They are listed separately, because the export does not contain these
   * columns.
   */
  found?: { code: string; message: string }[];
};
const TAMPERINGS = JSON.parse(
  readFileSync(new URL('../../../../vectors/audit-log/database/tamperings.json', import.meta.url), 'utf8'),
) as Tampering[];

const app = await startTestApp();
const { tenantId } = app.tenant;
const log = app.services.transparencyLog;

const first = await app.completed();
app.clock.advance({ seconds: 2 });
const early = await log.cover(tenantId);
await log.stamps.stamp(tenantId);
const documents: Record<string, string> = { doc1: first.id };
app.clock.advance({ seconds: 2 });
const second = await app.sentToOne();
const { caller: reader } = await app.recipient(second.signers[0]?.email ?? '');
await reader.post(`/api/signing/${second.signers[0]?.id}/view`, {});
expect((await app.sign(second.id, { token: second.token })).status).toBe(200);
await app.sealed(second.id);
documents['doc2'] = second.id;
for (const id of Object.values(documents)) await app.atRest(id);
await app.draft();
await app.services.timers.stop();
await log.sequencer.stop();
app.clock.advance({ seconds: 2 });
await log.cover(tenantId);
await log.stamps.stamp(tenantId);
const key = app.owner;
const checkpoint = (await key.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
const other = await app.otherTenant();
await log.cover(other.tenantId);
const otherCheckpoint = (await log.checkpoints.newest(other.tenantId))?.note ?? '';
const entries = await entriesOf(app, tenantId);
const honest = await KeptLog.keep(app, 'honest');

const proofOf = async (selector: string) => {
  const { stream, n } = entryOf(selector);
  return (await key.get<'getAuditProof'>(`/api/audit/proof?stream=${stream}&sequence=${n}`)).body.proof;
};
const proof = await proofOf('doc1:document.signed');
const [completion] = await app.sql<{ data: { audit_proof: { proof: string; size: number } } }>(
  "select data from outbox where kind = 'document.completed' and document_id = $1",
  [first.id],
);
const PINS: Record<string, string> = {
  pin: checkpoint.checkpoint,
  early: early?.note ?? '',
  completion: completion?.data.audit_proof.proof ?? '',
  'proof-other-index': proof.replace(/^index (\d+)$/m, (_, index) => `index ${Number(index) + 1}`),
  'proof-cut': proof.replace(/\n\S+\n\n/, '\n\n'),
};
const stranger = testKey('witness.example/unknown');

/**
 * Selects an entry: `doc1:document.sent`, `last`, or with `after:` or `before:` the neighboring entry in the stream.
 */
function entryOf(selector: string): Entry & { index: number } {
  const index = indexOf(selector);
  const entry = entries[index];
  if (!entry) throw new Error(`There is no entry ${selector}.`);
  return { ...entry, index };
}
function indexOf(selector: string): number {
  const [head = '', ...rest] = selector.split(':');
  if (head === 'last') return entries.length - 1;
  if (head === 'after' || head === 'before') {
    const { stream, n } = entryOf(rest.join(':'));
    return entries.findIndex((one) => one.stream === stream && one.n === n + (head === 'after' ? 1 : -1));
  }
  return entries.findIndex(({ stream, type }) => stream === documents[head] && type === rest.join(':'));
}

const firstOfSigner = entries.findIndex(
  ({ stream, pii, actor }) => stream === first.id && pii !== null && actor.id === first.signers[0]?.id,
);
const VALUES: Record<string, string | number> = {
  ...documents,
  tenant: tenantId,
  size: entries.length,
  newest: `checkpoints/${entries.length}`,
  origin: checkpoint.origin,
  otherOrigin: parseNote(otherCheckpoint).text.split('\n')[0] ?? '',
  keyId: parseVerifierKey(checkpoint.verifierKeys[0] ?? '').id,
  strangerId: stranger.key(SIGNATURE_TYPE.cosignature).id,
  completionSize: completion?.data.audit_proof.size ?? 0,
  firstOfSigner,
  firstOfSignerId: entries[firstOfSigner]?.id ?? '',
  firstOfOrganization: entries.find(({ stream }) => stream === tenantId)?.id ?? '',
  nOfOrganization: entries.find(({ stream }) => stream === tenantId)?.n ?? 0,
  signerAddress: first.signers[0]?.email ?? '',
};
/** Replaces placeholders such as `{size-1}`, `{doc1}` and `{index:doc1:document.sent}`. */
const fill = (text: string): string =>
  text.replaceAll(/\{(\w+)(?::([\w:.-]+?))?([+-]\d+)?\}/g, (_, name: string, selector: string, by = '0') => {
    const value =
      selector === undefined ? VALUES[name] : (entryOf(selector) as unknown as Record<string, string | number>)[name];
    if (value === undefined) throw new Error(`There is no ${name}.`);
    return typeof value === 'number' ? String(value + Number(by)) : value;
  });

function changed(list: Entry[], { drop, set, insertAfter, ...change }: Change): Entry[] {
  const [selector = ''] = [drop, set, insertAfter].filter((one) => one !== undefined);
  const index = selector === 'last' ? list.length - 1 : indexOf(selector);
  const entry = list[index];
  if (!entry) throw new Error(`There is no entry ${selector}.`);
  if (drop !== undefined) return list.toSpliced(index, 1);
  if (insertAfter !== undefined)
    return list.toSpliced(index + 1, 0, { ...entry, ...change, id: 'adt_forged', pii: null });
  return list.with(index, { ...entry, ...change, data: { ...entry.data, ...change.data } });
}

async function plant({ sql, rewrite, checkpoint: kind }: Tampering): Promise<void> {
  if (sql) await sqlWithoutTriggers(app, sql.map(fill).join(';'));
  if (rewrite) await rewriteLog(app, tenantId, rewrite.reduce(changed, entries));
  if (kind === undefined) return;
  const { text } = parseNote(checkpoint.checkpoint);
  if (kind === 'unknown-cosigner') {
    const line = await cosignNote(text, 1_763_632_800, stranger);
    await app.sql(
      'insert into log_cosignatures (tenant_id, size, witness, line, created_at) values ($1, $2, $3, $4, now())',
      [
        tenantId,
        entries.length,
        formatVerifierKey(testKey('witness.example/known').key(SIGNATURE_TYPE.cosignature)),
        line,
      ],
    );
    return;
  }
  const foreign = testKey(checkpoint.origin, 'foreign');
  const note = kind === 'other-log' ? otherCheckpoint : formatNote(text, [await signNote(text, foreign)]);
  await app.sql('update log_checkpoints set note = $2 where tenant_id = $1 and size = $3', [
    tenantId,
    note,
    entries.length,
  ]);
}

beforeEach(() => honest.restore());

const pinFile = (name: string): string => writeBeside(`${name}.txt`, PINS[name] ?? '');
const named = (text: string): string => text.replaceAll(/\S*\/(\w[\w-]*\.txt)/g, '$1');

test('verifies the untampered audit log with every pin', async () => {
  const pins = ['pin', 'completion'].flatMap((name) => ['--pin', pinFile(name)]);
  expect(await auditVerify(await writeExport(app), ...pins)).toEqual({ code: 0, valid: true });
});

describe('tampering that is detected with a pin', () => {
  test.each(TAMPERINGS.filter(({ found }) => found === undefined))('$name: $about', async (tampering) => {
    await plant(tampering);
    const { code, fault } = await auditVerify(await writeExport(app), '--pin', pinFile(tampering.pin ?? 'pin'));
    expect(code).toBe(1);
    expect(fault && { code: fault.code, message: named(fault.message) }).toEqual({
      code: tampering.code,
      message: fill(tampering.message),
    });
  });
});

describe('tampering with rows that the export does not contain', () => {
  test.each(TAMPERINGS.filter(({ found }) => found !== undefined))('$name: $about', async (tampering) => {
    await plant(tampering);
    const { body } = await app.owner.get<'checkAuditLog'>('/api/audit/check?files=false');
    const found = [
      ...body.broken.map(({ message }) => ({ code: 'broken', message })),
      ...body.contradictions.map(({ code, message }) => ({ code, message })),
    ];
    expect(found).toEqual(tampering.found?.map(({ code, message }) => ({ code, message: fill(message) })));
  });
});
