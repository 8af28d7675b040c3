/**
 * SQL that would change a statement it is put into. Text alone is never judged by its words: something has to end the value first
 * (a quote, a number, a parenthesis), and what follows has to be the rest of a statement.
 */
import { type Break, Statement } from './sql-statement.ts';
import { COMPARISONS, LOGIC, STATEMENTS } from './sql-words.ts';
import { Phrases } from './phrases.ts';
import { type Level, type Subject, subjectOf } from './subject.ts';
import {
  backOverSpace,
  findAt,
  isDigit,
  isLetter,
  isSpace,
  isWordCode,
  skipSpace,
  tableOf,
  wordEnd,
  wordsBefore,
  wordsBehind,
  wordsWithin,
} from './text.ts';

/** `' or '1'='1`, `1 and sleep(5)`, `'; drop table users --`: the value is ended and the statement goes on. */
export function breaksOut(subject: Subject): Level {
  if (goesOnBehind(subject)) return 2;
  if (isBareOperator(subject.text)) return 2;
  const whole = joined(subject);
  return whole === undefined ? 0 : breaksOut(whole);
}

/** Whether a statement goes on where the value could end: at each quote, behind a number at its beginning, at its very beginning. */
function goesOnBehind(subject: Subject): boolean {
  const { text, lower } = subject;
  let statement: Statement | undefined;
  const goesOnAt = (at: number, strong: boolean, quote: Break['quote']): boolean =>
    mayContinue(lower, at) &&
    (statement ??= new Statement(subject)).continues({ at, strong, quote }) &&
    !isMentioned(subject, at);
  const start = skipSpace(text, 0);
  if (goesOnAt(start, false, '')) return true;
  let number = text[start] === '-' || text[start] === '+' ? start + 1 : start;
  const from = number;
  while (isDigit(text.charCodeAt(number)) || (number > from && text[number] === '.')) number++;
  if (number > from && goesOnAt(number, true, '')) return true;
  let [single, double, open] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 40) open++;
    // A parenthesis that the text has not opened closes one of the statement's.
    if (code === 41 && --open < 0 && !isLetter(text.charCodeAt(at - 1)) && goesOnAt(at + 1, true, '')) return true;
    if (code !== 39 && code !== 34) continue;
    const count = code === 39 ? ++single : ++double;
    // In text that pairs its quotes, the second of a pair ends nothing that a statement had begun.
    if (goesOnAt(at + 1, count % 2 === 1 || text.charCodeAt(at - 1) === 92, code === 39 ? "'" : '"')) return true;
  }
  return false;
}

/** `(e.g. ' OR` */
const LONGEST_INTRODUCTION = 12;
const LONGEST_MENTION = 60;
const CUTS = new Phrases(['--', '/*']);

/**
 * `(' OR 1=1)` in a sentence: in parentheses of its own, with words before and behind. What runs cuts off what follows, or leaves the
 * quote that the statement itself ends with its partner: here words follow, and that quote stays open.
 */
function isMentioned({ text, lower, place }: Subject, behindQuote: number): boolean {
  const quote = text[behindQuote - 1];
  if (place !== 'prose' || (quote !== "'" && quote !== '"')) return false;
  const from = Math.max(0, behindQuote - LONGEST_INTRODUCTION);
  const open = text.slice(from, behindQuote).lastIndexOf('(') + from;
  if (open < from || text.slice(open, behindQuote).includes(')')) return false;
  const close = text.slice(behindQuote, behindQuote + LONGEST_MENTION).indexOf(')') + behindQuote;
  if (close < behindQuote || text.slice(behindQuote, close).includes('(')) return false;
  if (wordsBefore(text, open) < 2 || wordsWithin(text, close + 1) < 1) return false;
  if (text.slice(behindQuote).split(quote).length % 2 === 0) return false;
  if (lower.includes('#', close) || CUTS.isIn(lower)) return false;
  return findAt(lower, ';', (at) => (mayBegin(lower, at + 1) ? true : undefined)) === undefined;
}

/** `'-'`, `'^'`, `'|'0`: an operator between the quotes that the statement and the value have, and nothing else. */
function isBareOperator(padded: string): boolean {
  const quote = padded[skipSpace(padded, 0)];
  if (quote !== "'" && quote !== '"') return false;
  const text = padded.trim();
  if (text.length < 3 || text.length > 5) return false;
  return '-+*&^|%='.includes(text[1] ?? ' ') && text[2] === quote && !isLetter(text.charCodeAt(3));
}

/** The same without comments within words (`UN/**\/ION`); undefined where there are none. */
function joined({ text, place }: Subject): Subject | undefined {
  let whole = '';
  let from = 0;
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', at + 2)) {
    if (text.slice(at, at + 4) !== '/**/' || !isLetter(text.charCodeAt(at - 1)) || !isLetter(text.charCodeAt(at + 4)))
      continue;
    // Between words it is a space.
    if (WORDS_APART.some((word) => endsAt(text, at, word))) continue;
    whole += text.slice(from, at);
    from = at + 4;
  }
  return from === 0 ? undefined : subjectOf(whole + text.slice(from), place);
}

const WORDS_APART = [
  'union',
  'select',
  'all',
  'distinct',
  'or',
  'and',
  'from',
  'where',
  'by',
  'order',
  'group',
  'having',
  'null',
  'into',
  'not',
  'is',
  'like',
  'xor',
];
const endsAt = (text: string, at: number, word: string): boolean =>
  text.slice(at - word.length, at).toLowerCase() === word && !isLetter(text.charCodeAt(at - word.length - 1));

/** Words by which a statement goes on; any other word ends the matter. */
const STARTS = new Set([
  ...LOGIC,
  ...COMPARISONS,
  'union',
  'intersect',
  'except',
  'minus',
  'order',
  'group',
  'limit',
  'offset',
  'into',
  'procedure',
  'waitfor',
  'returning',
  'collate',
  'div',
  'mod',
]);
const LONGEST_START = 10;

const SIGNS = tableOf(')|&;=<>!+-*^/%,~');

/** A look at the next character or word, before any token is made. */
function mayContinue(lower: string, from: number): boolean {
  const at = skipSpace(lower, from);
  const code = lower.charCodeAt(at);
  if (isLetter(code)) {
    const end = wordEnd(lower, at);
    return end - at <= LONGEST_START && STARTS.has(lower.slice(at, end));
  }
  return SIGNS[code] === 1;
}

/** `admin'--`: the rest of the statement is cut off. Behind an apostrophe in a sentence a dash goes on with words. */
export function cutsOff({ text }: Subject): Level {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 39 && code !== 34) continue;
    let after = skipSpace(text, at + 1);
    while (text[after] === ')' || text[after] === ';') after = skipSpace(text, after + 1);
    const isDash = text.startsWith('--', after);
    if (!isDash && text[after] !== '#' && !text.startsWith('/*', after)) continue;
    const rest = text.slice(isDash || text[after] === '/' ? after + 2 : after + 1, after + 40).trim();
    const isTail =
      rest === '' ||
      rest === '-' ||
      rest === '+' ||
      rest === '*/' ||
      // Two signs of Chinese are a word.
      (rest.length <= 2 && isDash && text.length < 60 && isAscii(rest));
    // One word or number in front, as a user's name would be.
    if (isTail && wordsWithin(text.slice(Math.max(0, at - 40), at), 0) <= 2) return 2;
  }
  return 0;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

const UNIONS = new Phrases(['union']);

/** `union select 1,2`, wherever it stands, with what text would not have: constants as columns, or a table and a cut. */
export function unites(subject: Subject): Level {
  const { lower } = subject;
  const whole = joined(subject);
  if (whole !== undefined && unites(whole) === 2) return 2;
  if (!UNIONS.isIn(lower)) return 0;
  const statement = new Statement(subject);
  let level: Level = 0;
  return (
    findAt<Level>(lower, 'union', (at) => {
      if (at > 0 && (isLetter(lower.charCodeAt(at - 1)) || lower[at - 1] === '_')) return undefined;
      if (isWordCode(lower.charCodeAt(at + 5))) return undefined;
      if (statement.selectsBehind(at + 5)) level = 1;
      return statement.isUnion(at + 5) && !isSpokenOf(subject, at) ? 2 : undefined;
    }) ?? level
  );
}

/** A statement that a sentence is about: plain words in front of it and nothing that cuts the rest off. */
function isSpokenOf({ text, lower }: Subject, at: number): boolean {
  if (wordsBefore(text, backOverSpace(text, at)) < 2) return false;
  return (
    !lower.includes('--', at) && !lower.includes('#', at) && !lower.includes('/*', at) && !lower.includes('null', at)
  );
}

const JOINS = new Phrases(['or', 'and', '||', '&&']);
const EQUALS = new Phrases(['like']);

/** `or 1=1 --` behind any value, `;drop table users --` behind any text. */
export function goesOn(subject: Subject): Level {
  const { lower, text } = subject;
  const statement = new Statement(subject);
  for (let at = lower.indexOf(';'); at >= 0; at = lower.indexOf(';', at + 1)) {
    if (!mayBegin(lower, at + 1)) continue;
    const first = statement.next(at + 1);
    if (!statement.isStatement(first)) continue;
    if (endsStatement(lower, first.end) || (wordsBefore(text, at) < 2 && wordsBehind(text, at) < 5)) return 2;
  }
  // A whole statement that ends as one, and nothing else.
  if (mayBegin(lower, 0)) {
    const begins = statement.next(0);
    if (statement.isStatement(begins) && endsStatement(lower, begins.end)) return 2;
  }
  if (!EQUALS.isIn(lower) && !lower.includes('=')) return 0;
  for (const word of JOINS.allIn(lower)) {
    const found = findAt<Level>(lower, word, (at) =>
      isTautology(statement, lower, at, word.length) && !isMentioned(subject, backOverSpace(text, at)) ? 2 : undefined,
    );
    if (found !== undefined) return found;
  }
  return 0;
}

/** Whether the word at a place is one that statements begin with; of what is no word, nothing is known before it is a token. */
function mayBegin(lower: string, from: number): boolean {
  const at = skipSpace(lower, from);
  const code = lower.charCodeAt(at);
  return !isLetter(code) ? !(code > 127) : STATEMENTS.has(lower.slice(at, wordEnd(lower, at)));
}

function endsStatement(lower: string, from: number): boolean {
  const end = backOverSpace(lower, lower.length);
  const last = lower[end - 1];
  if (last === '#' || last === ';' || lower.endsWith('*/')) return true;
  const cut = lower.lastIndexOf('--');
  return cut >= from && cut >= end - 6;
}

/** The same constant on both sides, and nothing of a sentence behind it. */
function isTautology(statement: Statement, lower: string, at: number, length: number): boolean {
  if (at === 0 || (isLetter(lower.charCodeAt(at)) && isWordCode(lower.charCodeAt(at - 1)))) return false;
  const left = statement.next(at + length);
  if (left.kind !== 'number' && left.kind !== 'string') return false;
  const comparison = statement.next(left.end);
  if (comparison.text !== '=' && comparison.text !== 'like') return false;
  const right = statement.next(comparison.end);
  if (right.kind !== left.kind || right.text !== left.text) return false;
  const after = statement.next(right.end);
  return (
    after.kind === 'end' ||
    after.kind === 'comment' ||
    after.text === ')' ||
    after.text === ';' ||
    after.text === '%' ||
    after.text === '+'
  );
}

/** What a call has to begin with to be one of a payload, where its name does not say enough. */
const FIRST: Readonly<Record<string, string>> = { sleep: '0123456789(@', benchmark: '0123456789' };
/** Calls that only payloads make. */
const TELLING = new Phrases([
  'sleep',
  'benchmark',
  'extractvalue',
  'updatexml',
  'load_file',
  'xp_cmdshell',
  'receive_message',
  'utl_http.request',
  'get_host_address',
  'pg_read_file',
  'lo_import',
  'xp_dirtree',
  'xp_regread',
  'query_to_xml',
  'load_extension',
  'sys_eval',
  'sys_exec',
  'drithsx',
  'randomblob',
]);
const SELECTS = new Phrases(['select']);
const CASES = new Phrases(['case']);
const WAITS = new Phrases(['waitfor']);
const INNARDS = new Phrases(['information_schema', '@@version']);

/** `(select … from information_schema…)`, `benchmark(5000000,md5(1))`, `exec xp_cmdshell 'dir'`. */
export function callsDatabase(subject: Subject): Level {
  const { lower, text } = subject;
  let level: Level = 0;
  for (const name of TELLING.allIn(lower)) {
    const first = FIRST[name];
    const found = findAt<Level>(lower, name, (at) => {
      const before = lower.charCodeAt(at - 1);
      if (name === 'sleep' && (isLetter(before) || before === 46)) return undefined;
      let after = at + name.length;
      const isSpaced = isSpace(lower.charCodeAt(after));
      after = skipSpace(lower, after);
      if (name.startsWith('xp_') && (lower[after] === "'" || lower[after] === '"' || lower[after] === '(')) return 2;
      if (lower[after] !== '(') return undefined;
      const argument = skipSpace(lower, after + 1);
      if (first !== undefined && !first.includes(lower[argument] ?? ' ')) return undefined;
      if (lower[argument] === ')') return undefined;
      return wordsBefore(text, at) >= 3 || isSpaced || isQuotedCall(text, at) ? 1 : 2;
    });
    if (found === 2) return 2;
    if (found !== undefined) level = found;
  }
  if (WAITS.isIn(lower) && findWaitFor(subject)) return 2;
  if (hasSubselect(subject) || choosesByConstant(subject)) return 2;
  return INNARDS.isIn(lower) ? 1 : level;
}

/** `'sleep(5)'` with words around it: quotes on both sides join it to nothing. */
function isQuotedCall(text: string, at: number): boolean {
  const close = text.slice(at, at + LONGEST_MENTION).indexOf(')') + at;
  const quote = text[at - 1] ?? '';
  if (close < at || !'\'"`'.includes(quote) || quote === '' || text[close + 1] !== quote) return false;
  return wordsBefore(text, at) >= 1 && wordsBehind(text, close + 1) >= 3;
}

function findWaitFor(subject: Subject): boolean {
  const statement = new Statement(subject);
  return (
    findAt(subject.lower, 'waitfor', (at) => {
      const delay = statement.next(at + 7);
      return (delay.text === 'delay' || delay.text === 'time') &&
        ['string', 'variable'].includes(statement.next(delay.end).kind)
        ? true
        : undefined;
    }) ?? false
  );
}

/** `case when 1=1 then`: a choice between constants, which asks a yes or a no of the database. */
function choosesByConstant(subject: Subject): boolean {
  if (!CASES.isIn(subject.lower)) return false;
  const statement = new Statement(subject);
  return (
    findAt(subject.lower, 'case', (at) => {
      const when = statement.next(at + 4);
      const left = statement.next(when.end);
      const first = left.text === '(' ? statement.next(left.end) : left;
      const comparison = statement.next(first.end);
      return when.text === 'when' &&
        first.kind === 'number' &&
        COMPARISONS.has(comparison.text) &&
        statement.next(comparison.end).kind === 'number'
        ? true
        : undefined;
    }) ?? false
  );
}

/** A select in parentheses that reads something, beside an operator or within a call. */
function hasSubselect(subject: Subject): boolean {
  const { lower } = subject;
  if (!SELECTS.isIn(lower)) return false;
  const statement = new Statement(subject);
  return (
    findAt(lower, 'select', (at) => {
      let before = backOverSpace(lower, at);
      if (lower[before - 1] !== '(') return undefined;
      while (lower[before - 1] === '(') before = backOverSpace(lower, before - 1);
      const lead = lower.charCodeAt(before - 1);
      const isJoined =
        before === 0 ||
        (!Number.isNaN(lead) && '=<>|&+-*/,^%;'.includes(String.fromCharCode(lead))) ||
        isWordCode(lead);
      if (!isJoined || wordsBefore(lower, before) >= 3) return undefined;
      const column = statement.next(at + 6);
      // A firm may be called so; what is read from somewhere says from where.
      return (column.text === '*' && statement.next(column.end).text === 'from') ||
        column.kind === 'number' ||
        column.kind === 'variable' ||
        column.kind === 'string' ||
        lower.includes(' from ', at) ||
        lower.includes('(', column.end) ||
        column.text === 'case'
        ? true
        : undefined;
    }) ?? false
  );
}
