/**
 * The request firewall. A request with a finding is refused with the ID of the rule, or the finding is only reported,
 * as configured by the operator. The firewall depends neither on HTTP nor on the database: the transport calls it, and
 * a recorder receives its findings (ADR 57).
 */
import { type Operation } from '@countersign/contract';
import { AppError } from '../errors.ts';
import { CleanHeaders } from './clean-headers.ts';
import type { Severity } from './rules.ts';
import { RULES } from './rules.ts';
import { judgeHeader, judgePath, judgeQuery, placeOfParameter, type Found } from './request.ts';
import { Budget, judgeText } from './judge.ts';
import { areOwnIds, type FieldText, operationShape, queryPlace, textsOf, UNKNOWN } from './values.ts';
import { isWordCode } from './text.ts';

export type FirewallMode = 'block' | 'detect' | 'off';

/** A finding. It contains only the rule and the location, never the matched text. */
export type FirewallEvent = {
  ruleId: string;
  severity: Severity;
  field: string;
  address: string | undefined;
  operation: string | undefined;
  isBlocked: boolean;
};

/**
 * The sender of the inspected data, recorded with a finding. `gone` returns a signal that aborts when the client
 * disconnects.
 */
export type Asking = {
  address: string | undefined;
  operation?: Operation | undefined;
  gone?: (() => AbortSignal) | undefined;
};

export type FirewallSettings = {
  mode: FirewallMode;
  /**
   * A rule that is turned off, either everywhere or in one field (`body.title`, `query.search`, `header.referer`,
   * `file-name`).
   */
  exceptions: readonly { ruleId: string; field: string | undefined }[];
};

export const DEFAULT_FIREWALL: FirewallSettings = { mode: 'block', exceptions: [] };

export type FirewallOptions = FirewallSettings & {
  /** Called for each finding. Must not block. */
  onFinding: (event: FirewallEvent) => void;
  /** Counts a blocked request against its address. Throws RATE_LIMIT_EXCEEDED after too many blocked requests. */
  countBlocked: (address: string | undefined) => Promise<void>;
};

/**
 * A promise that throws REQUEST_BLOCKED or RATE_LIMIT_EXCEEDED. Undefined if nothing was found, so that there is
 * nothing to await.
 */
export type Refused = Promise<void> | undefined;

/** The parts of an HTTP request. `params` contains the values that the route read from the path. */
export type HttpParts = { path: string; params: unknown; query: string; headers: readonly string[] };

const PARTS = ['params', 'query', 'body', 'form'] as const;
const LONGEST_STEP_MS = 5;
const CLIENT_GONE = 'The client closed the connection before its request was inspected.';
/** The number of strings that are inspected between checks of the clock. */
const TEXTS_PER_STEP = 50;

/** Parses the setting: `rule` or `rule@field`, separated by commas. Throws an Error that names an unknown entry. */
export function readExceptions(entries: readonly string[]): FirewallSettings['exceptions'] {
  const known = new Set<string>(RULES.map(({ id }) => id));
  return entries.map((entry) => {
    const [ruleId = '', field] = entry.split('@', 2);
    if (!known.has(ruleId)) throw new Error(`${ruleId} is not one of the rules listed in docs/api/firewall.md`);
    if (field === '') throw new Error(`${entry} has no field after the @`);
    return { ruleId, field };
  });
}

/**
 * Returns whether a path consists of letters, digits, `_` and `-` between slashes, without encoding, as all paths and
 * IDs of the contract do.
 */
function isPlain(path: string): boolean {
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    if (!isWordCode(code) && code !== 47 && code !== 45) return false;
  }
  return true;
}

/**
 * The maximum length of an inspected string in an unknown field. Longer strings are certificates, metadata and images,
 * whose characters have a meaning in their own format.
 */
const LONGEST_UNKNOWN = 500;

function* longAsProse(texts: Generator<FieldText>): Generator<FieldText> {
  for (const one of texts) yield one.text.length > LONGEST_UNKNOWN ? { ...one, place: 'prose' } : one;
}

export class Firewall {
  readonly #options: FirewallOptions;
  readonly #everywhere: ReadonlySet<string> | undefined;
  readonly #byField = new Map<string, ReadonlySet<string>>();
  readonly #clean = new CleanHeaders();

  constructor(options: FirewallOptions) {
    this.#options = options;
    const everywhere = options.exceptions.filter(({ field }) => field === undefined).map(({ ruleId }) => ruleId);
    this.#everywhere = everywhere.length === 0 ? undefined : new Set(everywhere);
    for (const { ruleId, field } of options.exceptions)
      if (field !== undefined)
        this.#byField.set(field, new Set([...everywhere, ...(this.#byField.get(field) ?? []), ruleId]));
  }

  /** Inspects the address and headers of a request. Undefined if nothing was found. */
  checkRequest({ path, params, query, headers }: HttpParts, asking: Asking): Refused {
    if (this.#options.mode === 'off') return undefined;
    const budget = new Budget();
    const found =
      this.#path(path, params, asking, budget) ?? this.#query(query, asking, budget) ?? this.#headers(headers, budget);
    if (found) return this.#refuse(found, asking);
    return undefined;
  }

  /** Inspects the values of a call, by the class of each field. Undefined if nothing was found. */
  checkValues(
    operation: Operation,
    values: { params?: unknown; query?: unknown; body?: unknown; form?: unknown },
    asking: Asking,
  ): Refused {
    if (this.#options.mode === 'off') return undefined;
    const texts = PARTS.flatMap((part) =>
      values[part] === undefined
        ? []
        : [textsOf(values[part], operationShape(operation)[part], part === 'form' ? 'body' : part)],
    );
    return this.#inspect(texts, { ...asking, operation });
  }

  /**
   * Inspects a body sent to an address without an operation. Its fields are unknown, so all of them are inspected
   * strictly.
   */
  checkUnknownBody(body: unknown, asking: Asking): Refused {
    if (this.#options.mode === 'off') return undefined;
    return this.#inspect([longAsProse(textsOf(body, UNKNOWN, 'body'))], asking);
  }

  checkUnknownQuery(form: string, asking: Asking): Refused {
    if (this.#options.mode === 'off') return undefined;
    const found = judgeQuery(form, () => 'strict', this.#except);
    return found && this.#refuse({ ...found, field: found.field.replace('query', 'body') }, asking);
  }

  /** Inspects the name of an uploaded file, or of a part of a form. Undefined if nothing was found. */
  checkName(kind: 'file-name' | 'part-name', name: string, asking: Asking): Refused {
    if (this.#options.mode === 'off') return undefined;
    const found = judgeText(name, kind === 'file-name' ? 'file-name' : 'key', { except: this.#except(kind) });
    if (found) return this.#refuse({ ...found, field: kind }, asking);
    return undefined;
  }

  /**
   * Inspects strings. Small amounts of text are inspected without waiting. During the inspection of larger amounts,
   * other requests can run in between.
   */
  #inspect(texts: readonly Generator<FieldText>[], asking: Asking): Refused {
    const inspection = this.#inspection(texts);
    const first = this.#step(inspection);
    if (first === 'more') return this.#inspectTheRest(inspection, asking);
    return first && this.#refuse(first, asking);
  }

  async #inspectTheRest(inspection: Generator<Found | undefined>, asking: Asking): Promise<void> {
    const gone = asking.gone?.();
    for (;;) {
      await new Promise(setImmediate);
      // The request is refused, because a request that was not inspected must not be executed.
      if (gone?.aborted === true) throw new AppError('SERVICE_UNAVAILABLE', {}, { message: CLIENT_GONE });
      const found = this.#step(inspection);
      if (found === 'more') continue;
      if (found) await this.#refuse(found, asking);
      return;
    }
  }

  /** Inspects until there is a finding, the data ends, or other requests should run. */
  #step(inspection: Generator<Found | undefined>): Found | 'more' | undefined {
    const end = performance.now() + LONGEST_STEP_MS;
    for (;;) {
      const { done, value } = inspection.next();
      if (value || done) return value;
      if (performance.now() > end) return 'more';
    }
  }

  *#inspection(texts: readonly Generator<FieldText>[]): Generator<Found | undefined> {
    const budget = new Budget();
    let inspected = 0;
    for (const each of texts)
      for (const { text, place, field } of each) {
        const found = judgeText(text, place, { except: this.#except(field), budget });
        if (found) yield { ...found, field };
        if (++inspected % TEXTS_PER_STEP === 0) yield undefined;
      }
  }

  readonly #except = (field: string): ReadonlySet<string> | undefined => this.#byField.get(field) ?? this.#everywhere;

  /** Inspects the path. If the address of an operation contains only well-formed IDs, it contains no external text. */
  #path(path: string, params: unknown, { operation }: Asking, budget: Budget): Found | undefined {
    if (operation && isPlain(path) && areOwnIds(operationShape(operation).params, params)) return undefined;
    return judgePath(path, this.#except, budget);
  }

  #query(query: string, { operation }: Asking, budget: Budget): Found | undefined {
    if (query === '') return undefined;
    const shape = operation && operationShape(operation);
    const placeOf = (name: string) => (shape ? queryPlace(shape, name) : placeOfParameter(name));
    return judgeQuery(query, placeOf, this.#except, budget);
  }

  /** Inspects the headers in Node's format: names and values alternate, as sent. */
  #headers(headers: readonly string[], budget: Budget): Found | undefined {
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const name = headers[index] ?? '';
      const value = headers[index + 1] ?? '';
      if (this.#clean.has(name, value)) continue;
      const found = judgeHeader(name, value, this.#except, budget);
      if (found) return found;
      this.#clean.add(name, value);
    }
    return undefined;
  }

  #refuse({ ruleId, severity, field }: Found, { address, operation }: Asking): Refused {
    const isBlocked = this.#options.mode === 'block';
    this.#options.onFinding({ ruleId, severity, field, address, operation: operation?.id, isBlocked });
    return isBlocked ? this.#block(ruleId, field, address) : undefined;
  }

  async #block(ruleId: string, field: string, address: string | undefined): Promise<never> {
    await this.#options.countBlocked(address);
    throw new AppError('REQUEST_BLOCKED', { ruleId, field });
  }
}
