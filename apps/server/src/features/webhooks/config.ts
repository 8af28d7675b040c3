/** Settings for the addresses that webhooks may reach. */
import { AllowList } from '../../platform/adapters/http-fetcher/index.ts';
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

/** Allows endpoints in the operator's own network on a developer's machine, but not where strangers can register. */
export function webhookAllow(reader: SettingReader, isProduction: boolean): readonly string[] {
  const entries = reader.list('WEBHOOK_ALLOW', (list) => void new AllowList(list));
  const isMeant = reader.choice('WEBHOOK_ALLOW_PRIVATE', ['yes', 'no'], 'no') === 'yes';
  if (entries.length > 0 && isProduction && !isMeant)
    reader.fault(
      'WEBHOOK_ALLOW: allows webhooks to reach addresses that are not public. If this is intended, also set WEBHOOK_ALLOW_PRIVATE=yes',
    );
  return entries;
}

export const WEBHOOK_DESCRIPTIONS: DescribedSettings = {
  WEBHOOK_ALLOW: [
    '',
    'Host names, addresses and CIDR blocks, separated by commas, to which webhooks can be sent even though they are not public. Webhooks to these addresses can also use plain HTTP. Example: `hooks.internal, 10.1.0.0/16`. Names in a local network (`*.local`, `*.internal`, `intranet`) must be listed by name. `127.0.0.1` includes `localhost`.',
  ],
  WEBHOOK_ALLOW_PRIVATE: [
    '`no`',
    'Confirmation of `WEBHOOK_ALLOW`: `yes` or `no`. It must be `yes` if others can reach the server (`PUBLIC_URL` is set or `HOST` is not loopback).',
  ],
};
