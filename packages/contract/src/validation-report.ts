/**
 * The JSON validation report, which packages/pades creates. It contains the facts that ETSI TS 119 102-2 requires
 * (docs/understand/verification.md).
 */
import { z } from 'zod';
import { timestamp } from './resources.ts';

const judgement = {
  indication: z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']),
  subIndication: z.string().nullable().meta({ description: 'Sub-indication according to EN 319 102-1.' }),
};
const chain = {
  chain: z.array(z.string()).meta({ description: "IDs of certificates, starting with the signer's." }),
  trustAnchor: z
    .string()
    .nullable()
    .meta({ description: 'ID of the trusted certificate at the end of the chain. Null if none is trusted.' }),
};
const digest = z
  .object({ algorithm: z.enum(['sha1', 'sha256', 'sha384', 'sha512']), value: z.string() })
  .nullable()
  .meta({ description: 'Hash algorithm, and the hash encoded as base64.' });

const reportedSignature = z.object({
  id: z.string(),
  field: z.string(),
  kind: z.enum(['signature', 'certification']),
  format: z.string().meta({ description: 'Value of `SubFilter` in the PDF.' }),
  ...judgement,
  level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).nullable(),
  qualification: z.enum(['qualified-signature', 'qualified-seal', 'qualified-certificate']).nullable(),
  signer: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    claimedName: z.string().nullable().meta({ description: 'The name claimed in the signature, without proof.' }),
    certificate: z.string().nullable(),
  }),
  claimedTime: timestamp.nullable(),
  bestSignatureTime: z.object({
    time: timestamp,
    timestamp: z.string().nullable().meta({
      description: 'ID of the time-stamp that proves the time. If null, `time` is the time of the validation.',
    }),
  }),
  signedDigest: digest,
  documentDigest: digest,
  signatureValue: z.string().nullable().meta({ description: 'The signature value, encoded as base64.' }),
  signatureAlgorithm: z.object({ scheme: z.string(), digest: z.string(), saltLength: z.int().optional() }).nullable(),
  isAlgorithmSecure: z.boolean(),
  byteRange: z.array(z.int()).nullable(),
  timestamps: z
    .array(z.string())
    .meta({ description: 'IDs of the time-stamps in the signature, followed by those of later document time-stamps.' }),
  ...chain,
  revocation: z.object({
    status: z.enum(['good', 'revoked', 'unknown']),
    revokedAt: timestamp.nullable(),
    reason: z.string().nullable(),
  }),
  trustedBy: z.string().nullable(),
  reasons: z.array(z.string()),
  notes: z.array(z.string()),
});

const reportedTimestamp = z.object({
  id: z.string(),
  kind: z.enum(['signature-timestamp', 'document-timestamp']),
  field: z.string(),
  time: timestamp.nullable(),
  authority: z.string(),
  policy: z.string().nullable(),
  ...judgement,
  reasons: z.array(z.string()),
  token: z.string().meta({ description: 'The time-stamp token in DER, encoded as base64.' }),
  proves: z.array(z.string()).meta({ description: 'Names of the signature fields that the time-stamp covers.' }),
  ...chain,
});

export const validationReport = z.object({
  format: z.literal('countersign-validation-report'),
  version: z
    .literal(1)
    .meta({ description: 'Version of the format. It increases when a property is removed or its meaning changes.' }),
  validatedAt: timestamp,
  policy: z.object({ identifier: z.string(), name: z.string(), sha256: z.string() }),
  file: z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() }),
  isValid: z.boolean(),
  verdict: z.string(),
  reasons: z.array(z.string()),
  signatures: z.array(reportedSignature),
  timestamps: z.array(reportedTimestamp),
  certificates: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      issuer: z.string(),
      serial: z.string(),
      validFrom: timestamp,
      validTo: timestamp,
      sha256: z.string(),
      base64: z.string(),
    }),
  ),
  revocationData: z.array(z.object({ type: z.enum(['crl', 'ocsp']), sha256: z.string() })),
});
