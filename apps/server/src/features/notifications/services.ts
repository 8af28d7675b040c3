import type { DeliveryDependencies } from './delivery.ts';

type Ports = Pick<DeliveryDependencies, 'smtp' | 'baseUrl'> & {
  config: { mailFrom: DeliveryDependencies['from']; mailsAnHour?: number; isMailboxForAll?: boolean };
};

export const mailServices = ({
  smtp,
  baseUrl,
  config,
}: Ports): Pick<DeliveryDependencies, 'smtp' | 'isMailOwnersOnly' | 'baseUrl' | 'from' | 'mailsAnHour'> => ({
  smtp,
  baseUrl,
  from: config.mailFrom,
  isMailOwnersOnly: smtp === undefined && config.isMailboxForAll !== true,
  mailsAnHour: config.mailsAnHour ?? 60,
});
