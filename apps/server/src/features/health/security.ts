/** Checks the security of the installation, for its operator. */
import { type Certificate, parseCrl } from '@countersign/pki';
import { unhealthy, type Check, type Checks, checksOf, weak, healthy } from './checks.ts';
import type { HealthDependencies } from './operations.ts';
import * as settings from './settings-checks.ts';
import { countOldKeys, countPeople } from './store.ts';

const DAY_MS = 86_400_000;
/**
 * If a certificate expires within this many days, its automatic replacement must have failed. Certificates are normally
 * replaced much earlier.
 */
const ENDS_SOON_DAYS = 30;
const OLD_KEY_DAYS = 365;

const CERTIFICATES = {
  root: 'The root certificate',
  issuing: 'The certificate of the issuing authority',
  timestamp: 'The certificate of the time-stamping unit',
  ocsp: 'The certificate of the OCSP responder',
} as const;

export async function securityHealth(dependencies: HealthDependencies, tenantId: string): Promise<Checks> {
  const { authority, clock, deployment } = dependencies;
  const now = clock.now();
  const certificates = (['root', 'issuing', 'timestamp', 'ocsp'] as const).map((kind) =>
    certificateCheck(kind, authority.certificate('live', kind), now),
  );
  const [revocation, people, keys] = await Promise.all([
    revocationCheck(dependencies, now),
    peopleCheck(dependencies),
    keysCheck(dependencies, tenantId, now),
  ]);
  return checksOf(now, [
    ...certificates,
    revocation,
    trustedListsCheck(dependencies),
    people,
    keys,
    settings.masterKey(deployment),
    settings.fileEncryption(deployment),
    settings.databaseEncryption(deployment),
    settings.publicAddress(deployment),
    settings.proxies(deployment),
    mailEncryption(dependencies),
    settings.registration(deployment),
    settings.privateTargets(deployment),
    settings.logLevel(deployment),
  ]);
}

function certificateCheck(kind: keyof typeof CERTIFICATES, { notBefore, notAfter }: Certificate, now: Date): Check {
  const name = `certificate-${kind}`;
  const days = Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS);
  const age = Math.max(0, Math.floor((now.getTime() - notBefore.getTime()) / DAY_MS));
  const date = notAfter.toISOString().slice(0, 10);
  const end = days < 0 ? `expired on ${date}` : `expires on ${date}, in ${days} days`;
  const message = `${CERTIFICATES[kind]} is ${age} days old and ${end}.`;
  const fix =
    'The server replaces the certificate automatically if it has the key. Check the log to see why it did not. If you configured your own keys, replace them in the settings.';
  if (days < 0) return unhealthy(name, message, fix);
  return days < ENDS_SOON_DAYS ? weak(name, message, fix) : healthy(name, message);
}

/** Our own revocation lists are created on request, but the last list that an offline root issued expires. */
async function revocationCheck({ authority }: HealthDependencies, now: Date): Promise<Check> {
  const name = 'revocation-data';
  const ends = (await authority.status.lists('live')).flatMap((der) => parseCrl(der).nextUpdate ?? []);
  const stale = ends.filter((end) => end < now).length;
  if (stale === 0) return healthy(name, `${ends.length} revocation lists are up to date.`);
  const fix = 'Renew the list with the exported root key: npm start -- keys refresh-root-crl FILE.';
  return weak(name, `${stale} of ${ends.length} revocation lists are out of date.`, fix);
}

function trustedListsCheck({ trust }: HealthDependencies): Check {
  const name = 'trusted-lists';
  const { lists, outdated } = trust.state;
  if (outdated === 0)
    return healthy(name, lists === 0 ? 'No trusted lists are used.' : `${lists} trusted lists are up to date.`);
  return weak(
    name,
    `${outdated} of ${lists} trusted lists are out of date and do not cover newer signatures.`,
    'Copy the newest lists into TRUST_LISTS_DIR.',
  );
}

async function peopleCheck({ database }: HealthDependencies): Promise<Check> {
  const name = 'second-factors';
  const [row] = await database.query({ role: 'auth' }, countPeople());
  const { people = 0, without_factor: without = 0, operators_without_factor: operators = 0 } = row ?? {};
  if (without === 0) return healthy(name, `All ${people} users who sign in with a password have a second factor.`);
  const message = `${without} of ${people} users who sign in with a password have no second factor. ${operators} of them administer this installation.`;
  const fix =
    'Require a second factor in the settings of the organization. Users without a second factor are then asked to set one up.';
  return operators > 0 ? unhealthy(name, message, fix) : weak(name, message, fix);
}

async function keysCheck({ database }: HealthDependencies, tenantId: string, now: Date): Promise<Check> {
  const name = 'api-keys';
  const before = new Date(now.getTime() - OLD_KEY_DAYS * DAY_MS);
  const [row] = await database.query({ role: 'app', tenantId }, countOldKeys(tenantId, before, now));
  const { keys = 0, old = 0 } = row ?? {};
  if (old === 0) return healthy(name, `This organization has ${keys} API keys, none older than a year.`);
  return weak(
    name,
    `${old} of ${keys} API keys in this organization are older than a year.`,
    'Rotate old API keys under Settings > API keys. The old value stays valid for as long as you choose.',
  );
}

export function mailEncryption({ mailHealth }: Pick<HealthDependencies, 'mailHealth'>): Check {
  const name = 'mail-encrypted';
  if (mailHealth.isEncrypted) return healthy(name, 'E-mails are sent encrypted, or stay on this server.');
  return weak(
    name,
    'E-mails are sent unencrypted if the mail server offers no encryption.',
    'Use an smtps:// address for SMTP_URL, or add a user and password to it, which makes STARTTLS mandatory.',
  );
}
