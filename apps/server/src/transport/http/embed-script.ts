/** Serves the web components of packages/embed at an address that never changes, for pages of other origins. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import { chosen, encoded } from './encodings.ts';

const SCRIPT = fileURLToPath(new URL('../../../../../packages/embed/dist/embed.js', import.meta.url));
/** The cache lifetime is short, because a new release serves its script at the same address. */
const CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

export function serveEmbedScript(app: FastifyInstance): void {
  const script = existsSync(SCRIPT) ? readFileSync(SCRIPT) : undefined;
  const forms = script && encoded(script);
  // The version is hexadecimal, because the request firewall could mistake other letters for an attack when a browser
  // sends them back.
  const version = script && sha256Hex(script).slice(0, 32);
  app.get('/embed.js', (request, reply) => {
    if (forms === undefined)
      throw new AppError('SERVICE_UNAVAILABLE', {}, { message: 'The web components are not built. Run "npm ci".' });
    const { bytes, suffix } = chosen(reply, forms);
    const tag = `"${version}${suffix}"`;
    void reply.headers({
      // Pages of any origin load the script as a module, which requires CORS.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': CACHE,
      etag: tag,
    });
    if (request.headers['if-none-match'] === tag) return reply.status(304).removeHeader('content-encoding').send();
    return reply.type('text/javascript; charset=utf-8').send(bytes);
  });
}
