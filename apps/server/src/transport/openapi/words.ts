/** The hand-written parts of the API description: the text of each tag, and the access rules of an operation. */
import type { Operation } from '@countersign/contract';
import type { Json } from './schemas.ts';

/** The descriptions of the operations' tags. A test fails for a tag without a description. */
export const TAGS: Readonly<Record<string, string>> = {
  'API keys': 'Keys for programs that call this API. Each key has its own scopes and rate limit.',
  Accounts: 'Registration, sign-in, passwords, second factors, sessions and your own account.',
  Administration: 'Users of an organization and trust anchors of the installation.',
  'Audit log': 'The audit log of an organization and the verification of its hash chains.',
  Certificates: 'Certificates that were issued for signatures.',
  Documents: 'Upload, send, track, download and verify documents.',
  Events: 'Live updates as server-sent events.',
  GraphQL: 'A GraphQL schema with every operation that a session or an API key can call.',
  Health: 'Health checks for the server and its parts. Load shedding and rate limits do not apply.',
  'In-person signing': 'Signing on a device that the sender hands to the signer.',
  Mailbox: 'The built-in mailbox, which stores e-mails if no SMTP server is configured.',
  Organizations: 'Settings, members, invitations, domains, storage and the logo of an organization.',
  Packages: 'Several documents sent together and signed in one visit.',
  'Public key infrastructure':
    'CA certificates, revocation lists, OCSP and time-stamps, at the URLs that signatures refer to.',
  Backups: 'Create, verify, download and delete backups of the whole installation.',
  Billing: 'Plans, subscriptions, invoices and usage of an organization.',
  Sandbox: 'The sandbox and its clock.',
  'Scheduled jobs': 'Operations that a scheduler calls, authenticated with the secret for scheduled jobs.',
  Retention: 'Retention periods, documents due for deletion, and previews of a retention run.',
  'Account deletion': 'Delete your own account, or cancel the deletion within 30 days.',
  'Legal holds': 'Protect data from deletion, with a recorded reason.',
  'Register of processing': "The organization's records of processing activities (GDPR article 30).",
  'Sub-processors': 'Services that process data for this installation, and announced changes.',
  'Consent texts': 'All versions of the texts that signers agree to.',
  'Address book': "Suggestions from a member's own past recipients, if the organization turned them on.",
  'Saved views': 'Named sets of filters for the document list.',
  Folders: 'Folders organize documents and can be shared. They do not give access to documents.',
  'Data export': 'Export your own data, or all data of your organization, as a ZIP archive.',
  'Security incidents': 'Report security incidents and document the response.',
  'Security events': 'Sign-ins, rejected requests, changes to credentials, and findings of the request firewall.',
  Service: 'Setup of the installation, and the description of this API.',
  Signing: 'Operations of the signing page, called with a signing link.',
  'Single sign-on': "Sign-in through an organization's identity provider with SAML 2.0 or OpenID Connect.",
  Statistics: 'Statistics about the whole organization for administrators, and about their own documents for members.',
  Templates: 'Reusable documents with fields, and bulk sends from them.',
  Verification: 'Check the signatures of any PDF.',
  Webhooks: 'Endpoints for events, their deliveries and the dead-letter queue.',
};

/**
 * Returns the access rules that `security` cannot express, as extensions of the operation object. The reference shows
 * them as a table. `security` supports scopes for OAuth only, so `x-scope` names the scope that an API key needs.
 */
export function accessOf({ scope, role, stepUp, withoutSecondFactor, right, rate }: Operation): Json {
  return {
    ...(scope && { 'x-scope': scope }),
    ...(role && { 'x-role': role }),
    ...(right && { 'x-plan-right': right }),
    ...(stepUp && { 'x-step-up': stepUp }),
    ...(withoutSecondFactor && { 'x-without-second-factor': true }),
    'x-rate-limit': rate,
  };
}
