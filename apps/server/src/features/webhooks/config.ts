/** Which addresses webhooks may reach. */
import { AllowList } from '../../platform/adapters/http-fetcher/index.ts';
import type { SettingReader } from '../../platform/settings.ts';

/** Reaching into the operator's own network is one thing on a developer's machine, another where strangers can register. */
export function webhookAllow(reader: SettingReader, isProduction: boolean): readonly string[] {
  const entries = reader.list('WEBHOOK_ALLOW', (list) => void new AllowList(list));
  const isMeant = reader.choice('WEBHOOK_ALLOW_PRIVATE', ['yes', 'no'], 'no') === 'yes';
  if (entries.length > 0 && isProduction && !isMeant)
    reader.fault(
      'WEBHOOK_ALLOW: lets webhooks reach addresses that are not public. If that is meant, set WEBHOOK_ALLOW_PRIVATE=yes as well',
    );
  return entries;
}
