/** What the certificates point at: themselves, revocation lists, the OCSP responder, and the time-stamping authority. */
import type { Environment } from '@countersign/contract';
import { toPem } from '@countersign/pki';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';
import type { Services } from './wiring.ts';

type Params = { Params: { environment: string } };
const REQUEST_LIMIT = 16 * 1024;

export function servePki(app: FastifyInstance, { authority }: Services): void {
  // RFC 5280 §4.2.1.13 and §4.2.2.1: where a certificate says that its issuer and its revocation list are.
  app.get<{ Params: { environment: string; file: string } }>('/pki/:environment/:file', async (request, reply) => {
    const environment = environmentOf(request.params.environment);
    // CAs of later generations are numbered: `issuing-2.crl`.
    const [, name = '', form = ''] =
      /^((?:root|issuing)(?:-\d{1,4})?|timestamp|ocsp)\.(pem|cer|crl)$/.exec(request.params.file) ?? [];
    void reply.header('cache-control', 'public, max-age=3600');
    if (form === 'crl') {
      // A revocation counts at once: no proxy may keep the list from before it.
      void reply.header('cache-control', 'public, max-age=60');
      const crl = await authority.status.crl(environment, name);
      if (crl === undefined) throw new AppError('NOT_FOUND');
      return reply.type('application/pkix-crl').send(crl);
    }
    const der = authority.named(environment, name)?.der;
    if (der === undefined) throw new AppError('NOT_FOUND');
    if (form === 'cer') return reply.type('application/pkix-cert').send(der);
    return reply.type('application/x-pem-file').send(toPem('CERTIFICATE', der));
  });

  const types = ['application/ocsp-request', 'application/timestamp-query'];
  app.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: REQUEST_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  const answer = (environment: Environment, request: Uint8Array) => authority.status.answerOcsp(environment, request);

  // RFC 6960 appendix A.1: POST, or GET with the request in the path.
  app.post<Params>('/pki/:environment/ocsp', async (request, reply) => {
    const der = binaryBody(request.body);
    return reply.type('application/ocsp-response').send(await answer(environmentOf(request.params.environment), der));
  });
  app.get<{ Params: { environment: string; request: string } }>(
    '/pki/:environment/ocsp/:request',
    async (request, reply) => {
      const der = Buffer.from(request.params.request, 'base64');
      return reply.type('application/ocsp-response').send(await answer(environmentOf(request.params.environment), der));
    },
  );

  // RFC 3161 §3.4.
  app.post<Params>('/pki/:environment/tsa', async (request, reply) => {
    const der = binaryBody(request.body);
    const response = await authority.answerTimestamp(environmentOf(request.params.environment), der);
    return reply.type('application/timestamp-reply').send(response);
  });
}

function environmentOf(text: string): Environment {
  if (text !== 'live' && text !== 'sandbox') throw new AppError('NOT_FOUND');
  return text;
}

function binaryBody(body: unknown): Buffer {
  if (!Buffer.isBuffer(body))
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      {},
      { message: 'Send the DER of the request with its own Content-Type.' },
    );
  return body;
}
