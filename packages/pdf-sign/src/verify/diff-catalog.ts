import { createHash } from 'node:crypto';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef, PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { equalValues } from './compare.ts';
import type { Diff } from './diff.ts';

/** Catalog entries that do not affect the document's appearance or behavior. */
const HARMLESS = new Set(['Extensions', 'Version', 'Metadata', 'MarkInfo']);
const JUDGED_ELSEWHERE = new Set(['AcroForm', 'DSS']);

/** Compares the catalog, the document information and the security store. */
export function compareCatalogs(diff: Diff): void {
  const { before, after } = diff;
  if (before.root.number !== after.root.number) {
    diff.report('catalog', 'the document catalog was replaced');
    return;
  }
  for (const key of diff.differing(before.catalog, after.catalog)) {
    if (JUDGED_ELSEWHERE.has(key)) continue;
    if (!HARMLESS.has(key)) diff.report('catalog', `the catalog's ${key} changed`, { keys: [key] });
    else if (key === 'Metadata') diff.report('metadata', 'document metadata changed');
  }
  diff.explain(after.root);
  for (const key of HARMLESS) {
    const value = after.catalog.get(key);
    if (
      key === 'Metadata' &&
      value instanceof PdfRef &&
      diff.changed.has(value.number) &&
      after.resolve(value) instanceof PdfStream
    ) {
      if (!diff.servesOnly(value, [after.root])) continue;
      diff.report('metadata', 'document metadata changed');
    }
    diff.explainBelow(value, [after.root]);
  }
  compareInformation(diff);
  compareStores(diff);
}

function compareInformation(diff: Diff): void {
  const old = diff.before.trailer.get('Info');
  const info = diff.after.trailer.get('Info');
  const replaced = info instanceof PdfRef && diff.changed.has(info.number) && diff.servesOnly(info, []);
  if (!replaced && diff.same(old, info)) return;
  diff.report('metadata', 'document information changed');
  if (replaced) diff.explain(info);
}

const STORE_LISTS = ['Certs', 'CRLs', 'OCSPs'];
const VRI_LISTS = ['Cert', 'CRL', 'OCSP'];

/**
 * Earlier evidence is missing in this revision. The evidence is still used, because `verifyPdf` reads it from the
 * previous revision.
 */
export const EVIDENCE_REPLACED = 'validation data was replaced';

/**
 * Compares the security stores. A store may grow and be replaced (ISO 32000-2 12.8.4.3), but must not contain anything
 * except evidence.
 */
function compareStores(diff: Diff): void {
  const { before, after } = diff;
  const reference = after.catalog.get('DSS');
  const store = after.resolve(reference);
  const same = equalValues(before.catalog.get('DSS'), reference);
  const touched =
    reference instanceof PdfRef && (diff.changed.has(reference.number) || diff.created.has(reference.number));
  if (same && !touched && !storeChangedInside(diff, store)) return;
  if (store === null && after.catalog.get('DSS') === null) {
    diff.report('validation-data', EVIDENCE_REPLACED);
    return;
  }
  if (!(store instanceof PdfDict)) {
    diff.report('catalog', 'the validation data is not a dictionary');
    return;
  }
  const isGrown = onlyGrown(diff, before.dict(before.catalog.get('DSS')), store);
  diff.report('validation-data', isGrown ? 'validation data was added' : EVIDENCE_REPLACED);
  const owners = [after.root, reference instanceof PdfRef ? reference : null];
  if (diff.servesOnly(reference, [after.root])) diff.explain(reference);
  judgeLists(diff, store, STORE_LISTS, [...STORE_LISTS, 'VRI', 'Type'], owners);
  const vriReference = store.get('VRI');
  const vri = after.dict(vriReference);
  const vriOwners = [...owners, vriReference instanceof PdfRef ? vriReference : null];
  if (diff.servesOnly(vriReference, owners)) diff.explain(vriReference);
  for (const item of vri?.entries.values() ?? []) {
    const entry = after.dict(item);
    if (entry === null) continue;
    if (diff.servesOnly(item, vriOwners)) diff.explain(item);
    judgeLists(
      diff,
      entry,
      VRI_LISTS,
      [...VRI_LISTS, 'Type', 'TU', 'TS'],
      [...vriOwners, item instanceof PdfRef ? item : null],
    );
  }
}

/**
 * Whether all evidence still exists. If evidence could be removed from the store, a revoked certificate would appear to
 * be valid.
 */
function onlyGrown({ before, after }: Diff, old: PdfDict | null, now: PdfDict): boolean {
  return STORE_LISTS.every((key) => {
    const kept = references(after, now.get(key));
    const missing = [...references(before, old?.get(key) ?? null)].filter((number) => !kept.has(number));
    if (missing.length === 0) return true;
    // A rewritten store may contain the same data under another object number.
    const data = new Set([...kept].map((number) => contentOf(after, number)));
    return missing.every((number) => data.has(contentOf(before, number)));
  });
}

function references(file: PdfFile, list: PdfValue): Set<number> {
  return new Set(file.array(list).flatMap((item) => (item instanceof PdfRef ? [item.number] : [])));
}

function contentOf(file: PdfFile, number: number): string | null {
  const value = file.object(number);
  return value instanceof PdfStream ? createHash('sha256').update(file.decode(value)).digest('base64') : null;
}

function storeChangedInside(diff: Diff, store: PdfValue): boolean {
  if (!(store instanceof PdfDict)) return false;
  const parts = ['VRI', ...STORE_LISTS].map((key) => store.get(key));
  return parts.some(
    (part) => part instanceof PdfRef && (diff.changed.has(part.number) || diff.created.has(part.number)),
  );
}

function judgeLists(
  diff: Diff,
  dict: PdfDict,
  lists: readonly string[],
  allowed: readonly string[],
  owners: readonly (PdfRef | null)[],
): void {
  const unexpected = [...dict.entries.keys()].filter((key) => !allowed.includes(key));
  if (unexpected.length > 0)
    diff.report('catalog', `the validation data contains an unexpected ${unexpected.join(', ')}`);
  for (const key of lists) {
    const list = dict.get(key);
    if (diff.servesOnly(list, owners)) diff.explain(list);
    if (
      !diff.after.array(list).every((item) => item instanceof PdfRef && diff.after.resolve(item) instanceof PdfStream)
    ) {
      diff.report('catalog', 'the validation data contains an entry that is not a stream');
    }
  }
}
