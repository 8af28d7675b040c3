import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { cookieNamed, cookiesOf, join, logIn, type Person } from './people.ts';

/**
 * Returns the authenticator app's code at the server's time, or the code from a given number of 30-second steps earlier
 * or later.
 */
export function codeOf(app: TestApp, secret: string, steps = 0): string {
  const timestamp = app.clock.now().getTime() + steps * 30_000;
  return app.secret(new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp }));
}

export type Guarded = Person & { secret: string; recoveryCodes: string[]; session: string };

/**
 * Creates a person with an authenticator app through the real steps. The clock then advances by one step, so that the
 * next code is valid.
 */
export async function withApp(app: TestApp, person?: Person): Promise<Guarded> {
  const somebody = person ?? (await join(app));
  const setup = await somebody.caller.post<'setUpTwoFactor'>('/api/auth/2fa/setup');
  expect(setup.status, setup.text).toBe(200);
  const { secret } = setup.body;
  app.secret(secret);
  const answer = await somebody.caller.post<'verifyTwoFactor'>('/api/auth/2fa/verify', { code: codeOf(app, secret) });
  expect(answer.status, answer.text).toBe(200);
  const recoveryCodes = answer.body.recoveryCodes ?? [];
  for (const code of recoveryCodes) app.secret(code);
  app.clock.advance({ seconds: 30 });
  return {
    ...somebody,
    caller: app.anyone.with({ cookie: cookiesOf(answer) }),
    session: cookiesOf(answer),
    secret,
    recoveryCodes,
  };
}

/**
 * Signs in with the password only. Returns a browser with the given cookies and the cookie that is valid until the
 * second factor is entered.
 */
export async function halfIn(app: TestApp, email: string, cookies: readonly string[] = []): Promise<Caller> {
  const answer = await logIn(app, email);
  expect(answer.status, answer.text).toBe(403);
  return app.anyone.with({ cookie: [cookieNamed(answer, 'countersign_login'), ...cookies].join('; ') });
}

/** Signs in with password and code. Returns a session in a browser that was never used before. */
export async function logInWithCode(app: TestApp, { email, secret }: Guarded): Promise<Caller> {
  const step = await halfIn(app, email);
  app.clock.advance({ seconds: 30 });
  const answer = await step.post('/api/auth/2fa/verify', { code: codeOf(app, secret) });
  expect(answer.status, answer.text).toBe(200);
  return app.anyone.with({ cookie: cookiesOf(answer) });
}

// ------------------------------------------------------------------ passkeys
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** Encodes a byte string of up to 64 kB (RFC 8949 §3.1). */
const cborBytes = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

type Changes = { origin?: string; rpId?: string; verified?: boolean; counter?: number; challenge?: string };

/** A software authenticator (Web Authentication Level 3) with one ES256 key and without attestation. */
export class SoftPasskey {
  readonly id = randomBytes(16);
  counter = 0;
  readonly #key: KeyObject;
  readonly #point: Buffer;
  #handle = 'AAAAAAAAAAAAAAAAAAAAAA';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#point = Buffer.concat(
      // COSE_Key: EC2, ES256, P-256, x, y (RFC 9053 §7.1.1).
      [
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x ?? '', 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y ?? '', 'base64url'),
      ],
    );
  }

  create(
    origin: string,
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    changes: Changes = {},
  ) {
    this.#handle = options.user.id;
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#point]);
    const data = this.#data(changes.rpId ?? options.rp.id, changes, attested);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', changes.challenge ?? options.challenge, changes.origin ?? origin),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    };
  }

  get(origin: string, options: { challenge: string; rpId: string }, changes: Changes = {}) {
    const data = this.#data(changes.rpId ?? options.rpId, changes);
    const json = clientData('webauthn.get', changes.challenge ?? options.challenge, changes.origin ?? origin);
    const signature = sign('sha256', Buffer.concat([data, hash(Buffer.from(json, 'base64url'))]), this.#key);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: json,
        authenticatorData: b64(data),
        signature: b64(signature),
        userHandle: this.#handle,
      },
    };
  }

  #credential() {
    return { id: b64(this.id), rawId: b64(this.id), type: 'public-key', clientExtensionResults: {} };
  }

  #data(rpId: string, { verified = true, counter }: Changes, attested?: Buffer): Buffer {
    this.counter = counter ?? this.counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const flags = UP | (verified ? UV : 0) | (attested ? AT : 0);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** The origin of the pages, as a browser reports it. */
export const originOf = (app: TestApp): string => app.services.baseUrl();

export type Keyed = Person & { key: SoftPasskey; passkeyId: string; recoveryCodes: string[] };

/** Creates a person with a passkey. */
export async function withPasskey(app: TestApp, person?: Person, name?: string): Promise<Keyed> {
  const somebody = person ?? (await join(app));
  const { body } = await somebody.caller.post<'passkeyRegistrationOptions'>('/api/auth/passkeys/options');
  const key = new SoftPasskey();
  const answer = await somebody.caller.post<'addPasskey'>('/api/auth/passkeys', {
    ...(name !== undefined && { name }),
    response: key.create(originOf(app), body.options),
  });
  expect(answer.status, answer.text).toBe(201);
  const recoveryCodes = answer.body.recoveryCodes ?? [];
  for (const code of recoveryCodes) app.secret(code);
  return {
    ...somebody,
    caller: app.anyone.with({ cookie: cookiesOf(answer) }),
    key,
    passkeyId: answer.body.passkey.id,
    recoveryCodes,
  };
}

/** Signs in with only the passkey. */
export async function logInWithPasskey(app: TestApp, key: SoftPasskey, changes: Changes = {}) {
  const { body } = await app.anyone.post<'passkeyLoginOptions'>('/api/auth/passkeys/login/options');
  return app.anyone.post<'loginWithPasskey'>('/api/auth/passkeys/login', {
    response: key.get(originOf(app), body.options, changes),
  });
}

/** Makes the organization require a second factor from everyone from now on. */
export async function requireTwoFactor(
  app: TestApp,
  required = true,
  more: object = {},
  organizationId: string = app.tenant.organizationId,
): Promise<void> {
  const answer = await app.service.send('PATCH', '/api/organization', {
    headers: { 'x-organization-id': organizationId },
    body: { settings: { require_two_factor: required, ...more } },
  });
  expect(answer.status, answer.text).toBe(200);
}
