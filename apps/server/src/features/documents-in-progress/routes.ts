/**
 * The link in a reminder opens a confirmation page. Its address also accepts a direct POST from mail programs (RFC
 * 8058). Cookies are ignored: the signed address determines the recipient and the document whose reminders end, and has
 * no other effect.
 */
import { AppError } from '../../platform/errors.ts';
import type { Route, RouteAnswer } from '../../platform/invoke/route.ts';
import type { SigningLinks, StopGrant } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Speech } from '../mail/index.ts';
import { reminderReader, stopReminders } from './stop-reminders.ts';

const PATH = '/reminders/:token';
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** The content of the form is ignored. A POST is enough to end the reminders. */
const FORM = { types: ['application/x-www-form-urlencoded'], maxBytes: 1024 };

export function routes({ uow, links }: { uow: UnitOfWork; links: SigningLinks }): Route[] {
  const read = async (token = ''): Promise<{ grant: StopGrant; speech: Speech }> => {
    const grant = links.readStop(token);
    const speech = grant && (await reminderReader(uow, grant));
    if (!grant || !speech) throw new AppError('NOT_FOUND');
    return { grant, speech };
  };
  return [
    {
      method: 'GET',
      path: PATH,
      rate: 'address',
      handle: async ({ params }) => {
        const { speech } = await read(params['token']);
        const form = `<form method="post"><button>${speech.word('stop.button')}</button></form>`;
        return page(speech, speech.word('stop.heading'), form);
      },
    },
    {
      method: 'POST',
      path: PATH,
      rate: 'address',
      body: FORM,
      handle: async ({ params, address, userAgent }) => {
        const { grant, speech } = await read(params['token']);
        await stopReminders(uow, grant, { address, userAgent });
        return page(speech, speech.word('stop.done'), '');
      },
    },
  ];
}

/** The page contains only our own text, so nothing needs escaping. */
function page({ language, direction }: Speech, heading: string, rest: string): RouteAnswer {
  return {
    headers: { 'content-security-policy': POLICY },
    type: 'text/html; charset=utf-8',
    body:
      `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${heading}</title>` +
      `<style>${STYLE}</style></head><body><main><h1>${heading}</h1>${rest}</main></body></html>`,
  };
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:17px/1.5 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.4rem;line-height:1.35;font-weight:600}' +
  'button{font:inherit;font-weight:600;padding:.7rem 1.2rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;cursor:pointer}' +
  'button:focus-visible{outline:3px solid;outline-offset:3px}';
