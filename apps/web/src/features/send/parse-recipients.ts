/**
 * Parses a pasted list of people, such as "Ann <ann@x.example>; bob@y.example", spreadsheet rows, or addresses from a
 * mail program.
 */
import { isEmailAddress } from '../../ui/people.ts';

export type Person = { name: string; email: string };
/** A part of the list that could not be parsed, with its line number. */
export type Rejected = { text: string; line: number; why: 'no-address' | 'not-an-address' | 'repeated' };
export type Parsed = { people: Person[]; rejected: Rejected[] };

const BETWEEN_PARTS = /[,\t，、]/u;
const BETWEEN_ENTRIES = /[;；]/u;

/**
 * Splits a line into entries, and each entry into parts. Separators inside quotes or angle brackets are treated as
 * text.
 */
function entriesOf(row: string): string[][] {
  const [lastQuote, lastBracket] = [row.lastIndexOf('"'), row.lastIndexOf('>')];
  const entries: string[][] = [[]];
  let [isQuoted, isAngled, from] = [false, false, 0];
  const end = (at: number): void => {
    const part = row.slice(from, at).trim();
    if (part !== '') entries.at(-1)?.push(part);
    from = at + 1;
  };
  for (let at = 0; at < row.length; at += 1) {
    const letter = row.charAt(at);
    if (letter === '"' && !isAngled) isQuoted = !isQuoted && at < lastQuote;
    else if (letter === '<' && !isQuoted) isAngled = at < lastBracket;
    else if (letter === '>') isAngled = false;
    else if (isQuoted || isAngled) continue;
    else if (BETWEEN_PARTS.test(letter)) end(at);
    else if (BETWEEN_ENTRIES.test(letter)) {
      end(at);
      entries.push([]);
    }
  }
  end(row.length);
  return entries;
}

const nameOf = (text: string): string =>
  text
    .replace(/^["'“”‘’]+|["'“”‘’]+$/gu, '')
    .replaceAll(/\\(.)/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 120);
const addressOf = (text: string): string =>
  text
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.:]+$/u, '');

type Part = { name: string; email: string | null; text: string; isAngled: boolean };

function readPart(text: string): Part {
  const [, before = '', angled, after = ''] = /^([^<]*)<([^>]*)>(.*)$/su.exec(text) ?? [];
  if (angled !== undefined)
    return { name: nameOf(before.trim() || after), email: addressOf(angled), text, isAngled: true };
  if (!text.includes('@')) return { name: nameOf(text), email: null, text, isAngled: false };
  const words = text.trim().split(/\s+/u);
  const at = words.findIndex((word) => word.includes('@'));
  const address = addressOf((words[at] ?? '').replace(/^\(|\)$/gu, ''));
  return { name: nameOf(words.toSpliced(at, 1).join(' ')), email: address, text, isAngled: false };
}

/**
 * Reads the parts of one entry, which ends at a semicolon or a line break. A part without an address is the name that
 * belongs to the neighboring address.
 */
function readEntry(parts: readonly string[]): { found: Part[]; left: string[] } {
  const found: Part[] = [];
  let names: string[] = [];
  const left: string[] = [];
  for (const part of parts.map(readPart)) {
    if (part.email === null) {
      const before = found.at(-1);
      // In "ann@x.example, Ann", the name follows its address, as in a spreadsheet.
      if (parts.length === 2 && before?.name === '') before.name = part.name;
      else if (part.name !== '') names.push(part.name);
      continue;
    }
    // For example "Doe, Ann <ann@x.example>".
    if (names.length > 0 && (part.isAngled || part.name === '')) {
      part.name = [...names, part.name].filter((name) => name !== '').join(', ');
      names = [];
    }
    left.push(...names);
    names = [];
    found.push(part);
  }
  return { found, left: [...left, ...names] };
}

/**
 * @param known addresses that are already in the list
 */
export function parseRecipients(text: string, known: readonly string[] = []): Parsed {
  const seen = new Set(known.map((email) => email.trim().toLowerCase()));
  const parsed: Parsed = { people: [], rejected: [] };
  for (const [index, row] of text.split(/\r\n|\r|\n/u).entries()) {
    const line = index + 1;
    for (const entry of entriesOf(row)) {
      const { found, left } = readEntry(entry);
      for (const name of left) parsed.rejected.push({ text: name, line, why: 'no-address' });
      for (const { name, email, text: whole } of found) {
        const address = email ?? '';
        if (!isEmailAddress(address)) parsed.rejected.push({ text: whole, line, why: 'not-an-address' });
        else if (seen.has(address.toLowerCase())) parsed.rejected.push({ text: whole, line, why: 'repeated' });
        else {
          seen.add(address.toLowerCase());
          parsed.people.push({ name, email: address });
        }
      }
    }
  }
  return parsed;
}
