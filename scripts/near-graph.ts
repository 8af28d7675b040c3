/**
 * Computes the distance of a test from a source, based on the text of both. A test imports sources or calls operations.
 * An operation is handled in the `operations.ts` of its feature, which imports the use case. Use cases import further
 * sources. Nothing is loaded or run.
 */
import path from 'node:path';

const FEATURE = /^apps\/server\/src\/features\/[^/]+\//;
/** Matches one import or re-export, with the imported names and the relative path. */
const IMPORT = /^(?:import|export)\s+(type\s+)?(?:\{([^}]*)\}|\*(?: as \w+)?|\w+)\s+from\s+'(\.[^']+)'/gm;
const LATER_IMPORT = /import\(\s*'(\.[^']+)'\s*\)/g;
/** Matches a handler in the object that `operations()` returns. It relies on the indentation of the formatter. */
const HANDLER = /^ {4}(?:async )?(\w+)(?:: |\(|,$)/gm;

/**
 * Files that import everything. If a test imports one of these files, the import says little about the code that the
 * test covers.
 */
const GATHERS = /^apps\/server\/(?:src\/main|test\/support)\/|\/operations\.ts$/;
const TO_GATHERED = 5;
/** The code that queues a job and the job's handler both import the job's definition. */
const JOB = /^apps\/server\/src\/.*-job\.ts$/;
const JOB_NAME = /defineJob(?:<[^(]*>)?\(\s*'([\w-]+)'/;

/**
 * Files in a feature that do not handle requests. They are farther from the test of an operation than the files that
 * handle the operation.
 */
const EDGES = ['jobs', 'reactions', 'routes', 'commands', 'erasures', 'feature', 'index'];
const TO_EDGE = 3;
/**
 * The distance from a test to an operation that it calls. If the test is named after the operation, the distance is 1
 * instead.
 */
const TO_CALLED = 2;
const FURTHEST = 7;

type Edge = { to: string; cost: number };

export class NearGraph {
  readonly #read: (file: string) => string;
  readonly #files: ReadonlySet<string>;
  readonly #edges = new Map<string, Edge[]>();
  /** The files that import each job definition. */
  readonly #handlersOf = new Map<string, string[]>();
  /** The definition of each job, keyed by the job's name in tests. */
  readonly #jobs = new Map<string, string>();
  /** For each operation, the files of its use case and the folder of its feature. */
  readonly #operations = new Map<string, { files: string[]; feature: string }>();

  constructor(files: readonly string[], read: (file: string) => string) {
    this.#files = new Set(files);
    this.#read = read;
    for (const file of files.filter((one) => FEATURE.test(one) && !one.endsWith('.test.ts'))) {
      if (file.endsWith('/operations.ts')) this.#readOperations(file);
      const job = JOB_NAME.exec(read(file))?.[1];
      if (job !== undefined) this.#jobs.set(job, file);
      for (const { from } of this.#namesOf(file))
        if (JOB.test(from)) this.#handlersOf.set(from, [...(this.#handlersOf.get(from) ?? []), file]);
    }
  }

  /** Returns the tests that reach each source, with their distances. */
  distancesOf(sources: readonly string[], tests: readonly string[]): Map<string, Map<string, number>> {
    const found = new Map(sources.map((source) => [source, new Map<string, number>()]));
    for (const test of tests) for (const [file, distance] of this.#reach(test)) found.get(file)?.set(test, distance);
    return found;
  }

  /** Returns every source that a test reaches, with its distance. */
  #reach(test: string): Map<string, number> {
    const distances = new Map<string, number>();
    const queue: Edge[][] = [this.#startsOf(test)];
    for (let distance = 0; distance < FURTHEST; distance += 1)
      for (const { to } of queue[distance] ?? []) {
        if (distances.has(to)) continue;
        distances.set(to, distance);
        for (const edge of this.#edgesOf(to)) (queue[distance + edge.cost] ??= []).push(edge);
      }
    return distances;
  }

  /** Records what a test reaches directly. Returns the test itself as the start of the search, at distance 0. */
  #startsOf(test: string): Edge[] {
    const text = this.#read(test);
    const named = path.basename(test).split(/[.-]/)[0] ?? '';
    const called = [...text.matchAll(/<'(\w+)'>/g)].map(([, name = '']) => name);
    const node = `test ${test}`;
    const edges = this.#importsOf(test).map((to) => ({ to, cost: 1 }));
    const quoted = new Set([...text.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word));
    for (const word of quoted) {
      const job = this.#jobs.get(word);
      if (job !== undefined) edges.push({ to: job, cost: 1 });
    }
    for (const name of new Set([named, ...called])) {
      const operation = this.#operations.get(name);
      if (operation === undefined) continue;
      const cost = name === named ? 1 : TO_CALLED;
      for (const to of operation.files) edges.push({ to, cost });
      if (name === named)
        for (const edge of EDGES) edges.push({ to: `${operation.feature}${edge}.ts`, cost: cost + TO_EDGE });
    }
    this.#edges.set(
      node,
      edges.filter(({ to }) => this.#files.has(to)),
    );
    return [{ to: node, cost: 0 }];
  }

  #edgesOf(file: string): Edge[] {
    let edges = this.#edges.get(file);
    if (edges === undefined) {
      const cost = GATHERS.test(file) ? TO_GATHERED : 1;
      edges = [...this.#importsOf(file), ...(this.#handlersOf.get(file) ?? [])].map((to) => ({ to, cost }));
      this.#edges.set(file, edges);
    }
    return edges;
  }

  /**
   * Returns the sources that a file imports. An import from a feature's `index.ts` is resolved to the file that defines
   * the name.
   */
  #importsOf(file: string): string[] {
    return this.#namesOf(file).flatMap(({ names, from }) => this.#resolve(names, from));
  }

  #namesOf(file: string): { names: string[]; from: string }[] {
    const text = this.#read(file);
    const at = (relative: string) => path.posix.join(path.posix.dirname(file), relative);
    const named = [...text.matchAll(IMPORT)].map(([, , list = '', relative = '']) => ({
      names: list.split(',').flatMap((part) => /^(?:type )?(\w+)/.exec(part.trim())?.[1] ?? []),
      from: at(relative),
    }));
    const later = [...text.matchAll(LATER_IMPORT)].map(([, relative = '']) => ({ names: [], from: at(relative) }));
    return [...named, ...later].filter(({ from }) => this.#files.has(from));
  }

  #resolve(names: readonly string[], from: string): string[] {
    if (!from.endsWith('/index.ts') || names.length === 0) return [from];
    const sources = this.#namesOf(from).filter((one) => one.names.some((name) => names.includes(name)));
    return sources.length === 0 ? [from] : sources.map((one) => one.from);
  }

  /** Reads the handlers in a file. A handler refers to the sources of all names in its text. */
  #readOperations(file: string): void {
    const text = this.#read(file);
    const feature = FEATURE.exec(file)?.[0] ?? '';
    const imports = this.#namesOf(file);
    const body = text.slice(text.indexOf('export function operations'));
    const handlers = [...body.matchAll(HANDLER)];
    for (const [index, handler] of handlers.entries()) {
      const own = body.slice(handler.index, handlers[index + 1]?.index);
      const files = imports.flatMap(({ names, from }) => {
        const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(own));
        return used.length === 0 ? [] : this.#resolve(used, from);
      });
      this.#operations.set(handler[1] ?? '', { files: [...new Set([...files, file])], feature });
    }
  }
}
