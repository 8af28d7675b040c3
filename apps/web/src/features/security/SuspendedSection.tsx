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
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from '../../ui/Rows.module.css';

const KINDS = {
  passkey: m.suspendedSection.passkey,
  totp: m.suspendedSection.authenticatorApp,
  'api-key': labels.apiKey,
} as const;

const describe = ({ kind, organization, created_at: created, suspended_at: suspended }: Suspended): string =>
  [KINDS[kind], organization, m.suspendedSection.added(dayOf(created)), m.suspendedSection.suspended(dayOf(suspended))]
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
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={restore}
          aria-label={m.suspendedSection.restoreAriaLabel(one.name)}
        >
          {m.suspendedSection.restore}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={remove}
          aria-label={m.suspendedSection.remove(one.name)}
        >
          {labels.remove}
        </Button>
      </Group>
    </li>
  );
}

/** Shown while credentials are suspended, which happens only after an account recovery. */
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
      toastDone(m.suspendedSection.restored(name), m.suspendedSection.worksAgain);
      setCodes(recoveryCodes ?? null);
      changed();
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Suspended) => call(api.removeSuspendedFactor, { params: { suspendedId: id } }),
    onSuccess: (_answer, { name }) => {
      toastDone(m.suspendedSection.removed(name), m.suspendedSection.cannotBeRestored);
      changed();
    },
    onError: toastError,
  });
  const isEmpty = suspended === undefined || suspended.length === 0;
  if (isEmpty && codes === null) return null;
  return (
    <>
      {!isEmpty && (
        <Section title={m.suspendedSection.suspendedByRecoveryOfAccount} text={m.suspendedSection.addedAfterLastSign}>
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
