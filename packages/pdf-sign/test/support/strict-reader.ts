import { PdfFile } from '../../src/reader/file.ts';
import { readFields } from '../../src/reader/form.ts';
import { PdfDict, PdfRef, PdfStream, PdfString, decodeText } from '../../src/reader/objects.ts';
import type { PdfValue } from '../../src/reader/objects.ts';
import { walkPages } from '../../src/reader/pages.ts';
import { referencesOf } from '../../src/reader/references.ts';
import { differingKeys, equalValues } from '../../src/verify/compare.ts';

// Implements the requirements of the strictest validators for the revisions of a genuine file, modeled on pyHanko's
// difference analysis. There is one additional rule: unchanged objects must not be written.

/** The changes that a step may make to existing objects, by the object's role. */
export interface Permitted {
  readonly catalog?: readonly string[];
  readonly form?: readonly string[];
  readonly page?: readonly string[];
  readonly pages?: readonly string[];
  readonly field?: readonly string[];
  readonly widget?: readonly string[];
}

type Role = keyof Permitted;

export interface Step {
  readonly what: string;
  readonly length: number;
  readonly permitted: Permitted;
}

/**
 * Returns the violations in a file whose first `upload` bytes are the upload, and whose revisions were added by the
 * given steps. Empty if there are none.
 */
export function strictFindings(file: Buffer, upload: number, steps: readonly Step[]): string[] {
  const lengths = [upload, ...steps.map(({ length }) => length)];
  const revisions = lengths.map((length) => new PdfFile(file.subarray(0, length)));
  const findings = steps.flatMap(({ what, permitted }, index) => {
    const [before, after] = [revisions[index], revisions[index + 1]];
    return before === undefined || after === undefined ? [] : judgeStep(before, after, permitted).map(said(what));
  });
  return [...findings, ...steps.flatMap(({ what }, index) => judgeLocks(revisions, index + 1).map(said(what)))];
}

const said =
  (what: string) =>
  (text: string): string =>
    `${what}: ${text}`;

/** Returns the objects in a file's newest update, except for the cross-reference stream. */
function written(file: PdfFile): number[] {
  const [newest] = file.sections;
  const numbers = (newest?.ranges ?? []).flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, nth) => first + nth),
  );
  return numbers.filter((number) => number !== newest?.ownNumber);
}

function judgeStep(before: PdfFile, after: PdfFile, permitted: Permitted): string[] {
  const roles = rolesIn(before);
  const findings: string[] = [];
  const fresh = new Set<number>();
  const reached: PdfValue[] = [];
  for (const number of written(after)) {
    const [old, now] = [before.object(number), after.object(number)];
    if (old === null) {
      fresh.add(number);
      continue;
    }
    reached.push(now);
    if (equalValues(old, now)) findings.push(`object ${number} is written again as it was`);
    const role = roles.get(number);
    const keys = old instanceof PdfDict && now instanceof PdfDict ? differingKeys(old, now) : null;
    const allowed = role === undefined ? undefined : permitted[role];
    const odd = keys?.filter((key) => allowed?.includes(key) !== true) ?? ['all of it'];
    if (odd.length > 0) findings.push(`object ${number} (${role ?? 'no known part'}) changes ${odd.join(', ')}`);
    if (old instanceof PdfDict && old.has('AS') && keys?.includes('AS') === true && !hasNewValue(before, after, number))
      findings.push(`object ${number} changes /AS without its value`);
  }
  return [...findings, ...unreachable(after, fresh, reached), ...badWidgets(after), ...badAnnotations(after)];
}

function rolesIn(file: PdfFile): Map<number, Role> {
  const roles = new Map<number, Role>([[file.root.number, 'catalog']]);
  const form = file.catalog.get('AcroForm');
  if (form instanceof PdfRef) roles.set(form.number, 'form');
  const tree = file.catalog.get('Pages');
  if (tree instanceof PdfRef) roles.set(tree.number, 'pages');
  for (const { ref } of walkPages(file)) roles.set(ref.number, 'page');
  for (const field of readFields(file)) {
    for (const { ref } of field.widgets) if (ref !== null) roles.set(ref.number, 'widget');
    if (field.ref !== null) roles.set(field.ref.number, 'field');
  }
  return roles;
}

/** Whether an object is a field with a changed value, or belongs to such a field. */
function hasNewValue(before: PdfFile, after: PdfFile, number: number): boolean {
  const valueIn = (file: PdfFile) =>
    readFields(file).find(({ ref, widgets }) =>
      [ref, ...widgets.map((one) => one.ref)].some((one) => one?.number === number),
    )?.value ?? null;
  return !equalValues(valueIn(before), valueIn(after));
}

function unreachable(file: PdfFile, fresh: ReadonlySet<number>, from: readonly PdfValue[]): string[] {
  const seen = new Set<number>();
  const pending = from.flatMap((value) => referencesOf(value));
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (!fresh.has(number) || seen.has(number)) continue;
    seen.add(number);
    pending.push(...referencesOf(file.object(number)));
  }
  return [...fresh].filter((number) => !seen.has(number)).map((number) => `nothing leads to the new object ${number}`);
}

/**
 * Checks the widgets in the newest update. /AP must be a direct object, and each appearance must be a referenced stream
 * or consist of states that are referenced streams.
 */
function badWidgets(file: PdfFile): string[] {
  const numbers = new Set(written(file));
  const isStream = (value: PdfValue) => value instanceof PdfRef && file.resolve(value) instanceof PdfStream;
  return readFields(file).flatMap(({ name, widgets }) =>
    widgets.flatMap(({ ref, dict }) => {
      const looks = dict.get('AP');
      if (ref === null || !numbers.has(ref.number) || looks === null) return [];
      if (!(looks instanceof PdfDict)) return [`${name}: /AP is an object of its own`];
      const isSound = [...looks.entries.values()].every((value) => {
        const states = file.resolve(value);
        return (
          isStream(value) ||
          (states instanceof PdfDict && dict.has('AS') && [...states.entries.values()].every(isStream))
        );
      });
      return isSound ? [] : [`${name}: an appearance is neither a separate stream nor a set of states with /AS`];
    }),
  );
}

function badAnnotations(file: PdfFile): string[] {
  return [...walkPages(file)].flatMap(({ dict }, index) =>
    file.array(dict.get('Annots')).every((item) => item instanceof PdfRef)
      ? []
      : [`page ${index + 1} has an annotation that is not an object`],
  );
}

/**
 * Checks the fields that a revision's signature locks. They must not change later, and their appearances must have been
 * last written in that revision. Only fields named in the lock are checked, and inline states are not checked if there
 * is an /AS entry.
 */
function judgeLocks(revisions: readonly PdfFile[], base: number): string[] {
  const signed = revisions[base];
  if (signed === undefined) return [];
  const names = lockedNames(signed);
  const lastWrite = new Map(
    revisions.slice(1).flatMap((file, index) => written(file).map((number) => [number, index + 1])),
  );
  const latest = revisions.at(-1) ?? signed;
  const later = new Map(readFields(latest).map((field) => [field.name, field]));
  return readFields(signed).flatMap(({ name, type, dict }) => {
    if (!names.has(name) || type === 'Sig') return [];
    const now = later.get(name);
    if (now === undefined || !equalValues(dict, now.dict)) return [`locked field ${name} is another one later`];
    const looks = dict.get('AP');
    if (looks === null || base === revisions.length - 1) return [];
    if (!(looks instanceof PdfDict)) return [`locked field ${name}: /AP is an object of its own`];
    return dict.has('AS') ||
      [...looks.entries.values()].every((value) => value instanceof PdfRef && lastWrite.get(value.number) === base)
      ? []
      : [`locked field ${name}: its appearance is not of the revision that locks it`];
  });
}

function lockedNames(file: PdfFile): Set<string> {
  const names = new Set<string>();
  for (const number of written(file)) {
    const signature = file.object(number);
    if (!(signature instanceof PdfDict) || !signature.has('ByteRange')) continue;
    for (const item of file.array(signature.get('Reference'))) {
      const parameters = file.dict(file.dict(item)?.get('TransformParams') ?? null);
      for (const name of file.array(parameters?.get('Fields') ?? null))
        if (name instanceof PdfString) names.add(decodeText(name));
    }
  }
  return names;
}
