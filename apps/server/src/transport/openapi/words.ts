/** What the description says in words: of its tags, and of who may call an operation. */
import type { Credential, Operation } from '@countersign/contract';
import { capital } from './components.ts';

/** Every tag an operation has; a tag without words here fails a test. */
export const TAGS: Readonly<Record<string, string>> = {
  'API keys': 'Keys with which programs call this interface, each with scopes and a limit of its own.',
  Accounts: 'Sign in and out, registration, passwords, second factors, sessions and the account of whoever asks.',
  Administration: 'Users of an organization, and what an installation trusts.',
  'Audit log': 'What happened in an organization, with the check of its chains.',
  Certificates: 'The certificates that were issued for signatures.',
  Documents: 'Upload, send, follow, download and verify documents.',
  Events: 'Live updates as server-sent events.',
  GraphQL: 'Every operation that a session or an API key may call, as a field of one schema.',
  Health: 'Whether the server and its parts work. Never refused and never counted.',
  'In-person signing': 'Sign on a device that the sender hands to the signer.',
  Mailbox: 'The built-in mailbox, which keeps mail where no SMTP server is configured.',
  Organizations: 'Settings, members, invitations, domains, storage and the logo of an organization.',
  Packages: 'Several documents sent together, signed in one visit.',
  'Public key infrastructure':
    'Certificates of the authorities, revocation lists, OCSP and time-stamps, at the addresses that signatures name.',
  Backups: 'Backups of the whole installation: made, verified, downloaded and deleted by those who run it.',
  Billing: 'Plans, the subscription of the organization, invoices, and what was used.',
  Sandbox: 'The sandbox and its clock.',
  'Scheduled jobs': 'What a scheduler calls with the secret of scheduled jobs.',
  Retention: 'How long documents are kept, what is due for erasure, and what a run would erase.',
  'Deletion of accounts': 'A person has their own account deleted, and may change their mind for 30 days.',
  'Legal holds': 'What must not be erased for the time being, and why.',
  'Register of processing': 'What the organization does with data about people, as article 30 GDPR has it recorded.',
  'Sub-processors': 'Who processes data for this installation, and what of it is going to change.',
  'Consent texts': 'What signers agree to, in every version.',
  'Data export': 'Take your own data, or that of your organization, along as a zip.',
  'Security incidents': 'Report an incident, and follow what administrators do about it.',
  'Security events': 'What the request firewall found, by rule, address and minute.',
  Service: 'First set-up, and the description of the interface.',
  Signing: 'What the page of a recipient does with its signing link.',
  'Single sign-on': 'Sign-in at the identity provider of an organization by SAML 2.0 or OpenID Connect.',
  Statistics: 'Figures of an organization for its administrators, and of each member for themselves.',
  Templates: 'Documents that are sent again and again, with their fields, and bulk sends from them.',
  Verification: 'Check the signatures of any PDF.',
  Webhooks: 'Endpoints for events, their deliveries and the dead-letter queue.',
};

const BEARERS: Readonly<Record<Credential, string>> = {
  session: 'a session',
  'login-step': 'a sign-in that waits for its second factor',
  'api-key': 'an API key',
  service: 'the service credential',
  cron: 'the secret of scheduled jobs',
  'signing-link': 'a signing link',
  'file-link': 'whoever has the address, which is signed',
  public: 'everyone',
};

const LIMITS: Readonly<Record<Operation['rate'], string>> = {
  credential: 'Counts towards the hourly limit of the credential.',
  address: 'Counts towards the hourly limit of the address it comes from.',
  verification: 'Counts towards a limit for verification of the address it comes from.',
  frequent: 'Counts towards a larger hourly limit of the credential, for what pages ask for often.',
  open: 'Counts towards a larger hourly limit of the address it comes from.',
  none: 'Never counted.',
};

/** The first thing that the contract says of an operation names it in a list; all of it describes it. */
export function wordsOf(operation: Pick<Operation, 'summary'>): { summary: string; description: string } {
  const [first = operation.summary] = operation.summary.split(/\. |[;:](?= )/);
  return { summary: first.replace(/\.$/, ''), description: sentence(operation.summary) };
}

/** Who may call it, and what else applies before it does anything. */
export function accessOf(operation: Operation): string {
  const { credentials, role, scope, stepUp, withoutSecondFactor, environment, rate } = operation;
  const bearers = credentials.map((credential) => BEARERS[credential]);
  const sentences = [
    `${capital(listed(bearers))} may call this.`,
    scope && `An API key needs the scope \`${scope}\`.`,
    role && `The role has to be \`${role}\` or above.`,
    stepUp && 'A session needs a step-up within the last ten minutes.',
    withoutSecondFactor && 'Open to a session that still lacks the second factor its organization requires.',
    environment === 'live' && 'Not served in the sandbox.',
    environment === 'sandbox' && 'Served in the sandbox only.',
    LIMITS[rate],
  ];
  return sentences.filter((one) => typeof one === 'string').join(' ');
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1) ?? ''}`;
}
