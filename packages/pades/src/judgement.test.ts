import { digestOf, Oid, signCades } from '@countersign/pki';
import type { Identity } from '@countersign/pki';
import { beforeAll, expect, test } from 'vitest';

import { checkContainer } from './container.ts';
import { judgeAll } from './judgement.ts';
import type { Candidate, CandidateJudgement, Trust } from './judgement.ts';
import { container, crls, inputOf, after, makeAuthority, makeSigner, SIGNED_AT, stamp, trustIn } from '../test/kit.ts';
import type { TestAuthority } from '../test/kit.ts';
import { stampReason } from './reasons.ts';

const CONTENT = Buffer.from('the bytes of the document');
const DIGEST = digestOf('sha256', CONTENT);
const LATER = after(SIGNED_AT, 1);
/**
 * After all certificates have expired, the signature is valid only if there is proof that it existed at an earlier
 * time.
 */
const MUCH_LATER = after(SIGNED_AT, 40 * 365);

let ours: TestAuthority;
let theirs: TestAuthority;
let ann: Identity;

beforeAll(async () => {
  ours = await makeAuthority('Ours');
  theirs = await makeAuthority('Theirs');
  ann = await makeSigner(ours, 'ann@example.org');
});

async function signed(
  stamper: TestAuthority | null = ours,
  more: Parameters<typeof inputOf>[2] = {},
): Promise<Candidate> {
  const check = checkContainer(inputOf(await container(ann, DIGEST, stamper), CONTENT, more));
  return { kind: 'signature', intact: true, check };
}

async function archived(by: TestAuthority, at: Date, intact = true): Promise<Candidate> {
  const input = inputOf(await stamp(by, DIGEST, at), CONTENT, { kind: 'timestamp', subFilter: 'ETSI.RFC3161' });
  return { kind: 'timestamp', intact, check: checkContainer(input) };
}

function first(candidates: readonly Candidate[], trust: Trust): CandidateJudgement {
  const [judgement] = judgeAll(candidates, trust);
  if (judgement === undefined) throw new Error('There is no verdict.');
  return judgement;
}

test('validates a time-stamped signature at the time of its time-stamp', async () => {
  const judgement = first([await signed()], trustIn(ours, LATER));
  expect(judgement).toMatchObject({ at: SIGNED_AT, isTimeProved: true, isStampValid: true, isArchived: false });
  expect(judgement.path?.valid).toBe(true);
});

test('validates a signature without a time-stamp at the current time', async () => {
  const judgement = first([await signed(null)], trustIn(ours, LATER));
  expect(judgement).toMatchObject({ at: LATER, isTimeProved: false, isStampValid: false });
  expect(judgement.path?.valid).toBe(true);
});

test('does not accept a time-stamp from an unknown authority as proof of the time', async () => {
  const judgement = first([await signed(theirs)], trustIn(ours, LATER));
  expect(judgement).toMatchObject({ at: LATER, isTimeProved: false, isStampValid: false });
});

test('detects a time-stamp that was copied from another signature', async () => {
  const other = await signCades({
    digest: DIGEST,
    digestAlgorithm: 'sha256',
    key: ann.key,
    certificate: ann.certificate,
    timestamp: () => stamp(ours, digestOf('sha256', Buffer.from('another signature')), SIGNED_AT),
  });
  const check = checkContainer(inputOf(other, CONTENT));
  expect(check.stamp?.problems).toContain('imprint_mismatch');
  expect(
    check.stamp?.problems.map((problem) => stampReason(problem).message),
    'the reason states what the problem means and what to do',
  ).toContain(
    'The time-stamp was issued for other data and proves nothing about this document. Ask the sender for the file as it was signed.',
  );
  expect(first([{ kind: 'signature', intact: true, check }], trustIn(ours, LATER)).isStampValid).toBe(false);
});

test('requires a chain of document time-stamps to keep a signature valid after every certificate has expired', async () => {
  const trust = trustIn(ours, MUCH_LATER);
  expect(first([await signed()], trust).isStampValid).toBe(false);
  const guarded = first([await signed(), await archived(ours, LATER)], { ...trust, now: after(SIGNED_AT, 300) });
  expect(guarded).toMatchObject({ at: SIGNED_AT, isTimeProved: true, isArchived: true });
  // The certificate behind the document time-stamp has expired too, so the time-stamp is no longer accepted.
  expect(first([await signed(), await archived(ours, LATER)], trust)).toMatchObject({
    isTimeProved: false,
    isArchived: false,
  });
});

test('keeps a signature valid for decades if each time-stamp was renewed in time, but not if there is a gap', async () => {
  const years = (count: number): Date => after(SIGNED_AT, count * 365);
  // Time-stamping certificates are valid for ten years, so each decade has its own certificate and root.
  const [second, third] = await Promise.all([makeAuthority('Second', years(9)), makeAuthority('Third', years(18))]);
  const trust = { ...trustIn(ours, years(27)), anchors: [ours, second, third].map(({ root }) => root.certificate) };
  const chain = [
    await signed(),
    await archived(ours, LATER),
    await archived(second, years(9)),
    await archived(third, years(18)),
  ];
  const judged = judgeAll(chain, trust);
  expect(judged.map(({ path }) => path?.valid)).toEqual([true, true, true, true]);
  expect(judged[0]).toMatchObject({ at: SIGNED_AT, isTimeProved: true, isArchived: true });
  const broken = judgeAll(chain.toSpliced(2, 1), trust);
  expect(broken[1]).toMatchObject({
    isStampValid: false,
    path: { valid: false, subIndication: 'OUT_OF_BOUNDS_NO_POE' },
  });
  // Every time-stamp in the chain is necessary. Without the last one, the chain is not a valid proof today.
  expect(judgeAll(chain.slice(0, 3), trust)[2]).toMatchObject({ isStampValid: false });
});

test('does not trust a time-stamping root for other purposes', async () => {
  const trust = { ...trustIn(ours, LATER), timestampAnchors: [theirs.root.certificate] };
  const stamped = first([await signed(theirs), await archived(theirs, LATER)], trust);
  expect(stamped).toMatchObject({ at: SIGNED_AT, isTimeProved: true, isStampValid: true, isArchived: true });
  const stranger = await makeSigner(theirs, 'eve@example.org');
  const check = checkContainer(inputOf(await container(stranger, DIGEST, theirs), CONTENT));
  const judged = first([{ kind: 'signature', intact: true, check }], trust);
  expect(judged).toMatchObject({ isStampValid: true, path: { valid: false } });
});

test('ignores a document time-stamp that covers a changed file or comes from an unknown authority', async () => {
  const trust = trustIn(ours, LATER);
  expect(first([await signed(null), await archived(ours, LATER, false)], trust).isArchived).toBe(false);
  expect(first([await signed(null), await archived(theirs, LATER)], trust).isArchived).toBe(false);
});

test('considers a revocation that is dated before the time-stamp, but not one after it', async () => {
  const { serial } = ann.certificate;
  const withList = async (at: Date): Promise<CandidateJudgement> => {
    const validation = { certificates: [], crls: await crls(ours, LATER, [{ serial, at }]), ocsps: [] };
    return first([await signed(ours, { validation })], trustIn(ours, LATER));
  };
  expect((await withList(after(SIGNED_AT, -1))).path).toMatchObject({ valid: false, subIndication: 'REVOKED_NO_POE' });
  expect((await withList(after(SIGNED_AT, 0.5))).path?.valid).toBe(true);
});

test('requires evidence for every certificate below the root at level B-LT', async () => {
  const [rootList, caList] = await crls(ours, after(SIGNED_AT, 0.1));
  const evidence = async (lists: (Buffer | undefined)[]): Promise<boolean> => {
    const validation = { certificates: [], crls: lists.flatMap((list) => list ?? []), ocsps: [] };
    return first([await signed(ours, { validation })], trustIn(ours, LATER)).hasRevocationEvidence;
  };
  expect(await evidence([rootList, caList])).toBe(true);
  expect(await evidence([rootList])).toBe(false);
  expect(await evidence([caList])).toBe(false);
  expect(await evidence([rootList, caList, Buffer.from('no CRL')])).toBe(true);
});

test('rejects content inside the container, because the signature would cover that content instead of the file', async () => {
  const inside = await signCades({
    eContent: Buffer.from('harmless text'),
    eContentType: Oid.data,
    digestAlgorithm: 'sha256',
    key: ann.key,
    certificate: ann.certificate,
  });
  expect(checkContainer(inputOf(inside, CONTENT)).problems).toEqual(['content_inside']);
});

test('reports a container that covers other bytes, has an unsupported type or contains invalid data', async () => {
  const cms = await container(ann, DIGEST, null);
  expect(checkContainer(inputOf(cms, Buffer.from('other bytes'))).problems).toEqual(['message_digest_mismatch']);
  expect(checkContainer(inputOf(cms, CONTENT, { subFilter: 'adbe.unknown' })).problems).toEqual(['unsupported_kind']);
  expect(checkContainer(inputOf(Buffer.from('nonsense'), CONTENT)).problems).toContain('malformed');
});
