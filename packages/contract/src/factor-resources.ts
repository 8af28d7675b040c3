/**
 * Second factors as returned by the API. WebAuthn data has the JSON format that the standard defines (Web
 * Authentication Level 3, §5.1).
 */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { singleLine, timestamp } from './values.ts';
import { opaque, strict } from './field-class.ts';

/** Six digits from the authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const factorCode = opaque(z.string()).trim().min(6, 'must be a six-digit code or a recovery code').max(60);

export const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery-code']);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

export const twoFactorStatus = z.object({
  enabled: z.boolean().meta({ description: 'True if signing in with a password requires a second factor.' }),
  totp: z.object({ enabled: z.boolean(), confirmed_at: timestamp.nullable() }),
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
  requiredBy: z.array(z.string()).meta({ description: 'Names of your organizations that require a second factor.' }),
});
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>;

export const passkeyName = singleLine(80);
export const passkey = z.object({
  id: idSchema('passkey'),
  name: z.string(),
  backed_up: z.boolean().meta({ description: 'True if a password manager syncs the passkey across devices.' }),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const base64url = (max: number) =>
  opaque(z.string())
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url without padding');
const transports = z.array(strict(z.string()).max(32)).max(10);
const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() });
const CREDENTIAL_ID = 1400;
const CLIENT_DATA = 8192;

export const registrationOptions = z.looseObject({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.looseObject({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export const authenticationOptions = z.looseObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor).optional(),
  userVerification: z.literal('required'),
});

const credential = {
  id: base64url(CREDENTIAL_ID),
  rawId: base64url(CREDENTIAL_ID),
  type: z.literal('public-key'),
};
/** Browsers may send additional properties, which are ignored. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA),
    attestationObject: base64url(65_536),
    transports: transports.optional(),
  }),
});
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA),
    authenticatorData: base64url(CLIENT_DATA),
    signature: base64url(2048),
    userHandle: base64url(200).optional(),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;
export type AuthenticationResponse = z.output<typeof authenticationResponse>;
