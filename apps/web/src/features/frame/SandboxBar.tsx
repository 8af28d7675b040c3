import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconClockPlay, IconFlask } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { baseOf, ENVIRONMENT } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { m } from './menu-texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './SandboxBar.module.css';

const HOUR = 3600;
const STEPS = [
  { label: labels.anHour, seconds: HOUR },
  { label: labels.aDay, seconds: 24 * HOUR },
  { label: m.sandboxBar.aWeek, seconds: 7 * 24 * HOUR },
  { label: m.sandboxBar.thirtyDays, seconds: 30 * 24 * HOUR },
] as const;

/** Advances the clock of this sandbox to test expiries, reminders and retries (ADR 21). */
function ClockMenu() {
  const queryClient = useQueryClient();
  const advance = useMutation({
    mutationFn: (seconds: number) => call(api.advanceSandboxClock, { body: { seconds } }),
    onSuccess: () => {
      toastDone(m.sandboxBar.clockAdvanced, m.sandboxBar.expiriesRemindersAndRetriesDue);
      void queryClient.invalidateQueries();
    },
    onError: toastError,
  });
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconClockPlay size={15} />}
          loading={advance.isPending}
        >
          {m.sandboxBar.advanceClock}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{m.sandboxBar.forwardBy}</Menu.Label>
        {STEPS.map(({ label, seconds }) => (
          <Menu.Item key={seconds} onClick={() => advance.mutate(seconds)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The bar is always visible, so that nobody mistakes a test for a real document. */
export function SandboxBar() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (ENVIRONMENT !== 'sandbox') return null;
  return (
    <aside className={classes['bar']} aria-label={m.sandboxBar.sandbox}>
      <IconFlask size={18} aria-hidden="true" className={classes['icon']} />
      <p className={classes['text']}>
        {phrase(m.sandboxBar.sandboxDocumentsTestsAndNotLegally((text) => <b>{text}</b>))}
      </p>
      <div className={classes['actions']}>
        {session.role !== 'member' && <ClockMenu />}
        <Button size="compact-sm" variant="default" component="a" href={`${baseOf('live')}/documents`}>
          {m.sandboxBar.leave}
        </Button>
      </div>
    </aside>
  );
}
