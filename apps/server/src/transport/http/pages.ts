/**
 * Serves the built pages: the app at /, the signing page at /sign, public verification at /verify, drawing on a phone
 * at /draw, public links at /start, and e-mails of the built-in mailbox. Each has its own strict policy.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { originInAddress } from '@countersign/contract';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digest, randomSecret } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import { languageAskedFor } from './asked-language.ts';
import { readCookie } from './cookies.ts';
import { serveEmbedScript } from './embed-script.ts';
import { chosen, encoded, encodingFor } from './encodings.ts';
import { sendError } from './errors.ts';

const WEB = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const SIGN = fileURLToPath(new URL('../../../../sign/dist/', import.meta.url));

const STRICT =
  "default-src 'none'; script-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'";
/** Returns the content security policy. `origins` were validated when they were set, so none can end the directive. */
const policyFor = (origins: readonly string[]): string =>
  `${STRICT}; frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;
const TENANT = /^ten_[0-9a-z]{26}$/;

type AppPage = {
  /** The address of the page, such as `/documents/:id`. Addresses without a page are unknown. */
  address: string;
  /** The heading of a page, sent in the first bytes of the page. Set only if the heading is the same for everyone. */
  heading?: string;
};

/** Returns the app's pages, live and in the sandbox, as its build lists them (scripts/app-pages.ts). */
export function appPages(): readonly AppPage[] {
  const list = `${WEB}pages.json`;
  // If the pages have not been built, only a message saying so is shown.
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as AppPage[]) : [{ address: '/' }];
}

/** The pages for preparing a document, which an organization may embed in its own pages. */
const PREPARING: readonly string[] = ['/documents/new', '/documents/:id/send'];

/** The page for links that prepare one draft without a session. */
const PREPARING_LINK = '/prepare';

/** The origins whose pages may embed the pages of this server. */
export type Framing = {
  ofTenant: (tenantId: string) => Promise<readonly string[]>;
  /** Returns the origins that the organization of the browser's session allows. Returns none if there is no session. */
  ofSession: (request: FastifyRequest) => Promise<readonly string[]>;
};

type Options = {
  baseUrl: () => string;
  showPageNotFound: (page: (reply: FastifyReply) => FastifyReply) => void;
  framing: Framing;
};

export async function servePages(app: FastifyInstance, { baseUrl, showPageNotFound, framing }: Options): Promise<void> {
  const web = readPage(`${WEB}index.html`);
  const sign = publicPage(`${SIGN}index.html`);
  // The signing page contains text before its script runs, so there is one page for each language.
  const signIn = new Map(ALL_LANGUAGES.map((language) => [language, publicPage(`${SIGN}index.${language}.html`)]));
  const verify = publicPage(`${SIGN}verify.html`);
  const draw = publicPage(`${SIGN}draw.html`);
  const start = publicPage(`${SIGN}start.html`);
  // File names contain a hash of their content, so they can be cached forever.
  const options = {
    index: false,
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
    // The files were compressed at build time. Ranges are not supported, because they would depend on the chosen
    // encoding.
    preCompressed: true,
    acceptRanges: false,
  } as const;
  await app.register(async (files) => {
    // The path leaves the folder or is invalid in the file system.
    files.setErrorHandler((error, request, reply) => {
      request.log.info({ err: error }, 'the requested file does not exist');
      return sendError(reply, new AppError('NOT_FOUND'));
    });
    files.addHook('onRequest', (request, _reply, done) => {
      // The plug-in does not respect encodings that the client excludes, so the header is replaced with the chosen
      // encoding.
      request.raw.headers['accept-encoding'] = encodingFor(request) ?? 'identity';
      done();
    });
    await files.register(staticFiles, { ...options, root: `${WEB}assets`, prefix: '/assets/', decorateReply: false });
    await files.register(staticFiles, {
      ...options,
      root: `${SIGN}assets`,
      prefix: '/sign/assets/',
      decorateReply: false,
    });
  });
  app.get<{ Querystring: { embed?: unknown } }>('/sign', async (request, reply) => {
    const show = signIn.get(languageAskedFor(request.headers['accept-language'])) ?? sign;
    const { embed } = request.query;
    // A link's token is in the URL fragment, which servers never see, so the URL also names the organization. The page
    // sends this name along when it opens the link, so an organization cannot embed another organization's link under
    // its own name.
    return show(reply, typeof embed === 'string' && TENANT.test(embed) ? await framing.ofTenant(embed) : []);
  });
  app.get('/verify', (_request, reply) => verify(reply));
  app.get('/draw', (_request, reply) => draw(reply));
  app.get('/start', (_request, reply) => start(reply));
  serveEmbedScript(app);
  const showApp = (reply: FastifyReply, heading = '', origins: readonly string[] = []) => {
    // Visitors without a session are redirected to the sign-in page.
    const isBegun = readCookie(reply.request, 'session', baseUrl()) !== undefined;
    const nonce = randomSecret(16).toString('base64');
    const scheme = /^(light|dark)$/.exec(reply.request.cookies['cs_scheme'] ?? '')?.[0];
    return page(
      reply,
      web
        ?.replaceAll('__CSP_NONCE__', nonce)
        .replace('__HEADING__', isBegun ? heading : '')
        .replace('</head>', () => `${originsTag(origins)}</head>`)
        .replace('<html', (tag) => (scheme === undefined ? tag : `${tag} data-mantine-color-scheme="${scheme}"`)),
      `${policyFor(origins)}; style-src 'self' 'nonce-${nonce}'; frame-src 'self'`,
    );
  };
  const framersOf = async (address: string, request: FastifyRequest): Promise<readonly string[]> => {
    if (PREPARING.includes(address)) return framing.ofSession(request);
    if (address !== PREPARING_LINK) return [];
    // A preparing link names its organization and can name one origin. The page repeats both when it opens the link.
    const { embed, origin } = request.query as { embed?: unknown; origin?: unknown };
    if (typeof embed !== 'string' || !TENANT.test(embed)) return [];
    const allowed = await framing.ofTenant(embed);
    return origin === undefined ? allowed : allowed.filter((one) => originInAddress(one) === origin);
  };
  for (const { address, heading } of appPages())
    for (const url of address === '/' ? ['/', '/sandbox', '/sandbox/'] : withSlash(address, `/sandbox${address}`))
      app.get(url, async (request, reply) => showApp(reply, heading, await framersOf(address, request)));
  showPageNotFound(showApp);
}

const withSlash = (...addresses: string[]): string[] => addresses.flatMap((address) => [address, `${address}/`]);

/**
 * Returns a page that is identical for everyone, so it may be compressed. Its first styles are inline, which the policy
 * allows by their hash. `origins` may embed the page, and a tag in the page's head contains the origins to which it may
 * send messages.
 */
function publicPage(path: string): (reply: FastifyReply, origins?: readonly string[]) => FastifyReply {
  const html = readPage(path);
  if (html === undefined) return (reply) => page(reply, undefined, '');
  const forms = encoded(Buffer.from(html));
  const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(
    ([, style = '']) => ` 'sha256-${digest('sha256', style).toString('base64')}'`,
  );
  const style = `style-src 'self'${styles.join('')}`;
  return (reply, origins = []) => {
    const policy = `${policyFor(origins)}; ${style}`;
    if (origins.length === 0) return page(reply, chosen(reply, forms).bytes, policy);
    return page(
      reply,
      html.replace('</head>', () => `${originsTag(origins)}</head>`),
      policy,
    );
  };
}

const originsTag = (origins: readonly string[]): string =>
  origins.length === 0 ? '' : `<meta name="countersign-origins" content="${origins.join(' ')}" />`;

function readPage(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function page(reply: FastifyReply, html: string | Buffer | undefined, policy: string): FastifyReply {
  if (html === undefined) {
    return reply
      .status(503)
      .type('text/plain')
      .send('The pages are not built yet. Run "npm ci" (or "npm run prepare") in the project folder, then reload.');
  }
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(html);
}
