/**
 * Finds removed parts of released interfaces. It compares the descriptions and migrations under docs/api/releases with
 * a newer description or migration folder. docs/api/versioning.md lists the changes that are allowed within a version.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Json = Record<string, unknown>;
type Direction = 'sent' | 'answered';
export type Release = { version: string; openapi: Json; migrations: Record<string, string> };

const ROOT = path.resolve(import.meta.dirname, '..');
const RELEASES = path.join(ROOT, 'docs/api/releases');
const MIGRATIONS = path.join(ROOT, 'apps/server/src/platform/db/migrations');

export function releases(): Release[] {
  return readdirSync(RELEASES).map((version) => {
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(RELEASES, version, name), 'utf8'));
    return {
      version,
      openapi: read('openapi.json') as Json,
      migrations: read('migrations.json') as Record<string, string>,
    };
  });
}

/** Returns the SHA-256 of each file's text in hex. */
export function presentMigrations(): Record<string, string> {
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(MIGRATIONS, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, hash(name)]));
}

/** Writes the baseline of a version. An existing release is never overwritten. */
export function writeRelease(version: string): void {
  const folder = path.join(RELEASES, version);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version such as 1.2.3`);
  if (existsSync(folder)) throw new Error(`${version} has already been released; choose a higher version`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'openapi.json'), readFileSync(path.join(ROOT, 'docs/api/openapi.json')));
  writeFileSync(path.join(folder, 'migrations.json'), `${JSON.stringify(presentMigrations(), null, 2)}\n`);
}

/** Returns released migrations that are missing or changed, and new ones that would run before a released one. */
export function changedMigrations(released: Record<string, string>, now: Record<string, string>): string[] {
  const last = Object.keys(released).toSorted().at(-1) ?? '';
  return [
    ...Object.entries(released).flatMap(([name, hash]) =>
      now[name] === hash ? [] : [`${name} ${name in now ? 'was changed' : 'is gone'}`],
    ),
    ...Object.keys(now).flatMap((name) => (name in released || name > last ? [] : [`${name} comes before ${last}`])),
  ];
}

/** Returns the breaking changes for a client of the earlier description, each with its location. */
export function breakages(before: Json, now: Json): string[] {
  return new Comparison(before, now).all();
}

class Comparison {
  readonly #before: Json;
  readonly #now: Json;
  readonly #found: string[] = [];
  /**
   * Pairs that have been compared or are being compared. Schemas can refer to themselves, so each pair is compared only
   * once.
   */
  readonly #seen = new Set<string>();

  constructor(before: Json, now: Json) {
    this.#before = before;
    this.#now = now;
  }

  all(): string[] {
    for (const [address, methods] of entries(this.#before['paths']))
      for (const [method, operation] of entries(methods)) {
        const where = `${method.toUpperCase()} ${address}`;
        const present = object(object(object(this.#now['paths'])[address])[method]);
        if (Object.keys(present).length === 0) this.#found.push(`${where} is gone`);
        else this.#operation(object(operation), present, where);
      }
    for (const [kind, methods] of entries(this.#before['webhooks'])) {
      const [event, present] = [object(methods)['post'], object(object(this.#now['webhooks'])[kind])['post']];
      // The server sends payloads to receivers, so they are compared in the same way as responses.
      if (present === undefined) this.#found.push(`the event ${kind} is gone`);
      else
        this.#contents(
          this.#old(object(event)['requestBody']),
          this.#new(object(present)['requestBody']),
          'answered',
          kind,
        );
    }
    return this.#found;
  }

  #operation(before: Json, now: Json, where: string): void {
    this.#parameters(before, now, where);
    const [body, present] = [this.#old(before['requestBody']), this.#new(now['requestBody'])];
    if (present['required'] === true && body['required'] !== true) this.#found.push(`${where}: a body is required`);
    this.#contents(body, present, 'sent', `${where} body`);
    const answers = object(now['responses']);
    for (const [status, answer] of entries(before['responses'])) {
      if (!(status in answers)) this.#found.push(`${where}: the status ${status} is gone`);
      else this.#contents(this.#old(answer), this.#new(answers[status]), 'answered', `${where} ${status}`);
    }
    const [scope, needed] = [before['x-scope'], now['x-scope']];
    if (needed !== undefined && needed !== scope)
      this.#found.push(`${where}: the scope ${JSON.stringify(needed)} is needed`);
    const proofs = list(now['security']).map((one) => JSON.stringify(one));
    for (const proof of list(before['security']))
      if (!proofs.includes(JSON.stringify(proof)))
        this.#found.push(`${where}: ${JSON.stringify(proof)} is no longer taken`);
  }

  #parameters(before: Json, now: Json, where: string): void {
    const name = (one: Json) => `${String(one['in'])} ${String(one['name'])}`;
    const earlier = new Map(list(before['parameters']).map((one) => [name(this.#old(one)), this.#old(one)]));
    const later = new Map(list(now['parameters']).map((one) => [name(this.#new(one)), this.#new(one)]));
    for (const [key, one] of earlier) {
      const present = later.get(key);
      if (present) this.#text(one['schema'], present['schema'], `${where} ${key}`);
      else this.#found.push(`${where}: the parameter ${key} is gone`);
    }
    for (const [key, one] of later)
      if (one['required'] === true && earlier.get(key)?.['required'] !== true)
        this.#found.push(`${where}: the parameter ${key} is required`);
  }

  #contents(before: Json, now: Json, direction: Direction, where: string): void {
    for (const [type, content] of entries(before['content'])) {
      const present = object(now['content'])[type];
      if (present === undefined) this.#found.push(`${where}: ${type} is gone`);
      else if (type === 'multipart/form-data' && direction === 'sent')
        this.#parts(object(content)['schema'], object(present)['schema'], where);
      else this.#schema(object(content)['schema'], object(present)['schema'], direction, where);
    }
  }

  /** Each part of a form is text, regardless of its schema. */
  #parts(beforeGiven: unknown, nowGiven: unknown, where: string): void {
    const [before, now] = [this.#old(beforeGiven), this.#new(nowGiven)];
    const present = object(now['properties']);
    for (const [name, schema] of entries(before['properties'])) {
      if (name in present) this.#text(schema, present[name], `${where}.${name}`);
      else this.#found.push(`${where}.${name} is gone`);
    }
    for (const name of list(now['required']) as unknown as string[])
      if (!(list(before['required']) as unknown as string[]).includes(name))
        this.#found.push(`${where}.${name} is required`);
  }

  /** Earlier descriptions declared numbers, booleans and JSON as plain text. The transmitted bytes are the same. */
  #text(beforeGiven: unknown, nowGiven: unknown, where: string): void {
    const [before, now] = [this.#old(beforeGiven), this.#new(nowGiven)];
    const types = typesOf(now);
    const isText = JSON.stringify(typesOf(before)) === '["string"]';
    const isNumber = types.includes('integer') && /^\^.*\\d/.test(String(before['pattern']));
    const isTruth = types.includes('boolean') && JSON.stringify(before['enum']) === '["true","false"]';
    const isJson = (types.includes('array') || types.includes('object')) && before['pattern'] === undefined;
    if (!(isText && (isNumber || isTruth || isJson))) this.#schema(beforeGiven, nowGiven, 'sent', where);
  }

  #schema(beforeGiven: unknown, nowGiven: unknown, direction: Direction, where: string): void {
    const key = `${direction} ${JSON.stringify(beforeGiven)} ${JSON.stringify(nowGiven)}`;
    if (beforeGiven === undefined || this.#seen.has(key)) return;
    this.#seen.add(key);
    const [before, now] = [this.#old(beforeGiven), this.#new(nowGiven)];
    // A single type may become a choice, such as the type or null, if one option accepts everything that the single
    // type accepted.
    const choices = ['anyOf', 'oneOf'].flatMap((one) => list(now[one]));
    if (direction === 'sent' && choices.length > 0 && !('anyOf' in before || 'oneOf' in before)) {
      if (!choices.some((one) => this.#fits(before, one, direction)))
        this.#found.push(`${where}: no choice takes what was taken`);
      return;
    }
    this.#values(before, now, direction, where);
    this.#members(before, now, direction, where);
    if (before['items'] !== undefined) this.#schema(itemsOf(before), itemsOf(now), direction, `${where}[]`);
    for (const kind of ['anyOf', 'oneOf', 'allOf'])
      for (const [index, option] of list(before[kind]).entries()) {
        const options = ['anyOf', 'oneOf', 'allOf'].flatMap((one) => list(now[one]));
        if (!options.some((one) => this.#fits(option, one, direction)))
          this.#found.push(`${where}: choice ${index + 1} of ${kind} is gone or changed`);
      }
  }

  #fits(before: Json, now: Json, direction: Direction): boolean {
    const inner = new Comparison(this.#before, this.#now);
    for (const one of this.#seen) inner.#seen.add(one);
    inner.#schema(before, now, direction, '');
    return inner.#found.length === 0;
  }

  #values(before: Json, now: Json, direction: Direction, where: string): void {
    const [earlier, later] = direction === 'sent' ? [before, now] : [now, before];
    // The server must still accept earlier requests, and responses must still match the earlier documentation.
    const [types, taken] = [typesOf(earlier), typesOf(later)];
    if (taken.length > 0 && !types.every((one) => taken.includes(one)))
      this.#found.push(`${where}: the type ${types.join(' or ')} became ${taken.join(' or ')}`);
    if (direction === 'answered') return;
    const allowed = now['enum'] ?? (now['const'] === undefined ? undefined : [now['const']]);
    const known = before['enum'] ?? (before['const'] === undefined ? undefined : [before['const']]);
    if (Array.isArray(allowed) && !(Array.isArray(known) && known.every((one) => allowed.includes(one))))
      this.#found.push(`${where}: fewer values are taken`);
    for (const [limit, isTighter] of LIMITS) {
      const [old, fresh] = [before[limit], now[limit]];
      if (typeof fresh === 'number' && (typeof old !== 'number' || isTighter(fresh, old)))
        this.#found.push(`${where}: ${limit} is ${fresh}, was ${JSON.stringify(old ?? 'none')}`);
    }
    for (const rule of ['pattern', 'format'])
      if (now[rule] !== undefined && now[rule] !== before[rule]) this.#found.push(`${where}: ${rule} was changed`);
  }

  #members(before: Json, now: Json, direction: Direction, where: string): void {
    const present = object(now['properties']);
    for (const [name, schema] of entries(before['properties'])) {
      if (name in present) this.#schema(schema, present[name], direction, `${where}.${name}`);
      else this.#found.push(`${where}.${name} is gone`);
    }
    const [needed, had] = [list(now['required']), list(before['required'])] as unknown as [string[], string[]];
    if (direction === 'sent')
      for (const name of needed) if (!had.includes(name)) this.#found.push(`${where}.${name} is required`);
    if (direction === 'answered')
      for (const name of had) if (!needed.includes(name)) this.#found.push(`${where}.${name} may be left out`);
  }

  #old(node: unknown): Json {
    return resolved(this.#before, node);
  }

  #new(node: unknown): Json {
    return resolved(this.#now, node);
  }
}

/** For each keyword that limits the values in a request: whether the new limit is stricter than the earlier one. */
const LIMITS: readonly [string, (now: number, before: number) => boolean][] = [
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'].map(
    (name): [string, (now: number, before: number) => boolean] => [name, (now, before) => now < before],
  ),
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'].map(
    (name): [string, (now: number, before: number) => boolean] => [name, (now, before) => now > before],
  ),
];

/** An array with exactly one item can be described with either `items` or `prefixItems`. */
function itemsOf({ items, prefixItems }: Json): unknown {
  const [only, ...others] = list(prefixItems);
  return items === false && others.length === 0 ? only : items;
}

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const entries = (value: unknown): [string, unknown][] => Object.entries(object(value));
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const typesOf = ({ type }: Json): unknown[] => (type === undefined ? [] : [type].flat());

function resolved(document: Json, node: unknown): Json {
  const { $ref: ref } = object(node);
  if (typeof ref !== 'string') return object(node);
  let found: unknown = document;
  for (const part of ref.slice('#/'.length).split('/'))
    found = object(found)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return resolved(document, found);
}
