import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { Lexer } from '../reader/lexer.ts';
import { nameOf, PdfStream } from '../reader/objects.ts';
import type { XrefEntry, XrefSection } from '../reader/xref.ts';
import { skipWhite } from './revisions.ts';
import type { FileRevision } from './revisions.ts';

/**
 * The maximum number of findings. One finding is enough to reject the file, and a few more show what the problem is.
 */
const MAX_FINDINGS = 20;

/** Matches syntax that readers search for when they repair a file. No legitimate writer puts it in a comment. */
const STRUCTURE_IN_COMMENT = /\d\s+\d+\s+obj\b|\b(?:xref|trailer)\b/;

/**
 * Checks that every reader interprets an appended revision in the same way. The revision must contain only the objects
 * listed in its cross-reference, each at its position and with the generation used by references. No entry may refer to
 * bytes of an earlier revision. Shadow attacks hide or redirect objects. The revision begins at `start`, and `before`
 * is the last readable revision. Returns sentences that describe the findings. Empty if there are none.
 */
export function checkLayout(file: PdfFile, revision: FileRevision, start: number, before: PdfFile): string[] {
  const findings: string[] = [];
  for (const finding of [
    ...redirectedEntries(file, revision, start),
    ...otherGenerations(file, revision, start, before),
  ])
    if (findings.length < MAX_FINDINGS) findings.push(finding);
  if (revision.sections.some((section) => !isHarmlessHybrid(file, section, start, before)))
    findings.push('a hybrid cross-reference hides objects from some readers');
  if (revision.sections.length > 1) findings.push('several cross-reference sections in one update');
  try {
    const stray = walk(file, revision, start);
    if (stray !== null) findings.push(stray);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    findings.push(`the appended bytes cannot be read: ${error.message}`);
  }
  return findings;
}

/**
 * Whether readers see the same file with and without the stream of a hybrid cross-reference (ISO 32000-2 7.5.8.4).
 * Every current reader uses the stream after the table. The stream may repeat previous entries, because some programs
 * copy the trailer, and may add objects with unused numbers. A new version of an existing object is reported, because
 * old readers would not see it.
 */
function isHarmlessHybrid(file: PdfFile, section: XrefSection, start: number, before: PdfFile): boolean {
  const { hidden } = section;
  if (hidden === null) return true;
  const isNew = placeOf(file, hidden.offset) >= start;
  for (const { first, count } of hidden.ranges) {
    for (let number = first; number < first + count; number++) {
      const entry = hidden.find(number);
      if (entry === null || entry.kind === 'free') continue;
      const shown = section.find(number);
      if (shown !== null && shown.kind !== 'free') {
        // Most readers use the table's entry and some use the stream's entry, so the two entries must be the same.
        if (!isSameEntry(shown, entry)) return false;
        continue;
      }
      const old = before.locate(number);
      const isKnown = old !== null && old.kind !== 'free';
      if (isKnown ? !isSameEntry(old, entry) : !isNew) return false;
    }
  }
  return true;
}

function isSameEntry(one: XrefEntry, other: XrefEntry): boolean {
  if (one.kind === 'offset')
    return other.kind === 'offset' && one.offset === other.offset && one.generation === other.generation;
  return (
    one.kind === 'compressed' &&
    other.kind === 'compressed' &&
    one.container === other.container &&
    one.index === other.index
  );
}

function lookup(revision: FileRevision, number: number): XrefEntry | null {
  for (const section of revision.sections) {
    const entry = section.find(number) ?? section.hidden?.find(number) ?? null;
    if (entry !== null) return entry;
  }
  return null;
}

function* entriesOf(revision: FileRevision, start: number): Generator<[number: number, entry: XrefEntry]> {
  for (const section of revision.sections) {
    yield* entriesIn(section);
    // A stream of an earlier revision has already been checked with that revision.
    if (section.hidden !== null && section.hidden.offset >= start) yield* entriesIn(section.hidden);
  }
}

function* entriesIn(section: XrefSection): Generator<[number: number, entry: XrefEntry]> {
  for (const { first, count } of section.ranges) {
    for (let number = first; number < first + count; number++) {
      const entry = section.find(number);
      if (entry !== null) yield [number, entry];
    }
  }
}

function* redirectedEntries(file: PdfFile, revision: FileRevision, start: number): Generator<string> {
  for (const [number, entry] of entriesOf(revision, start - file.base)) {
    if (entry.kind === 'offset') {
      const position = placeOf(file, entry.offset);
      if (position < start || position >= revision.end)
        yield `the cross-reference maps object ${number} to bytes outside its revision`;
    } else if (entry.kind === 'compressed' && lookup(revision, entry.container)?.kind !== 'offset') {
      yield `the cross-reference maps object ${number} to an earlier object stream`;
    }
  }
}

/**
 * Finds references with a different generation. A reference includes a generation (ISO 32000-2 7.3.10), and strict
 * readers find no object if the generation differs.
 */
function* otherGenerations(file: PdfFile, revision: FileRevision, start: number, before: PdfFile): Generator<string> {
  for (const [number, entry] of entriesOf(revision, start - file.base)) {
    if (entry.kind !== 'offset') continue;
    const old = before.locate(number);
    const expected = old?.kind === 'offset' ? old.generation : old?.kind === 'compressed' ? 0 : entry.generation;
    const lexer = new Lexer(file.bytes, file.base + entry.offset);
    lexer.integer();
    if (entry.generation !== expected || lexer.integer() !== entry.generation)
      yield `object ${number} has a different generation number`;
  }
}

const sectionsOf = (revision: FileRevision): XrefSection[] =>
  revision.sections.flatMap((section) => (section.hidden === null ? [section] : [section, section.hidden]));

/** Scans the appended bytes object by object. Returns a finding, or null. */
function walk(file: PdfFile, revision: FileRevision, start: number): string | null {
  const lexer = new Lexer(file.bytes, start, revision.end);
  for (;;) {
    const from = lexer.position;
    lexer.skipWhite();
    const position = lexer.position;
    if (STRUCTURE_IN_COMMENT.test(file.bytes.toString('latin1', from, position))) return 'a comment hides an object';
    const section = sectionsOf(revision).find((candidate) => placeOf(file, candidate.offset) === position);
    if (section?.kind === 'table') {
      lexer.position = section.end;
    } else if (lexer.keyword('startxref')) {
      lexer.integer();
      lexer.skipWhite();
      return lexer.position === revision.end ? null : 'bytes after the end of the update';
    } else {
      const { number, value, end } = file.readObjectAt(position);
      const entry = lookup(revision, number);
      const place = entry?.kind === 'offset' ? placeOf(file, entry.offset) : -1;
      const listed = section?.ownNumber === number || place === position || isSuperseded(place, position, revision);
      if (!listed) return `object ${number} is hidden from the cross-reference`;
      if (value instanceof PdfStream && nameOf(value.dict.get('Type')) === 'ObjStm') {
        const finding = checkMembers(file, revision, start, number, value);
        if (finding !== null) return finding;
      }
      lexer.position = end;
      lexer.keyword('endstream');
      if (!lexer.keyword('endobj')) return `bytes after the end of object ${number}`;
    }
  }
}

/**
 * Many writers record the position of the line end before an object instead of the position of the object itself. All
 * readers skip that line end.
 */
const placeOf = (file: PdfFile, offset: number): number => skipWhite(file.bytes, file.base + offset);

/**
 * Whether an earlier copy of an object is superseded. An update may contain an object twice if its cross-reference
 * refers to the second copy. Readers that follow the cross-reference and readers that use the last definition to repair
 * files then agree (ISO 32000-2 7.5.6).
 */
const isSuperseded = (place: number, position: number, revision: FileRevision): boolean =>
  place > position && place < revision.end;

/**
 * Checks that an object stream contains exactly the objects listed in the cross-reference, at the listed positions.
 * Some readers look up objects by position, some by number, and some use everything they find.
 */
function checkMembers(
  file: PdfFile,
  revision: FileRevision,
  start: number,
  container: number,
  stream: PdfStream,
): string | null {
  if (stream.dict.has('Extends')) return `object stream ${container} extends another`;
  const listed = new Map<number, number>();
  for (const [number, entry] of entriesOf(revision, start - file.base))
    if (entry.kind === 'compressed' && entry.container === container) listed.set(number, entry.index);
  const count = file.number(stream.dict.get('N')) ?? 0;
  const lexer = new Lexer(file.decode(stream));
  let index = 0;
  while (index < count) {
    const number = lexer.integer();
    if (number === null || lexer.integer() === null || listed.get(number) !== index) break;
    index++;
  }
  return index === count && listed.size === count
    ? null
    : `object stream ${container} contains other objects than those in the cross-reference`;
}
