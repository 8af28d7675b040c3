/** The parts of a request outside its body: its address as sent, its parameters, its headers and its user agent. */
import { Budget, type Finding, finding, judgeAgent, judgeText } from './judge.ts';
import { misusesHeader } from './headers.ts';
import type { Place } from './place.ts';
import { isWordCode } from './text.ts';

/** A finding with its location: `path`, `query.page`, `header.referer`. It never contains the matched text. */
export type Found = Finding & { field: string };

export type Except = (field: string) => ReadonlySet<string> | undefined;

const noExceptions: Except = () => undefined;

export function judgePath(path: string, except = noExceptions, budget?: Budget): Found | undefined {
  const found = judgeText(path, 'path', { except: except('path'), ...(budget && { budget }) });
  return found && { ...found, field: 'path' };
}

/** Parameters that are inspected as search terms, on pages and wherever the contract does not specify otherwise. */
const SEARCHES = new Set(['search', 'find', 'q', 'query', 'tag', 'to', 'next', 'error_description']);
/** JSON parameters of a GraphQL request. Their values are inspected as inputs of the operations that they reach. */
const GRAPHQL_JSON = new Set(['variables', 'extensions']);
/** Parameters of other standards, in their own formats. */
const OPAQUE_PARAMETERS = new Set([
  'SAMLResponse',
  'SAMLRequest',
  'RelayState',
  'Signature',
  'code',
  'state',
  'anchor',
  // The issuer (RFC 9207) is compared with the configured one, and may be a host on the local network.
  'iss',
]);

/**
 * Returns the place (such as `prose`) of a parameter that no operation declares, or undefined if the parameter is not
 * inspected.
 */
export function placeOfParameter(name: string): Place | undefined {
  if (OPAQUE_PARAMETERS.has(name)) return undefined;
  return SEARCHES.has(name) || GRAPHQL_JSON.has(name) ? 'prose' : 'strict';
}

/**
 * Inspects a query as sent, without the `?`. `placeOf` returns the place (such as `prose`) of a parameter, or undefined
 * if the parameter is not inspected.
 */
export function judgeQuery(
  query: string,
  placeOf: (name: string) => Place | undefined,
  except = noExceptions,
  budget = new Budget(),
): Found | undefined {
  const parts = query.split('&', MAX_PARAMETERS + 1);
  if (parts.length > MAX_PARAMETERS) return { ...finding('too-complex'), field: 'query' };
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).replaceAll('+', ' ');
    const field = `query.${name.slice(0, 40)}`;
    const options = { except: except(field), budget };
    const asKey = name === '' ? undefined : judgeText(name, 'key', options);
    if (asKey) return { ...asKey, field: 'query' };
    if (equals < 0) continue;
    const place = placeOf(name);
    const value = part.slice(equals + 1).replaceAll('+', ' ');
    // Search terms are inspected as the user typed them, without the browser's encoding.
    const found = place && judgeText(place === 'prose' ? asTyped(value) : value, place, options);
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

/**
 * The maximum number of parameters, more than any page or program sends. Inspecting a short parameter costs as much as
 * inspecting a longer text.
 */
const MAX_PARAMETERS = 100;

export function judgeHeader(
  name: string,
  value: string,
  except = noExceptions,
  budget = new Budget(),
): Found | undefined {
  const lower = name.toLowerCase();
  if (isCredential(lower, value)) return undefined;
  const field = `header.${lower}`;
  const found =
    judgeForm(lower, value, except(field)) ??
    (lower === 'referer'
      ? judgeReferer(value, except, budget)
      : judgeText(value, 'header', { except: except(field), budget })) ??
    (lower === 'user-agent' && except(field)?.has('scanner-agent') !== true ? judgeAgent(value) : undefined);
  return found && { ...found, field };
}

/** Inspects the URL of the referring page. Its search parameters contain search terms. */
function judgeReferer(value: string, except: Except, budget: Budget): Finding | undefined {
  const field = () => except('header.referer');
  const mark = value.indexOf('?');
  const found = judgeText(mark < 0 ? value : value.slice(0, mark), 'header', { except: field(), budget });
  if (found || mark < 0) return found;
  return judgeQuery(value.slice(mark + 1), (name) => (SEARCHES.has(name) ? 'prose' : 'header'), field, budget);
}

/**
 * Returns whether a header contains only a bearer token or cookies in the format of our credentials. A value of
 * letters, digits, `_` and `-` cannot be an attack.
 */
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
