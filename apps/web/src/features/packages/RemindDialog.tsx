import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';
import { toastDone, toastRefusal } from '../../ui/toast.ts';
import type { Awaited } from './reminders.ts';
import { m } from './texts.ts';

type Props = { awaited: readonly Awaited[]; close: () => void };

/** One reminder for each person, with a request for each document that they are named in. */
async function remindAll(awaited: readonly Awaited[], message: string): Promise<{ sent: number; skipped: string[] }> {
  const sum = { sent: 0, skipped: [] as string[] };
  for (const [id, people] of Map.groupBy(awaited, ({ documentId }) => documentId)) {
    const { reminded, skipped } = await call(api.remindSigners, {
      params: { id },
      body: { signerEmails: people.map(({ email }) => email), ...(message === '' ? {} : { message }) },
    });
    sum.sent += reminded.length;
    sum.skipped.push(...skipped.map(({ email }) => email));
  }
  return sum;
}

export function RemindDialog({ awaited, close }: Props) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState('');
  const remind = useMutation({
    mutationFn: () => remindAll(awaited, message.trim()),
    onSuccess: ({ sent, skipped }) => {
      const left = skipped.length === 0 ? '' : m.remindDialog.skipped(skipped.join(', '));
      if (sent === 0) toastRefusal(m.remindDialog.nobody, left);
      else toastDone(m.remindDialog.reminded(sent), left);
      void queryClient.invalidateQueries({ queryKey: ['packages'] });
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={m.remindDialog.title(awaited.length)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          remind.mutate();
        }}
      >
        <Stack gap="md">
          <FormError error={remind.error} />
          <Text>{m.remindDialog.text(awaited.map(({ name }) => name).join(', '))}</Text>
          <Textarea
            label={labels.message}
            autosize
            minRows={2}
            maxLength={2000}
            data-autofocus
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <DialogActions close={close} isPending={remind.isPending}>
            {m.remindDialog.send}
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}
