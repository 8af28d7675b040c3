import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { Lexer } from '../reader/lexer.ts';
import type { XrefEntry } from '../reader/xref.ts';
import type { FileRevision } from './revisions.ts';

/** One is enough to condemn; some more help to understand. */
const MAX_FINDINGS = 20;

/**
 * Checks that an appended revision is laid out so that every reader sees the same: nothing but the objects that its
 * cross-reference lists, each where it says, and no entry that leads to bytes of an earlier revision. Hidden and
 * redirected objects are what shadow attacks are made of. Answers with findings in words; none when sound.
 */
export function checkLayout(file: PdfFile, revision: FileRevision, start: number): string[] {
  const findings: string[] = [];
  for (const finding of redirectedEntries(file, revision, start))
    if (findings.length < MAX_FINDINGS) findings.push(finding);
  if (revision.sections.some((section) => section.hidden !== null))
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

function lookup(revision: FileRevision, number: number): XrefEntry | null {
  for (const section of revision.sections) {
    const entry = section.find(number) ?? section.hidden?.find(number) ?? null;
    if (entry !== null) return entry;
  }
  return null;
}

function* redirectedEntries(file: PdfFile, revision: FileRevision, start: number): Generator<string> {
  for (const section of revision.sections) {
    for (const { first, count } of section.ranges) {
      for (let number = first; number < first + count; number++) {
        const entry = section.find(number);
        if (entry?.kind === 'offset') {
          const position = file.base + entry.offset;
          if (position < start || position >= revision.end)
            yield `the cross-reference leads object ${number} to bytes outside its revision`;
        } else if (entry?.kind === 'compressed' && lookup(revision, entry.container)?.kind !== 'offset') {
          yield `the cross-reference leads object ${number} to an earlier object stream`;
        }
      }
    }
  }
}

/** Goes through the appended bytes object by object; a finding, or null. */
function walk(file: PdfFile, revision: FileRevision, start: number): string | null {
  const lexer = new Lexer(file.bytes, start, revision.end);
  for (;;) {
    lexer.skipWhite();
    const position = lexer.position;
    const section = revision.sections.find((candidate) => file.base + candidate.offset === position);
    if (section?.kind === 'table') {
      lexer.position = section.end;
    } else if (lexer.keyword('startxref')) {
      lexer.integer();
      lexer.skipWhite();
      return lexer.position === revision.end ? null : 'bytes after the end of the update';
    } else {
      const { number, end } = file.readObjectAt(position);
      const entry = lookup(revision, number);
      const listed =
        section?.ownNumber === number || (entry?.kind === 'offset' && file.base + entry.offset === position);
      if (!listed) return `object ${number} is hidden from the cross-reference`;
      lexer.position = end;
      lexer.keyword('endstream');
      if (!lexer.keyword('endobj')) return `bytes after the end of object ${number}`;
    }
  }
}
