/** Code that would run wherever it is read: calls of interpreters, directives of servers, objects and formulas that start programs. */
import { Phrases } from './phrases.ts';
import type { Level, Subject } from './subject.ts';
import { findAt, holdsAny, isDigit, isSpace, isWordCode, plainWords, skipSpace } from './text.ts';

/** Calls that run what they are given. */
const CALLS = new Phrases([
  'system(',
  'passthru(',
  'shell_exec(',
  'popen(',
  'proc_open(',
  'exec(',
  'eval(',
  'assert(',
  'os.system(',
  'subprocess.',
  'child_process',
  'runtime.getruntime',
  'processbuilder',
  '__import__(',
]);
/** How a shell or one of its programs is started. */
const SHELLS = new Phrases([
  '/bin/sh',
  '/bin/bash',
  'cmd.exe /c',
  'cmd /c',
  'powershell -',
  'powershell.exe -',
  'bash -i',
  'bash -c',
  'sh -c',
  'sh -i',
  'nc -e',
  'nc -lvp',
  'nc -nv',
  '/bin/cat',
  '/bin/ls',
  '/usr/bin/id',
  '/bin/nc',
  '/bin/ping',
  '/bin/sleep',
  '/usr/bin/wget',
  '/usr/bin/curl',
]);

const PHP = new Phrases(['<?php', '<?=']);
const DIRECTIVES = new Phrases(['#exec', '#include', '#echo', '#printenv', '#config', '#set']);

/** Ways to run something that need no place in a command: a function of Bash as a variable, a directive of a server, code of PHP. */
export function runsCode({ lower }: Subject): Level {
  const bare = lower.includes('()') ? withoutSpaces(lower) : '';
  if (
    findAt(bare, '(){', (at) =>
      !isWordCode(bare.charCodeAt(at - 1)) && bare.charCodeAt(at - 1) !== 41 && bare.includes(';}', at)
        ? true
        : undefined,
    ) === true
  )
    return 2;
  if (DIRECTIVES.isIn(lower) && lower.includes('<!--#')) return 2;
  if (PHP.isIn(lower)) return holdsAny(lower.slice(lower.indexOf('<?')), '(`$') ? 2 : 1;
  for (const call of CALLS.allIn(lower))
    if (
      findAt(lower, call, (at) => {
        if (isWordCode(lower.charCodeAt(at - 1))) return undefined;
        const argument = lower[at + call.length] ?? '';
        const isCode = call.endsWith('(')
          ? '\'"$b'.includes(argument) &&
            argument !== '' &&
            (argument !== 'b' || lower.startsWith('base64', at + call.length))
          : holdsAny(lower.slice(at, at + 80), '(');
        return isCode && plainWords(lower) < 4 ? true : undefined;
      })
    )
      return 2;
  const found = SHELLS.firstIn(lower);
  if (found === undefined) return 0;
  const at = lower.indexOf(found);
  return plainWords(lower) < 3 && (at <= 2 || holdsAny(lower.slice(0, at), ';|&`$(\n<"\'')) ? 2 : 1;
}

function withoutSpaces(lower: string): string {
  let bare = '';
  for (let at = 0; at < lower.length; at++) if (!isSpace(lower.charCodeAt(at))) bare += lower[at] ?? '';
  return bare;
}

/** Objects as programs write them down, which run code when they are read again; formulas of spreadsheets that start programs. */
const OBJECTS = new Phrases([
  'ro0ab',
  '!!python/',
  '!!javax.',
  '!!js/function',
  '!!java.',
  '!ruby/object',
  '"@type":"',
  "'@type':'",
  'cos\nsystem',
  'cposix\nsystem',
  '-oproxycommand',
  'ext::sh',
  'aaeaaad/////',
  '_$$nd_func$$_',
]);

/** Serialized objects and formulas that would run. */
export function readsBack({ lower }: Subject): Level {
  if (OBJECTS.isIn(lower)) return 2;
  if (!lower.includes(':"') && !'=+-@'.includes(lower[skipSpace(lower, 0)] ?? ' ')) return 0;
  // `O:8:"Name":1:{` of PHP.
  const php = findAt(lower, ':"', (at) => {
    let from = at;
    while (isDigit(lower.charCodeAt(from - 1))) from--;
    return from < at &&
      lower[from - 1] === ':' &&
      (lower[from - 2] === 'o' || lower[from - 2] === 'c') &&
      !isWordCode(lower.charCodeAt(from - 3)) &&
      lower.includes(':{', at)
      ? true
      : undefined;
  });
  if (php === true) return 2;
  const start = lower[skipSpace(lower, 0)] ?? '';
  if (!'=+-@'.includes(start) || start === '') return 0;
  return lower.includes("cmd|'") ||
    lower.includes("|' /c") ||
    [
      '=hyperlink(',
      '=webservice(',
      '=importxml(',
      '=importdata(',
      '=importfeed(',
      '=dde(',
      '=exec(',
      '=call(',
      '=register.id(',
    ].some((formula) => lower.trim().startsWith(formula))
    ? 2
    : 0;
}
