import { PdfError } from '../errors.ts';
import { PdfFile } from '../reader/file.ts';
import { certificationLevel } from '../reader/form.ts';
import { PdfRef, PdfStream } from '../reader/objects.ts';
import { EVIDENCE_REPLACED } from './diff-catalog.ts';
import { findChanges } from './differences.ts';
import { FileDigests } from './digests.ts';
import { NOTHING_PERMITTED, permits, readPermission } from './policy.ts';
import type { Permission } from './policy.ts';
import { readFilledFields } from './filled-fields.ts';
import type { FilledFormField } from './filled-fields.ts';
import { findRevisions, openRevision, skipWhite } from './revisions.ts';
import type { FileRevision } from './revisions.ts';
import { endsRevision, findSignatures, trimContents } from './signature-fields.ts';
import type { ByteRange, FoundSignature } from './signature-fields.ts';
import { describeFinding, titleOf } from './words.ts';
import type { Change, PdfReport, RevisionKind, SignatureInput, SignatureReport, VerifyOptions } from './types.ts';

const MAX_SIGNATURES = 300;

interface Examination {
  file: PdfFile;
  signatures: FoundSignature[];
  revisions: FileRevision[];
  /** The index of the revision that each signature signs. A signature that signs no revision has no entry. */
  signedRevision: Map<FoundSignature, number>;
  changes: Change[];
  certification: 1 | 2 | 3 | null;
  permissions: Map<FoundSignature, Permission>;
  validation: SignatureInput['validation'];
  problems: string[];
}

/**
 * Examines every signature in a PDF: its position, the bytes it covers, and whether later changes are permitted (ISO
 * 32000-2 12.8). `verifySignature` checks the containers themselves. All errors in the file are part of the report.
 * This function throws only errors thrown by `verifySignature`.
 *
 * `file` may consist of consecutive parts, such as the upload and the appended revisions.
 */
export async function verifyPdf<Check>(
  file: Uint8Array | readonly Uint8Array[],
  options: VerifyOptions<Check>,
): Promise<PdfReport<Check>> {
  const bytes = file instanceof Uint8Array ? file : Buffer.concat(file);
  let examination: Examination;
  try {
    examination = examine(new PdfFile(bytes));
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return {
      signatures: [],
      revisions: [],
      unsignedTail: null,
      certification: null,
      problems: [`the file cannot be read: ${error.message}`],
    };
  }
  const sound = examination.signatures.flatMap((signature) =>
    signature.problems.length === 0 && signature.byteRange !== null ? [signature.byteRange] : [],
  );
  const ends = examination.revisions.map(({ end }) => end);
  const digests = new FileDigests(examination.file.bytes, sound, ends);
  const signatures: SignatureReport<Check>[] = [];
  for (const signature of examination.signatures) {
    const input = signatureInput(examination, signature, digests);
    // Signatures are checked one after another, because a file with hundreds of signatures must not start hundreds of
    // checks at once.
    const check = input === null ? null : await options.verifySignature(input);
    signatures.push(reportSignature(examination, signature, check));
  }
  return {
    signatures,
    revisions: describeRevisions(examination, digests),
    unsignedTail: describeTail(examination),
    certification: examination.certification,
    problems: examination.problems,
    ...(options.withFields === true && { fields: fieldsOf(examination.file) }),
  };
}

/** Returns no fields for an unreadable form, because other checks report that error. */
function fieldsOf(file: PdfFile): FilledFormField[] {
  try {
    return readFilledFields(file);
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function examine(file: PdfFile): Examination {
  if (file.encrypted) throw new PdfError('encrypted', 'it is encrypted');
  const signatures = findSignatures(file).toSorted((a, b) => signedEnd(a) - signedEnd(b));
  if (signatures.length > MAX_SIGNATURES) throw new PdfError('too_complex', 'it has too many signatures');
  const ends = signatures.flatMap((signature) => (signature.byteRange === null ? [] : [signedEnd(signature)]));
  const revisions = findRevisions(file, ends);
  const problems = file.catalog.duplicates.map((key) => `/${key} appears twice in the catalog`);
  const signedRevision = new Map<FoundSignature, number>();
  for (const signature of signatures) placeSignature(file, signature, revisions, signedRevision);
  checkOrder(signatures);
  const first = Math.min(...signedRevision.values());
  const changes = Number.isFinite(first) ? trailingBytes(file, revisions, changesSince(file, revisions, first)) : [];
  const certifying = file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null;
  if (
    certifying instanceof PdfRef &&
    !signatures.some((signature) => signature.valueRef?.number === certifying.number)
  ) {
    problems.push('the certification signature does not belong to a field');
  }
  const certification = certificationLevel(file);
  const permissions = new Map(signatures.map((signature) => [signature, permissionOf(file, signature, certification)]));
  const validation = validationDataOf(file, revisions, changes, problems);
  return { file, signatures, revisions, signedRevision, changes, certification, permissions, validation, problems };
}

/** Returns the changes after a revision. Parts that cannot be compared are reported as a forbidden change. */
function changesSince(file: PdfFile, revisions: readonly FileRevision[], first: number): Change[] {
  try {
    return findChanges(file, revisions, first);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const text = `the revisions cannot be compared: ${error.message}`;
    return [describeFinding({ kind: 'structure', text, revision: first + 2 })];
  }
}

function signedEnd({ byteRange }: FoundSignature): number {
  return byteRange === null ? Number.MAX_SAFE_INTEGER : byteRange[2] + byteRange[3];
}

function permissionOf(
  file: PdfFile,
  signature: FoundSignature,
  certification: Examination['certification'],
): Permission {
  try {
    return readPermission(file, signature, certification);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    signature.problems.push(`the permissions of the signature cannot be read: ${error.message}`);
    return NOTHING_PERMITTED;
  }
}

/** Finds the revision that a signature signs, and checks that the signature has not changed since that revision. */
function placeSignature(
  file: PdfFile,
  signature: FoundSignature,
  revisions: readonly FileRevision[],
  placed: Map<FoundSignature, number>,
): void {
  if (signature.byteRange === null) return;
  const end = signedEnd(signature);
  const index = revisions.findIndex((revision) => revision.end === end);
  const revision = revisions[index];
  if (revision === undefined || !endsRevision(file, end)) {
    signature.problems.push('the byte range does not end with a revision of the file');
    return;
  }
  placed.set(signature, index);
  try {
    const then = openRevision(file, revision);
    const [found] = findSignatures(then, signature.field.name);
    if (found?.byteRange?.join() !== signature.byteRange.join() || found.problems.length > signature.problems.length) {
      signature.problems.push('the signature is not part of the revision that it signs');
    }
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    signature.problems.push(`the signed revision cannot be read: ${error.message}`);
  }
}

/** Checks that each signature is located after all data that earlier signatures sign. */
function checkOrder(signatures: readonly FoundSignature[]): void {
  let signedUpTo = 0;
  const values = new Set<number>();
  for (const signature of signatures) {
    if (signature.valueRef !== null) {
      if (values.has(signature.valueRef.number)) signature.problems.push('two fields share this signature');
      values.add(signature.valueRef.number);
    }
    if (signature.byteRange === null) continue;
    if (signature.byteRange[1] < signedUpTo)
      signature.problems.push('the signature is inside an earlier signed revision');
    signedUpTo = Math.max(signedUpTo, signedEnd(signature));
  }
}

/** Finds bytes that belong to no revision. */
function trailingBytes(file: PdfFile, revisions: readonly FileRevision[], changes: Change[]): Change[] {
  const end = revisions.at(-1)?.end ?? 0;
  const rest = file.bytes.length - skipWhite(file.bytes, end);
  if (rest > 0)
    changes.push(
      describeFinding({
        kind: 'structure',
        text: `${rest} bytes follow the last revision`,
        revision: revisions.length + 1,
      }),
    );
  return changes;
}

function signatureInput(
  { file, validation }: Examination,
  signature: FoundSignature,
  digests: FileDigests,
): SignatureInput | null {
  const { byteRange } = signature;
  const container = trimContents(signature);
  if (byteRange === null || container === null || signature.problems.length > 0) return null;
  return {
    field: signature.field.name,
    kind: signature.kind,
    subFilter: signature.subFilter,
    contents: container,
    hasTrailingBytes: signature.contents.subarray(container.length).some((byte) => byte !== 0),
    paddedContents: signature.contents,
    certificates: signature.certificates,
    digest: (algorithm) => digests.ofRange(byteRange, algorithm),
    signedBytes: () => signedBytes(file.bytes, byteRange),
    claimedTime: signature.claimedTime,
    trailPosition: signature.trailPosition,
    validation,
  };
}

function signedBytes(bytes: Buffer, [start, gapStart, gapEnd, rest]: ByteRange): Buffer {
  return Buffer.concat([bytes.subarray(start, gapStart), bytes.subarray(gapEnd, gapEnd + rest)]);
}

function reportSignature<Check>(
  examination: Examination,
  signature: FoundSignature,
  check: Check | null,
): SignatureReport<Check> {
  const { file, changes } = examination;
  const index = examination.signedRevision.get(signature);
  const revision = index === undefined ? null : index + 1;
  const later = revision === null ? [] : changes.filter((change) => change.revision > revision);
  const permission = examination.permissions.get(signature) ?? NOTHING_PERMITTED;
  const violations = later.filter((change) => !permits(permission, change));
  return {
    field: signature.field.name,
    fieldTitle: titleOf(file, signature.field),
    kind: signature.kind,
    subFilter: signature.subFilter,
    byteRange: signature.byteRange,
    signedLength: revision === null ? null : signedEnd(signature),
    revision,
    coversWholeDocument: revision !== null && skipWhite(file.bytes, signedEnd(signature)) === file.bytes.length,
    changesAfterSigning: later,
    violations,
    problems: signature.problems,
    certification: signature.certification,
    name: signature.name,
    reason: signature.reason,
    location: signature.location,
    contactInfo: signature.contactInfo,
    claimedTime: signature.claimedTime,
    check,
    intact: revision !== null && signature.problems.length === 0 && violations.length === 0,
  };
}

function describeRevisions(
  { signatures, signedRevision, revisions, changes }: Examination,
  digests: FileDigests,
): PdfReport<unknown>['revisions'] {
  return revisions.map(({ end }, index) => {
    const signature = signatures.find((candidate) => signedRevision.get(candidate) === index);
    const own = changes.filter((change) => change.revision === index + 1);
    return { length: end, sha256: digests.ofRevision(end), kind: revisionKind(signature, index, own) };
  });
}

function revisionKind(signature: FoundSignature | undefined, index: number, changes: readonly Change[]): RevisionKind {
  if (signature !== undefined)
    return signature.kind === 'timestamp'
      ? 'timestamp'
      : signature.certification === null
        ? 'signature'
        : 'certification';
  if (index === 0) return 'original';
  return changes.length > 0 && changes.every((change) => change.kind === 'validation-data')
    ? 'validation-data'
    : 'update';
}

function describeTail({ file, signatures, signedRevision, changes }: Examination): PdfReport<unknown>['unsignedTail'] {
  const last = signatures.findLast((signature) => signedRevision.has(signature));
  const index = last === undefined ? undefined : signedRevision.get(last);
  if (last === undefined || index === undefined) return null;
  const after = changes.filter((change) => change.revision > index + 1);
  return {
    bytes: file.bytes.length - signedEnd(last),
    onlyValidationData: after.every((change) => change.kind === 'validation-data'),
  };
}

/**
 * Returns the data of the newest revision's security store, preceded by data that later revisions replaced. An update
 * therefore cannot remove evidence. The oldest data comes first, so that later data cannot displace it if a reader
 * stops at a limit.
 */
function validationDataOf(
  file: PdfFile,
  revisions: readonly FileRevision[],
  changes: readonly Change[],
  problems: string[],
): SignatureInput['validation'] {
  const replaced = changes.filter(({ kind, detail }) => kind === 'validation-data' && detail === EVIDENCE_REPLACED);
  const earlier = replaced.flatMap(({ revision }) => {
    const before = revisions[revision - 2];
    // The revision is readable, because `findChanges` has already read it.
    return before === undefined ? [] : [readValidationData(openRevision(file, before), [])];
  });
  const stores = [...earlier, readValidationData(file, problems)];
  return {
    certificates: onceEach(stores.flatMap(({ certificates }) => certificates)),
    crls: onceEach(stores.flatMap(({ crls }) => crls)),
    ocsps: onceEach(stores.flatMap(({ ocsps }) => ocsps)),
  };
}

const onceEach = (all: readonly Buffer[]): Buffer[] => [
  ...new Map(all.map((data) => [data.toString('latin1'), data])).values(),
];

/**
 * Returns the decoded data of the security store. Unreadable data is reported and skipped, because validation data can
 * only help a check to succeed.
 */
function readValidationData(file: PdfFile, problems: string[]): SignatureInput['validation'] {
  const read = (key: string): Buffer[] => {
    const list: Buffer[] = [];
    try {
      const store = file.dict(file.catalog.get('DSS'));
      for (const item of file.array(store?.get(key) ?? null)) {
        const stream = file.resolve(item);
        if (stream instanceof PdfStream) list.push(file.decode(stream));
      }
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      problems.push(`validation data (${key}) cannot be read: ${error.message}`);
    }
    return list;
  };
  return { certificates: read('Certs'), crls: read('CRLs'), ocsps: read('OCSPs') };
}
