/**
 * Signing links and the bearer tokens of their sessions: `tenant, signer, generation, expiry` under an HMAC (ADR 10).
 * Nothing is stored, so jobs can derive a link again whenever an e-mail is sent. Raising the generation invalidates all
 * older links.
 */
import { addressKey, LIMITS, type Id } from '@countersign/contract';
import { idBytes, idFromBytes } from './crypto/ids.ts';
import { readToken, type SecretKey, sha256, signToken } from './crypto/tokens.ts';
import type { SignerPrincipal } from './principal.ts';

const LINK = 'countersign/signing-link/1';
const SESSION = 'countersign/signing-session/2';
const EMBEDDED = 'countersign/embedded-link/1';
const HANDED_OUT = 'countersign/handed-out-link/1';
const OWN = 'countersign/own-link/1';
const STOP_REMINDERS = 'countersign/stop-reminders/1';
const STEP_CODE = 'countersign/step-code/1';

export class SigningLinks {
  readonly #key: SecretKey;

  constructor(linkKey: SecretKey) {
    this.#key = linkKey;
  }

  /**
   * Returns the URL. The token is in the URL fragment, so that it does not appear in server logs or in the Referer
   * header.
   */
  url(baseUrl: string, signer: { tenantId: string; signerId: string; generation: number }): string {
    return `${baseUrl}/sign#${signToken(this.#key, LINK, body(signer, 0))}`;
  }

  /** Creates a bearer token for the tab that opened a link. It expires after 30 minutes and can be renewed. */
  session(signer: SignerPrincipal, now: Date): { bearer: string; expiresAt: Date } {
    const seconds = Math.floor(now.getTime() / 1000) + LIMITS.signingSessionMinutes * 60;
    const flags =
      (signer.via === 'embedded' ? IS_EMBEDDED : 0) |
      (signer.via === 'account' ? BY_ACCOUNT : 0) |
      (signer.passedCode ? PASSED_CODE : 0) |
      (signer.passedStep === 'email-code' ? PASSED_EMAIL_CODE : 0) |
      (signer.passedStep === 'account' ? PASSED_ACCOUNT : 0);
    const account = signer.userId === undefined ? Buffer.alloc(0) : idBytes(signer.userId);
    const bytes = Buffer.concat([body(signer, seconds), Buffer.of(flags), account]);
    return { bearer: signToken(this.#key, SESSION, bytes), expiresAt: new Date(seconds * 1000) };
  }

  /**
   * Creates a single-use link that is valid for minutes. `serial` counts the links of this signer, and each opens once.
   * `isFramed` means that the organization may embed the page in its own pages.
   */
  embedded(
    baseUrl: string,
    signer: { tenantId: string; signerId: string; generation: number; serial: number },
    expiresAt: Date,
    isFramed: boolean,
  ): string {
    const query = isFramed ? `?embed=${signer.tenantId}` : '';
    return `${baseUrl}/sign${query}#${signToken(this.#key, EMBEDDED, forOneUse(signer, expiresAt))}`;
  }

  /**
   * Creates a link that the sender passes on. It can be opened as often as the link in an e-mail, and does not prove an
   * address.
   */
  handedOut(
    baseUrl: string,
    signer: { tenantId: string; signerId: string; generation: number },
    isFramed: boolean,
  ): string {
    const query = isFramed ? `?embed=${signer.tenantId}` : '';
    return `${baseUrl}/sign${query}#${signToken(this.#key, HANDED_OUT, body(signer, 0))}`;
  }

  /**
   * Creates a single-use link for the recipient's own account. The link records which session requested it, and which
   * recipient authentication that session has passed.
   */
  own(baseUrl: string, signer: OwnLink, expiresAt: Date): string {
    const flags = signer.passedStep === 'account' ? PASSED_ACCOUNT : 0;
    const bytes = Buffer.concat([forOneUse(signer, expiresAt), Buffer.of(flags), idBytes(signer.userId)]);
    return `${baseUrl}/sign#${signToken(this.#key, OWN, bytes)}`;
  }

  /**
   * Returns the link with which a recipient turns off reminders. It is bound to the e-mail address, and does not depend
   * on the signing link.
   */
  stopUrl(
    baseUrl: string,
    { tenantId, signerId, email }: { tenantId: string; signerId: string; email: string },
  ): string {
    const bytes = Buffer.concat([idBytes(tenantId), idBytes(signerId), addressHash(email)]);
    return `${baseUrl}/reminders/${signToken(this.#key, STOP_REMINDERS, bytes)}`;
  }

  readStop(token: string): StopGrant | undefined {
    const bytes = readToken(this.#key, STOP_REMINDERS, token);
    if (bytes?.length !== 32 + ADDRESS_BYTES) return undefined;
    return {
      tenantId: idFromBytes('tenant', bytes.subarray(0, 16)),
      signerId: idFromBytes('signer', bytes.subarray(16, 32)),
      isFor: (email) => addressHash(email).equals(bytes.subarray(32)),
    };
  }

  /**
   * Returns the `n`th code of a signer, with six digits. It is derived for the e-mail, and again to check the code that
   * the signer enters.
   */
  stepCode(signer: { tenantId: string; signerId: string; generation: number }, n: number): string {
    const token = Buffer.from(signToken(this.#key, STEP_CODE, body(signer, n)), 'base64url');
    // With 48 bits for each code, the modulo bias stays below 2^-28.
    return String(token.readUIntBE(token.length - 6, 6) % 1_000_000).padStart(6, '0');
  }

  /**
   * Returns the signer of a token, or undefined if the token is invalid or expired. The generation is checked when the
   * signer is looked up.
   */
  read(token: string, now: Date): SignerPrincipal | undefined {
    const link = readToken(this.#key, LINK, token);
    if (link?.length === BODY_BYTES) return { ...signerOf(link), via: 'link', passedCode: false };
    const handedOut = readToken(this.#key, HANDED_OUT, token);
    if (handedOut?.length === BODY_BYTES) return { ...signerOf(handedOut), via: 'embedded', passedCode: false };
    const session = readToken(this.#key, SESSION, token);
    if (session && !isOver(session, now)) {
      const flags = session.readUInt8(BODY_BYTES);
      const has = (bit: number): boolean => (flags & bit) !== 0;
      return {
        ...accountOf(session, BODY_BYTES + 1, LIMITS.signingSessionMinutes),
        ...signerOf(session),
        via: has(IS_EMBEDDED) ? 'embedded' : has(BY_ACCOUNT) ? 'account' : 'session',
        passedCode: has(PASSED_CODE),
        passedStep: has(PASSED_EMAIL_CODE) ? 'email-code' : has(PASSED_ACCOUNT) ? 'account' : undefined,
      };
    }
    const embedded = readToken(this.#key, EMBEDDED, token);
    if (embedded && !isOver(embedded, now))
      return { ...signerOf(embedded), via: 'embedded', passedCode: false, linkForOneUse: serialOf(embedded) };
    const own = readToken(this.#key, OWN, token);
    if (!own || isOver(own, now)) return undefined;
    const passedStep = own.readUInt8(BODY_BYTES + 4) === PASSED_ACCOUNT ? 'account' : undefined;
    const account = accountOf(own, BODY_BYTES + 5, LIMITS.embeddedLinkMinutes);
    return {
      ...signerOf(own),
      ...account,
      via: 'account',
      passedCode: false,
      passedStep,
      linkForOneUse: serialOf(own),
    };
  }
}

export type StopGrant = { tenantId: Id<'tenant'>; signerId: Id<'signer'>; isFor: (email: string) => boolean };

/** A link for a caller who was signed in: the recipient, and the proofs of the account's session. */
type OwnLink = {
  tenantId: string;
  signerId: string;
  generation: number;
  serial: number;
  userId: string;
  passedStep: SignerPrincipal['passedStep'];
};

const ADDRESS_BYTES = 12;
const addressHash = (email: string): Buffer => sha256(Buffer.from(addressKey(email))).subarray(0, ADDRESS_BYTES);

const BODY_BYTES = 40;
/** Flags in the last byte of a session token. */
const IS_EMBEDDED = 1;
const PASSED_CODE = 2;
const PASSED_EMAIL_CODE = 4;
const PASSED_ACCOUNT = 8;
/** Set if the session was opened by an account instead of a link from an e-mail. */
const BY_ACCOUNT = 16;

const isOver = (bytes: Buffer, now: Date): boolean => bytes.readUInt32BE(36) * 1000 <= now.getTime();

function body(
  { tenantId, signerId, generation }: { tenantId: string; signerId: string; generation: number },
  expires: number,
): Buffer {
  const bytes = Buffer.alloc(BODY_BYTES);
  idBytes(tenantId).copy(bytes, 0);
  idBytes(signerId).copy(bytes, 16);
  bytes.writeUInt32BE(generation, 32);
  bytes.writeUInt32BE(expires, 36);
  return bytes;
}

function forOneUse(signer: Parameters<typeof body>[0] & { serial: number }, expiresAt: Date): Buffer {
  const serial = Buffer.alloc(4);
  serial.writeUInt32BE(signer.serial);
  return Buffer.concat([body(signer, Math.floor(expiresAt.getTime() / 1000)), serial]);
}
const serialOf = (bytes: Buffer): number => bytes.readUInt32BE(BODY_BYTES);

/**
 * Returns the account and the creation time of a link. Only a link issued to an account contains the account's ID, at
 * its end. The creation time is computed from the expiry and the lifetime of this kind of link.
 */
const accountOf = (bytes: Buffer, at: number, minutes: number): Pick<SignerPrincipal, 'userId' | 'madeAt'> =>
  bytes.length === at
    ? {}
    : {
        userId: idFromBytes('user', bytes.subarray(at)),
        madeAt: new Date((bytes.readUInt32BE(36) - minutes * 60) * 1000),
      };

function signerOf(bytes: Buffer): Omit<SignerPrincipal, 'via' | 'passedCode'> {
  const tenantId: Id<'tenant'> = idFromBytes('tenant', bytes.subarray(0, 16));
  const signerId: Id<'signer'> = idFromBytes('signer', bytes.subarray(16, 32));
  return { kind: 'signer', tenantId, signerId, generation: bytes.readUInt32BE(32) };
}
