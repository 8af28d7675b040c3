/** What a request says outside its body: its address as it was sent, its parameters, its headers, the program that sends it. */
import { type Finding, finding, judgeAgent, judgeText } from './judge.ts';
import { misusesHeader } from './headers.ts';
import type { Place } from './subject.ts';

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
  const field = `header.${lower}`;
  const found =
    judgeForm(lower, value, except(field)) ??
    judgeText(value, 'header', except(field)) ??
    (lower === 'user-agent' ? agentOf(value, except(field)) : undefined);
  return found && { ...found, field };
}

/** Judged agents, most of which come again with the next request. */
const agents = new Map<string, Finding | undefined>();
const MOST_AGENTS = 1000;

function agentOf(agent: string, except: ReadonlySet<string> | undefined): Finding | undefined {
  if (except?.has('scanner-agent') === true) return undefined;
  if (agents.has(agent)) return agents.get(agent);
  if (agents.size >= MOST_AGENTS) agents.clear();
  const found = judgeAgent(agent);
  agents.set(agent, found);
  return found;
}

function judgeForm(name: string, value: string, except: ReadonlySet<string> | undefined): Finding | undefined {
  return misusesHeader(name, value) && except?.has('header-misuse') !== true ? finding('header-misuse') : undefined;
}
