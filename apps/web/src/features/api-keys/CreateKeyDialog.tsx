import { Alert, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { ENVIRONMENT } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { explain, faultsByField } from '../../api/errors.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { apiKeysQuery } from './queries.ts';
import { KeyValue } from './KeyValue.tsx';
import { LIFETIMES, type Scope, ScopeChecks } from './scopes.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

function KeyForm({ close, done }: { close: () => void; done: (key: string) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', lifetime: '365', scopes: ['documents:read', 'documents:write'] as Scope[] },
    validate: {
      name: (value) => (value.trim() === '' ? m.createKeyDialog.enterNameOfProgram : null),
      scopes: (value) => (value.length === 0 ? m.createKeyDialog.chooseAtLeastOne : null),
    },
  });
  const create = useMutation({
    mutationFn: ({ name, lifetime, scopes }: typeof form.values) =>
      call(api.createApiKey, {
        body: { name: name.trim(), scopes, expiresInDays: lifetime === 'never' ? null : Number(lifetime) },
      }),
    onSuccess: ({ apiKey }) => {
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      done(apiKey.key);
    },
    onError: (error) => form.setErrors(faultsByField(error, ['name', 'scopes'])),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => create.mutate(values))}>
      <Stack gap="md">
        {create.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(create.error).detail}
          </Alert>
        )}
        <TextInput
          label={labels.name}
          placeholder={m.createKeyDialog.accountingExport}
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopeChecks {...form.getInputProps('scopes')} />
        {ENVIRONMENT === 'sandbox' && (
          <Alert variant="light" color="gray">
            {m.createKeyDialog.keyWorksOnlyInSandbox}
          </Alert>
        )}
        <Select
          label={m.createKeyDialog.expiresAfter}
          data={LIFETIMES}
          allowDeselect={false}
          {...form.getInputProps('lifetime')}
        />
        <DialogActions close={close} isPending={create.isPending}>
          {m.createKeyDialog.createKey}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function CreateKeyDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const [value, setValue] = useState<string | null>(null);
  const finish = () => {
    close();
    setValue(null);
  };
  return (
    // A click outside the dialog must not close it, because the key's value is never shown again.
    <Modal
      opened={opened}
      onClose={finish}
      title={value === null ? m.createKeyDialog.newApiKey : m.createKeyDialog.newKey}
      closeOnClickOutside={value === null}
      closeOnEscape={value === null}
      size="md"
    >
      {value === null ? <KeyForm close={finish} done={setValue} /> : <KeyValue value={value} close={finish} />}
    </Modal>
  );
}
