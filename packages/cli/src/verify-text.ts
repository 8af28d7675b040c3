import type { Outcome, SignatureVerdict, VerifyReport } from '@countersign/pades';

import { signatureOutcome } from './json.ts';
import type { FileFacts } from './json.ts';
import type { TrailCheck } from './trail.ts';
import { countText, harmless, numberText, painter, table, timeText } from './terminal.ts';
import type { Colour } from './terminal.ts';

export interface VerifyResult {
  readonly facts: FileFacts;
  readonly outcome: Outcome;
  readonly report: VerifyReport;
  /** The number of trust anchors. */
  readonly anchors: number;
  readonly colours: boolean;
  readonly trail?: TrailCheck | undefined;
}

type Row = [name: string, ...values: string[]];

const WORDS: Readonly<Record<Outcome, readonly [Colour, string]>> = {
  valid: ['green', 'VALID'],
  invalid: ['red', 'NOT VALID'],
  indeterminate: ['yellow', 'NOT CONFIRMED'],
};

const KINDS: Readonly<Record<SignatureVerdict['kind'], string>> = {
  signer: 'signature of a person or organization',
  certification: 'seal: the certification of the sender, which limits the permitted changes',
  'archive-timestamp': 'time-stamp over the whole document, which preserves the evidence in it',
  foreign: 'signature whose certificate was issued by an authority that is not trusted here',
};

const FORMS: Readonly<Record<string, string>> = {
  'ETSI.CAdES.detached': 'PAdES',
  'ETSI.RFC3161': 'document time-stamp (RFC 3161)',
  'adbe.pkcs7.detached': 'CMS (adbe.pkcs7.detached)',
  'adbe.pkcs7.sha1': 'CMS over SHA-1 (adbe.pkcs7.sha1), outdated',
  'adbe.x509.rsa_sha1': 'bare RSA signature (adbe.x509.rsa_sha1), outdated',
};

const REVOCATION: Readonly<Record<SignatureVerdict['revocation'], string>> = {
  good: 'the certificate had not been revoked',
  revoked: 'the certificate had been revoked',
  unknown: 'not known',
};

/** Formats the output of `countersign verify`: the verdict in one sentence, followed by each signature. */
export function verifyText({ facts, outcome, report, anchors, colours, trail }: VerifyResult): string {
  const paint = painter(colours);
  const [colour, word] = WORDS[outcome];
  const head = table([
    ['File', `${harmless(facts.file)}, ${numberText(facts.bytes)} bytes`],
    ['SHA-256', facts.sha256],
    [
      'Verified',
      `as of ${timeText(report.verifiedAt)}, ${anchors === 0 ? 'without trust anchors' : `with ${countText(anchors, 'trust anchor')}`}`,
    ],
  ]);
  const signatures = report.signatures.map((signature, index) => {
    const [signatureColour, signatureWord] = WORDS[signatureOutcome(signature)];
    const title = `${nameOf(report.signatures, index)}: ${paint(signatureColour, signatureWord.toLowerCase())}`;
    return `\n${paint('bold', title)}\n${table(signatureRows(signature))}`;
  });
  const around = fileReasons(report).map((reason) => `  ${harmless(reason)}\n`);
  const rest = around.length === 0 ? '' : `\n${paint('bold', 'The file itself')}\n${around.join('')}`;
  return `${paint(colour, word)}: ${harmless(report.verdict)}\n\n${head}${signatures.join('')}${rest}${trailText(trail, paint)}${advice(report, anchors)}`;
}

function trailText(trail: TrailCheck | undefined, paint: ReturnType<typeof painter>): string {
  if (trail === undefined) return '';
  const [colour, word] =
    trail.findings.length > 0 ? (['red', 'contradicted'] as const) : (['green', 'verified'] as const);
  const rows: Row[] = [
    ['Document', harmless(trail.document)],
    ['Entries', `${numberText(trail.entries)}, head ${trail.head}`],
    [
      'Covered by',
      trail.covering === 0
        ? 'no confirmed signature: the signatures do not refer to an entry, or their root certificate was not passed with --trust'
        : `${countText(trail.covering, 'signature')}, seals and time-stamps included`,
    ],
    ...trail.findings.map((finding): Row => ['Why', harmless(finding)]),
  ];
  return `\n${paint('bold', `Audit trail: ${paint(colour, word)}`)}\n${table(rows)}`;
}

const NOUNS: Readonly<Record<SignatureVerdict['kind'], string>> = {
  signer: 'Signature',
  foreign: 'Signature',
  certification: 'Seal',
  'archive-timestamp': 'Time-stamp',
};

/** Returns a name such as `Signature 1 of 2` or `Seal`. Each kind is counted separately, as in the verdict. */
function nameOf(signatures: readonly SignatureVerdict[], index: number): string {
  const nouns = signatures.map(({ kind }) => NOUNS[kind]);
  const noun = nouns[index] ?? '';
  const count = nouns.filter((one) => one === noun).length;
  const number = nouns.slice(0, index + 1).filter((one) => one === noun).length;
  return count === 1 ? noun : `${noun} ${number} of ${count}`;
}

function signatureRows(signature: SignatureVerdict): Row[] {
  const { certificate, changesAfterSigning, reasons, level } = signature;
  const form = FORMS[signature.subFilter] ?? harmless(signature.subFilter);
  const rows: (Row | undefined)[] = [
    reasons.length === 0 ? undefined : ['Why', ...reasons.map(harmless)],
    ['Intact', signature.isIntact ? 'yes: the signed content matches the signature' : 'no'],
    ['Confirmed by', confirmedBy(signature)],
    ['Changed after', CHANGES[signature.changes]],
    ['Signed by', signedBy(signature)],
    certificate === null ? undefined : ['Issued by', harmless(certificate.issuer)],
    ['Signed at', signedAt(signature)],
    ['Covers', covers(signature)],
    changesAfterSigning.length === 0 ? undefined : ['Added since', ...changesAfterSigning.map(harmless)],
    ['Revocation', REVOCATION[signature.revocation]],
    signature.trustedBy === null ? undefined : ['Trusted by', harmless(signature.trustedBy)],
    signature.notes.length === 0 ? undefined : ['Note', ...signature.notes.map(harmless)],
    ['Kind', KINDS[signature.kind]],
    ['Form', `${form}${level === null ? '' : ` ${level}`}, field ${harmless(signature.field)}`],
    ['EN 319 102-1', [signature.indication, signature.subIndication].filter((part) => part !== null).join(', ')],
  ];
  return rows.filter((row) => row !== undefined);
}

const CHANGES: Readonly<Record<SignatureVerdict['changes'], string>> = {
  none: 'nothing',
  permitted: 'only what the signature permits',
  forbidden: 'yes, in ways that the signature does not permit',
};

function confirmedBy({ vouchers: { signer, time }, kind }: SignatureVerdict): string {
  const of = (who: string | null): string => (who === null ? 'no trust anchor' : harmless(who));
  return kind === 'archive-timestamp' ? `the time: ${of(time)}` : `the signer: ${of(signer)}; the time: ${of(time)}`;
}

function signedBy({ signerEmail, signerName, certificate }: SignatureVerdict): string {
  const vouched = signerEmail ?? certificate?.subject ?? 'someone whose certificate is not in the file';
  return harmless(signerName === null ? vouched : `${vouched} (claims the name "${signerName}")`);
}

function signedAt({ signedAt: time, isTimeProved, timestamp }: SignatureVerdict): string {
  if (time === null) return 'no time';
  if (isTimeProved && timestamp !== null) return `${timeText(time)}, proven by ${harmless(timestamp.authority)}`;
  const doubt = timestamp === null ? '' : '; the time-stamp is not trusted here';
  return `${timeText(time)}, according to the signer${doubt}`;
}

function covers({ coversWholeDocument, revision }: SignatureVerdict): string {
  if (coversWholeDocument) return 'the whole file';
  return revision === null ? 'no complete revision of the file' : `the file up to revision ${revision}`;
}

/** Returns the reasons that concern the whole file and not a single signature. */
function fileReasons(report: VerifyReport): string[] {
  const told = new Set(report.signatures.flatMap(({ reasons }) => reasons));
  return report.reasons.filter((reason) => !told.has(reason));
}

/** Explains how the reader can resolve open questions. */
function advice({ signatures }: VerifyReport, anchors: number): string {
  const open = new Set(signatures.map(({ subIndication }) => subIndication));
  const lines: string[] = [];
  if (open.has('NO_CERTIFICATE_CHAIN_FOUND'))
    lines.push(
      anchors === 0
        ? 'No root certificate is trusted. If you trust the CA of the signers, pass its root certificate with --trust.'
        : 'If you trust the CA behind an unconfirmed signature, pass its root certificate with --trust.',
    );
  if (open.has('TRY_LATER')) lines.push("Pass the authority's current revocation list with --crl.");
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}
