import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { isSigned, readFields } from '../reader/form.ts';
import { PdfRef } from '../reader/objects.ts';
import { walkPages } from '../reader/pages.ts';
import { annotatedPage, Diff, isReachable, pageThatShows } from './diff.ts';
import { compareCatalogs } from './diff-catalog.ts';
import { compareForms } from './diff-form.ts';
import { comparePages } from './diff-pages.ts';
import { explainStructure } from './diff-structure.ts';
import { checkLayout } from './layout.ts';
import { objectNumbers, referencesOf } from '../reader/references.ts';
import { ReferenceIndex } from './references.ts';
import { explainResources } from './resources.ts';
import { openRevision } from './revisions.ts';
import type { FileRevision } from './revisions.ts';
import type { Change } from './types.ts';
import { describeFinding } from './words.ts';
import type { Finding } from './words.ts';

/** Each revision is read and compared separately. A genuine file has one revision per signer and a few more. */
const MAX_LATER_REVISIONS = 500;

/**
 * Returns the changes of every revision after the first signed one, in order. Each revision is compared with the
 * previous one, so a change is reported once, even if it affects several signatures.
 */
export function findChanges(file: PdfFile, revisions: readonly FileRevision[], firstSigned: number): Change[] {
  const later = revisions.slice(firstSigned + 1);
  const [signed] = revisions.slice(firstSigned);
  if (signed === undefined || later.length === 0) return [];
  if (later.length > MAX_LATER_REVISIONS) throw new PdfError('too_complex', 'there are too many revisions');
  const touched = later.map((revision) => touchedBy(revision));
  let before = openRevision(file, signed);
  const index = new ReferenceIndex(new Set([...touched.flatMap((numbers) => [...numbers]), ...appearances(before)]));
  index.add(before, objectNumbers(before));
  const pages = new Map([...walkPages(before)].map((page, position) => [page.ref.number, position + 1]));
  const changes: Change[] = [];
  let start = signed.end;
  for (const [position, revision] of later.entries()) {
    const number = firstSigned + position + 2;
    const numbers = touched[position] ?? new Set<number>();
    for (const text of checkLayout(file, revision, start, before))
      changes.push(describeFinding({ kind: 'hidden', text, revision: number }));
    try {
      const after = openRevision(file, revision);
      const diff = new Diff(before, after, numbers, { index, pages, revision: number });
      const found = compareRevisions(diff);
      for (const finding of found) changes.push(describeFinding(finding, diff));
      if (found.length === 0)
        changes.push(
          describeFinding({
            kind: 'nothing-seen',
            text: `the file was saved again: revision ${number} adds nothing visible`,
            revision: number,
          }),
        );
      index.add(after, numbers);
      before = after;
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      const text = `revision ${number} cannot be read: ${error.message}`;
      changes.push(describeFinding({ kind: 'structure', text, revision: number }));
    }
    start = revision.end;
  }
  return changes;
}

/**
 * Returns the appearance dictionaries that are separate objects. The dictionaries must not change, but the streams
 * below them may be replaced.
 */
function appearances(file: PdfFile): number[] {
  return readFields(file).flatMap(({ widgets }) =>
    widgets.flatMap(({ dict }) => {
      const looks = dict.get('AP');
      return looks instanceof PdfRef ? [looks.number] : [];
    }),
  );
}

function touchedBy(revision: FileRevision): Set<number> {
  const numbers = new Set<number>();
  for (const section of revision.sections) {
    for (const part of [section, section.hidden]) {
      for (const { first, count } of part?.ranges ?? [])
        for (let number = first; number < first + count; number++) numbers.add(number);
    }
  }
  return numbers;
}

function compareRevisions(diff: Diff): Finding[] {
  if (diff.before.base !== diff.after.base || diff.after.encrypted) {
    diff.report('structure', 'the update changes how the file must be read');
    return diff.changes;
  }
  compareCatalogs(diff);
  const widgets = compareForms(diff);
  explainResources(diff);
  comparePages(diff, widgets);
  explainStructure(diff);
  explainFreed(diff);
  for (const number of diff.changed) reportUnexplained(diff, number);
  for (const number of diff.awaited()) reportAwaited(diff, number);
  return diff.changes;
}

/** Accepts freed objects that nothing in the file refers to, because no reader reads them. */
function explainFreed(diff: Diff): void {
  const freed = [...diff.changed].filter((number) => diff.after.locate(number)?.kind === 'free');
  if (freed.length === 0) return;
  const reached = new Set<number>();
  const pending = referencesOf(diff.after.trailer);
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (reached.has(number)) continue;
    reached.add(number);
    for (const next of referencesOf(diff.after.object(number))) pending.push(next);
  }
  for (const number of freed) if (!reached.has(number)) diff.explain(new PdfRef(number));
}

function reportUnexplained(diff: Diff, number: number): void {
  const signed = readFields(diff.before).find(
    (field) => isSigned(diff.before, field) && field.value instanceof PdfRef && field.value.number === number,
  );
  if (signed !== undefined) {
    diff.report('object', `the signature in ${signed.name} was replaced`, { field: signed.name });
    return;
  }
  const page = pageThatShows(diff.before, diff.pages, number);
  if (page === null) diff.report('object', `object ${number} was replaced`, placeOf(diff, number));
  else diff.report('page', `page ${page} changed`, { page });
}

/** Describes an object that no page draws, using the page or catalog entry that refers to it. */
function placeOf(diff: Diff, number: number): { page?: number; keys?: string[] } {
  const over = annotatedPage(diff.before, diff.pages, number);
  if (over !== null) return { page: over };
  const key = ['OCProperties', 'Names', 'Outlines', 'OpenAction', 'AcroForm'].find((candidate) =>
    isReachable(diff.before, diff.before.catalog.get(candidate), number),
  );
  return key === undefined ? {} : { keys: [key] };
}

function reportAwaited(diff: Diff, number: number): void {
  const page = pageThatShows(diff.before, diff.pages, number);
  if (page === null) diff.report('hidden', `object ${number}, referred to before, was added later`);
  else diff.report('page', `page ${page} changed: an object that was missing was added`, { page });
}
