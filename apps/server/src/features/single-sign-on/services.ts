import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { CredentialSource } from '../../platform/invoke/credentials.ts';
import type { SsoDependencies } from './dependencies.ts';

type Ports = Pick<SsoDependencies, 'uow' | 'vault' | 'linkKey' | 'txtRecords'> & {
  providerFetcher: Fetcher;
  credentials: Pick<CredentialSource, 'tenantOf'>;
};

export const singleSignOnServices = ({
  uow,
  vault,
  linkKey,
  txtRecords,
  providerFetcher,
  credentials,
}: Ports): { sso: SsoDependencies } => ({
  sso: {
    uow,
    vault,
    linkKey,
    txtRecords,
    fetcher: providerFetcher,
    tenantOf: (organizationId, environment) => credentials.tenantOf(organizationId, environment),
  },
});
