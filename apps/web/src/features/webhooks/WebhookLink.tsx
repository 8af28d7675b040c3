import { TextLink } from '../../ui/links.tsx';
import type { LogSearch } from './search.ts';
import classes from './Webhooks.module.css';

type Props = { id: string; url: string; search?: LogSearch };

/** Links to a webhook by its address. A very long address is shortened to three lines. */
export function WebhookLink({ id, url, search = {} }: Props) {
  return (
    <TextLink to="/settings/webhooks/$id" params={{ id }} search={search} className={classes['url']} title={url}>
      <bdi dir="ltr">{url}</bdi>
    </TextLink>
  );
}
