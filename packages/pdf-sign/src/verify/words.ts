import type { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import { PdfRef, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { type ChangeCode, type ChangedPart, codeOf, partsOf } from './change-code.ts';
import type { Diff } from './diff.ts';
import { EVIDENCE_REPLACED } from './diff-catalog.ts';
import { fieldTitle } from './field-title.ts';
import type { Change } from './types.ts';

// Converts differences to sentences for readers who do not know how a PDF is built. Details for experts follow in
// brackets. No other code creates such sentences.

/** A difference that the rules found. `text` describes it for experts. */
export type Finding = Omit<Change, 'detail'>;

const MAX_SHOWN = 60;
const MAX_SENTENCE = 400;

/**
 * Converts a finding to a sentence. If `diff` is given, fields are referred to by their label and their values are
 * reported.
 */
export function describeFinding(finding: Finding, diff?: Diff): Change {
  const told = diff === undefined || finding.field === undefined ? finding : { ...finding, ...factsOf(finding, diff) };
  return { ...told, text: harmless(SENTENCES[codeOf(told)](told), MAX_SENTENCE), detail: finding.text };
}

interface Fields {
  before: Map<string, FormField>;
  after: Map<string, FormField>;
}
/** The fields are read once per revision, because hundreds of fields may have been filled in at once. */
const known = new WeakMap<Diff, Fields>();

function fieldsOf(diff: Diff): Fields {
  let fields = known.get(diff);
  if (fields === undefined) {
    const byName = (file: PdfFile) => new Map(readFields(file).map((field) => [field.name, field]));
    fields = { before: byName(diff.before), after: byName(diff.after) };
    known.set(diff, fields);
  }
  return fields;
}

type FieldFacts = Pick<Change, 'label' | 'page' | 'before' | 'after' | 'signer'>;

function factsOf({ field: name, kind, page }: Finding, diff: Diff): FieldFacts {
  const fields = fieldsOf(diff);
  const old = fields.before.get(name ?? '');
  const now = fields.after.get(name ?? '');
  const label = textOf(diff, (now ?? old)?.dict.get('TU') ?? null);
  const facts: FieldFacts = {};
  if (label !== null && label !== '') facts.label = label;
  const shownOn = page ?? pageOf(diff, now ?? old);
  if (shownOn !== undefined) facts.page = shownOn;
  if (kind === 'signature') {
    const signer = textOf(diff, diff.after.dict(now?.value ?? null)?.get('Name') ?? null);
    if (signer !== null && signer !== '') facts.signer = signer;
  }
  if (kind === 'field-filled') {
    const before = textOf(diff, old?.value ?? null);
    const after = textOf(diff, now?.value ?? null);
    if (before !== null && before !== '') facts.before = before;
    if (after !== null && after !== '') facts.after = after;
  }
  return facts;
}

function pageOf(diff: Diff, field: FormField | undefined): number | undefined {
  const page = field?.widgets[0]?.dict.get('P');
  return page instanceof PdfRef ? diff.pages.get(page.number) : undefined;
}

/** Returns a string or a name, such as the state of a check box. Returns null for anything else. */
function textOf(diff: Diff, value: PdfValue): string | null {
  const found = diff.after.resolve(value);
  return found instanceof PdfString ? decodeText(found) : diff.after.name(value);
}

/** The sentences in English. Translations are based on `factsOfChange`. */
const SENTENCES: Readonly<Record<ChangeCode, (change: Finding) => string>> = {
  signature: (change) =>
    `a signature${change.signer === undefined ? '' : ` in the name of ${quoted(change.signer)}`} was added in ${nameOf(change)}`,
  timestamp: () => 'a time-stamp over the whole document was added',
  'validation-data': ({ text }) =>
    text === EVIDENCE_REPLACED
      ? 'validation data was replaced (the earlier certificates and revocation information are still used)'
      : 'validation data was added (certificates and revocation information, so that signatures can be verified later)',
  'field-filled': (change) =>
    `${nameOf(change)} was filled in${change.after === undefined ? '' : `: ${quoted(change.after)}`}`,
  'field-emptied': (change) => `${nameOf(change)} was emptied (it contained ${quoted(change.before ?? '')})`,
  'field-filled-again': (change) =>
    `${nameOf(change)} was filled in again: ${quoted(change.after ?? '')} instead of ${quoted(change.before ?? '')}`,
  'field-filled-alike': (change) =>
    `${nameOf(change)} was filled in again with the same value and may look different now`,
  'signature-field-added': (change) => `an empty signature field was added: ${nameOf(change)}`,
  'signature-field-unusual': ({ text }) =>
    `a signature field was added that does more than contain a signature (${text})`,
  'field-added': ({ text }) => `a form field was added after this was signed (${text})`,
  'form-changed': ({ text }) => `the form as a whole was changed and may show different values (${text})`,
  'value-replaced': (change) => `the value of ${nameOf(change)} was replaced or removed (${change.text})`,
  'field-moved': (change) => `${nameOf(change)} was moved or resized (${change.text})`,
  'appearance-replaced': (change) => `the appearance of ${nameOf(change)} was replaced (${change.text})`,
  'action-added': (change) => `${nameOf(change)} was given an action that runs automatically (${change.text})`,
  'lock-changed': (change) => `the lock of ${nameOf(change)} was changed (${change.text})`,
  'field-changed': otherFieldChange,
  annotation: ({ kind, text }) =>
    `${text} (a ${kind === 'annotation' ? 'note or drawing' : 'mark, button, link or attachment'} over what was signed)`,
  'nothing-seen': ({ text }) => text,
  metadata: ({ text }) => `${text} (title, author, dates and similar data, which no page shows)`,
  page: pageChange,
  pages: ({ text }) => `the document's pages changed: ${text}`,
  catalog: (change) =>
    `${DOCUMENT_WORDS[documentPartOf(change)] ?? "the document's overall structure was changed"} (${change.text})`,
  hidden: ({ text }) => `content was hidden in the file, so different programs may show different content (${text})`,
  structure: ({ text }) =>
    `the file was changed in an irregular way, so different programs may show different content (${text})`,
  'signature-replaced': ({ field = '', label, text }) =>
    `the signature in field ${quoted(fieldTitle(field, label))} was replaced or damaged (${text})`,
  'annotation-replaced': ({ page, text }) =>
    `an annotation on page ${page} (a note, mark or button) was replaced (${text})`,
  'part-replaced': (change) =>
    `${DOCUMENT_WORDS[documentPartOf(change)] ?? 'a part of the document was replaced'} (${change.text})`,
};

/** The facts about a change, from which its description is translated. Quoted text is on one line of limited length. */
export interface ChangeFacts {
  code: ChangeCode;
  field: string | null;
  page: number | null;
  signer: string | null;
  before: string | null;
  after: string | null;
  parts: ChangedPart[];
  /** The wording for experts in English. */
  detail: string;
}

/**
 * Returns the facts about a change, from which its description is translated. Text is on one line of limited length.
 * Never throws.
 */
export function factsOfChange(change: Change): ChangeFacts {
  const { detail, field, label, page, signer, before, after } = change;
  const finding = { ...change, text: detail };
  const shown = (text: string | undefined): string | null => (text === undefined ? null : harmless(text, MAX_SHOWN));
  return {
    code: codeOf(finding),
    field: field === undefined ? null : shown(fieldTitle(field, label)),
    page: page ?? null,
    signer: shown(signer),
    before: shown(before),
    after: shown(after),
    parts: partsOf(finding),
    detail: harmless(detail, MAX_SENTENCE),
  };
}

/** Returns a readable name for a field, on one line of limited length. */
export function titleOf(file: PdfFile, { name, dict }: FormField): string {
  const label = file.resolve(dict.get('TU') ?? null);
  return harmless(fieldTitle(name, label instanceof PdfString ? decodeText(label) : null), MAX_SHOWN);
}

/** Returns text such as `form field "Amount" on page 2`, using the visible label if there is one. */
function nameOf({ field = '', label, page, kind }: Finding): string {
  const what = kind === 'signature' || kind === 'signature-field-added' ? 'field' : 'form field';
  return `${what} ${quoted(fieldTitle(field, label))}${page === undefined ? '' : ` on page ${page}`}`;
}

function otherFieldChange(change: Finding): string {
  const { field = '', keys = [], text } = change;
  const name = nameOf(change);
  if (keys.length > 0) return `${name} was changed in ways other than filling it in (${text})`;
  // The rule's text is already a sentence, in which only the field's name is replaced.
  return text.replace(`form field ${field}`, name).replace(`signature field ${field}`, name);
}

const PAGE_WORDS: Readonly<Record<string, string>> = {
  Contents: 'its text and drawings',
  Resources: 'its fonts or pictures',
  MediaBox: 'its size',
  CropBox: 'the part of it that is shown',
  Rotate: 'its rotation',
  UserUnit: 'its scale',
  AA: 'what happens when it is opened',
};

function pageChange({ page, keys = [], text }: Finding): string {
  const parts = [...new Set(keys.map((key) => PAGE_WORDS[key] ?? `an entry called ${key}`))];
  if (parts.length === 0)
    return text === `page ${page ?? '?'} changed` ? `${text}: an object on it was replaced` : text;
  return `page ${page ?? '?'} changed: ${parts.join(', ')} (${keys.join(', ')})`;
}

const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  Pages: "the document's pages were replaced",
  Names: 'scripts, attached files or named places of the document were changed',
  OpenAction: 'what happens when the document is opened was changed',
  AA: 'the actions that the document runs automatically were changed',
  OCProperties: 'layers of the document, which can show and hide text, were changed',
  AcroForm: "the document's form was changed",
  Outlines: "the document's bookmarks were changed",
  Perms: 'what the certification permits was changed',
};

const documentPartOf = (change: Finding): ChangedPart => partsOf(change)[0] ?? 'other';

/** Quotes text from the file on one line of limited length, because the author may intend to mislead. */
const quoted = (text: string): string => `"${harmless(text, MAX_SHOWN)}"`;

function harmless(text: string, max: number): string {
  const line = [...text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()];
  return line.length > max ? `${line.slice(0, max - 1).join('')}…` : line.join('');
}
