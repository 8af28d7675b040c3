/** Replays or discards dead letters. Asks for confirmation first and shows the result afterwards. */
import { Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import type { DeadLetterFilter } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { useWebhooksChanged } from './WebhookDialogs.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Action = 'replay' | 'discard';
/** The given dead letters, or all that match the filter, including those on other pages. */
export type Which = { ids: string[] } | { filter: DeadLetterFilter; total: number };
export type Asked = { action: Action; which: Which };

const countOf = (which: Which): number => ('ids' in which ? which.ids.length : which.total);
export const deliveries = (count: number): string => m.deadLetterDialog.deliveries(count);

export function useProcess(done: () => void) {
  const changed = useWebhooksChanged();
  return useMutation({
    mutationFn: ({ action, which }: Asked) => {
      const body = 'ids' in which ? { ids: which.ids, action } : { all: true as const, action, ...which.filter };
      return call(api.processDeadLetters, { body });
    },
    onSuccess: ({ action, processed, skipped }) => {
      changed();
      const others = skipped.length === 0 ? '' : ` ${m.deadLetterDialog.alreadyLeftQueue(deliveries(skipped.length))}`;
      if (action === 'replay')
        toastDone(labels.sentAgain, m.deadLetterDialog.queuedWithUpToFive(deliveries(processed), others));
      else toastDone(m.deadLetterDialog.discarded, m.deadLetterDialog.removedFromQueue(deliveries(processed), others));
      done();
    },
  });
}

export function ConfirmDialog({ asked, close, done }: { asked: Asked; close: () => void; done: () => void }) {
  const process = useProcess(done);
  const what = deliveries(countOf(asked.which));
  const replay = asked.action === 'replay';
  return (
    <Modal
      opened
      onClose={close}
      title={replay ? m.deadLetterDialog.sendAgain(what) : m.deadLetterDialog.discard(what)}
    >
      <Stack gap="md">
        <Text>{replay ? m.deadLetterDialog.eachKeepsEventId : m.deadLetterDialog.discardedDeliveriesNotSent}</Text>
        <FormError error={process.error} />
        <DialogActions close={close} isPending={process.isPending} act={() => process.mutate(asked)} isFinal={!replay}>
          {replay ? m.deadLetterDialog.sendAgainText : m.deadLetterDialog.discardText}
        </DialogActions>
      </Stack>
    </Modal>
  );
}
