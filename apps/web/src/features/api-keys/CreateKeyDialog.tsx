import { Alert, Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { ENVIRONMENT } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { explain, faultsByField } from '../../api/errors.ts';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { KeyValue } from './KeyValue.tsx';

type Scope = ApiKey['scopes'][number];

const SCOPES: readonly { value: Scope; label: string; text: string }[] = [
  { value: 'documents:read', label: 'Read documents', text: 'Lists, states, downloads, verification' },
  { value: 'documents:write', label: 'Send documents', text: 'Upload, send, void' },
  { value: 'templates', label: 'Templates', text: 'Create and use templates' },
  { value: 'webhooks', label: 'Webhooks', text: 'Manage webhooks and read deliveries' },
  { value: 'admin', label: 'Administration', text: 'Everything an administrator can do through the API' },
];

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never' },
];

function KeyForm({ close, done }: { close: () => void; done: (key: string) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', lifetime: '365', scopes: ['documents:read', 'documents:write'] as Scope[] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter the name of the program that will use it.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one.' : null),
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
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack gap="md">
        {create.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(create.error).detail}
          </Alert>
        )}
        <TextInput
          label="Name"
          placeholder="Accounting export"
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
          <Stack gap={10} mt={8}>
            {SCOPES.map(({ value, label, text }) => (
              <Checkbox key={value} value={value} label={label} description={text} />
            ))}
          </Stack>
        </Checkbox.Group>
        {ENVIRONMENT === 'sandbox' && (
          <Alert variant="light" color="gray">
            This key works only in the sandbox (sk_test_…).
          </Alert>
        )}
        <Select label="Expires after" data={LIFETIMES} allowDeselect={false} {...form.getInputProps('lifetime')} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function CreateKeyDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const [value, setValue] = useState<string | null>(null);
  const finish = () => {
    close();
    setValue(null);
  };
  return (
    // A click outside the dialog must not lose a value that is never shown again.
    <Modal
      opened={opened}
      onClose={finish}
      title={value === null ? 'New API key' : 'Your new key'}
      closeOnClickOutside={value === null}
      closeOnEscape={value === null}
      size="md"
    >
      {value === null ? <KeyForm close={finish} done={setValue} /> : <KeyValue value={value} close={finish} />}
    </Modal>
  );
}
