/**
 * Checks based on the settings only. Anyone may read them at `/api/health/production`, so they contain no setting's
 * value.
 */
import { bad, type Check, weak, well } from './checks.ts';
import { type Deployment, isPublic } from './deployment.ts';

export function publicAddress({ publicUrl }: Deployment): Check {
  const name = 'public-address';
  if (publicUrl?.startsWith('https:')) return well(name, 'Links lead to a fixed address with https.');
  const found =
    publicUrl === undefined
      ? 'No public address is set, so links lead to this machine alone.'
      : 'Links lead to an address without https.';
  return bad(name, found, 'Set PUBLIC_URL to the https address under which people reach this server.');
}

export function proxies(deployment: Deployment): Check {
  const name = 'proxies';
  // This server uses plain HTTP, so an https address means there is a proxy. Unless it is configured, all clients seem
  // to have the proxy's address.
  if (!deployment.publicUrl?.startsWith('https:') || deployment.trustedProxies.length > 0)
    return well(name, 'Client addresses come from a trusted source.');
  return bad(
    name,
    'The proxy in front is not named: everybody seems to come from its address, in the evidence and for limits.',
    'Set TRUSTED_PROXIES to the addresses of the proxy that ends TLS.',
  );
}

export function masterKey(deployment: Deployment): Check {
  const name = 'master-key';
  if (deployment.masterKey) return well(name, 'The master key is kept apart from the data.');
  return weak(
    name,
    'The master key is stored next to the data that it protects. Anyone who copies the data folder has both.',
    'Move it into a secret store and set MASTER_KEY; keep a copy elsewhere, for without it nothing can be opened.',
  );
}

export function fileEncryption(deployment: Deployment): Check {
  const name = 'files-encrypted';
  if (deployment.fileEncryption) return well(name, 'Stored files are encrypted, each with a key of its own.');
  return weak(
    name,
    'New files are not encrypted. Anyone who copies the disk or a backup can read them.',
    'Remove FILE_ENCRYPTION=off, unless the disk or bucket and every backup of it are encrypted.',
  );
}

export function mailSender(deployment: Deployment): Check {
  const name = 'mail-signed';
  if (!deployment.smtpUrl || deployment.dkim) return well(name, 'Mail is signed by DKIM, or stays here.');
  return weak(
    name,
    'This server does not sign mail by DKIM; unless the mail server does, invitations may end up as spam.',
    'Set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY, or make sure that the mail server signs.',
  );
}

export function registration(deployment: Deployment): Check {
  const name = 'registration';
  if (deployment.registration !== 'open' || !isPublic(deployment))
    return well(name, 'Accounts are made by invitation, or nobody outside can reach this server.');
  return weak(
    name,
    'Anyone can create an account and an organization here.',
    'Set REGISTRATION=invite unless this is a service for the public.',
  );
}

export function privateTargets({ webhookAllow, ssoPrivateHosts = [] }: Deployment): Check {
  const name = 'private-addresses';
  if (webhookAllow.length + ssoPrivateHosts.length === 0)
    return well(name, 'Webhooks and single sign-on reach public addresses alone.');
  return weak(
    name,
    'Webhooks or single sign-on may reach addresses inside the network of this server.',
    'Keep WEBHOOK_ALLOW and SSO_PRIVATE_HOSTS as short as they can be.',
  );
}

export function logLevel(deployment: Deployment): Check {
  const name = 'log';
  if (deployment.logLevel !== 'debug' || !isPublic(deployment))
    return well(name, 'The log level is suitable for production.');
  return weak(name, 'The log holds details for finding defects.', 'Set LOG_LEVEL=info.');
}

/**
 * The libpq names of the modes that never send anything in plain text. The driver checks the certificate in each of
 * them.
 */
const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full']);

export function databaseEncryption({ database }: Deployment): Check {
  const name = 'database-encrypted';
  if (database?.kind !== 'external')
    return well(name, 'The embedded database is reached through a socket of this machine.');
  const { hostname, searchParams } = new URL(database.url.reveal());
  const host = searchParams.get('host') ?? hostname;
  const isLocal = host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host);
  if (isLocal) return well(name, 'The database is on this machine.');
  if (TLS_MODES.has(searchParams.get('sslmode') ?? '')) return well(name, 'The connection to the database uses TLS.');
  return weak(
    name,
    'The connection to the database is not required to use TLS, so the network between can read it.',
    'Add sslmode=verify-full to DATABASE_URL and MIGRATION_DATABASE_URL, with sslrootcert where the authority is your own.',
  );
}
