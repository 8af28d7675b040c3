/**
 * Routes for the URLs in certificates: CA certificates, revocation lists, the OCSP responder and the time-stamping
 * authority.
 */
import type { Environment } from '@countersign/contract';
import { toPem } from '@countersign/pki';
import { AppError } from '../../platform/errors.ts';
import type { Route } from '../../platform/invoke/route.ts';
import type { Authority } from './authority.ts';

export type Services = { authority: Authority };

const REQUEST_LIMIT = 16 * 1024;
const BODY = { types: ['application/ocsp-request', 'application/timestamp-query'], maxBytes: REQUEST_LIMIT };
const AN_HOUR = { 'cache-control': 'public, max-age=3600' };
/** A revocation takes effect immediately, so proxies must not cache the previous list for long. */
const A_MINUTE = { 'cache-control': 'public, max-age=60' };

export const routes = ({ authority }: Services): Route[] => [
  // Serves the issuer's certificate and revocation list (RFC 5280 §4.2.1.13 and §4.2.2.1).
  {
    method: 'GET',
    path: '/pki/:environment/:file',
    rate: 'open',
    handle: async ({ params }) => {
      const environment = environmentOf(params['environment']);
      // The names of later CA generations are numbered: `issuing-2.crl`.
      const [, name = '', form = ''] =
        /^((?:root|issuing)(?:-\d{1,4})?|timestamp|ocsp)\.(pem|cer|crl)$/.exec(params['file'] ?? '') ?? [];
      if (form === 'crl') {
        const crl = await authority.status.crl(environment, name);
        if (crl === undefined) throw new AppError('NOT_FOUND');
        return { headers: A_MINUTE, type: 'application/pkix-crl', body: crl };
      }
      const der = authority.named(environment, name)?.der;
      if (der === undefined) throw new AppError('NOT_FOUND');
      return form === 'cer'
        ? { headers: AN_HOUR, type: 'application/pkix-cert', body: der }
        : { headers: AN_HOUR, type: 'application/x-pem-file', body: toPem('CERTIFICATE', der) };
    },
  },
  // Serves the OCSP responder (RFC 6960 appendix A.1): POST, or GET with the request in the path.
  {
    method: 'POST',
    path: '/pki/:environment/ocsp',
    rate: 'open',
    body: BODY,
    handle: async ({ body, params }) => ocsp(authority, environmentOf(params['environment']), sent(body)),
  },
  {
    method: 'GET',
    path: '/pki/:environment/ocsp/:request',
    rate: 'open',
    handle: async ({ params }) =>
      ocsp(authority, environmentOf(params['environment']), Buffer.from(params['request'] ?? '', 'base64')),
  },
  // Serves the time-stamping authority (RFC 3161 §3.4).
  {
    method: 'POST',
    path: '/pki/:environment/tsa',
    rate: 'open',
    body: BODY,
    handle: async ({ body, params }) => ({
      type: 'application/timestamp-reply',
      body: await authority.answerTimestamp(environmentOf(params['environment']), sent(body)),
    }),
  },
];

async function ocsp(authority: Authority, environment: Environment, request: Uint8Array) {
  return { type: 'application/ocsp-response', body: await authority.status.answerOcsp(environment, request) };
}

function environmentOf(text: string | undefined): Environment {
  if (text !== 'live' && text !== 'sandbox') throw new AppError('NOT_FOUND');
  return text;
}

function sent(body: Uint8Array | undefined): Uint8Array {
  if (body === undefined)
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      {},
      {
        message:
          'Send the request in DER, with the Content-Type `application/ocsp-request` or `application/timestamp-query`.',
      },
    );
  return body;
}
