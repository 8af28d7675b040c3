import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserX } from '@tabler/icons-react';
import { ENVIRONMENT } from '../../api/environment.ts';
import { accountDeletionQuery } from '../../api/queries.ts';
import { dayOf, daysUntil } from '../../ui/time.ts';
import { useKeepAccount } from '../../ui/use-keep-account.ts';
import { m } from './menu-texts.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './SandboxBar.module.css';

/** Shown on every page if the person's account is scheduled for deletion, with an option to cancel the deletion. */
export function DeletionBar() {
  const { data: deletion } = useQuery({
    ...accountDeletionQuery,
    enabled: ENVIRONMENT === 'live',
    staleTime: Infinity,
  });
  const keep = useKeepAccount();
  if (!deletion) return null;
  return (
    <aside className={classes['bar']} aria-label={m.deletionBar.deletionOfAccount}>
      <IconUserX size={18} aria-hidden="true" className={classes['icon']} />
      <p className={classes['text']}>
        {phrase(
          m.deletionBar.accountWillBeDeleted(
            (text) => <strong>{text}</strong>,
            dayOf(deletion.due_at),
            daysUntil(deletion.due_at, new Date()),
          ),
        )}
      </p>
      <Button size="compact-sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
        {m.deletionBar.keepMyAccount}
      </Button>
    </aside>
  );
}
