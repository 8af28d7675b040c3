/**
 * Checks that use only the settings. Anyone may read them at `/api/health/production`, so they contain no setting's
 * value.
 */
import { unhealthy, type Check, weak, healthy } from './checks.ts';
import { type Deployment, isPublic } from './deployment.ts';

export function publicAddress({ publicUrl }: Deployment): Check {
  const name = 'public-address';
  if (publicUrl?.startsWith('https:')) return healthy(name, 'Links use a fixed https address.');
  const found =
    publicUrl === undefined
      ? 'No public address is set, so links work only on this machine.'
      : 'Links use an address without https.';
  return unhealthy(name, found, 'Set PUBLIC_URL to the https address at which people reach this server.');
}

export function proxies(deployment: Deployment): Check {
  const name = 'proxies';
  // This server uses plain HTTP, so an https address means that there is a proxy. If that proxy is not configured, all
  // clients appear to have the proxy's address.
  if (!deployment.publicUrl?.startsWith('https:') || deployment.trustedProxies.length > 0)
    return healthy(name, 'Client addresses come from a trusted source.');
  return unhealthy(
    name,
    "The proxy in front of the server is not configured. The evidence and the rate limits therefore use the proxy's address for every client.",
    'Set TRUSTED_PROXIES to the addresses of the proxy that terminates TLS.',
  );
}

export function masterKey(deployment: Deployment): Check {
  const name = 'master-key';
  if (deployment.masterKey) return healthy(name, 'The master key is stored separately from the data.');
  return weak(
    name,
    'The master key is stored next to the data that it protects. Anyone who copies the data folder has both.',
    'Move the master key to a secret store and set MASTER_KEY. Keep a copy elsewhere, because nothing can be decrypted without the key.',
  );
}

export function fileEncryption(deployment: Deployment): Check {
  const name = 'files-encrypted';
  if (deployment.fileEncryption) return healthy(name, 'Stored files are encrypted, each with its own key.');
  return weak(
    name,
    'New files are not encrypted. Anyone who copies the disk or a backup can read them.',
    'Remove FILE_ENCRYPTION=off, unless the disk or bucket and every backup of it are encrypted.',
  );
}

export function mailSender(deployment: Deployment): Check {
  const name = 'mail-signed';
  if (!deployment.smtpUrl || deployment.dkim)
    return healthy(name, 'All e-mails that leave this server are signed with DKIM.');
  return weak(
    name,
    'This server does not sign e-mails with DKIM. Invitations may be treated as spam unless the mail server signs them.',
    'Set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY, or make sure that the mail server signs e-mails.',
  );
}

export function registration(deployment: Deployment): Check {
  const name = 'registration';
  if (deployment.registration !== 'open' || !isPublic(deployment))
    return healthy(name, 'Registration requires an invitation, or the server is not reachable from outside.');
  return weak(
    name,
    'Anyone can create an account and an organization on this server.',
    'Set REGISTRATION=invite unless this service is open to the public.',
  );
}

export function privateTargets({ webhookAllow, ssoPrivateHosts = [] }: Deployment): Check {
  const name = 'private-addresses';
  if (webhookAllow.length + ssoPrivateHosts.length === 0)
    return healthy(name, 'Webhooks and single sign-on can reach only public addresses.');
  return weak(
    name,
    "Webhooks or single sign-on can reach addresses on this server's internal network.",
    'Keep the lists in WEBHOOK_ALLOW and SSO_PRIVATE_HOSTS as short as possible.',
  );
}

export function logLevel(deployment: Deployment): Check {
  const name = 'log';
  if (deployment.logLevel !== 'debug' || !isPublic(deployment))
    return healthy(name, 'The log level is suitable for production.');
  return weak(name, 'The log contains debugging details.', 'Set LOG_LEVEL=info.');
}

/**
 * The libpq names of the modes that never send anything in plain text. In each of these modes, the driver checks the
 * certificate.
 */
const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full']);

export function databaseEncryption({ database }: Deployment): Check {
  const name = 'database-encrypted';
  if (database?.kind !== 'external') return healthy(name, 'The embedded database uses a local socket.');
  const { url, directUrl, migrationUrl, replicaUrls = [] } = database;
  const addresses = [url, directUrl, migrationUrl, ...replicaUrls].flatMap((one) =>
    one ? [new URL(one.reveal())] : [],
  );
  const remote = addresses.filter((address) => !isLocal(address));
  if (remote.length === 0) return healthy(name, 'The database is on this machine.');
  if (remote.every(({ searchParams }) => TLS_MODES.has(searchParams.get('sslmode') ?? '')))
    return healthy(name, 'The connection to the database uses TLS.');
  return weak(
    name,
    'The connection to the database does not require TLS, so others on the network could read its data.',
    'Add sslmode=verify-full to each database address (DATABASE_URL, DATABASE_DIRECT_URL, MIGRATION_DATABASE_URL, DATABASE_REPLICA_URLS), and sslrootcert if you use your own certification authority.',
  );
}

function isLocal({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname;
  return host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host);
}
