/**
 * Why a login by an identity provider was refused. The person is told that it was (one sentence for all answers that are not good:
 * whoever forges them learns nothing); the reason goes to the organization's audit trail and settings, where it helps whoever set it up.
 */
export const REFUSALS = {
  // The message as a whole
  'too-large': 'the answer is larger than 256 KB, or has more elements, attributes or namespaces than a login needs',
  malformed: 'the answer is not well-formed XML',
  'forbidden-markup': 'the answer holds a DOCTYPE, a comment, a CDATA section or a processing instruction',
  'not-a-response': 'the answer is no SAML 2.0 response',
  'duplicate-id': 'two elements of the answer have the same ID',
  'several-assertions': 'the answer does not hold exactly one assertion',
  'misplaced-assertion': 'the assertion is not a direct part of the response',
  'not-signed': 'neither the response nor the assertion is signed',
  'misplaced-signature': 'a signature does not stand in the element that it signs',
  'weak-algorithm':
    'a signature or encryption uses an algorithm that is not accepted (SHA-1, RSA 1.5, 3DES or one unknown)',
  'signature-invalid': 'no certificate in the settings verifies the signature',
  undecryptable: 'the encrypted assertion cannot be opened with our key',
  'status-not-success': 'the identity provider answered that the login failed',
  // What it says
  'other-issuer': 'the answer comes from another issuer than the one in the settings',
  'other-destination': 'the answer was made for another address',
  'other-audience': 'the assertion was made for another audience',
  'other-recipient': 'no subject confirmation was made for our address',
  'other-request': 'the answer belongs to another login than the one this browser began',
  'not-yet-valid': 'the assertion is not valid yet; is the clock of the identity provider ahead?',
  expired: 'the assertion has expired or is too old',
  'no-subject': 'the answer names nobody or more than one, or does not name them by the attribute in the settings',
  'not-fresh':
    'the identity provider did not ask the person again, or does not say when it did (ForceAuthn and AuthnInstant, or prompt=login and auth_time)',
  replayed: 'this assertion has been used before',
  // Who it is
  'no-email': 'the answer holds no e-mail address, or one that could be taken for another',
  'email-not-verified':
    'the identity provider does not say that the address is verified (email_verified); where it assigns the addresses itself, accept that in the settings',
  'domain-not-allowed': 'the address is in none of the allowed domains',
  'not-a-member': 'the person is no member, and members are not made by logging in',
  'another-subject': 'the identity provider names somebody else by this address than before',
  'subject-not-lasting':
    'the identity provider named this person by a lasting identifier before and by a transient one now; enter an attribute that identifies people for good in the settings',
  // How it came
  'not-begun-here':
    'no login was begun in this browser, and logins that begin at the identity provider are not allowed',
  'provider-error': 'the identity provider did not complete the login',
} as const;
export type RefusalReason = keyof typeof REFUSALS;

/** The provider did say who it is, and the organization does not take them: the person may know it, for they can do something about it. */
export const isVerified = (reason: RefusalReason): boolean =>
  reason === 'domain-not-allowed' || reason === 'not-a-member';

export class SsoRefusal extends Error {
  override name = 'SsoRefusal';
  readonly reason: RefusalReason;
  /** What the provider or the network said, for the administrator: one line. */
  readonly detail: string | undefined;

  constructor(reason: RefusalReason, { cause, detail }: { cause?: unknown; detail?: string | undefined } = {}) {
    super(REFUSALS[reason], { cause });
    this.reason = reason;
    this.detail = detail;
  }
}

export function refusalText(reason: RefusalReason, detail: string | null): string {
  return detail === null ? REFUSALS[reason] : `${REFUSALS[reason]} (${detail})`;
}
