/**
 * Describes the processing that Countersign does on an organization's behalf, generated from the current configuration.
 * Retention periods come from the organization's settings, and recipients from the installation's settings. Unused
 * features are not listed. Information that only the organization has, such as its legal basis for a contract, is
 * included as a marked proposal.
 */
import { type ProcessingActivity, readSettings } from '@countersign/contract';
import type { OutsideHost } from './outside-services.ts';
import type { Content, OrganizationFacts } from './store.ts';

type Facts = { organization: OrganizationFacts; outside: readonly OutsideHost[] };

const MEASURES =
  'Access by role, separation of organizations in the database, encrypted secrets, second factors, hash-chained audit trail';
const BASIS = 'To be confirmed by you, usually';

export function ownActivities(facts: Facts): ProcessingActivity[] {
  const entries: [id: string, content: Content][] = [
    ['accounts', accounts(facts)],
    ['documents', documents(facts)],
    ['evidence', evidence(facts)],
    ['security', security(facts)],
    ['statistics', statistics()],
    ...(hostsOf(facts, 'payments').length > 0 ? [['billing', billing(facts)] satisfies [string, Content]] : []),
  ];
  return entries.map(([id, content]) => ({
    id,
    origin: 'service',
    version: null,
    state: 'active',
    ...content,
    changed_at: null,
    changed_by: null,
  }));
}

const hostsOf = ({ outside }: Facts, ...kinds: OutsideHost['kind'][]): OutsideHost[] =>
  outside.filter(({ kind }) => kinds.includes(kind));

const ROLES: Record<OutsideHost['kind'], string> = {
  mail: 'mail server',
  timestamps: 'time-stamping authority, which receives only hashes',
  keys: 'key service, which receives only hashes',
  payments: 'payment provider',
  log: 'log server',
  database: 'database server',
  storage: 'file storage',
};

function recipients(facts: Facts, kinds: OutsideHost['kind'][], ...others: (string | false)[]): string {
  const named = hostsOf(facts, ...kinds).map(({ kind, host }) => `${host} (${ROLES[kind]})`);
  const all = [...others.filter((one) => one !== false), ...named];
  return all.length === 0 ? 'None outside this installation' : all.join('; ');
}

const transfers = (facts: Facts, kinds: OutsideHost['kind'][]): string =>
  hostsOf(facts, ...kinds).length === 0
    ? 'None through this service'
    : 'Depends on where these recipients are: see the list of sub-processors';

const days = (count: number): string => (count % 365 === 0 ? `${count / 365} years` : `${count} days`);

function accounts(facts: Facts): Content {
  const settings = readSettings(facts.organization.settings);
  const kinds: OutsideHost['kind'][] = ['mail', 'database'];
  return {
    name: 'Accounts and sign-in',
    purpose: 'Giving members access to the service and protecting their accounts',
    legal_basis: `${BASIS} performance of a contract or legitimate interest (Article 6 (1) (b) or (f) GDPR)`,
    people: 'Members of the organization and people who are invited to it',
    data: 'Names, e-mail addresses, languages, password hashes, second factors, sessions with network addresses and browsers',
    recipients: recipients(facts, kinds, facts.organization.has_sso && 'The identity provider of your organization'),
    transfers: transfers(facts, kinds),
    retention: `While the account exists; after its deletion ${days(settings.user_data_retention_days)}`,
    measures: `${MEASURES}. Passwords of at least ${settings.password_min_length} characters; a second factor is ${settings.require_two_factor ? 'required' : 'optional'}`,
  };
}

function documents(facts: Facts): Content {
  const settings = readSettings(facts.organization.settings);
  const { webhooks } = facts.organization;
  const kinds: OutsideHost['kind'][] = ['mail', 'timestamps', 'keys', 'database', 'storage'];
  return {
    name: 'Sending and signing documents',
    purpose: 'Having documents signed electronically and keeping the signed files',
    legal_basis: `${BASIS} performance of a contract (Article 6 (1) (b) GDPR)`,
    people: 'Members, recipients and signers, and people named in documents',
    data: 'Documents and attachments, names and e-mail addresses of recipients, values of fields, appearances of signatures',
    recipients: recipients(
      facts,
      kinds,
      'Recipients that senders choose',
      webhooks > 0 && `${webhooks} webhook ${webhooks === 1 ? 'endpoint' : 'endpoints'} of your organization`,
    ),
    transfers: transfers(facts, kinds),
    retention: `Finished documents ${days(settings.document_retention_days)}, unless a rule for a template or tag or a legal hold says otherwise; drafts until they are deleted, then 30 days`,
    measures: MEASURES,
  };
}

function evidence(facts: Facts): Content {
  const settings = readSettings(facts.organization.settings);
  return {
    name: 'Evidence of signatures and audit trail',
    purpose: 'Proving who did what and when, and that nothing has changed since',
    legal_basis: `${BASIS} legitimate interest in evidence, or a legal obligation (Article 6 (1) (f) or (c) GDPR)`,
    people: 'Members, recipients and signers',
    data: 'Actions with their time, network addresses, browsers, signing certificates; names and addresses are stored separately and can be erased',
    recipients: recipients(facts, ['database'], 'People who receive a signed file with its certificate of completion'),
    transfers: transfers(facts, ['database']),
    retention: days(settings.audit_retention_days),
    measures: `${MEASURES}. Personal data of the audit trail is encrypted with separate keys`,
  };
}

function security(facts: Facts): Content {
  return {
    name: 'Security events and defense against attacks',
    purpose: 'Detecting and investigating misuse of accounts and the service',
    legal_basis: `${BASIS} legitimate interest in security (Article 6 (1) (f) GDPR)`,
    people: 'Members and callers of the service',
    data: 'Kind and time of the event, account, network address',
    recipients: recipients(facts, ['database', 'log']),
    transfers: transfers(facts, ['database', 'log']),
    retention: '400 days',
    measures: MEASURES,
  };
}

const statistics = (): Content => ({
  name: 'Statistics',
  purpose: 'Showing how many documents are sent and completed, and how fast',
  legal_basis: `${BASIS} legitimate interest (Article 6 (1) (f) GDPR)`,
  people: 'Members',
  data: 'Counts by day, member and template; no contents of documents',
  recipients: 'Administrators; each member sees their own figures',
  transfers: 'None through this service',
  retention: 'While the organization exists',
  measures: MEASURES,
});

function billing(facts: Facts): Content {
  return {
    name: 'Billing',
    purpose: 'Billing the organization for its plan',
    legal_basis: `${BASIS} performance of a contract (Article 6 (1) (b) GDPR)`,
    people: 'Owners of the organization',
    data: 'Name and e-mail address of the payer, plan, invoices; card data is entered only at the payment provider',
    recipients: recipients(facts, ['payments']),
    transfers: transfers(facts, ['payments']),
    retention: 'Invoices while the organization exists; at the payment provider according to its own rules',
    measures: MEASURES,
  };
}
