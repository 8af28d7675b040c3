/**
 * The verdict on a file as one sentence and as data for translation. The application, the verify page and the command
 * line all use it, so a file has the same verdict everywhere. Personal signatures are counted separately from seals,
 * which certify on behalf of an organization, and from time-stamps, which prove a time.
 */
import type { SignatureVerdict } from './report.ts';

/** The number of signatures of one kind, by result. */
export interface Tally {
  readonly valid: number;
  readonly unconfirmed: number;
  readonly invalid: number;
}

export type VerdictOutcome =
  /** Everything is valid, and only evidence was added after signing. */
  | 'unchanged'
  /** Everything is valid, and the signatures permit all later additions. */
  | 'permitted'
  /** The file is sealed for signing, but not signed yet. */
  | 'certified'
  /** The file is sealed against all changes and has not been signed. */
  | 'sealed'
  /** The file has a seal stating that the file is a certificate of completion. */
  | 'completion-certificate'
  /** The file has only time-stamps. */
  | 'timestamped'
  | 'unconfirmed'
  | 'invalid'
  | 'unsigned'
  | 'unreadable';

export interface VerdictSummary {
  readonly outcome: VerdictOutcome;
  /** Signatures of people, and of organizations that sign in their own name. */
  readonly signatures: Tally;
  /** Certification signatures. */
  readonly seals: Tally;
  /** Time-stamps over the whole document. Time-stamps within signatures are not counted separately. */
  readonly timestamps: Tally;
  /** The number of signatures from other software that could not be confirmed, but do not make the file invalid. */
  readonly excused: number;
  /**
   * The number of document time-stamps from other software that could not be confirmed, but do not make the file
   * invalid.
   */
  readonly excusedTimestamps: number;
  /** The subject of the first seal's certificate. */
  readonly sealedBy: string | null;
}

type Judged = Pick<SignatureVerdict, 'kind' | 'isValid' | 'indication' | 'certificate' | 'origin' | 'isIntact'>;
export interface VerdictFacts {
  readonly signatures: readonly Judged[];
  /** Whether the file around its signatures is free of errors. */
  readonly isFileSound: boolean;
  /** Whether only evidence about the signatures was added after the last signature. */
  readonly isUnchanged: boolean;
  /** The later changes that the first seal permits (DocMDP), and the reason stated in the seal. */
  readonly seal: { readonly permits: 1 | 2 | 3; readonly reason: string | null } | null;
}

/** The reason text in the seal of a certificate of completion. */
export const COMPLETION_CERTIFICATE = 'Certificate of completion';

/** The outcomes of a valid file. */
const GOOD: ReadonlySet<VerdictOutcome> = new Set([
  'unchanged',
  'permitted',
  'certified',
  'sealed',
  'completion-certificate',
  'timestamped',
]);
export const isGood = ({ outcome }: Pick<VerdictSummary, 'outcome'>): boolean => GOOD.has(outcome);

/**
 * Returns the signatures that do not affect the verdict, because they are intact but unconfirmed, and come from other
 * software. They are ignored only if another signature of the same kind is valid: a seal proves nothing about the
 * signers, and a time-stamp proves nothing about signers or seals. A signature after one of our seals is not ignored,
 * because it uses a field that the seal reserved for someone else. `all` must be in the order of signing.
 */
export function excusedOf<One extends Judged>(all: readonly One[]): readonly One[] {
  const seal = all.findIndex(({ kind, origin }) => kind === 'certification' && origin === 'own');
  const isInReservedPlace = (one: One): boolean =>
    seal >= 0 && all.indexOf(one) > seal && one.kind !== 'archive-timestamp';
  const isOpen = (one: One): boolean =>
    one.origin === 'other' && one.isIntact && stateOf(one) === 'unconfirmed' && !isInReservedPlace(one);
  const weightiest = Math.max(...all.map(weightOf));
  const isBacked = all.some((one) => one.isValid && weightOf(one) === weightiest);
  return isBacked ? all.filter(isOpen) : [];
}

const WEIGHTS: Readonly<Record<SignatureVerdict['kind'], number>> = {
  signer: 2,
  foreign: 2,
  certification: 1,
  'archive-timestamp': 0,
};
const weightOf = ({ kind }: Judged): number => WEIGHTS[kind];

export function summaryOf({ signatures: all, isFileSound, isUnchanged, seal }: VerdictFacts): VerdictSummary {
  const excused = excusedOf(all);
  const counted = all.filter((signature) => !excused.includes(signature));
  const of = (...kinds: SignatureVerdict['kind'][]): Tally => tally(counted.filter(({ kind }) => kinds.includes(kind)));
  const signatures = of('signer', 'foreign');
  const seals = of('certification');
  const timestamps = of('archive-timestamp');
  const outcome = (): VerdictOutcome => {
    if (all.length === 0) return isFileSound ? 'unsigned' : 'unreadable';
    if (!isFileSound || counted.some((one) => stateOf(one) === 'invalid')) return 'invalid';
    if (counted.some(({ isValid }) => !isValid)) return 'unconfirmed';
    if (total(signatures) > 0) return isUnchanged ? 'unchanged' : 'permitted';
    if (seal === null) return total(timestamps) > 0 ? 'timestamped' : 'unconfirmed';
    if (seal.permits !== 1) return 'certified';
    return seal.reason === COMPLETION_CERTIFICATE ? 'completion-certificate' : 'sealed';
  };
  const certificate = all.find(({ kind }) => kind === 'certification')?.certificate ?? null;
  const excusedTimestamps = excused.filter(({ kind }) => kind === 'archive-timestamp').length;
  return {
    outcome: outcome(),
    signatures,
    seals,
    timestamps,
    excused: excused.length - excusedTimestamps,
    excusedTimestamps,
    sealedBy: certificate && nameIn(certificate.subject),
  };
}

function tally(signatures: readonly Judged[]): Tally {
  const of = (state: keyof Tally): number => signatures.filter((one) => stateOf(one) === state).length;
  return { valid: of('valid'), unconfirmed: of('unconfirmed'), invalid: of('invalid') };
}

function stateOf({ isValid, indication }: Judged): keyof Tally {
  if (isValid) return 'valid';
  return indication === 'TOTAL-FAILED' ? 'invalid' : 'unconfirmed';
}

const total = ({ valid, unconfirmed, invalid }: Tally): number => valid + unconfirmed + invalid;

const MAX_NAME = 120;

/**
 * Returns the common name from a distinguished name (RFC 4514), or the whole name if there is no common name. The
 * result becomes part of a sentence, so line breaks and direction controls are removed.
 */
function nameIn(subject: string): string {
  const [, common] = /(?:^|,)CN=((?:\\.|[^,\\])+)/.exec(subject) ?? [];
  const name = common?.replaceAll(/\\(.)/g, '$1') ?? subject;
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_NAME);
}

/** Returns the first sentence of the report. It claims no more than the signatures cover. */
export function verdictOf(summary: VerdictSummary): string {
  const { outcome, signatures, timestamps, sealedBy } = summary;
  const sealed = `sealed by ${sealedBy ?? 'an organization that its certificate does not name'}`;
  const sealedEnd = sealed.endsWith('.') ? sealed : `${sealed}.`;
  switch (outcome) {
    case 'unsigned':
      return 'This document has no signatures.';
    case 'unreadable':
      return 'No signature could be read from this file.';
    case 'completion-certificate':
      return `This is a certificate of completion, ${sealedEnd} It has not been changed since.`;
    case 'sealed':
      return `This document is ${sealedEnd} It has not been changed since, and nobody has signed it.`;
    case 'certified':
      return `This document is ${sealedEnd} Nobody has signed it yet.`;
    case 'timestamped':
      return `Nobody has signed this document. ${allOf(timestamps, 'time-stamp')} valid.`;
    case 'invalid':
      return `Do not rely on this document: ${failing(summary, 'invalid') ?? 'the file has errors outside its signatures.'}`;
    case 'unconfirmed':
      return capital(failing(summary, 'unconfirmed') ?? 'the signatures could not be confirmed.');
    case 'unchanged':
    case 'permitted': {
      const since =
        outcome === 'unchanged'
          ? 'The document has not been changed since.'
          : `What has been added since is permitted by ${total(signatures) === 1 ? 'it' : 'them'}.`;
      return `${allOf(signatures, 'signature')} valid. ${since}${asideOf(summary)}`;
    }
  }
}

/** Returns the start of a sentence, such as `The signature is` or `All 2 signatures are`. */
function allOf(one: Tally, noun: string): string {
  return total(one) === 1 ? `The ${noun} is` : `All ${total(one)} ${noun}s are`;
}

/**
 * Returns a sentence such as `1 signature and 2 time-stamps by other software could not be confirmed.`, with a leading
 * space.
 */
function asideOf({ excused, excusedTimestamps }: VerdictSummary): string {
  const counts = [
    [excused, 'signature'],
    [excusedTimestamps, 'time-stamp'],
  ] as const;
  const kinds = counts.flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]));
  return kinds.length === 0 ? '' : ` ${kinds.join(' and ')} by other software could not be confirmed.`;
}

/** Summarizes the failures of each kind, such as `1 of 2 signatures and the seal are not valid.` */
function failing(
  { signatures, seals, timestamps }: VerdictSummary,
  state: 'invalid' | 'unconfirmed',
): string | undefined {
  const kinds = [
    [signatures, 'signature'],
    [seals, 'seal'],
    [timestamps, 'time-stamp'],
  ] as const;
  const failed = kinds.flatMap(([one, noun]) => {
    const count = one[state];
    if (count === 0) return [];
    return total(one) === 1 ? [`the ${noun}`] : [`${count} of ${total(one)} ${noun}s`];
  });
  if (failed.length === 0) return undefined;
  const count = kinds.reduce((sum, [one]) => sum + one[state], 0);
  const list = failed.length === 1 ? failed.join() : `${failed.slice(0, -1).join(', ')} and ${failed.at(-1)}`;
  const what = state === 'unconfirmed' ? 'could not be confirmed' : `${count === 1 ? 'is' : 'are'} not valid`;
  return `${list} ${what}.`;
}

const capital = (sentence: string): string => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
