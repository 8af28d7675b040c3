/** Mails of the built-in mailbox as pages, for the frame on /mailbox. */
import { isId } from '@countersign/contract';
import type { FastifyInstance } from 'fastify';
import { getMail } from '../features/notifications/index.ts';
import { AppError } from '../platform/errors.ts';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../transport/authenticate.ts';
import { MAIL_POLICY } from '../transport/pages.ts';
import type { Services } from './wiring.ts';

/** A mail as its reader saw it, for the frame on /mailbox. Links open in a new tab. */
export function serveMail(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/mailbox/html/:id', async (request, reply) => {
    const token = request.cookies[SECURE_SESSION_COOKIE] ?? request.cookies[SESSION_COOKIE];
    const session = token === undefined ? undefined : await services.credentials.session(token);
    if (session?.principal.role !== 'owner') throw new AppError('UNAUTHORIZED');
    const { id } = request.params;
    if (!isId('mail', id)) throw new AppError('MAIL_NOT_FOUND', { mailId: id });
    const { html } = await getMail(services.uow, session.principal, id);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(html.replace(/<head>/i, '<head><base target="_blank">'));
  });
}
