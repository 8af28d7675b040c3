/** One text is inspected as it was sent and with its encodings undone. */
import { isScanner } from './agents.ts';
import { decodeOnce, isLookalike } from './decode.ts';
import type { Place } from './place.ts';
import { Reading } from './readings.ts';
import { type Rule, RULES, type RuleId, type Severity } from './rules.ts';
import { isLetter, isPlain, isSentence } from './text.ts';

export type Finding = { ruleId: RuleId; severity: Severity };

const SEVERITIES = new Map<string, Severity>(RULES.map(({ id, severity }) => [id, severity]));
/** A rule's id with its severity. */
export const finding = (ruleId: RuleId): Finding => ({ ruleId, severity: SEVERITIES.get(ruleId) ?? 'high' });

/** What the inspection of one request may cost. A text uses it up by its length, once for each form in which rules look at it. */
export class Budget {
  #left: number;

  constructor(characters: number = REQUEST_BUDGET) {
    this.#left = characters;
  }

  /** False once the budget is used up. */
  use(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }

  get isUsedUp(): boolean {
    return this.#left < 0;
  }
}

/** Characters of strict places, each time they are decoded. Headers have at most 16 KB, and a body of the contract far less. */
const REQUEST_BUDGET = 65_536;
/** A longer text is prose of which no part is an attack by itself. */
const LONGEST_PROSE = 1000;
/** So often an encoding is undone. */
const MOST_DECODINGS = 3;

type Prepared = { id: RuleId; patterns: NonNullable<Rule['patterns'][Place]>; mask: number; isWhole: boolean };

const prepare = (place: Place): Prepared[] =>
  (RULES as readonly Rule[]).flatMap(({ id, patterns, needs, isWhole = false }) => {
    const own = patterns[place];
    return own ? [{ id: id as RuleId, patterns: own, mask: needs === undefined ? -1 : maskOf(needs), isWhole }] : [];
  });

const SIGNS = '\'"=();,|&#-<>*/`.:$[{_@\\%\n\r\0+!';

/** Signs that rules need have a bit each. */
function bitOf(code: number): number {
  const index = SIGNS.indexOf(code === 0x2028 || code === 0x560a || code === 0x560d ? '\n' : String.fromCharCode(code));
  return index < 0 ? 0 : 1 << index;
}

function maskOf(characters: string): number {
  let mask = 0;
  for (const character of characters) {
    const bit = bitOf(character.charCodeAt(0));
    if (bit === 0) return -1;
    mask |= bit;
  }
  return mask;
}

const BITS = Int32Array.from({ length: 128 }, (_, code) => bitOf(code));
const LOOKALIKE = 1 << 30;

function signsOf(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) signs |= BITS[code] ?? 0;
    else if (code >= 0x2025 && isLookalike(code)) signs |= LOOKALIKE;
    else if (code === 0x2028 || code === 0x560a || code === 0x560d) signs |= bitOf(code);
  }
  return signs;
}

const PREPARED: Readonly<Record<Place, readonly Prepared[]>> = {
  prose: prepare('prose'),
  strict: prepare('strict'),
  path: prepare('path'),
  'file-name': prepare('file-name'),
  header: prepare('header'),
  key: prepare('key'),
};

const ENCODED = maskOf('%\\') | LOOKALIKE;
const AMPERSAND = maskOf('&');
/** Signs that nobody encodes twice except to hide them. */
const HIDDEN = maskOf('\'"<>();`{\\\0\n\r$|');

/** Whether decoding may change the text. An `&` has to begin an entity. */
function mayBeEncoded(text: string, signs: number): boolean {
  if ((signs & ENCODED) !== 0 || text.includes('+A')) return true;
  if ((signs & AMPERSAND) === 0) return false;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 35 || isLetter(next)) return true;
  }
  return false;
}

/** What is wrong with a text; undefined for nothing. `except` leaves out rules that are switched off for its field. */
export function judgeText(
  text: string,
  place: Place,
  { except, budget = new Budget() }: { except?: ReadonlySet<string> | undefined; budget?: Budget } = {},
): Finding | undefined {
  const isWritten = place === 'prose' || place === 'file-name';
  if (isPlain(text) || (isWritten && text.trim().length > LONGEST_PROSE)) return undefined;
  const may = (ruleId: RuleId) => (except?.has(ruleId) === true ? undefined : finding(ruleId));
  if (!isWritten && !budget.use(text.length)) return may('too-complex');
  let current = isWritten ? text.trim() : text;
  let signs = signsOf(current);
  for (let times = 0; ; times++) {
    const found = applied(current, signs, place, except);
    if (found) return times < 2 ? found : (may('encoding-double') ?? found);
    if (times === MOST_DECODINGS || !mayBeEncoded(current, signs)) return undefined;
    const { text: decoded, isOverlong } = decodeOnce(current);
    if (isOverlong && may('encoding-overlong')) return may('encoding-overlong');
    if (decoded === current) return undefined;
    const before = signs;
    current = decoded;
    signs = signsOf(current);
    if (times > 0 && !isWritten && (signs & ~before & HIDDEN) !== 0 && may('encoding-double'))
      return may('encoding-double');
    if (!isWritten && !budget.use(current.length)) return may('too-complex');
  }
}

function applied(
  text: string,
  signs: number,
  place: Place,
  except: ReadonlySet<string> | undefined,
): Finding | undefined {
  const reading = new Reading(text);
  // A sentence that quotes an attack is not one.
  let isQuoted: boolean | undefined;
  for (const { id, patterns, mask, isWhole } of PREPARED[place]) {
    if ((signs & mask) === 0 && mask !== -1) continue;
    if (except?.has(id) === true) continue;
    if (place === 'prose' && !isWhole && (isQuoted ??= isSentence(text))) continue;
    for (const one of patterns) if (one.matches(reading.view(one.view))) return finding(id);
  }
  return undefined;
}

/** The user agent of a request. */
export function judgeAgent(agent: string): Finding | undefined {
  return isScanner(agent.slice(0, 1024).toLowerCase()) ? finding('scanner-agent') : undefined;
}
