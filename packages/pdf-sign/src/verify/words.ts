import type { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import { PdfRef, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import type { Diff } from './diff.ts';
import { fieldTitle } from './field-title.ts';
import type { Change } from './types.ts';

// The one place where differences become sentences. They are read by people who do not know how a PDF is built; what an expert
// would want to look up follows in brackets.

/** A difference as the rules find it: `text` is what an expert would say. */
export type Finding = Omit<Change, 'detail'>;

const MAX_SHOWN = 60;
const MAX_SENTENCE = 400;

/** Puts a finding into words. `diff` lets a field be called as it is shown, and its values be told. */
export function tell(finding: Finding, diff?: Diff): Change {
  const told = diff === undefined || finding.field === undefined ? finding : { ...finding, ...factsOf(finding, diff) };
  return { ...told, text: harmless(sentence(told), MAX_SENTENCE), detail: finding.text };
}

interface Fields {
  before: Map<string, FormField>;
  after: Map<string, FormField>;
}
/** Read once a revision: a form of hundreds of fields may have been filled in as a whole. */
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

/** What the two revisions say of a finding's field. */
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

/** A text or a name (the state of a check box); null for anything else. */
function textOf(diff: Diff, value: PdfValue): string | null {
  const found = diff.after.resolve(value);
  return found instanceof PdfString ? decodeText(found) : diff.after.name(value);
}

function sentence(change: Finding): string {
  const { kind, text } = change;
  const detail = ` (${text})`;
  switch (kind) {
    case 'signature':
      return `a signature${change.signer === undefined ? '' : ` in the name of ${quoted(change.signer)}`} was added in ${nameOf(change)}`;
    case 'timestamp':
      return 'a time-stamp over the whole document was added';
    case 'validation-data':
      return 'validation data was added (certificates and revocation information, so that signatures can be verified later)';
    case 'field-filled':
      return `${nameOf(change)} ${filling(change)}`;
    case 'signature-field-added':
      return `an empty signature field was added: ${nameOf(change)}`;
    case 'field-added':
      return text.startsWith('signature field')
        ? `a signature field was added that does more than hold a signature${detail}`
        : `a form field was added that was not there when this was signed${detail}`;
    case 'field-changed':
      return fieldChange(change);
    case 'annotation':
      return `${text} (a note or drawing over what was signed)`;
    case 'nothing-seen':
      return text;
    case 'metadata':
      return `${text} (title, author, dates and similar, which no page shows)`;
    case 'page':
      return pageChange(change);
    case 'pages':
      return `the document's pages changed: ${text}`;
    case 'catalog':
      return `${catalogChange(change.keys ?? [])}${detail}`;
    case 'hidden':
      return `content was hidden in the file, so programs may disagree on what it shows${detail}`;
    case 'structure':
      return `the file was changed in an irregular way, so programs may disagree on what it shows${detail}`;
    case 'object':
      return objectChange(change);
  }
}

/** What people may call a field, on one line and at a bounded length. */
export function titleOf(file: PdfFile, { name, dict }: FormField): string {
  const label = file.resolve(dict.get('TU') ?? null);
  return harmless(fieldTitle(name, label instanceof PdfString ? decodeText(label) : null), MAX_SHOWN);
}

/** `form field "Amount" on page 2`; by the label that people see where there is one. */
function nameOf({ field = '', label, page, kind }: Finding): string {
  const what = kind === 'signature' || kind === 'signature-field-added' ? 'field' : 'form field';
  return `${what} ${quoted(fieldTitle(field, label))}${page === undefined ? '' : ` on page ${page}`}`;
}

function filling({ before, after }: Finding): string {
  if (after === undefined) return before === undefined ? 'filled in' : `emptied (it held ${quoted(before)})`;
  if (before === undefined) return `filled in: ${quoted(after)}`;
  return before === after
    ? 'filled in again with the same value; it may look different now'
    : `filled in again: ${quoted(after)} instead of ${quoted(before)}`;
}

function fieldChange(change: Finding): string {
  const keys = new Set(change.keys);
  if (change.field === undefined) return `the form as a whole was changed and may show other values (${change.text})`;
  const name = nameOf(change);
  const inBrackets = ` (${change.text})`;
  if (keys.has('V')) return `the value of ${name} was replaced or removed${inBrackets}`;
  if (keys.has('Rect')) return `${name} was moved or resized${inBrackets}`;
  if (keys.has('AP') || keys.has('AS')) return `the appearance of ${name} was replaced${inBrackets}`;
  if (keys.has('A') || keys.has('AA')) return `${name} was given an action that runs by itself${inBrackets}`;
  if (keys.has('Lock')) return `the lock of ${name} was changed${inBrackets}`;
  if (keys.size > 0) return `${name} was changed in other ways than being filled in${inBrackets}`;
  // The rule says it in words already.
  return change.text.replace(`form field ${change.field}`, name).replace(`signature field ${change.field}`, name);
}

/** A part that no rule permits to change, called by where it shows or works. */
function objectChange({ text, field, label, page, keys = [] }: Finding): string {
  if (field !== undefined)
    return `the signature in field ${quoted(fieldTitle(field, label))} was replaced or damaged (${text})`;
  if (text.startsWith('an annotation')) return `${text} (a mark, button, link or attachment over what was signed)`;
  if (page !== undefined) return `an annotation on page ${page} (a note, mark or button) was replaced (${text})`;
  return `${CATALOG_PARTS[keys[0] ?? ''] ?? 'a part of the document was replaced'} (${text})`;
}

const PAGE_PARTS: Readonly<Record<string, string>> = {
  Contents: 'its text and drawings',
  Resources: 'its fonts or pictures',
  MediaBox: 'its size',
  CropBox: 'the part of it that is shown',
  Rotate: 'its rotation',
  UserUnit: 'its scale',
  AA: 'what happens when it is opened',
};

function pageChange({ page, keys = [], text }: Finding): string {
  const parts = [...new Set(keys.map((key) => PAGE_PARTS[key] ?? `an entry called ${key}`))];
  if (parts.length === 0)
    return text === `page ${page ?? '?'} changed` ? `${text}: something it shows was replaced` : text;
  return `page ${page ?? '?'} changed: ${parts.join(', ')} (${keys.join(', ')})`;
}

const CATALOG_PARTS: Readonly<Record<string, string>> = {
  Pages: "the document's pages were replaced",
  Names: 'scripts, attached files or named places of the document were changed',
  OpenAction: 'what happens when the document is opened was changed',
  AA: 'the actions that the document runs by itself were changed',
  OCProperties: 'layers of the document, which can show and hide text, were changed',
  AcroForm: "the document's form was changed",
  Outlines: "the document's bookmarks were changed",
  Perms: 'what the certification permits was changed',
};

function catalogChange(keys: readonly string[]): string {
  const known = keys.map((key) => CATALOG_PARTS[key]).find((part) => part !== undefined);
  return known ?? "the document's overall structure was changed";
}

/** As it is written in the file, but on one line and not at any length: whoever wrote it may mean to mislead. */
const quoted = (text: string): string => `"${harmless(text, MAX_SHOWN)}"`;

function harmless(text: string, max: number): string {
  const line = [...text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()];
  return line.length > max ? `${line.slice(0, max - 1).join('')}…` : line.join('');
}
