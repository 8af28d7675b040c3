/** Pure functions that decide, based on a file's inspection, what happens to an uploaded file. */
import type { WarningCode } from '@countersign/contract';
import type { ActiveKind, Inspection, Permissions, RepairKind } from '@countersign/pdf-sign';

export type ActiveContentRule = 'strip' | 'refuse' | 'keep';

export type UploadDecision =
  | { readonly outcome: 'refuse'; readonly reason: string }
  /** With `strip`, the file is first rewritten without its active content. */
  | { readonly outcome: 'accept'; readonly strip: boolean; readonly warnings: readonly string[] };

const KIND_TEXT: Readonly<Record<ActiveKind, string>> = {
  javascript: 'JavaScript',
  launch: 'actions that start programs',
  submit: 'actions that send form data',
  import: 'actions that import data',
  rendition: 'media actions',
  'open-embedded': 'actions that open embedded files',
  'open-remote': 'links that open or load other files',
  media: 'sound, video or 3D content',
  xfa: 'an XFA form',
  ambiguous: 'entries that programs interpret differently',
};

export function readRule(setting: string | null | undefined): ActiveContentRule {
  return setting === 'refuse' || setting === 'keep' ? setting : 'strip';
}

/**
 * Refuses files that cannot be signed, so that no further work is done for them. A file with signatures is never
 * rewritten, because that would break its signatures.
 */
export function decideUpload(inspection: Inspection, rule: ActiveContentRule): UploadDecision {
  const refuse = (reason: string): UploadDecision => ({ outcome: 'refuse', reason });
  const locked = refuseEncryption(inspection);
  if (locked !== undefined) return refuse(locked);
  if (inspection.encryption !== null && inspection.signatures > 0) return refuse('signed_and_encrypted');
  if (inspection.repeatedPages.length > 0 && inspection.signatures > 0) return refuse('signed_and_repeated_page');
  if (inspection.dynamicXfa) return refuse('xfa_unsupported');
  if (inspection.certification === 1) return refuse('certified_no_changes');
  if (inspection.pageCount === 0) return refuse('damaged');
  const isActive = inspection.activeContent.length > 0;
  const isSigned = inspection.signatures > 0;
  if (isActive && rule === 'refuse') return refuse('active_content');
  const strip = isActive && !isSigned && rule === 'strip';
  return { outcome: 'accept', strip, warnings: [...activeWarnings(inspection, strip), ...otherWarnings(inspection)] };
}

/**
 * Adding a signature field requires bits 4 and 6 (ISO 32000-2 7.6.4.2, table 22). Adding the signature page and other
 * fields requires them too. Signing in an existing field requires only bit 9. The owner password gives every
 * permission.
 */
function refuseEncryption({ encryption, unsignedFields }: Inspection): string | undefined {
  if (encryption === null) return undefined;
  if (encryption.password === 'unknown') return 'unsupported_encryption';
  const { permissions } = encryption;
  if (permissions === null) return 'encrypted_pdf';
  if (mayAddFields(permissions) || (permissions.fillForms && unsignedFields.length > 0)) return undefined;
  return forbidden(permissions);
}

const mayAddFields = ({ modify, annotate }: Permissions): boolean => modify && annotate;

/** Returns the fields of a file whose permissions allow no new fields. Returns none if fields may be added. */
export function ownFieldsOnly({ encryption, unsignedFields }: Inspection): string[] {
  const permissions = encryption?.permissions ?? null;
  return permissions === null || mayAddFields(permissions) ? [] : unsignedFields;
}

function forbidden({ modify, annotate }: Permissions): string {
  if (!modify && !annotate) return 'modify_and_annotate_forbidden';
  return modify ? 'annotate_forbidden' : 'modify_forbidden';
}

const REPAIR_TEXT: Readonly<Record<RepairKind, string>> = {
  encryption: "This file was encrypted. The document opens without a password and without the file's restrictions.",
  structure: 'This file was damaged and has been repaired. Its pages look the same as before.',
  repeated_page:
    'This file lists a page more than once. Each copy is now a separate page, so a field on one copy does not appear on the others.',
  leading_bytes:
    'This file had bytes before its PDF header that its signatures do not cover. The server removed them and kept the signatures.',
  unfinished_update: 'This file ends with an incomplete update. The pages show the version before it.',
};

export function repairWarnings(repairs: readonly RepairKind[]): string[] {
  return repairs.map((repair) => REPAIR_TEXT[repair]);
}

/** The sender must confirm these warnings before sending. */
export function warningsToAccept(repairs: readonly RepairKind[], inspection: Inspection): WarningCode[] {
  return repairs.includes('unfinished_update') || inspection.unfinishedUpdate ? ['unfinished_update'] : [];
}

const PAGES_NAMED = 5;
const FIELDS_NAMED = 5;

/** Warns that `pages` could not be rendered when the upload was tested. */
export function unshownWarning(pages: readonly number[]): string {
  const named = pages.slice(0, PAGES_NAMED).join(', ');
  const more = pages.length > PAGES_NAMED ? ` and ${pages.length - PAGES_NAMED} more` : '';
  const which = pages.length === 1 ? `Page ${named}` : `Pages ${named}${more}`;
  return `${which} cannot be shown to recipients here, because drawing takes too long or too much memory. They can still download the document. Check the file, or print it to a PDF and upload that file.`;
}

/** Warns that `fields` did not show their values and were redrawn. */
export function drawnFieldsWarning(fields: readonly string[]): string {
  const named = fields
    .slice(0, FIELDS_NAMED)
    .map((field) => `“${field}”`)
    .join(', ');
  const more = fields.length > FIELDS_NAMED ? ` and ${fields.length - FIELDS_NAMED} more` : '';
  const [which, values, them] =
    fields.length === 1
      ? ['A form field', 'its value', 'it']
      : [`${fields.length} form fields`, 'their values', 'them'];
  return `${which} of this file did not show ${values} in every PDF viewer, so the server drew ${them}: ${named}${more}. Check the pages before you send the document.`;
}

function activeWarnings({ activeContent, signatures }: Inspection, strip: boolean): string[] {
  if (activeContent.length === 0) return [];
  const kinds = [...new Set(activeContent.map(({ kind }) => KIND_TEXT[kind]))].join(', ');
  if (strip)
    return [
      `Active content was removed from this file: ${kinds}. The pages look the same. Calculated form fields keep their values.`,
    ];
  if (signatures > 0) return ['This file contains signatures and active content, and is stored unchanged.'];
  return [`This file has active content, which was kept according to your organization's settings: ${kinds}.`];
}

/** A signed file that claims PDF/A conformance still conforms, except for the tags that level A requires. */
function archiveWarnings({ archive, signatures }: Inspection): string[] {
  if (archive?.level !== 'A') return [];
  const { part } = archive;
  if (signatures > 0)
    return [
      `This file claims PDF/A-${part}a. New signature fields have no tags, so the signed document may not conform to it. The claim cannot be changed, because the file is signed.`,
    ];
  return [
    `This file claims PDF/A-${part}a. Signing adds fields and pages without tags, so the signed document claims PDF/A-${part}${part === 1 ? 'b' : 'u'}.`,
  ];
}

function otherWarnings(inspection: Inspection): string[] {
  const { signatures, embeddedFiles, unfinishedUpdate, signedFrom } = inspection;
  const warnings: string[] = [];
  const own = ownFieldsOnly(inspection);
  if (own.length > 0)
    warnings.push(
      `This file does not permit new fields. Recipients sign in its existing signature fields (${own.join(', ')}), in the order of the recipients.`,
    );
  if (unfinishedUpdate) warnings.push(REPAIR_TEXT.unfinished_update);
  if (signatures > 0)
    warnings.push(`This file already contains ${signatures} signature(s), which are kept and stay valid.`);
  warnings.push(...archiveWarnings(inspection));
  if (signedFrom === 'file')
    warnings.push(
      'This file has bytes before its PDF header. They are part of a signature, so they were kept. Some programs cannot check signatures in such files.',
    );
  if (embeddedFiles > 0)
    warnings.push(`This file has ${embeddedFiles} embedded file(s), which are not visible on the pages.`);
  return warnings;
}
