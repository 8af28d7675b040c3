import { verifyDocument } from '@countersign/pades';
import { verifyPdf } from '@countersign/pdf-sign';
import { after, SIGNED_AT } from '../../packages/pades/test/kit.ts';
import { makePdf } from '../../packages/pdf-sign/test/support/pdf.ts';
import { honest, sealUp, sendOut, signAs } from '../kit/document.ts';
import type { Base } from '../kit/document.ts';
import { sourceOf, startxrefOf, update } from '../kit/update.ts';
import { flip, splice, truncate } from './bytes.ts';
import { viewOf } from './view.ts';
import type { Random } from './random.ts';
import type { Outcome, Subject } from './subject.ts';

interface Sample {
  readonly file: Buffer;
  readonly objects: readonly number[];
  /** What readers show if every field is locked. No later update may change it. Null if fields are not locked. */
  readonly view: string | null;
}

interface KnownSignature {
  readonly field: string;
  readonly file: Buffer;
  readonly gap: readonly [start: number, end: number];
  readonly end: number;
}

/** Fuzzes signed files in every state and with every kind of cross-reference. */
export async function pdfSubject(base: Base): Promise<Subject> {
  const samples = await makeSamples(base);
  const known = (await Promise.all(samples.map(({ file }) => knownSignatures(file)))).flat();
  const input = { anchors: [base.authority.root.certificate.der], now: after(SIGNED_AT, 1).toISOString() };
  return {
    make: (random) => mutate(random, samples),
    check: async (bytes, origin) => {
      const report = await verifyDocument(bytes, input);
      const forged = report.signatures.find(
        ({ isValid, field, revision }) =>
          isValid && !isKnown(known, bytes, field, report.revisions[(revision ?? 0) - 1]?.bytes ?? 0),
      );
      if (forged !== undefined) return { isValid: true, finding: `${forged.field} is valid, but its bytes changed` };
      return { isValid: report.isValid, ...(report.isValid ? shownOtherwise(samples[origin], bytes) : {}) };
    },
  };
}

async function makeSamples(base: Base): Promise<Sample[]> {
  const { authority, ann, bob } = base;
  const files: [file: Buffer, isLocked: boolean][] = [
    [base.sent.file, false],
    [base.first.file, false],
    [base.second.file, true],
    [base.sealed.file, true],
  ];
  for (const xref of ['stream', 'hybrid'] as const) {
    const first = await signAs(await sendOut(authority, makePdf({ xref })), 'Signer_1', honest(ann, authority));
    const done = await sealUp(authority, await signAs(first, 'Signer_2', honest(bob, authority)));
    files.push([done.file, true]);
  }
  return files.map(([file, isLocked]) => ({
    file,
    objects: [...new Set([...file.toString('latin1').matchAll(/\n(\d+) 0 obj\n/g)].map((match) => Number(match[1])))],
    view: isLocked ? viewOf(file) : null,
  }));
}

async function knownSignatures(file: Buffer): Promise<KnownSignature[]> {
  const report = await verifyPdf(file, { verifySignature: () => true });
  return report.signatures.map(({ field, byteRange }) => {
    const [, start, end, rest] = byteRange ?? [0, 0, 0, 0];
    return { field, file, gap: [start, end], end: end + rest };
  });
}

/** Whether the bytes that a signature covers equal the bytes that were signed in its field. */
function isKnown(known: readonly KnownSignature[], bytes: Buffer, field: string, end: number): boolean {
  return known.some(
    (one) =>
      one.field === field &&
      one.end === end &&
      one.file.subarray(0, one.gap[0]).equals(bytes.subarray(0, one.gap[0])) &&
      one.file.subarray(one.gap[1], end).equals(bytes.subarray(one.gap[1], end)),
  );
}

function shownOtherwise(origin: Sample | undefined, bytes: Buffer): Pick<Outcome, 'finding'> {
  // A truncated file is an earlier revision, which readers may show differently.
  if (origin === undefined || origin.view === null || bytes.length < origin.file.length) return {};
  return viewOf(bytes) === origin.view ? {} : { finding: 'it is valid, but shows something else' };
}

function mutate(random: Random, samples: readonly Sample[]): { bytes: Buffer; origin: number } {
  const origin = random.below(samples.length);
  const sample = samples[origin] ?? random.pick(samples);
  let bytes: Buffer = sample.file;
  for (let count = random.few(3); count > 0 && bytes.length > 0; count--)
    bytes = step(random, sample, bytes, random.pick(samples).file);
  return { bytes, origin };
}

function step(random: Random, sample: Sample, bytes: Buffer, other: Buffer): Buffer {
  switch (random.below(10)) {
    case 0:
    case 1:
      return flip(random, bytes);
    case 2:
      return truncate(random, bytes);
    case 3:
      return splice(random, bytes, other);
    case 4:
    case 5:
      return swapToken(random, bytes);
    default:
      return append(random, sample, bytes);
  }
}

const TOKENS =
  '0 1 -1 2147483648 9007199254740993 1e9 null true [] <<>> () <> /Type /Kids /Sig /Length R obj endobj stream endstream xref trailer startxref %%EOF << >> [ ] ( /DocMDP /V 1.0E'.split(
    ' ',
  );
const TOKEN = /[^\s()<>[\]{}/%]+|\/[^\s()<>[\]{}/%]+|[()<>[\]{}]/y;

/** Replaces a token with a token of the PDF syntax, or with a token from elsewhere in the file. */
export function swapToken(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const token = (): [start: number, text: string] => {
    TOKEN.lastIndex = random.below(text.length);
    return [TOKEN.lastIndex, TOKEN.exec(text)?.[0].slice(0, 200) ?? ''];
  };
  const [at, old] = token();
  const [, found] = token();
  const text2 = random.next() < 0.6 ? random.pick(TOKENS) : found;
  const keepsLength = random.next() < 0.5;
  const fresh = keepsLength ? text2.slice(0, old.length).padEnd(old.length) : text2;
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(fresh, 'latin1'), bytes.subarray(at + old.length)]);
}

const VALUES = ['null', '[]', '<<>>', '0', '(text)', '/Name', 'true', '1 0 R', '900 0 R'];

/** Appends a well-formed update with changed objects, which the comparison of revisions must detect. */
function append(random: Random, sample: Sample, file: Buffer): Buffer {
  if (Number.isNaN(startxrefOf(file))) return flip(random, file);
  const objects: Record<number, string> = {};
  for (let count = random.few(3); count > 0; count--) {
    const number = random.next() < 0.85 ? random.pick(sample.objects) : 900 + random.below(5);
    objects[number] = objectSource(random, sample, number);
  }
  const number = random.pick(sample.objects);
  const odd = random.below(12);
  return update(file, objects, {
    ...(odd === 0 ? { free: [number] } : {}),
    ...(odd === 1 ? { rows: { [number]: random.below(file.length) } } : {}),
    ...(odd === 2 ? { root: number } : {}),
    ...(odd === 3 ? { prev: random.below(file.length) } : {}),
    ...(odd === 4 ? { generation: 1 } : {}),
    ...(odd === 5 ? { before: `${number} 0 obj\n${objectSource(random, sample, number)}\nendobj\n` } : {}),
    ...(odd === 6 ? { trailer: `/XRefStm ${random.below(file.length)}` } : {}),
  });
}

function objectSource(random: Random, sample: Sample, number: number): string {
  const way = random.below(4);
  if (way === 0) return random.pick(VALUES);
  const of = way === 1 || !sample.objects.includes(number) ? random.pick(sample.objects) : number;
  const source = sourceOf(sample.file, of);
  return way === 2 ? source : swapToken(random, Buffer.from(source, 'latin1')).toString('latin1');
}
