/** Serves e-mails of the built-in mailbox as pages for the frame on /mailbox. Links open in a new tab. */
import { type Environment, isId } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { Route } from '../../platform/invoke/route.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { withPictures } from '../mail/index.ts';
import { getMail } from './mailbox.ts';

/**
 * The content security policy for an e-mail in a frame of the app: no scripts, no connections, only inline styles, and
 * a separate origin.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const PREFIXES: readonly [Environment, string][] = [
  ['live', ''],
  ['sandbox', '/sandbox'],
];

export const routes = ({ uow }: { uow: UnitOfWork }): Route[] =>
  PREFIXES.map(([environment, prefix]) => ({
    method: 'GET',
    rate: 'open',
    path: `${prefix}/mailbox/html/:id`,
    handle: async ({ params: { id = '' }, signedIn }) => {
      const principal = await signedIn(environment);
      if (!isId('mail', id)) throw new AppError('MAIL_NOT_FOUND', { mailId: id });
      const { html } = await getMail(uow, { principal, environment }, id);
      return {
        headers: { 'content-security-policy': POLICY },
        type: 'text/html; charset=utf-8',
        body: withPictures(html).replace(/<head>/i, '<head><base target="_blank">'),
      };
    },
  }));
