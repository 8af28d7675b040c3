import { Button, Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { type LegalHold, legalHoldsQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import table from '../../ui/Table.module.css';
import { FormError } from '../account/Fields.tsx';
import { Section } from '../settings/Section.tsx';
import { HoldDialog, type Wanted } from './HoldDialog.tsx';
import { KINDS } from './words.ts';

function ReleaseForm({ hold, close }: { hold: LegalHold; close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? 'Give a reason. It stands in the audit log.' : null) },
  });
  const release = useMutation({
    mutationFn: (body: typeof form.values) => call('releaseLegalHold', { params: { holdId: hold.id }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['retention'] });
      toastDone('Legal hold released');
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit((body) => release.mutate(body))} noValidate>
      <Stack gap="md">
        <Text>What is due and not covered by another hold is erased for good within the hour.</Text>
        <FormError error={release.error} />
        <Textarea
          label="Reason"
          description="Such as the end of the matter."
          autosize
          minRows={2}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions close={close} isPending={release.isPending} isFinal>
          Release hold
        </DialogActions>
      </Stack>
    </form>
  );
}

function When({
  hold: { placed_at: placedAt, placed_by: placedBy, released_at: releasedAt, released_by: releasedBy },
}: {
  hold: LegalHold;
}) {
  const moment = releasedAt ?? placedAt;
  return (
    <div>
      <time dateTime={moment}>{exactTime(moment)}</time>
      <Text size="sm" c="dimmed">
        {(releasedBy ?? placedBy).name ?? 'The operator'}
      </Text>
    </div>
  );
}

function Line({ hold, release }: { hold: LegalHold; release: () => void }) {
  const { released_at: releasedAt } = hold;
  const isOver = releasedAt !== null;
  return (
    <tr>
      <td data-label="Keeps">
        <Text style={{ overflowWrap: 'anywhere' }}>{hold.title ?? hold.target}</Text>
        <Text size="sm" c="dimmed">
          {KINDS[hold.kind].label}
        </Text>
      </td>
      <td data-label="Reason" className={table['long']}>
        <Text style={{ overflowWrap: 'anywhere' }}>{hold.reason}</Text>
        {hold.release_reason !== null && (
          <Text size="sm" c="dimmed">
            Released: {hold.release_reason}
          </Text>
        )}
      </td>
      <td data-label={isOver ? 'Released' : 'Placed'}>
        <When hold={hold} />
      </td>
      <td className={table['action']}>
        {releasedAt === null && (
          <Button variant="default" size="compact-sm" onClick={release}>
            Release …
          </Button>
        )}
      </td>
    </tr>
  );
}

function Holds({ state }: { state: 'standing' | 'released' }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    legalHoldsQuery(state),
  );
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const holds = data?.pages.flatMap((page) => page.holds) ?? [];
  if (data !== undefined && holds.length === 0)
    return (
      <Text c="dimmed">
        {state === 'standing' ? 'None. Place one when something must not be erased.' : 'None yet.'}
      </Text>
    );
  return (
    <>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Keeps</th>
            <th scope="col">Reason</th>
            <th scope="col">{state === 'standing' ? 'Placed' : 'Released'}</th>
            <th scope="col">
              <span className={table['hidden']}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {holds.map((hold) => (
            <Line key={hold.id} hold={hold} release={() => setReleasing(hold)} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older holds
        </Button>
      )}
      <Modal opened={releasing !== null} onClose={() => setReleasing(null)} title="Release this legal hold?">
        {releasing !== null && <ReleaseForm hold={releasing} close={() => setReleasing(null)} />}
      </Modal>
    </>
  );
}

/** What must not be erased: since when, by whom and why. */
export function HoldsSection() {
  const [state, setState] = useState<'standing' | 'released'>('standing');
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <Section
      title="Legal holds"
      text="What one covers is not erased and cannot be deleted, whatever its retention says."
      action={<Button onClick={() => setWanted({ kind: 'person', target: '' })}>Place a hold …</Button>}
    >
      <SegmentedControl
        mb="md"
        aria-label="Which holds"
        value={state}
        onChange={(value) => setState(value === 'released' ? 'released' : 'standing')}
        data={[
          { value: 'standing', label: 'Standing' },
          { value: 'released', label: 'Released' },
        ]}
      />
      <Holds state={state} />
      <HoldDialog wanted={wanted} close={() => setWanted(null)} />
    </Section>
  );
}
