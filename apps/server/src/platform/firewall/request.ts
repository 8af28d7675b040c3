/** What a request says outside its body: its address as it was sent, its parameters, its headers, the program that sends it. */
import { type Finding, finding, judgeAgent, judgeText } from './judge.ts';
import { misusesHeader } from './headers.ts';
import type { Place } from './subject.ts';
import { isWordCode } from './text.ts';

/** A finding with where it was found: `path`, `query.page`, `header.referer`. Never what was found. */
export type Found = Finding & { field: string };

/** Rules that were switched off for a field. */
export type Except = (field: string) => ReadonlySet<string> | undefined;

const noExceptions: Except = () => undefined;

/** The path of a request as it was sent, before anything was decoded. */
export function judgePath(path: string, except = noExceptions): Found | undefined {
  const found = judgeText(path, 'path', except('path'));
  return found && { ...found, field: 'path' };
}

/**
 * A query as it was sent, without the `?`. `placeOf` says of a name what its value is: prose as in a search, undefined for what is
 * never looked at, strict for all else.
 */
export function judgeQuery(
  query: string,
  placeOf: (name: string) => Place | undefined,
  except = noExceptions,
): Found | undefined {
  for (const part of query.split('&', MOST_PARAMETERS)) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).replaceAll('+', ' ');
    const field = `query.${name.slice(0, 40)}`;
    const asKey = name === '' ? undefined : judgeText(name, 'key', except(field));
    if (asKey) return { ...asKey, field: 'query' };
    if (equals < 0) continue;
    const place = placeOf(name);
    const value = part.slice(equals + 1).replaceAll('+', ' ');
    // What people search for is judged as they typed it: the encoding is the browser's.
    const found = place && judgeText(place === 'prose' ? asTyped(value) : value, place, except(field));
    if (found) return { ...found, field };
  }
  return undefined;
}

function asTyped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** More of them than any page or program sends. The last piece of a longer query holds all the rest. */
const MOST_PARAMETERS = 1000;

/** One header. */
export function judgeHeader(name: string, value: string, except = noExceptions): Found | undefined {
  const lower = name.toLowerCase();
  if (isCredential(lower, value)) return undefined;
  const field = `header.${lower}`;
  const found =
    judgeForm(lower, value, except(field)) ??
    judgeText(value, 'header', except(field)) ??
    (lower === 'user-agent' && except(field)?.has('scanner-agent') !== true ? judgeAgent(value) : undefined);
  return found && { ...found, field };
}

/** A bearer or cookies of the form that credentials have here: letters, digits, `_` and `-`, which mean nothing to anybody. */
function isCredential(name: string, value: string): boolean {
  if (name === 'authorization') return value.startsWith('Bearer ') && nameEnd(value, 7) === value.length;
  if (name !== 'cookie') return false;
  for (let at = 0; ;) {
    const equals = nameEnd(value, at);
    if (equals === at || value.charCodeAt(equals) !== 61) return false;
    at = nameEnd(value, equals + 1);
    if (at === value.length) return true;
    if (!value.startsWith('; ', at)) return false;
    at += 2;
  }
}

function nameEnd(text: string, from: number): number {
  let at = from;
  while (isWordCode(text.charCodeAt(at)) || text.charCodeAt(at) === 45) at++;
  return at;
}

function judgeForm(name: string, value: string, except: ReadonlySet<string> | undefined): Finding | undefined {
  return misusesHeader(name, value) && except?.has('header-misuse') !== true ? finding('header-misuse') : undefined;
}
