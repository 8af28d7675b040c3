/**
 * Sign-in for programs without a browser, such as the command line. The program shows a code, and a person confirms the
 * code in the app (the device flow of RFC 8628, with JSON bodies). The program gets its own API key.
 */
import { z } from 'zod';
import { opaque, strict } from '../field-class.ts';
import { defineOperation, json } from '../operation.ts';
import { apiKeyScope, apiKeyWithValue, environment, singleLine, timestamp } from '../resources.ts';

/**
 * The alphabet has no vowels, so codes do not spell words. It also has no characters that look alike (RFC 8628, 6.1).
 */
const userCode = strict(z.string())
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/, 'must be a code such as BCDF-GHJK'))
  .meta({ description: 'The code that the program shows. Hyphens, spaces and case are ignored.' });
const device = singleLine(80).meta({
  description: 'The name of the program and the machine that it runs on, such as `countersign on laptop`.',
});
const common = { tag: 'API keys', environment: 'live' } as const;
const success = z.object({ success: z.literal(true) });

export const startDeviceSignIn = defineOperation({
  ...common,
  id: 'startDeviceSignIn',
  secretAnswer: true,
  idempotency: 'none',
  method: 'POST',
  path: '/api/auth/device',
  summary: 'Start a device sign-in',
  description:
    'Returns a code for the user and a code for the program (RFC 8628). The user opens `verification_uri` and confirms the code within 10 minutes.',
  credentials: ['public'],
  rate: 'address',
  body: json(
    z.strictObject({
      device,
      environment: environment
        .default('live')
        .meta({ description: 'The environment that is preselected on the confirmation page.' }),
    }),
  ),
  success: {
    status: 201,
    body: json(
      z.object({
        device_code: z.string().meta({ description: 'Secret code for the program. Send it to `finishDeviceSignIn`.' }),
        user_code: z.string(),
        verification_uri: z.string(),
        verification_uri_complete: z
          .string()
          .meta({ description: '`verification_uri` with the code in it, for a link or a QR code.' }),
        expires_in: z.int().meta({ description: 'Seconds until the codes expire.' }),
        interval: z
          .int()
          .meta({ description: 'Minimum number of seconds between two requests to `finishDeviceSignIn`.' }),
      }),
    ),
  },
  errors: [],
});

export const finishDeviceSignIn = defineOperation({
  ...common,
  id: 'finishDeviceSignIn',
  secretAnswer: true,
  idempotency: 'none',
  method: 'POST',
  path: '/api/auth/device/token',
  summary: 'Finish a device sign-in',
  description:
    'Returns an API key after the user has confirmed the code. Until then, the response is 202 and `apiKey` is null. If the response is lost, repeat the request: the server revokes the unused key and returns a new one, at most twice.',
  credentials: ['public'],
  rate: 'open',
  body: json(z.strictObject({ device_code: opaque(z.string()).min(1).max(100) })),
  success: {
    status: 200,
    goesOn: 'apiKey',
    body: json(success.extend({ apiKey: apiKeyWithValue.nullable() })),
  },
  errors: ['DEVICE_CODE_EXPIRED', 'PLAN_REQUIRED'],
});

export const reviewDeviceSignIn = defineOperation({
  ...common,
  id: 'reviewDeviceSignIn',
  idempotency: 'none',
  method: 'POST',
  path: '/api/auth/device/review',
  summary: 'Review a device sign-in',
  description:
    'Returns details about the program that shows this code, so that you can check them before you confirm. After ten wrong codes, further attempts are blocked for a while.',
  credentials: ['session'],
  rate: 'credential',
  body: json(z.strictObject({ userCode })),
  success: {
    status: 200,
    body: json(
      z.object({
        device: z.string(),
        environment,
        address: z.string().meta({ description: 'IP address of the client.' }),
        requested_at: timestamp,
        expires_at: timestamp,
      }),
    ),
  },
  errors: ['DEVICE_CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
});

export const confirmDeviceSignIn = defineOperation({
  ...common,
  id: 'confirmDeviceSignIn',
  method: 'POST',
  path: '/api/auth/device/confirm',
  summary: 'Confirm a device sign-in',
  description:
    'Gives the program that shows this code an API key for your current organization. The key is listed under API keys, where you can revoke it.',
  credentials: ['session'],
  role: 'admin',
  right: 'apiKeys',
  stepUp: 'session',
  rate: 'credential',
  body: json(
    z.strictObject({
      userCode,
      environment: environment.default('live'),
      scopes: z
        .array(apiKeyScope)
        .min(1)
        .max(100)
        .transform((scopes) => [...new Set(scopes)]),
      expiresInDays: z.int().min(1).max(3650).nullable().default(90),
    }),
  ),
  success: { status: 200, body: json(success) },
  errors: ['DEVICE_CODE_EXPIRED', 'TOO_MANY_ATTEMPTS', 'PLAN_REQUIRED'],
});
