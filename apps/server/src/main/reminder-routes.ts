/**
 * Where the link in a reminder leads: a page that asks, and the address that mail programs post to by themselves (RFC 8058). No
 * cookie counts here; the signed address says whose reminders about which document end, and can do nothing else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Speech } from '../features/mail/index.ts';
import { reminderReader, stopReminders } from '../features/progress/index.ts';
import { AppError } from '../platform/errors.ts';
import type { StopGrant } from '../platform/signing-links.ts';
import type { CountRequest } from './sso-routes.ts';
import type { Services } from './wiring.ts';

type Route = { Params: { token: string } };
const PATH = '/reminders/:token';
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const FORM_LIMIT = 1024;

export function serveReminders(app: FastifyInstance, services: Services, count: CountRequest): void {
  const { uow, links } = services;
  void app.register((scope, _options, done) => {
    // Whatever the form says: that it was posted is the request.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
      (_request, _body, parsed) => parsed(null),
    );
    scope.addHook('preHandler', (request, reply, next) => {
      count(request, reply);
      next();
    });
    scope.get<Route>(PATH, async (request, reply) => {
      const { speech } = await read(request);
      const form = `<form method="post"><button>${speech.word('stop.button')}</button></form>`;
      return page(reply, speech, speech.word('stop.heading'), form);
    });
    scope.post<Route>(PATH, async (request, reply) => {
      const { grant, speech } = await read(request);
      await stopReminders(uow, grant, { address: request.ip, userAgent: request.headers['user-agent'] ?? '' });
      return page(reply, speech, speech.word('stop.done'), '');
    });
    done();
  });

  async function read(request: FastifyRequest<Route>): Promise<{ grant: StopGrant; speech: Speech }> {
    const grant = links.readStop(request.params.token);
    const speech = grant && (await reminderReader(uow, grant));
    if (!grant || !speech) throw new AppError('NOT_FOUND');
    return { grant, speech };
  }
}

/** All words are ours, so there is nothing to escape. */
function page(reply: FastifyReply, { language, direction }: Speech, heading: string, rest: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .send(
      `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${heading}</title>` +
        `<style>${STYLE}</style></head><body><main><h1>${heading}</h1>${rest}</main></body></html>`,
    );
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:17px/1.5 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.4rem;line-height:1.35;font-weight:600}' +
  'button{font:inherit;font-weight:600;padding:.7rem 1.2rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;cursor:pointer}' +
  'button:focus-visible{outline:3px solid;outline-offset:3px}';
