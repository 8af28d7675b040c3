import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { listed } from '../../ui/listed.ts';
import { labels } from '../../ui/labels.ts';
import { showReminded } from '../../ui/reminded.ts';
import { type Awaited, type Outcome, remindAll } from './reminders.ts';
import { m } from './texts.ts';

type Props = { awaited: readonly Awaited[]; close: () => void };

const isTold = ({ reminded, skipped }: Outcome): boolean => reminded.length + skipped.length > 0;

export function RemindDialog({ awaited, close }: Props) {
  const queryClient = useQueryClient();
  // The people for whom the package was waiting when the dialog opened. The list must not change while the dialog is
  // open, although the page behind it is reloaded every few seconds.
  const [people, setPeople] = useState(awaited);
  const [message, setMessage] = useState('');
  const remind = useMutation({
    mutationFn: () =>
      remindAll(people, (id, signerEmails) =>
        call(api.remindSigners, {
          params: { id },
          body: { signerEmails, ...(message.trim() === '' ? {} : { message: message.trim() }) },
        }),
      ),
    onSuccess: (outcome) => {
      if (isTold(outcome)) showReminded(outcome);
      void queryClient.invalidateQueries({ queryKey: ['packages'] });
      if (outcome.failed === null) close();
      else setPeople(outcome.failed.people);
    },
  });
  return (
    <Modal opened onClose={close} title={m.remindDialog.title(people.length)}>
      <DialogForm
        submit={() => {
          remind.mutate();
        }}
      >
        <Stack gap="md">
          <FormError error={remind.error ?? remind.data?.failed?.error} />
          <Text>{m.remindDialog.text(listed(people.map(({ name }) => name)))}</Text>
          <Textarea
            label={labels.message}
            autosize
            minRows={2}
            maxLength={2000}
            data-autofocus
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <DialogActions close={close} isPending={remind.isPending} isDisabled={people.length === 0}>
            {m.remindDialog.send}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
