import { PdfError } from '../errors.ts';
import { dateString, textString } from '../reader/objects.ts';
import type { Entries, FieldState, ObjectId, RevisionState } from '../state.ts';
import { AppearanceWriter } from './appearance.ts';
import { formatEntries, formatRef, serialize, withEntries } from './serialize.ts';
import { writeSwitched } from './toggles.ts';
import type { FieldValue, SignatureOptions, UnsignedRevision } from './types.ts';
import { Update } from './update.ts';
import { blankLook, lookEntries } from './widgets.ts';

/**
 * The space reserved for a container. B-T containers take 4.9 to 5.5 KB, and the rest is for external time-stamping
 * authorities with longer certificate chains.
 */
export const CMS_RESERVE = 6144;

/**
 * Creates a revision that fills in a signer's fields and signs them (PAdES, EN 319 142-1). Values, appearances and the
 * signature dictionary are in one update. Only the state is needed, so the cost does not depend on the size of the
 * document. Throws `unknown_field` for a field that does not exist, is already signed or is not in this signature's
 * lock, and `invalid_field` for a value of the wrong kind.
 */
export function prepareSignature(state: RevisionState, options: SignatureOptions): UnsignedRevision {
  const field = findField(state, options.field);
  if (field.kind !== 'signature') throw new PdfError('unknown_field', `${options.field} is not a signature field`);
  const update = new Update(state);
  const appearances = new AppearanceWriter(update);
  for (const value of options.values ?? []) {
    if (!field.lock.includes(value.name))
      throw new PdfError('unknown_field', `field ${value.name} does not belong to ${options.field}`);
    writeFilled(update, appearances, findField(state, value.name), value);
  }
  const given = new Set(options.values?.map(({ name }) => name));
  for (const left of state.fields)
    if (field.lock.includes(left.name) && !given.has(left.name)) writeBlank(update, appearances, left);
  const signature = update.allocate();
  const shown =
    options.appearance === undefined
      ? null
      : `<</N ${formatRef(appearances.write(options.appearance, field.rotation))}>>`;
  update.write(
    field.id,
    withEntries(field.entries, { V: formatRef(signature), F: '132', ...(shown === null ? {} : { AP: shown }) }),
  );
  const references = field.lockEntries === null ? [] : [fieldMdpReference(state.root, field.lockEntries)];
  let { catalog } = state;
  if (options.certify !== undefined) {
    references.unshift(docMdpReference(options.certify));
    catalog = withEntries(catalog, { Perms: `<</DocMDP ${formatRef(signature)}>>` });
    update.write(state.root, catalog);
  }
  update.writeSignature(signature, signatureEntries(options, references), options.reserve ?? CMS_RESERVE);
  const done = new Set([field.name, ...field.lock]);
  return update.finishUnsigned(options.fileId, {
    catalog,
    fields: state.fields.filter((other) => !done.has(other.name)),
  });
}

export function findField(state: RevisionState, name: string): FieldState {
  const field = state.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new PdfError('unknown_field', `there is no unsigned field ${name}`);
  return field;
}

function writeFilled(update: Update, appearances: AppearanceWriter, field: FieldState, value: FieldValue): void {
  if (field.kind === 'toggle') writeSwitched(update, field, value);
  else update.write(field.id, filledEntries(appearances, field, value));
}

/**
 * Writes the empty appearance of a field that is left empty, in the revision that locks the field. Strict validators
 * date a locked field by the revision that wrote its appearance, and treat an older appearance as a change after the
 * signature (ADR 15).
 */
function writeBlank(update: Update, appearances: AppearanceWriter, field: FieldState): void {
  if (field.blank !== undefined) update.write(field.id, withEntries(field.entries, blankLook(appearances, field)));
}

export function filledEntries(
  appearances: AppearanceWriter,
  field: FieldState,
  { name, value, appearance }: FieldValue,
): Entries {
  const empty = value === '' || value === false;
  // Without an appearance, the signer would sign a value that nobody can see.
  if (appearance === undefined && !empty) throw new PdfError('invalid_field', `field ${name} has no appearance`);
  const looks =
    appearance === undefined || empty
      ? blankLook(appearances, field)
      : lookEntries(appearances, field, appearances.write(appearance, field.rotation));
  // A push button has only an appearance and no value (12.7.5.2.2).
  if (field.kind === 'button') return withEntries(field.entries, looks);
  if (typeof value !== 'string') throw new PdfError('invalid_field', `field ${name} requires text`);
  if (field.options !== undefined && value !== '' && !field.options.includes(value))
    throw new PdfError('invalid_field', `field ${name} has no such option`);
  return withEntries(field.entries, { V: serialize(textString(value)), ...looks });
}

/** Returns a PAdES signature dictionary (EN 319 142-1 5.3) without /ByteRange and /Contents. */
export function signatureEntries(
  facts: Pick<SignatureOptions, 'date' | 'name' | 'reason' | 'location' | 'contactInfo'>,
  references: string[],
): Entries {
  const entries: Entries = [
    ['Type', '/Sig'],
    ['Filter', '/Adobe.PPKLite'],
    ['SubFilter', '/ETSI.CAdES.detached'],
    ['M', serialize(dateString(facts.date))],
  ];
  const texts = { Name: facts.name, Reason: facts.reason, Location: facts.location, ContactInfo: facts.contactInfo };
  for (const [key, text] of Object.entries(texts))
    if (text !== undefined) entries.push([key, serialize(textString(text))]);
  if (references.length > 0) entries.push(['Reference', `[${references.join(' ')}]`]);
  return entries;
}

/**
 * Returns a reference for the later changes that a certification permits (12.8.2.2). Level 1 permits none, level 2
 * permits filling in and signing, and level 3 also permits comments.
 */
export function docMdpReference(level: 1 | 2 | 3): string {
  return formatEntries([
    ['Type', '/SigRef'],
    ['TransformMethod', '/DocMDP'],
    ['TransformParams', `<</Type /TransformParams/P ${level}/V /1.2>>`],
  ]);
}

/**
 * Returns a FieldMDP reference, which lists the fields that must not change after this signature (ISO 32000-2
 * 12.8.2.4).
 */
export function fieldMdpReference(root: ObjectId, lock: Entries): string {
  const parameters = formatEntries([['Type', '/TransformParams'], ['V', '/1.2'], ...lock]);
  return formatEntries([
    ['Type', '/SigRef'],
    ['TransformMethod', '/FieldMDP'],
    ['TransformParams', parameters],
    ['Data', formatRef(root)],
  ]);
}
