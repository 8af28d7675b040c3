/** Deliveries that were given up are sent again or taken out of the queue; told before, and afterwards. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { DeadLetterFilter } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../account/Fields.tsx';
import { useWebhooksChanged } from './WebhookDialogs.tsx';

type Action = 'replay' | 'discard';
/** Those named, or all that the filter finds, also on pages not shown. */
export type Which = { ids: string[] } | { filter: DeadLetterFilter; total: number };
export type Asked = { action: Action; which: Which };

const countOf = (which: Which): number => ('ids' in which ? which.ids.length : which.total);
export const deliveries = (count: number): string =>
  count === 1 ? 'one delivery' : `${count.toLocaleString()} deliveries`;

export function useProcess(done: () => void) {
  const changed = useWebhooksChanged();
  return useMutation({
    mutationFn: ({ action, which }: Asked) => {
      const body = 'ids' in which ? { ids: which.ids, action } : { all: true as const, action, ...which.filter };
      return call(api.processDeadLetters, { body });
    },
    onSuccess: ({ action, processed, skipped }) => {
      changed();
      const others = skipped.length === 0 ? '' : ` ${deliveries(skipped.length)} had left the queue before.`;
      if (action === 'replay')
        toastDone('Sent again', `${deliveries(processed)} on the way, with up to five attempts more.${others}`);
      else toastDone('Discarded', `${deliveries(processed)} taken out of the queue.${others}`);
      done();
    },
  });
}

export function ConfirmDialog({ asked, close, done }: { asked: Asked; close: () => void; done: () => void }) {
  const process = useProcess(done);
  const what = deliveries(countOf(asked.which));
  const replay = asked.action === 'replay';
  return (
    <Modal opened onClose={close} title={replay ? `Send ${what} again?` : `Discard ${what}?`}>
      <Stack gap="md">
        <Text>
          {replay
            ? 'Each goes out with its former event id, so a receiver that has seen it can leave it out.'
            : 'What is discarded is not sent any more. The log of the webhook keeps it, and it can still be sent again from there.'}
        </Text>
        <FormError error={process.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus={!replay || undefined}>
            Cancel
          </Button>
          <Button
            {...(replay ? { 'data-autofocus': true } : { color: 'red' })}
            loading={process.isPending}
            onClick={() => process.mutate(asked)}
          >
            {replay ? 'Send again' : 'Discard'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
