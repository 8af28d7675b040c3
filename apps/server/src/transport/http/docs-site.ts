/**
 * The documentation at /docs, from the static files that apps/docs builds. Its examples name the address of this
 * installation. It requires no account and contains no data of organizations.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import type { Encoded } from '../../platform/invoke/answers.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Overload } from '../../platform/overload/overload.ts';
import { admission } from './admission.ts';
import { chosen, encoded } from './encodings.ts';
import { linkBaseOf } from './link-base.ts';
import { markReached, setRateHeaders } from './rate.ts';

const SITE = fileURLToPath(new URL('../../../../docs/dist/', import.meta.url));
const ROOT = '/docs';
/** The address in the examples of the pages, which is replaced with the installation's own address. */
const EXAMPLE_ADDRESS = 'https://sign.example.com';
const KEPT_BYTES = 16 * 1024 * 1024;
/**
 * The memory that a cached file takes up, as a multiple of its uncompressed size. A compressed form is created when it
 * is first requested, and most clients request the same form.
 */
const ENCODED_SHARE = 1.5;
/**
 * The ETag is hexadecimal, because the request firewall could mistake other letters for an attack when a browser sends
 * them back.
 */
const TAG_LETTERS = 32;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
};
const NAMES_ADDRESS = new Set(['.html', '.md', '.txt', '.json']);

type Options = { limits: Limits; overload: Overload; baseUrl: () => string };
type Kept = { forms: Encoded; tag: string };

/** The path of a file relative to /docs, or the address to which the client is redirected. */
type Found = { file: string } | { redirect: string } | undefined;

export function serveDocs(app: FastifyInstance, { limits, overload, baseUrl }: Options): void {
  const site = new Site();
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    markReached(request);
    await limits.countAddress('open', request.ip, (state) => setRateHeaders(reply, state));
    const files = site.files();
    if (!files)
      return reply
        .status(503)
        .type('text/plain')
        .send('The pages are not built yet. Run "npm ci" in the project folder.');
    const base = linkBaseOf(baseUrl(), request.headers.host);
    const found = fileOf(files, request.url.split('?', 1)[0] ?? '');
    if (found && 'redirect' in found) return reply.redirect(found.redirect, 308);
    const file = found?.file ?? '404.html';
    void reply.headers({
      'content-security-policy': policy(base),
      'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    const { forms, tag } = site.read(file, base);
    void reply.type(TYPES[path.extname(file)] ?? 'application/octet-stream');
    if (!found) return reply.status(404).send(chosen(reply, forms).bytes);
    const { bytes, suffix } = chosen(reply, forms);
    const etag = `"${tag}${suffix}"`;
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.removeHeader('content-encoding').status(304).send();
    return reply.send(bytes);
  };
  // Language models look for the file at the root (llmstxt.org).
  app.get('/llms.txt', (_request, reply) => reply.redirect(`${ROOT}/llms.txt`, 308));
  for (const url of [ROOT, `${ROOT}/*`])
    app.get(url, admission({ overload, work: 'everyday', isStream: false }), answer);
}

/** Reads the built files. A build replaces the whole folder, even while the server runs. */
class Site {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ forms: { plain } }) => Math.ceil(plain.length * ENCODED_SHARE),
  });
  #built = 0;
  #files: ReadonlySet<string> | undefined;

  /**
   * Returns the names of the files. Only listed files are read, so no address can refer to a file outside the folder.
   * Undefined before the first build.
   */
  files(): ReadonlySet<string> | undefined {
    const built = statSync(SITE, { throwIfNoEntry: false })?.ctimeMs;
    if (built === undefined || built === this.#built) return this.#files;
    const entries = readdirSync(SITE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const nameOf = (entry: (typeof entries)[number]) => path.relative(SITE, path.join(entry.parentPath, entry.name));
    this.#files = new Set(entries.map((entry) => nameOf(entry).split(path.sep).join('/')));
    this.#kept.clear();
    this.#built = built;
    return this.#files;
  }

  read(file: string, base: string): Kept {
    const namesAddress = NAMES_ADDRESS.has(path.extname(file));
    const key = namesAddress ? `${base} ${file}` : file;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const bytes = readFileSync(SITE + file);
    const own = namesAddress ? Buffer.from(bytes.toString().replaceAll(EXAMPLE_ADDRESS, () => base)) : bytes;
    const made = { forms: encoded(own), tag: sha256Hex(own).slice(0, TAG_LETTERS) };
    this.#kept.set(key, made);
    return made;
  }
}

function fileOf(files: ReadonlySet<string>, address: string): Found {
  if (address === ROOT) return { redirect: `${ROOT}/` };
  const name = address.slice(ROOT.length + 1);
  if (name === '') return { file: 'index.html' };
  // A page has only one address, because its links are relative.
  if (name.endsWith('/'))
    return files.has(`${name.slice(0, -1)}.html`) ? { redirect: address.slice(0, -1) } : undefined;
  const file = [`${name}.html`, name].find((one) => files.has(one));
  return file === undefined ? undefined : { file };
}

/**
 * Returns the content security policy of the documentation. Under this policy, even a manipulated script can send a key
 * only to the sandbox of this installation.
 */
function policy(base: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${base}/sandbox/`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
