import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFingerprint, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Suspended, suspendedQuery } from './queries.ts';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';
import { Section } from '../../ui/Section.tsx';
import { useFactorsChanged } from './TwoFactorSection.tsx';
import classes from './Settings.module.css';

const KINDS = { passkey: 'Passkey', totp: 'Authenticator app', 'api-key': 'API key' } as const;

const describe = ({ kind, organization, created_at: created, suspended_at: suspended }: Suspended): string =>
  [KINDS[kind], organization, `added ${dayOf(created)}`, `suspended ${dayOf(suspended)}`]
    .filter((part) => part !== null)
    .join(', ');

type RowProps = { one: Suspended; restore: () => void; remove: () => void; isBusy: boolean };

function SuspendedRow({ one, restore, remove, isBusy }: RowProps) {
  const Icon = one.kind === 'api-key' ? IconKey : IconFingerprint;
  return (
    <li>
      <span className={classes['rowIcon']} aria-hidden="true">
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={classes['rowWords']}>
        <Text fw={580} className={classes['value']}>
          {one.name}
        </Text>
        <Text fz="xs" c="dimmed">
          {describe(one)}
        </Text>
      </div>
      <Group gap={6}>
        <Button size="xs" variant="default" loading={isBusy} onClick={restore} aria-label={`Restore ${one.name}`}>
          Restore
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={remove} aria-label={`Remove ${one.name}`}>
          Remove
        </Button>
      </Group>
    </li>
  );
}

/** Shown while something is suspended, which only happens after an account recovery. */
export function SuspendedSection() {
  const { data: suspended } = useQuery(suspendedQuery);
  const queryClient = useQueryClient();
  const factorsChanged = useFactorsChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = (): void => {
    factorsChanged();
    void queryClient.invalidateQueries({ queryKey: suspendedQuery.queryKey });
  };
  const restore = useMutation({
    mutationFn: ({ id }: Suspended) => call(api.restoreSuspendedFactor, { params: { suspendedId: id } }),
    onSuccess: ({ recoveryCodes }, { name }) => {
      toastDone(`${name} restored`, 'It works again.');
      setCodes(recoveryCodes ?? null);
      changed();
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Suspended) => call(api.removeSuspendedFactor, { params: { suspendedId: id } }),
    onSuccess: (_answer, { name }) => {
      toastDone(`${name} removed`, 'It cannot be restored.');
      changed();
    },
    onError: toastError,
  });
  const isEmpty = suspended === undefined || suspended.length === 0;
  if (isEmpty && codes === null) return null;
  return (
    <>
      {!isEmpty && (
        <Section
          title="Suspended by the recovery of your account"
          text="These were added after the last sign-in that you confirmed, and do not work. Restore the ones that you added yourself, and remove the rest."
        >
          <ul className={classes['rows']}>
            {suspended.map((one) => (
              <SuspendedRow
                key={one.id}
                one={one}
                restore={() => restore.mutate(one)}
                remove={() => remove.mutate(one)}
                isBusy={restore.isPending || remove.isPending}
              />
            ))}
          </ul>
        </Section>
      )}
      <RecoveryCodesDialog codes={codes} close={() => setCodes(null)} />
    </>
  );
}
