/**
 * Revokes signers' certificates, and manages the trust anchors for signatures that were created with other products
 * (ADR 18).
 */
import { z } from 'zod';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { multiLine, revocationReason, signerCertificate, singleLine, timestamp, trustAnchor } from '../resources.ts';
import { idParam } from '../path-params.ts';
import { opaque } from '../field-class.ts';

const success = z.object({ success: z.literal(true) });
const certificates = {
  credentials: ['session', 'api-key'],
  rate: 'credential',
  tag: 'Certificates',
} as const;

export const listCertificates = defineOperation({
  ...certificates,
  scope: 'documents:read',
  id: 'listCertificates',
  method: 'GET',
  path: '/api/documents/:id/certificates',
  summary: "List a document's certificates",
  description: 'Returns the certificates that were issued for signatures in the document.',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ certificates: z.array(signerCertificate), pagination })) },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const revokeCertificate = defineOperation({
  ...certificates,
  scope: 'documents:write',
  role: 'admin',
  id: 'revokeCertificate',
  method: 'POST',
  path: '/api/documents/:id/signers/:signerId/revoke-certificate',
  summary: "Revoke a signer's certificate",
  description:
    "Revokes the certificate that was issued for the signature, and sends an e-mail to the signer. The signature stays valid because its time-stamp proves that it was created before the revocation. With a date in the past, the issuer declares the certificate invalid from that date. Only the operator can do this, with the service credential and a `note` that states the reason. The sender and the organization's owners are then notified too, and verification shows the declaration next to the evidence in the file.",
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND'), signerId: idParam('signer', 'SIGNER_NOT_FOUND') }),
  body: json(
    z.strictObject({
      reason: revocationReason,
      revokedAt: z
        .union([z.literal('issuance'), timestamp], 'must be a time (ISO 8601, UTC) or "issuance"')
        .optional()
        .meta({
          description:
            'Time of the revocation, between the issuance of the certificate and now, or "issuance". It is rounded up to a full second. Default: now. Only the operator can use a time in the past.',
        }),
      note: multiLine(1000).optional().meta({ description: 'Stored with the revocation and in the audit trail.' }),
    }),
  ),
  success: { status: 200, body: json(success.extend({ certificates: z.array(signerCertificate) })) },
  errors: ['DOCUMENT_NOT_FOUND', 'SIGNER_NOT_FOUND', 'INVALID_STATE', 'ALREADY_REVOKED'],
});

const administration = {
  credentials: ['session'],
  role: 'admin',
  rate: 'credential',
  tag: 'Administration',
} as const;

export const listTrustAnchors = defineOperation({
  ...administration,
  id: 'listTrustAnchors',
  environment: 'live',
  method: 'GET',
  path: '/api/admin/trust-anchors',
  summary: 'List trust anchors',
  description:
    "Returns the root certificates that are trusted for signatures made by other software. Requires an admin of the operator's organization.",
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ trustAnchors: z.array(trustAnchor), pagination })) },
  errors: [],
});

export const addTrustAnchor = defineOperation({
  ...administration,
  id: 'addTrustAnchor',
  stepUp: 'session',
  environment: 'live',
  method: 'POST',
  path: '/api/admin/trust-anchors',
  summary: 'Add a trust anchor',
  description:
    "Adds a root certificate that is trusted for signatures made by other software. Requires an admin of the operator's organization.",
  body: json(
    z.strictObject({
      name: singleLine(200).optional().meta({ description: 'Default: the name in the certificate.' }),
      certificate: opaque(z.string())
        .min(1, 'must not be empty')
        .max(50_000)
        .meta({ description: 'PEM, or DER encoded as base64.' }),
    }),
  ),
  success: { status: 201, body: json(success.extend({ trustAnchor })) },
  errors: ['TRUST_ANCHOR_EXISTS'],
});

export const removeTrustAnchor = defineOperation({
  ...administration,
  id: 'removeTrustAnchor',
  stepUp: 'session',
  environment: 'live',
  method: 'DELETE',
  path: '/api/admin/trust-anchors/:anchorId',
  summary: 'Remove a trust anchor',
  description:
    "Removes a trust anchor. Signatures that depend on it are no longer reported as trusted. Requires an admin of the operator's organization.",
  params: z.object({ anchorId: idParam('anchor', 'TRUST_ANCHOR_NOT_FOUND') }),
  success: { status: 200, body: json(success) },
  errors: ['TRUST_ANCHOR_NOT_FOUND'],
});
