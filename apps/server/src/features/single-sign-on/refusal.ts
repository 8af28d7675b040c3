/**
 * The reasons why a sign-in by an identity provider was refused. The person sees one sentence for all invalid
 * responses, so that an attacker who forges responses learns nothing. The reason goes to the organization's audit trail
 * and settings, where it helps the administrator.
 */
export const REFUSALS = {
  // Problems with the message as a whole.
  'too-large': 'the response is larger than 256 KB, or has too many elements, attributes or namespaces',
  malformed: 'the response is not well-formed XML',
  'forbidden-markup': 'the response contains a DOCTYPE, a comment, a CDATA section or a processing instruction',
  'not-a-response': 'the message is not a SAML 2.0 response',
  'duplicate-id': 'two elements of the response have the same ID',
  'several-assertions': 'the response does not contain exactly one assertion',
  'misplaced-assertion': 'the assertion is not a direct child of the response',
  'not-signed': 'neither the response nor the assertion is signed',
  'misplaced-signature': 'a signature is not inside the element that it signs',
  'weak-algorithm':
    'a signature or encryption uses an algorithm that is not accepted (SHA-1, RSA 1.5, 3DES or an unknown one)',
  'signature-invalid': 'no certificate in the settings verifies the signature',
  undecryptable: 'the encrypted assertion cannot be decrypted with our key',
  'status-not-success': 'the identity provider reported that the sign-in failed',
  // Problems with the content of the message.
  'other-issuer': 'the response comes from a different issuer than the one in the settings',
  'other-destination': 'the response is addressed to another destination',
  'other-audience': 'the assertion is intended for another audience',
  'other-recipient': 'no subject confirmation has our address as its recipient',
  'other-request': 'the response does not belong to the sign-in that this browser started',
  'not-yet-valid': 'the assertion is not valid yet. Check whether the clock of the identity provider is ahead',
  expired: 'the assertion has expired or is too old',
  'no-subject':
    'the response identifies no person or more than one, or does not contain the attribute from the settings',
  'not-fresh':
    'the identity provider did not ask the person to sign in again, or does not say when it did (ForceAuthn and AuthnInstant, or prompt=login and auth_time)',
  replayed: 'this assertion has been used before',
  // Problems with the person's address, membership or identifier.
  'no-email': 'the response contains no e-mail address, or an ambiguous one',
  'email-not-verified':
    'the identity provider does not report the address as verified (email_verified). If it assigns the addresses itself, accept unverified ones in the settings',
  'domain-not-allowed': 'the domain of the address is not among the allowed domains',
  'not-a-member': 'the person is not a member, and signing in does not create members',
  'another-subject': 'the identity provider previously identified another person by this address',
  'subject-not-lasting':
    'the identity provider used a persistent identifier for this person before and uses a transient one now. Enter an attribute in the settings that identifies people permanently',
  // Problems with the delivery of the message.
  'not-begun-here':
    'no sign-in was started in this browser, and sign-ins that start at the identity provider are not allowed',
  'provider-error': 'the identity provider did not complete the sign-in',
} as const;
export type RefusalReason = keyof typeof REFUSALS;

/**
 * The provider identified the person, but the organization does not admit them. The person may see this reason because
 * they can act on it.
 */
export const isVerified = (reason: RefusalReason): boolean =>
  reason === 'domain-not-allowed' || reason === 'not-a-member';

export class SsoRefusal extends Error {
  override name = 'SsoRefusal';
  readonly reason: RefusalReason;
  /** The message of the provider or the network for the administrator, on one line. */
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
