/** Shell commands that would run: what continues a command, and what is put in its place. Words of a shell alone are words. */
import { ALONE, COMMANDS, PROGRAM_ENDINGS, WORDS } from './command-names.ts';
import { Phrases } from './phrases.ts';
import type { Level, Subject } from './subject.ts';
import {
  backOverSpace,
  findAt,
  holdsAny,
  isDigit,
  isLetter,
  isSpace,
  isWordCode,
  plainWords,
  skipSpace,
  wordEnd,
  wordsBefore,
  wordsBehind,
} from './text.ts';

type Word = { name: string; end: number; from: number };

const LONGEST_COMMAND = 80;

/** The command at a place, without the path, quotes, backslashes and braces that hide it: `/bin/c''at`, `w"h"oami`, `{cat,/etc}`. */
function commandAt(lower: string, from: number): Word | undefined {
  let at = skipSpace(lower, from);
  while (at < lower.length && '({!'.includes(lower[at] ?? ' ')) at = skipSpace(lower, at + 1);
  const start = at;
  // Most are a word and nothing that hides it.
  at = Math.min(wordEnd(lower, start), start + LONGEST_COMMAND);
  let name = lower.slice(start, at);
  for (; at < lower.length && at - start < LONGEST_COMMAND; at++) {
    const code = lower.charCodeAt(at);
    if (isWordCode(code) || code === 46 || code === 45) name += lower[at];
    else if (code === 47) name = '';
    else if (lower.startsWith('"$', at) && lower.indexOf('"', at + 2) > 0 && lower.indexOf('"', at + 2) - at < 12)
      at = lower.indexOf('"', at + 2);
    else if (code === 39 || code === 34 || code === 92 || code === 94) continue;
    else if (
      lower.startsWith('$@', at) ||
      lower.startsWith('$*', at) ||
      (lower[at] === '$' && isDigit(lower.charCodeAt(at + 1)))
    )
      at++;
    else if (code === 63 || code === 42) name += '?';
    else break;
  }
  return name === '' ? undefined : { name, end: at, from: start };
}

/** Known by its name, or a path with wildcards that stands for one (`/???/c?t`). */
function isCommand({ name, from }: Word, lower: string): boolean {
  if (COMMANDS.has(name)) return true;
  if (name.includes('.')) {
    const [bare = '', ending] = name.split('.', 2);
    if (COMMANDS.has(bare) && (!ending || PROGRAM_ENDINGS.has(ending) || isNumeral(ending))) return true;
  }
  return name.includes('?') && lower[from] === '/';
}

/** `python3.11`, `sleep.5`. */
const isNumeral = (text: string): boolean => isDigit(text.charCodeAt(0));

/** Whether more than a name stands there: an option, a path, an address, a variable, a redirection, the next command. */
function hasArguments(lower: string, { name, end }: Word): boolean {
  const next = lower[end];
  if (next === '$' && (lower.startsWith('$ifs', end) || lower.startsWith('${ifs', end) || lower.startsWith('$9', end)))
    return true;
  if (next === '<' || next === '>') return lower[end + 1] !== ' ' || wordsBehind(lower, end) < 2;
  if (next === '(')
    return (
      [
        'system',
        'exec',
        'passthru',
        'shell_exec',
        'popen',
        'proc_open',
        'phpinfo',
        'eval',
        'sleep',
        'print',
        'file',
      ].includes(name) && holdsAny(lower.slice(end + 1, end + 4), '\'"0123456789)')
    );
  if (next === ',') return lower[end + 1] !== ' ' && lower.includes('}', end);
  const at = skipSpace(lower, end);
  const code = lower.charCodeAt(at);
  if (at === end && !Number.isNaN(code)) return false;
  if (code === 45)
    return isLetter(lower.charCodeAt(at + 1)) || lower[at + 1] === '-' || isDigit(lower.charCodeAt(at + 1));
  if (code === 47)
    return (
      isWordCode(lower.charCodeAt(at + 1)) ||
      lower[at + 1] === '*' ||
      lower[at + 1] === '?' ||
      ['rm', 'ls', 'cd', 'find', 'du', 'tar', 'cat'].includes(name)
    );
  if (code === 36 || code === 96) return true;
  if (code === 126 || code === 42) return true;
  if (isDigit(code))
    return (
      (['sleep', 'timeout', 'ping', 'chmod', 'expr', 'exit', 'nc'].includes(name) &&
        (!WORDS.has(name) || !isCounted(lower, at))) ||
      isAddress(lower, at)
    );
  if (['echo', 'printf', 'print'].includes(name)) return wordsBehind(lower, at) < 3;
  if (['ps', 'netstat', 'ifconfig', 'ipconfig'].includes(name) && lower.startsWith('aux', at)) return true;
  if (!WORDS.has(name)) return namesFile(lower, at) || holdsAny(lower.slice(at, at + 30), ':(=\\');
  return namesFile(lower, at);
}

/** A number with a word behind it, which it counts: `sleep 8 hours`. */
function isCounted(lower: string, from: number): boolean {
  let at = from;
  while (isDigit(lower.charCodeAt(at))) at++;
  const word = skipSpace(lower, at);
  return word > at && isLetter(lower.charCodeAt(word)) && wordsBehind(lower, word) > 0;
}

/** `10.0.0.1`, from a place. */
function isAddress(lower: string, from: number): boolean {
  let at = from;
  let dots = 0;
  while (isDigit(lower.charCodeAt(at)) || lower[at] === '.') if (lower[at++] === '.') dots++;
  return dots === 3;
}

/** An argument with a dot, a slash or a star in it: a file or a host, and no word of a sentence. */
function namesFile(lower: string, from: number): boolean {
  let end = from;
  while (end < lower.length && !isSpace(lower.charCodeAt(end)) && !';|&`)'.includes(lower[end] ?? '')) end++;
  const word = lower.slice(from, end);
  if (['user', 'users', 'view', 'localgroup', 'start', '/c', 'calc', 'localhost', '*'].includes(word)) return true;
  if (word[1] === ':') return true;
  return word.length > 2 && holdsAny(word.slice(1, -1), '/.\\*$');
}

/** The value or the command ends behind it, or another one follows. */
function endsCommand(lower: string, end: number): boolean {
  const at = skipSpace(lower, end);
  return at >= lower.length || ';|&#`\'"%'.includes(lower[at] ?? '');
}

/** One of several things in a row, as a list or the head of a table has them: the next of them is no command. */
function isListed(lower: string, end: number): boolean {
  let at = skipSpace(lower, end);
  if (!';|&'.includes(lower[at] ?? ' ')) return false;
  at = skipSpace(lower, at + 1);
  const next = commandAt(lower, at);
  return next?.from === at && next.name.length > 1 && isLetter(lower.charCodeAt(at)) && !isCommand(next, lower);
}

/** Within a fence of Markdown that is closed: code that somebody shows. */
function isFenced(lower: string, at: number): boolean {
  let open = lower.indexOf('```');
  while (open >= 0 && open < at) {
    const close = isFence(lower, open) ? lower.indexOf('\n```', open + 3) : -1;
    if (close < 0) return false;
    if (close > at) return true;
    open = lower.indexOf('```', close + 4);
  }
  return false;
}

/** Three backticks at the beginning of a line, with the name of a language at most behind them. */
function isFence(lower: string, at: number): boolean {
  if (!lower.startsWith('```', at) || (at > 0 && lower[at - 1] !== '\n')) return false;
  let end = at + 3;
  while (isWordCode(lower.charCodeAt(end))) end++;
  return lower[end] === '\n' || lower[end] === '\r';
}

/** A first part that text does not have: nothing, a number, an address, a single letter as a parameter might be. */
function isValueBefore(lower: string, at: number): boolean {
  const end = backOverSpace(lower, at);
  if (end === 0) return true;
  const last = lower[end - 1] ?? '';
  if ('\'");|&'.includes(last)) return true;
  let isValue = end === 1;
  for (let index = 0; index < end; index++) {
    const code = lower.charCodeAt(index);
    if (isSpace(code) || code > 127) return false;
    if (isDigit(code) || code === 46 || code === 47 || code === 61 || code === 64) isValue = true;
  }
  return isValue;
}

/** `; rm -rf /`, `| cat /etc/passwd`, `&& whoami`, a line break and a command. */
export function chains({ text, lower, place }: Subject): Level {
  let level: Level = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    const isBreak = code === 10 || code === 13;
    if (code !== 59 && code !== 124 && code !== 38 && !isBreak) continue;
    // An ordinary word behind it, as sentences have, is no command: told before anything is taken apart.
    if (isOtherWord(lower, skipSpace(lower, at + 1))) continue;
    let from = at + 1;
    while (lower[from] === lower[at]) from++;
    const isDouble = from - at > 1 && !isBreak;
    const operatorAt = at;
    at = from - 1;
    // An entity ends with `;`, and behind `&` its name stands.
    const command = commandAt(lower, from);
    if (!command || !isCommand(command, lower)) continue;
    // Commands are written small, but on Windows.
    if (text.slice(command.from, command.end) !== lower.slice(command.from, command.end) && WORDS.has(command.name))
      continue;
    const isWord = WORDS.has(command.name);
    const hasMore = hasArguments(lower, command);
    // A word that waits for an operand says nothing without one, nor does one among others.
    const isIdle = isWord && !hasMore && (!ALONE.has(command.name) || isListed(lower, command.end));
    if (isIdle) continue;
    level = 1;
    const ends = endsCommand(lower, command.end);
    if (isBreak && isFenced(lower, at)) continue;
    if (isBreak) {
      // Lines of a message begin with any word.
      if (hasMore && plainWords(lower) < 4) return 2;
      if (ends && !isWord && plainWords(lower) < 4) return 2;
      if (ends && isValueBefore(lower, operatorAt) && plainWords(lower) < 3) return 2;
      continue;
    }
    // A sentence around it speaks of it.
    if (wordsBefore(lower, operatorAt) >= 3 && wordsBehind(lower, command.end) >= 3) continue;
    if (isShown(lower, operatorAt)) continue;
    if (
      hasMore &&
      (!isWord ||
        isStrongArgument(lower, command) ||
        isTight(lower, operatorAt, from) ||
        isValueBefore(lower, operatorAt))
    )
      return 2;
    if (!ends) continue;
    if (!isWord && (wordsBefore(lower, from) < 2 || isTight(lower, operatorAt, from))) return 2;
    if (isDouble && !isWord && wordsBefore(lower, operatorAt) < 3) return 2;
    if (isDouble && isWord && wordsBefore(lower, operatorAt) < 1) return 2;
    if (isValueBefore(lower, operatorAt)) return 2;
    if (isTight(lower, operatorAt, from) && place !== 'prose') return 2;
  }
  return level;
}

/** Between backticks, as people show what to type, with a sentence around them. */
function isShown(lower: string, operator: number): boolean {
  const open = lower.slice(Math.max(0, operator - LONGEST_SHOWN), operator).lastIndexOf('`');
  const close = lower.slice(operator, operator + LONGEST_SHOWN).indexOf('`');
  if (open < 0 || close < 0) return false;
  const from = Math.max(0, operator - LONGEST_SHOWN) + open;
  return wordsBefore(lower, from) + wordsBehind(lower, operator + close + 1) >= 3;
}
const LONGEST_SHOWN = 120;

/** A word of letters alone with a space behind it that no command is called. */
function isOtherWord(lower: string, from: number): boolean {
  let end = from;
  while (isLetter(lower.charCodeAt(end))) end++;
  return end > from && lower.charCodeAt(end) === 32 && !COMMANDS.has(lower.slice(from, end));
}

/** Nothing between the value, the operator and the command: `x;id`. */
const isTight = (lower: string, operator: number, from: number): boolean =>
  operator > 0 && !isSpace(lower.charCodeAt(operator - 1)) && !isSpace(lower.charCodeAt(from));

/** An option, a path or a number directly behind the command: `rm -rf`, `cat /etc`, `sleep 5`. */
function isStrongArgument(lower: string, { end }: Word): boolean {
  const at = skipSpace(lower, end);
  return '-/$~<>`{'.includes(lower[at] ?? ' ') || isDigit(lower.charCodeAt(at)) || lower[at + 1] === ':';
}

const VARIABLES = new Phrases(['$ifs', '${ifs', '${path:', '${home:']);
const SOCKETS = new Phrases(['/dev/tcp/']);

/** `$(id)`, `` `id` ``, `<(id)`, `${IFS}`: a command in the place of a value. */
export function substitutes({ text, lower }: Subject): Level {
  let level: Level = 0;
  const dollar = findAt<Level>(lower, '(', (at) => {
    const before = lower[at - 1] ?? '';
    if (before !== '$' && before !== '<' && before !== '>') return undefined;
    const command = commandAt(lower, at + 1);
    if (!command || !isCommand(command, lower)) return undefined;
    level = 1;
    return isUsed(text, at - 1, endOf(lower, at, ')'), lower.slice(command.end, command.end + 40)) ? 2 : undefined;
  });
  if (dollar === 2) return 2;
  for (let at = lower.indexOf('`'); at >= 0;) {
    const fence = isFence(lower, at) ? lower.indexOf('\n```', at + 3) : -1;
    if (fence >= 0) {
      at = lower.indexOf('`', fence + 4);
      continue;
    }
    const close = lower.indexOf('`', at + 1);
    const command = commandAt(lower, at + 1);
    if (command && isCommand(command, lower) && (close < 0 || command.end <= close)) {
      level = 1;
      if (close >= 0 && isUsed(text, at, close, lower.slice(command.end, close))) return 2;
    }
    at = close < 0 ? -1 : lower.indexOf('`', close + 1);
  }
  if (VARIABLES.isIn(lower)) return plainWords(lower) < 4 ? 2 : 1;
  if (SOCKETS.isIn(lower) && holdsAny(lower, '<>')) return 2;
  return level;
}

function endOf(lower: string, from: number, close: string): number {
  const end = lower.indexOf(close, from);
  return end < 0 ? lower.length : end;
}

/** Used and not spoken of: joined to something, or with hardly a word around it. Quotes around it on both sides join it to nothing. */
function isUsed(text: string, start: number, end: number, rest: string): boolean {
  const isQuoted = '"\''.includes(text[start - 1] ?? ' ') && text[start - 1] === text[end + 1];
  const [from, to] = isQuoted ? [start - 1, end + 1] : [start, end];
  if (holdsUnspaced(text, 0, from) || holdsUnspaced(text, to + 1, text.length)) return false;
  const before = text.slice(0, from);
  const last = before.charCodeAt(before.length - 1);
  const words = wordsBefore(text, from) + wordsBehind(text, to + 1);
  if (words < 2) return true;
  const operator = before.trimEnd().at(-1) ?? '';
  if (';|&'.includes(operator) && operator !== '') return true;
  const isJoined = !Number.isNaN(last) && (isWordCode(last) || '=\'"/.'.includes(String.fromCharCode(last)));
  return isJoined && (words < 4 || holdsAny(rest, '/|'));
}

/** Letters of a script that writes no spaces between its words (Thai, Chinese, Japanese): three make a phrase. */
function holdsUnspaced(text: string, from: number, to: number): boolean {
  let letters = 0;
  for (let at = from; at < Math.min(to, from + 200); at++) {
    const code = text.charCodeAt(at);
    if (((code >= 0xe00 && code < 0xe80) || (code >= 0x3040 && code < 0xd7b0)) && ++letters >= 3) return true;
  }
  return false;
}
