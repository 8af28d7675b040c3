/**
 * OpenID Connect issuers that several organizations share. Anyone who can open an account there could sign in, with
 * roles and addresses of their choice. Each tenant of these providers has its own issuer.
 */

const MICROSOFT =
  /(^|\.)(microsoftonline\.(com|us|de)|microsoftonline-p\.com|partner\.microsoftonline\.cn|windows\.net|windows-ppe\.net)$/;
/** Names that Microsoft accepts in place of a tenant. The last name is the tenant of all personal accounts. */
const MICROSOFT_SHARED = new Set(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']);
/** Anyone can open an account at these providers. */
const PUBLIC = new Map([
  ['accounts.google.com', 'Google'],
  ['appleid.apple.com', 'Apple'],
  ['www.facebook.com', 'Facebook'],
  ['www.linkedin.com', 'LinkedIn'],
  ['gitlab.com', 'GitLab'],
  ['slack.com', 'Slack'],
  ['login.salesforce.com', 'Salesforce'],
  ['login.yahoo.com', 'Yahoo'],
  ['api.login.yahoo.com', 'Yahoo'],
]);

/** A sentence that says what to enter instead. Undefined if the issuer is not known to be shared. */
export function sharedIssuer(issuer: string): string | undefined {
  if (/[{}]|%7b|%7d/i.test(issuer))
    return 'contains a placeholder in braces: replace the placeholder with your directory (tenant) ID';
  const url = new URL(issuer);
  const host = url.hostname.replace(/\.$/, '');
  const [first = ''] = decoded(url.pathname).toLowerCase().split('/').filter(Boolean);
  if (MICROSOFT.test(host) && (first === '' || MICROSOFT_SHARED.has(first)))
    return 'must be the issuer of your own tenant, not one shared by all tenants: enter https://login.microsoftonline.com/TENANT-ID/v2.0 with your directory ID';
  const name = PUBLIC.get(host);
  return (
    name &&
    `must be the issuer of your own organization. The issuer that you entered is shared by all ${name} accounts. Enter the issuer that ${name} assigned to your organization, or use SAML`
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The issuer in the provider's metadata must also equal the configured issuer. */
export function issuerFault(configured: string, discovered: string): string | undefined {
  const shared = sharedIssuer(configured) ?? (URL.canParse(discovered) ? sharedIssuer(discovered) : undefined);
  if (shared !== undefined) return `the issuer ${shared}`;
  const isSame = URL.canParse(discovered) && new URL(discovered).href === new URL(configured).href;
  return isSame ? undefined : `the provider's issuer is ${discovered.slice(0, 200)}: enter this value`;
}
