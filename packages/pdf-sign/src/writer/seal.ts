import { createHash } from 'node:crypto';
import { PdfError } from '../errors.ts';
import { TIMESTAMP_NAME } from '../read-state.ts';
import { TRAIL_POSITION } from '../trail-position.ts';
import { textString } from '../reader/objects.ts';
import type { Entries, ObjectId, RevisionState } from '../state.ts';
import { entry, formatEntries, formatRef, serialize, withEntries } from './serialize.ts';
import { findField } from './sign.ts';
import type { DocTimestampOptions, Revision, UnsignedRevision, ValidationData } from './types.ts';
import { Update } from './update.ts';

/** Time-stamp tokens from external authorities are smaller than this, including their certificates. */
const TIMESTAMP_RESERVE = 4096;

/** Declares that the file uses the PAdES extensions to PDF 1.7 (EN 319 142-1). */
export const ESIC_EXTENSION = '<</BaseVersion /1.7/ExtensionLevel 5>>';

type Changes = Partial<RevisionState>;

/**
 * Creates a revision with validation data in the document security store, as required for B-LT (EN 319 142-1 5.4.2).
 * Data in an earlier store is kept. Takes DER values, and returns the bytes to append and the resulting state. Throws
 * only errors of the libraries it calls.
 */
export function appendDss(state: RevisionState, data: ValidationData): Revision {
  const update = new Update(state);
  return update.finish(data.fileId, withCatalog(update, state, writeDss(update, state, data)));
}

/**
 * Creates a revision with a document time-stamp over everything before it (EN 319 142-1 5.4.3). The container is an RFC
 * 3161 token. For later time-stamps (archive renewal), start from `readState`. Throws `unknown_field` if `field` is
 * already signed or there is no room for a new one.
 */
export function prepareDocTimestamp(state: RevisionState, options: DocTimestampOptions): UnsignedRevision {
  const update = new Update(state);
  return update.finishUnsigned(options.fileId, withCatalog(update, state, writeDocTimestamp(update, state, options)));
}

/**
 * Creates one revision with validation data and a document time-stamp, as required for B-LTA. The time-stamp covers the
 * security store in the same revision. Validators look for the store in the revision that the time-stamp signs, and a
 * single revision is smaller and faster than two. Throws the same errors as `prepareDocTimestamp`.
 */
export function prepareSeal(
  state: RevisionState,
  data: Omit<ValidationData, 'fileId'>,
  options: DocTimestampOptions,
): UnsignedRevision {
  const update = new Update(state);
  const changes = writeDss(update, state, data);
  const timestamp = writeDocTimestamp(update, { ...state, ...changes }, options);
  return update.finishUnsigned(options.fileId, withCatalog(update, state, { ...changes, ...timestamp }));
}

/** Writes the catalog once, after all changes to it are known. */
function withCatalog(update: Update, state: RevisionState, changes: Changes): Changes {
  if (changes.catalog !== undefined) update.write(state.root, changes.catalog);
  return changes;
}

function writeDss(update: Update, state: RevisionState, data: Omit<ValidationData, 'fileId'>): Changes {
  // Keys, hashes and signatures do not compress well. Compressing them saves 10% and takes longer than the time-stamp.
  const add = (items: readonly Uint8Array[]) => items.map((der) => formatRef(update.addStream([], der)));
  const added = { certificates: add(data.certificates), crls: add(data.crls), ocsps: add(data.ocsps) };
  const before = state.dss ?? { certificates: [], crls: [], ocsps: [], vri: [] };
  const vri = Object.fromEntries((data.vri ?? []).map((contents) => [vriKey(contents), vriEntry(update, added)]));
  const dss = {
    certificates: [...before.certificates, ...added.certificates],
    crls: [...before.crls, ...added.crls],
    ocsps: [...before.ocsps, ...added.ocsps],
    vri: withEntries(before.vri, vri),
  };
  const entries: Entries = [['Type', '/DSS']];
  const lists = { Certs: dss.certificates, CRLs: dss.crls, OCSPs: dss.ocsps };
  for (const [key, items] of Object.entries(lists)) if (items.length > 0) entries.push([key, `[${items.join(' ')}]`]);
  if (dss.vri.length > 0) entries.push(['VRI', formatEntries(dss.vri)]);
  const id = update.add(entries);
  const catalog = withEntries(state.catalog, {
    DSS: formatRef(id),
    ...(entry(state.catalog, 'Extensions') === null ? { Extensions: `<</ESIC ${ESIC_EXTENSION}>>` } : {}),
  });
  return { dss, catalog };
}

/**
 * Returns a /VRI key, which is the upper-case SHA-1 of the signature's /Contents (ISO 32000-2 12.8.4.4). The hash is
 * used only as a name, not for protection.
 */
function vriKey(contents: Uint8Array): string {
  return createHash('sha1').update(contents).digest('hex').toUpperCase();
}

function vriEntry(update: Update, added: { certificates: string[]; crls: string[]; ocsps: string[] }): string {
  const lists = { Cert: added.certificates, CRL: added.crls, OCSP: added.ocsps };
  const entries: Entries = Object.entries(lists).flatMap(([key, items]) =>
    items.length > 0 ? [[key, `[${items.join(' ')}]`]] : [],
  );
  return formatRef(update.add(entries));
}

function writeDocTimestamp(update: Update, state: RevisionState, options: DocTimestampOptions): Changes {
  const name = options.field ?? state.timestampField;
  const signature = update.allocate();
  const changes =
    name !== null && state.fields.some((field) => field.name === name)
      ? signReserved(update, state, name, signature)
      : addInvisible(update, state, name ?? TIMESTAMP_NAME, signature);
  const entries: Entries = [
    ['Type', '/DocTimeStamp'],
    ['Filter', '/Adobe.PPKLite'],
    ['SubFilter', '/ETSI.RFC3161'],
  ];
  if (options.trailPosition) entries.push([TRAIL_POSITION, `<${Buffer.from(options.trailPosition).toString('hex')}>`]);
  update.writeSignature(signature, entries, options.reserve ?? TIMESTAMP_RESERVE);
  return changes;
}

function signReserved(update: Update, state: RevisionState, name: string, signature: ObjectId): Changes {
  const field = findField(state, name);
  if (field.kind !== 'signature') throw new PdfError('unknown_field', `${name} is not a signature field`);
  update.write(field.id, withEntries(field.entries, { V: formatRef(signature), F: '132' }));
  return {
    fields: state.fields.filter((other) => other !== field),
    timestampField: state.timestampField === name ? null : state.timestampField,
  };
}

/** Adds a field without an area to the first page, which certified files permit for time-stamps. */
function addInvisible(update: Update, state: RevisionState, name: string, signature: ObjectId): Changes {
  const { host } = state;
  if (host === null) throw new PdfError('unknown_field', `there is no unsigned field ${name}`);
  const field = update.add([...invisibleField(update, name, host.page), ['V', formatRef(signature)]]);
  const grown = (entries: Entries, key: string) =>
    withEntries(entries, { [key]: `${(entry(entries, key) ?? '[]').slice(0, -1)} ${formatRef(field)}]` });
  const pageEntries = grown(host.pageEntries, 'Annots');
  const formEntries = withEntries(grown(host.formEntries, 'Fields'), { SigFlags: '3' });
  update.write(host.page, pageEntries);
  if (host.form !== null) {
    update.write(host.form, formEntries);
    return { host: { ...host, pageEntries, formEntries } };
  }
  const form = update.add(formEntries);
  const catalog = withEntries(state.catalog, { AcroForm: formatRef(form) });
  return { catalog, host: { ...host, pageEntries, form, formEntries } };
}

function emptyLook(update: Update): ObjectId {
  const entries: Entries = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', '[0 0 0 0]'],
    ['Resources', '<<>>'],
  ];
  return update.addStream(entries, new Uint8Array());
}

/**
 * Writes an invisible signature field. It has the flags for printed and locked (132), because validators expect them on
 * every signature widget.
 */
export function invisibleField(update: Update, name: string, page: ObjectId): Entries {
  return [
    ['Type', '/Annot'],
    ['Subtype', '/Widget'],
    ['FT', '/Sig'],
    ['T', serialize(textString(name))],
    ['F', '132'],
    ['P', formatRef(page)],
    ['Rect', '[0 0 0 0]'],
    // In PDF/A-1, every field needs an appearance (6.9). Later parts exempt fields without an area (6.3.3).
    ...(update.archive?.part === 1 ? [['AP', `<</N ${formatRef(emptyLook(update))}>>`] as [string, string]] : []),
  ];
}
