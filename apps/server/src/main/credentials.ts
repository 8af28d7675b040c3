/** Maps each kind of credential to the feature that authenticates it. */
import { authenticateLoginStep, authenticateSession } from '../features/accounts/index.ts';
import { authenticateApiKey, keyPrincipalOf, readApiKey } from '../features/api-keys/index.ts';
import { readFileGrant } from '../features/completion-certificate/index.ts';
import { authenticatePreparing } from '../features/documents/index.ts';
import { authenticateInPerson } from '../features/in-person/index.ts';
import { readOperatorSecret, servicePrincipal, tenantFinder } from '../features/operator/index.ts';
import { isAccountValid } from '../features/recipient-access/index.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import type { Database } from '../platform/db/database.ts';
import type { CredentialSource } from '../platform/invoke/credentials.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { SigningLinks } from '../platform/signing-links.ts';
import type { UnitOfWork } from '../platform/unit-of-work.ts';
import type { Config } from './config.ts';

type Parts = { database: Database; uow: UnitOfWork; clock: Clock; links: SigningLinks; linkKey: SecretKey };

export function credentialSource(
  { serviceCredential: service, cronSecret: cron }: Pick<Config, 'serviceCredential' | 'cronSecret'>,
  { database, uow, clock, links, linkKey }: Parts,
): CredentialSource {
  const keyById = (tenantId: string, keyId: string) => keyPrincipalOf(uow, tenantId, keyId);
  return {
    session: (token, from) => authenticateSession(database, clock, token, from),
    loginStep: (token) => authenticateLoginStep(database, clock, token),
    apiKey: (key) => authenticateApiKey(uow, key),
    readApiKey,
    keyById,
    tenantOf: tenantFinder(database),
    operatorSecret: (bearer) => readOperatorSecret({ service, cron }, bearer),
    service: (organizationId, environment) => servicePrincipal(database, organizationId, environment),
    links,
    isAccountValid: (signer) => isAccountValid(uow, signer),
    inPerson: (token) => authenticateInPerson(uow, token),
    preparing: (token) =>
      authenticatePreparing(uow, token, {
        key: keyById,
        service: (organizationId, environment) => servicePrincipal(database, organizationId, environment),
      }),
    fileLink: (token) => readFileGrant(linkKey, token, clock.now()),
    now: () => clock.now(),
  };
}
