import { outsideServices } from './configured-services.ts';
import type { OutsideHost } from './outside-services.ts';

type Ports = { config: Parameters<typeof outsideServices>[0] };

/** `outside` contains the hosts that receive data under the settings of this installation. */
export const processingRecordServices = ({ config }: Ports): { outside: readonly OutsideHost[] } => ({
  outside: outsideServices(config),
});
