import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconClockPlay, IconFlask } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { baseOf, ENVIRONMENT } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './SandboxBar.module.css';

const HOUR = 3600;
const STEPS = [
  { label: 'An hour', seconds: HOUR },
  { label: 'A day', seconds: 24 * HOUR },
  { label: 'A week', seconds: 7 * 24 * HOUR },
  { label: '30 days', seconds: 30 * 24 * HOUR },
] as const;

/** Advances the clock of this sandbox for expiries, reminders and retries (ADR 21). */
function ClockMenu() {
  const queryClient = useQueryClient();
  const advance = useMutation({
    mutationFn: (seconds: number) => call(api.advanceSandboxClock, { body: { seconds } }),
    onSuccess: () => {
      toastDone('Clock advanced', 'Expiries, reminders and retries that are due by then happen now.');
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
          Advance clock
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Forward by</Menu.Label>
        {STEPS.map(({ label, seconds }) => (
          <Menu.Item key={seconds} onClick={() => advance.mutate(seconds)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Always visible, so that no one confuses a test with a real document. */
export function SandboxBar() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (ENVIRONMENT !== 'sandbox') return null;
  return (
    <aside className={classes['bar']} aria-label="Sandbox">
      <IconFlask size={18} aria-hidden="true" className={classes['icon']} />
      <p className={classes['text']}>
        <b>Sandbox.</b> Documents here are tests and not legally binding. E-mails stay in the mailbox.
      </p>
      <div className={classes['actions']}>
        {session.role !== 'member' && <ClockMenu />}
        <Button size="compact-sm" variant="default" component="a" href={`${baseOf('live')}/documents`}>
          Leave
        </Button>
      </div>
    </aside>
  );
}
