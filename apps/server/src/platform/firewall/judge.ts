/** One text, judged: as it stands and with each encoding undone once. */
import { isScanner } from './agents.ts';
import { decodeOnce, holdsEncoded, isLookalike } from './decode.ts';
import { type Reading, type Rule, RULES, type RuleId, rulesFor, type Severity } from './rules.ts';
import { isLetter } from './text.ts';
import { type Place, type Subject, subjectOf } from './subject.ts';

export type Finding = { ruleId: RuleId; severity: Severity };

/**
 * So much is judged at a time, and so much of it again with what follows: whatever a rule does within a piece, the whole costs as
 * many pieces as it is long (ADR 57).
 */
const PIECE = 4096;
const OVERLAP = 512;

const PREPARED: Readonly<Record<Place, readonly Prepared[]>> = {
  prose: prepare('prose'),
  strict: prepare('strict'),
  path: prepare('path'),
  'file-name': prepare('file-name'),
  header: prepare('header'),
  key: prepare('key'),
};

/** A rule with the characters it needs as bits of the table below. */
type Prepared = { rule: Rule; mask: number };

const SEVERITIES = new Map<string, Severity>(RULES.map(({ id, severity }) => [id, severity]));
/** A rule's id with its severity. */
export const finding = (ruleId: RuleId): Finding => ({ ruleId, severity: SEVERITIES.get(ruleId) ?? 'high' });

function prepare(place: Place): Prepared[] {
  return rulesFor(place).map((rule) => ({ rule, mask: rule.needs === undefined ? -1 : maskOf(rule.needs) }));
}

/** Which bit stands for a character: those that rules need have one each, as far as bits go; all else has none. */
function bitOf(code: number): number {
  const SIGNS = '\'"=();,|&#-<>*/`.:$[{_@\\%\n\r\0+!';
  const index =
    code === 0x2028 || code === 0x560a || code === 0x560d
      ? SIGNS.indexOf('\n')
      : SIGNS.indexOf(String.fromCharCode(code));
  return index < 0 ? 0 : 1 << index;
}

function maskOf(characters: string): number {
  let mask = 0;
  for (const character of characters) mask |= bitOf(character.charCodeAt(0));
  return mask;
}

/** A character below 128 -> its bit. */
const BITS = Int32Array.from({ length: 128 }, (_, code) => bitOf(code));

/** The last bit: a sign in another form than ASCII's. */
const LOOKALIKE = 1 << 30;

/** The signs that a text holds. */
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

const ENCODED = maskOf('%\\') | LOOKALIKE;
const AMPERSAND = maskOf('&');

/** Whether anything stands there that decoding would change: of signs that people write, `&` has to begin an entity. */
function mayBeEncoded(text: string, signs: number): boolean {
  if ((signs & ENCODED) !== 0 || text.includes('+A')) return true;
  if ((signs & AMPERSAND) === 0) return false;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 35 || isLetter(next)) return true;
  }
  return false;
}

/** What is wrong with a text; undefined for nothing. `except` leaves out rules that were switched off for its field. */
export function judgeText(text: string, place: Place, except?: ReadonlySet<string>): Finding | undefined {
  if (text.length <= PIECE) return judgePiece(text, place, except);
  for (let from = 0; from < text.length; from += PIECE - OVERLAP) {
    const found = judgePiece(text.slice(from, from + PIECE), place, except);
    if (found) return found;
  }
  return undefined;
}

function judgePiece(text: string, place: Place, except: ReadonlySet<string> | undefined): Finding | undefined {
  const signs = signsOf(text);
  const asItStands = applied(text, signs, place, { isEncoded: false }, except);
  if (asItStands) return asItStands;
  if (!mayBeEncoded(text, signs)) return undefined;
  const { text: decoded, isOverlong } = decodeOnce(text);
  const may = (ruleId: RuleId) => (except?.has(ruleId) === true ? undefined : finding(ruleId));
  if (isOverlong) {
    const found = may('encoding-overlong');
    if (found) return found;
  }
  if (decoded === text) return undefined;
  const found = applied(decoded, signsOf(decoded), place, { isEncoded: true }, except);
  if (found) return found;
  return isTwice(decoded, place, except) ? may('encoding-double') : undefined;
}

function applied(
  text: string,
  signs: number,
  place: Place,
  reading: Reading,
  except: ReadonlySet<string> | undefined,
): Finding | undefined {
  const subject: Subject = subjectOf(text, place);
  // A sentence may speak of what a program has no reason to name.
  const needed = place === 'strict' || place === 'path' ? 1 : 2;
  for (const { rule, mask } of PREPARED[place]) {
    if ((signs & mask) === 0 && mask !== -1) continue;
    if (rule.judge(subject, reading) >= needed && except?.has(rule.id) !== true) return finding(rule.id as RuleId);
  }
  return undefined;
}

/** Signs that nobody encodes twice but to hide them. */
const HIDDEN = maskOf('\'"<>();`{}\\\0\n\r$|');
/** How often an encoding is undone beyond the first, until nothing is left of it. */
const MOST_TIMES = 3;

function isTwice(decoded: string, place: Place, except: ReadonlySet<string> | undefined): boolean {
  let text = decoded;
  for (let times = 0; times < MOST_TIMES && holdsEncoded(text); times++) {
    const next = decodeOnce(text).text;
    if (next === text) return false;
    text = next;
    const signs = signsOf(text);
    if (applied(text, signs, place, { isEncoded: true }, except)) return true;
    const isNew = (signs & ~signsOf(decoded) & HIDDEN) !== 0;
    if ((place === 'path' || place === 'strict') && (isNew || (text.includes('..') && !decoded.includes('..'))))
      return true;
  }
  return false;
}

/** The user agent of a request. */
export function judgeAgent(agent: string): Finding | undefined {
  return isScanner(subjectOf(agent.slice(0, 1024), 'header')) > 0 ? finding('scanner-agent') : undefined;
}
