/**
 * The API reference at /docs/reference: pages generated from the description and the schema, within a page that is
 * built with the public ones (apps/sign/reference.html). Everything comes from this server, and only search and the
 * forms need a script.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Encoded } from '../../platform/invoke/answers.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Overload } from '../../platform/overload/overload.ts';
import { admission } from '../http/admission.ts';
import { chosen, encoded } from '../http/encodings.ts';
import { linkBaseOf } from '../http/link-base.ts';
import { markReached, setRateHeaders } from '../http/rate.ts';
import type { Reference } from './reference.ts';
import { html } from './html.ts';
import { type Page, PLACES, ROOT } from './layout.ts';

const TEMPLATE = fileURLToPath(new URL('../../../../sign/dist/reference.html', import.meta.url));
/** Pages in all three encodings. */
const KEPT_BYTES = 8 * 1024 * 1024;

export type ReferenceOptions = { limits: Limits; overload: Overload; baseUrl: () => string };

export function serveReference(app: FastifyInstance, { limits, overload, baseUrl }: ReferenceOptions): void {
  const template = existsSync(TEMPLATE) ? readFileSync(TEMPLATE, 'utf8') : undefined;
  const kept = new LRUCache<string, Encoded>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ plain, br, gzip }) => plain.length + br.length + gzip.length,
  });
  let reference: Promise<Reference> | undefined;
  // The description and the schema take a third of a second and some megabytes, so they are loaded on first use.
  const loaded = () => (reference ??= import('./reference.ts').then(({ Reference: Loaded }) => new Loaded()));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    markReached(request);
    await limits.countAddress('open', request.ip, (state) => setRateHeaders(reply, state));
    if (template === undefined) return reply.status(503).type('text/plain').send('The pages are not built yet.');
    const base = linkBaseOf(baseUrl(), request.headers.host);
    const [address = ''] = request.url.replace(/\/$/, '').split('?', 1);
    void reply.headers({ 'content-security-policy': policy(base), 'cache-control': 'no-cache' });
    void reply.type(address === PLACES.search ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8');
    const made = await loaded();
    let forms = kept.get(base + address);
    if (!forms) {
      const text = address === PLACES.search ? made.searchIndex() : made.page(address, base);
      if (text === undefined) return reply.status(404).send(filled(template, made.notFound(address)));
      forms = encoded(Buffer.from(typeof text === 'string' ? text : filled(template, text)));
      kept.set(base + address, forms);
    }
    return reply.send(chosen(reply, forms).bytes);
  };
  for (const url of [ROOT, `${ROOT}/*`])
    app.get(url, admission({ overload, work: 'everyday', isStream: false }), answer);
}

/** A separate policy: even a manipulated script can send a key only to the sandbox of this installation. */
function policy(base: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${base}/sandbox/ ${base}${PLACES.search}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Functions, because text may contain patterns that `replace` would interpret. */
function filled(template: string, { title, content }: Page): string {
  return template
    .replace('__TITLE__', () => html`${title} · Countersign API reference`.text)
    .replace('__PAGE__', () => content.text);
}
