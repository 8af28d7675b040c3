import { Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import type { LegalHold } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { KINDS } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Kind = LegalHold['kind'];
export type Wanted = { kind: Kind; target: string; title?: string };

function HoldForm({ wanted, close }: { wanted: Wanted; close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { kind: wanted.kind, target: wanted.target, reason: '' },
    validate: {
      target: (value) => (value.trim() === '' ? m.holdDialog.enterDataToKeep : null),
      reason: (value) => (value.trim() === '' ? m.holdDialog.enterReason : null),
    },
  });
  const place = useMutation({
    mutationFn: (body: typeof form.values) => call(api.placeLegalHold, { body }),
    onSuccess: ({ hold }) => {
      void queryClient.invalidateQueries({ queryKey: ['retention'] });
      toastDone(m.holdDialog.legalHoldPlaced, m.holdDialog.documentsCoveredSoFar(hold.documents));
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['target', 'reason'])),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => place.mutate(values))}>
      <Stack gap="md">
        <Text>{m.holdDialog.coveredDataCannotBeDeleted}</Text>
        <FormError error={place.error} atFields />
        {wanted.title === undefined ? (
          <>
            <Select
              label={m.holdDialog.keep}
              data={Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))}
              allowDeselect={false}
              {...form.getInputProps('kind')}
            />
            <TextInput
              label={KINDS[form.values.kind].field}
              description={KINDS[form.values.kind].hint}
              maxLength={254}
              {...form.getInputProps('target')}
            />
          </>
        ) : (
          <Text fw={600}>{wanted.title}</Text>
        )}
        <Textarea
          label={labels.reason}
          description={m.holdDialog.asMatterOrAuthorityRequested}
          autosize
          minRows={2}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions close={close} isPending={place.isPending}>
          {m.holdDialog.placeHold}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function HoldDialog({ wanted, close }: { wanted: Wanted | null; close: () => void }) {
  return (
    <Modal opened={wanted !== null} onClose={close} title={m.holdDialog.placeLegalHold}>
      {wanted !== null && <HoldForm wanted={wanted} close={close} />}
    </Modal>
  );
}
