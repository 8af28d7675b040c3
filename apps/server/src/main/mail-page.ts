/** Mails of the built-in mailbox as pages, for the frame on /mailbox. */
import { isId } from '@countersign/contract';
import type { FastifyInstance } from 'fastify';
import { withPictures } from '../features/mail/index.ts';
import { getMail } from '../features/notifications/index.ts';
import { AppError } from '../platform/errors.ts';
import { refuseWithoutSecondFactor } from '../transport/authenticate.ts';
import { readCookie } from '../transport/cookies.ts';
import { MAIL_POLICY } from '../transport/pages.ts';
import type { Services } from './wiring.ts';

/** A mail as its reader saw it, for the frame on /mailbox. Links open in a new tab. */
export function serveMail(app: FastifyInstance, services: Services): void {
  for (const environment of ['live', 'sandbox'] as const) {
    const prefix = environment === 'live' ? '' : '/sandbox';
    app.get<{ Params: { id: string } }>(`${prefix}/mailbox/html/:id`, async (request, reply) => {
      const token = readCookie(request, 'session', services.baseUrl());
      const session =
        token === undefined
          ? undefined
          : await services.credentials.session(token, {
              address: request.ip,
              userAgent: request.headers['user-agent'] ?? '',
            });
      const tenantId = session && (await services.credentials.tenantOf(session.principal.organizationId, environment));
      if (!session || tenantId === undefined) throw new AppError('UNAUTHORIZED');
      refuseWithoutSecondFactor(session.principal);
      const { id } = request.params;
      if (!isId('mail', id)) throw new AppError('MAIL_NOT_FOUND', { mailId: id });
      const reader = { principal: { ...session.principal, tenantId }, environment };
      const { html } = await getMail(services.uow, reader, id);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', MAIL_POLICY)
        .send(withPictures(html).replace(/<head>/i, '<head><base target="_blank">'));
    });
  }
}
