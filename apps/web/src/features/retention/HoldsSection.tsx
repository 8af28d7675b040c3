import { Button, Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type LegalHold, legalHoldsQuery } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import table from '../../ui/Table.module.css';
import { FormError } from '../../ui/FormError.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { HoldDialog, type Wanted } from './HoldDialog.tsx';
import { KINDS } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

function ReleaseForm({ hold, close }: { hold: LegalHold; close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? m.holdsSection.enterReason : null) },
  });
  const release = useMutation({
    mutationFn: (body: typeof form.values) => call(api.releaseLegalHold, { params: { holdId: hold.id }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['retention'] });
      toastDone(m.holdsSection.legalHoldReleased);
      close();
    },
  });
  return (
    <DialogForm submit={form.onSubmit((body) => release.mutate(body))}>
      <Stack gap="md">
        <Text>{m.holdsSection.dataDueAndNot}</Text>
        <FormError error={release.error} />
        <Textarea
          label={labels.reason}
          description={m.holdsSection.asEndOfMatter}
          autosize
          minRows={2}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions close={close} isPending={release.isPending} isFinal>
          {m.holdsSection.releaseHold}
        </DialogActions>
      </Stack>
    </DialogForm>
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
        {(releasedBy ?? placedBy).name ?? m.holdsSection.theOperator}
      </Text>
    </div>
  );
}

const columnsOf = (state: 'standing' | 'released'): readonly Column<LegalHold>[] => [
  {
    head: m.holdsSection.keeps,
    cell: ({ title, target, kind }) => (
      <div>
        <Text style={{ overflowWrap: 'anywhere' }}>{title ?? target}</Text>
        <Text size="sm" c="dimmed">
          {KINDS[kind].label}
        </Text>
      </div>
    ),
  },
  {
    head: labels.reason,
    className: table['long'],
    cell: ({ reason, release_reason: releaseReason }) => (
      <div>
        <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
        {releaseReason !== null && (
          <Text size="sm" c="dimmed">
            {m.holdsSection.released(releaseReason)}
          </Text>
        )}
      </div>
    ),
  },
  {
    head: state === 'standing' ? m.holdsSection.placed : m.holdsSection.releasedHead,
    cell: (hold) => <When hold={hold} />,
  },
];

function Holds({ state }: { state: 'standing' | 'released' }) {
  const query = useInfiniteQuery(legalHoldsQuery(state));
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  return (
    <>
      <ListTable
        caption={labels.legalHolds}
        from={query}
        items={query.data?.pages.flatMap((page) => page.holds)}
        keyOf={({ id }) => id}
        columns={columnsOf(state)}
        actions={(hold) =>
          hold.released_at === null && (
            <Button variant="default" size="compact-sm" onClick={() => setReleasing(hold)}>
              {m.holdsSection.releaseDialog}
            </Button>
          )
        }
        empty={<Text c="dimmed">{state === 'standing' ? m.holdsSection.none : labels.noneYet}</Text>}
        more={m.holdsSection.olderHolds}
      />
      <Modal opened={releasing !== null} onClose={() => setReleasing(null)} title={m.holdsSection.releaseLegalHold}>
        {releasing !== null && <ReleaseForm hold={releasing} close={() => setReleasing(null)} />}
      </Modal>
    </>
  );
}

/** Lists legal holds with their start, the person who placed them, and the reason. */
export function HoldsSection() {
  const [state, setState] = useState<'standing' | 'released'>('standing');
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <Section
      title={labels.legalHolds}
      text={m.holdsSection.dataUnderLegalHoldCannot}
      action={
        <Button onClick={() => setWanted({ kind: 'person', target: '' })}>{m.holdsSection.placeHoldDialog}</Button>
      }
    >
      <SegmentedControl
        mb="md"
        aria-label={m.holdsSection.whichHolds}
        value={state}
        onChange={(value) => setState(value === 'released' ? 'released' : 'standing')}
        data={[
          { value: 'standing', label: m.holdsSection.standing },
          { value: 'released', label: m.holdsSection.releasedLabel },
        ]}
      />
      <Holds state={state} />
      <HoldDialog wanted={wanted} close={() => setWanted(null)} />
    </Section>
  );
}
