/** What is served beside the contract's operations: certificates under /pki, and mails of the built-in mailbox as pages. */
import { isId } from '@countersign/contract';
import { toPem } from '@countersign/pki';
import type { FastifyInstance } from 'fastify';
import { getMail } from '../features/notifications/index.ts';
import { AppError } from '../platform/errors.ts';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../transport/authenticate.ts';
import { MAIL_POLICY } from '../transport/pages.ts';
import type { Services } from './wiring.ts';

/** Where certificates say that they and their revocation lists are (RFC 5280 §4.2.1.13, §4.2.2.1). */
export function servePki(app: FastifyInstance, { authority }: Services): void {
  app.get<{ Params: { environment: string; file: string } }>('/pki/:environment/:file', async (request, reply) => {
    const { environment, file } = request.params;
    const match = /^(root|issuing|timestamp|ocsp)\.(pem|cer|crl)$/.exec(file);
    if ((environment !== 'live' && environment !== 'sandbox') || !match) throw new AppError('NOT_FOUND');
    const [, kind, form] = match as unknown as [
      string,
      'root' | 'issuing' | 'timestamp' | 'ocsp',
      'pem' | 'cer' | 'crl',
    ];
    void reply.header('cache-control', 'public, max-age=3600');
    if (form === 'crl') {
      if (kind !== 'root' && kind !== 'issuing') throw new AppError('NOT_FOUND');
      return reply.type('application/pkix-crl').send(await authority.crl(environment, kind));
    }
    const { der } = authority.certificate(environment, kind);
    if (form === 'cer') return reply.type('application/pkix-cert').send(der);
    return reply.type('application/x-pem-file').send(toPem('CERTIFICATE', der));
  });
}

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
