import type { PdfFile } from '../reader/file.ts';
import { isSigned, readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import { PdfDict, PdfRef } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import type { Diff } from './diff.ts';
import { appearancesMatchValues, isDrawnAlike } from './drawn-values.ts';
import { faultOfFilling, fillingKeys } from './filling.ts';
import { isUncalled } from './resources.ts';

/**
 * Entries for the border, the caption and the default text style of a field (ISO 32000-2 12.5.6.19, 12.7.4.3). A
 * signature field has no text, so these entries are never visible.
 */
const APPEARANCE_KEYS = 'MK DA DR DS Q H BS Border M'.split(' ');
/** Entries that signing may change. An unsigned widget may have been hidden or unlocked. */
const SIGNATURE_KEYS = new Set(['V', 'AP', 'AS', 'F', 'Ff', ...APPEARANCE_KEYS]);
/** Entries that signing may add if they were missing, because their meaning follows from the field's position. */
const SIGNATURE_ADDITIONS = new Set(['Type', 'Subtype', 'P', 'StructParent']);
const FORM_KEYS = new Set(['Fields', 'SigFlags', 'DR']);
/** The defaults that fields inherit (12.7.4.3), and whether readers redraw fields (12.7.3). */
const DEFAULT_KEYS = new Set(['DA', 'Q', 'NeedAppearances']);
/** The permitted entries of a new signature field. Actions and other kinds of annotation are not permitted. */
const NEW_FIELD_KEYS = new Set([
  ...'Type Subtype FT T TU TM Ff F P Parent Kids Rect V AP AS NM Lock SV C Contents Lang StructParent'.split(' '),
  ...APPEARANCE_KEYS,
]);

/** Compares the form and its fields. Returns the widgets that may be added to pages. */
export function compareForms(diff: Diff): Set<number> {
  compareFormDictionaries(diff);
  const now = new Map(readFields(diff.after).map((field) => [key(field), field]));
  const old = new Map(readFields(diff.before).map((field) => [key(field), field]));
  for (const [id, field] of old) {
    const later = now.get(id);
    if (later === undefined || later.name !== field.name || later.type !== field.type) {
      diff.report('field-changed', `form field ${field.name} was removed or renamed`, { field: field.name });
    } else {
      compareField(diff, field, later);
    }
  }
  const permitted = new Set<number>();
  for (const [id, field] of now) if (!old.has(id)) addField(diff, field, permitted);
  return permitted;
}

function key(field: FormField): string {
  return field.ref === null ? `name ${field.name}` : `object ${field.ref.number}`;
}

function compareFormDictionaries(diff: Diff): void {
  const { before, after } = diff;
  const oldRef = before.catalog.get('AcroForm');
  const nowRef = after.catalog.get('AcroForm');
  const old = before.dict(oldRef) ?? new PdfDict();
  const now = after.dict(nowRef) ?? new PdfDict();
  for (const entry of diff.differing(old, now)) {
    if (FORM_KEYS.has(entry) || (DEFAULT_KEYS.has(entry) && isUnusedDefault(diff, entry))) continue;
    if (entry === 'CO' && diff.before.array(old.get('CO')).length + diff.after.array(now.get('CO')).length === 0)
      continue;
    diff.report('field-changed', `the form's ${entry} changed`);
  }
  if (!onlyGrown(diff, old.get('DR'), now.get('DR')) && !hasSignaturesAlone(diff))
    diff.report('field-changed', "the form's resources changed");
  const owners = [after.root, nowRef instanceof PdfRef ? nowRef : null];
  const resources = now.get('DR');
  for (const part of [nowRef, now.get('Fields'), resources]) if (diff.servesOnly(part, owners)) diff.explain(part);
  const below = [...owners, resources instanceof PdfRef ? resources : null];
  for (const category of after.dict(resources)?.entries.values() ?? []) {
    if (after.dict(category) !== null && diff.servesOnly(category, below)) diff.explain(category);
  }
}

/** Whether both versions contain only signature fields. In that case, the form's defaults are not used for drawing. */
function hasSignaturesAlone({ before, after }: Diff): boolean {
  return [before, after].every((file) => readFields(file).every((field) => field.type === 'Sig'));
}

/**
 * Whether the form's defaults for its fields (12.7.3) are invisible. This is the case if there are only signature
 * fields, or if every other field has its own appearance and readers are not asked to redraw it.
 */
function isUnusedDefault(diff: Diff, entry: string): boolean {
  if (hasSignaturesAlone(diff)) return true;
  const redraws = [diff.before, diff.after].some((file) => asksToRedraw(file));
  if (entry === 'NeedAppearances') return !redraws || appearancesMatchValues(diff.after);
  return [diff.before, diff.after].every((file) =>
    readFields(file).every((field) => hasOwn(field, entry) || (!redraws && isDrawn(file, field))),
  );
}

/** Whether a field defines the inheritable entries itself (12.7.4.1). Signature fields do not need them. */
function hasOwn(field: FormField, entry: string): boolean {
  return field.type === 'Sig' || field.dict.has(entry) || field.widgets.every(({ dict }) => dict.has(entry));
}

function asksToRedraw(file: PdfFile): boolean {
  return file.resolve(file.dict(file.catalog.get('AcroForm'))?.get('NeedAppearances') ?? null) === true;
}

function isDrawn(file: PdfFile, field: FormField): boolean {
  return field.type === 'Sig' || field.widgets.every(({ dict }) => file.dict(dict.get('AP'))?.has('N') === true);
}

/**
 * Whether resources were only added. Resources may be extended for a new appearance, but resources in use must stay the
 * same.
 */
function onlyGrown(diff: Diff, before: PdfValue, after: PdfValue): boolean {
  const old = diff.before.dict(before);
  const now = diff.after.dict(after);
  if (old === null) return true;
  if (now === null) return false;
  return [...old.entries].every(([category, value]) => {
    const oldItems = diff.before.dict(value);
    const nowItems = diff.after.dict(now.get(category));
    if (oldItems === null || nowItems === null) return diff.same(value, now.get(category));
    return [...oldItems.entries].every(
      ([item, resource]) => diff.same(resource, nowItems.get(item)) || isUncalled(diff, category, item),
    );
  });
}

function compareField(diff: Diff, old: FormField, now: FormField): void {
  const isWaiting = old.type === 'Sig' && !isSigned(diff.before, old);
  const isSigning = isWaiting && isSigned(diff.after, now);
  const signatureKeys = isWaiting ? SIGNATURE_KEYS : new Set<string>();
  const keysOf = old.type === 'Sig' ? { field: signatureKeys, widgets: signatureKeys } : fillingKeys(old);
  const parts: [PdfRef | null, PdfDict, PdfDict][] = [[old.ref, old.dict, now.dict]];
  for (const [index, widget] of old.widgets.entries()) {
    const later = now.widgets[index];
    if (widget.dict === old.dict || later === undefined) continue;
    parts.push([widget.ref, widget.dict, later.dict]);
  }
  let filled = false;
  for (const [ref, before, after] of parts) {
    const allowed = before === old.dict ? keysOf.field : keysOf.widgets;
    const keys = diff.differing(before, after);
    const isAdded = (entry: string) => isWaiting && SIGNATURE_ADDITIONS.has(entry) && !before.has(entry);
    const isRedrawn = (entry: string) => entry === 'AP' && isDrawnAlike(diff.before, old, diff.after, now);
    // Signing may change the /Rect of an invisible signature (12.7.5.5).
    const isVoid = (entry: string) => entry === 'Rect' && isSigning && !isVisible(diff, after);
    const forbidden = keys.filter(
      (entry) =>
        !allowed.has(entry) &&
        !isAdded(entry) &&
        !isRedrawn(entry) &&
        !isVoid(entry) &&
        !isStyleOfFilling(diff, old, entry, keys),
    );
    if (forbidden.length > 0)
      diff.report('field-changed', `form field ${old.name} changed (${forbidden.join(', ')})`, {
        field: old.name,
        keys: forbidden,
      });
    diff.explain(ref);
    // An appearance may also be replaced under the same object number, so that the field itself does not change.
    const exchanged = [...allowed].filter((entry) => diff.explainBelow(after.get(entry), [ref]));
    filled ||= exchanged.length > 0 || keys.some((entry) => allowed.has(entry));
  }
  if (!filled) return;
  const fault = old.type === 'Sig' ? null : faultOfFilling(diff.after, now);
  if (fault === null) diff.report(...describeFilling(diff, old, now));
  else diff.report('field-changed', `form field ${old.name} ${fault}`, { field: old.name });
}

/**
 * Whether the changed /DA only records the style of a text field's new appearance (12.7.4.3). The appearance already
 * shows that style, and readers are not asked to redraw the field.
 */
function isStyleOfFilling(diff: Diff, field: FormField, entry: string, keys: readonly string[]): boolean {
  const isFilling = field.type === 'Tx' && entry === 'DA' && keys.includes('AP');
  return isFilling && ![diff.before, diff.after].some((file) => asksToRedraw(file));
}

function describeFilling(diff: Diff, old: FormField, now: FormField): Parameters<Diff['report']> {
  const details = { field: old.name };
  if (old.type !== 'Sig') return ['field-filled', `form field ${old.name} filled in`, details];
  if (!isSigned(diff.after, now)) return ['field-changed', `signature field ${old.name} changed`, details];
  return isTimestamp(diff, now)
    ? ['timestamp', `document time-stamp in ${old.name}`, details]
    : ['signature', `signature in ${old.name}`, details];
}

function isTimestamp(diff: Diff, field: FormField): boolean {
  return (
    diff.after.name(diff.after.dict(field.value)?.get('SubFilter') ?? null) === 'ETSI.RFC3161' &&
    field.widgets.every((widget) => !isVisible(diff, widget.dict))
  );
}

function isVisible(diff: Diff, widget: PdfDict): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = diff.after.array(widget.get('Rect')).map((item) => diff.after.number(item) ?? 0);
  return a !== c && b !== d;
}

/**
 * Handles a field that this revision adds. A field for a time-stamp does not invalidate signatures, and other fields
 * are reported as changes.
 */
function addField(diff: Diff, field: FormField, permitted: Set<number>): void {
  const details = { field: field.name };
  if (field.type !== 'Sig') {
    diff.report('field-added', `form field ${field.name} added`, details);
    return;
  }
  for (const widget of field.widgets)
    if (widget.ref !== null && diff.created.has(widget.ref.number)) permitted.add(widget.ref.number);
  const more = [field.dict, ...field.widgets.map(({ dict }) => dict)].flatMap((dict) => unexpectedKeys(diff, dict));
  if (more.length > 0) {
    const text = `signature field ${field.name} added with ${[...new Set(more)].join(', ')}`;
    diff.report('field-added', text, details);
    return;
  }
  if (isSigned(diff.after, field) && isTimestamp(diff, field)) {
    diff.report('timestamp', `document time-stamp in ${field.name}`, details);
    return;
  }
  diff.report('signature-field-added', `signature field ${field.name} added`, details);
  if (isSigned(diff.after, field)) diff.report('signature', `signature in ${field.name}`, details);
}

function unexpectedKeys(diff: Diff, dict: PdfDict): string[] {
  const keys = [...dict.entries.keys()].filter((entry) => !NEW_FIELD_KEYS.has(entry));
  const subtype = diff.after.name(dict.get('Subtype'));
  return subtype === null || subtype === 'Widget' ? keys : [...keys, 'Subtype'];
}
