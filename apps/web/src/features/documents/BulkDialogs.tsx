/** Dialogs for actions that send e-mails for the selected documents. */
import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { labels } from '../../ui/labels.ts';
import { remind, voidAll } from './bulk-actions.ts';
import type { Listed, Task } from './bulk-run.ts';
import { m } from './bulk-texts.ts';

type Props = { documents: readonly Listed[]; run: (task: Task) => void; close: () => void };

const out = (documents: readonly Listed[]): number => documents.filter(({ status }) => status === 'in-progress').length;

function RemindForm({ documents, run, close }: Props) {
  const form = useForm({ initialValues: { message: '' } });
  return (
    <DialogForm
      submit={form.onSubmit(({ message }) => {
        run(remind(documents, message));
        close();
      })}
    >
      <Stack gap="md">
        <Text>{m.remindDialog.text}</Text>
        <Textarea
          label={labels.message}
          description={m.remindDialog.optional}
          autosize
          minRows={2}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <DialogActions close={close} isPending={false}>
          {m.remindDialog.send}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

function VoidForm({ documents, run, close }: Props) {
  const form = useForm({
    initialValues: { reason: '' },
    // The reason is sent as a single line, because the contract does not allow line breaks.
    transformValues: ({ reason }) => ({ reason: reason.replace(/\s+/g, ' ').trim() }),
    validate: { reason: (value) => (value.trim() === '' ? m.voidDialog.enterReason : null) },
  });
  return (
    <DialogForm
      submit={form.onSubmit(({ reason }) => {
        run(voidAll(documents, reason));
        close();
      })}
    >
      <Stack gap="md">
        <Text>{m.voidDialog.text}</Text>
        <Textarea
          label={labels.reason}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions close={close} isPending={false} keep={labels.cancel} isFinal>
          {m.voidDialog.void(out(documents))}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function BulkDialogs({ opened, ...props }: Props & { opened: 'remind' | 'void' | null }) {
  const count = out(props.documents);
  return (
    <>
      <Modal opened={opened === 'remind'} onClose={props.close} title={m.remindDialog.title(count)}>
        <RemindForm {...props} />
      </Modal>
      <Modal opened={opened === 'void'} onClose={props.close} title={m.voidDialog.title(count)}>
        <VoidForm {...props} />
      </Modal>
    </>
  );
}
