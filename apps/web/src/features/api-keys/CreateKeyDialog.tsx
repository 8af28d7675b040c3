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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type Scope = ApiKey['scopes'][number];

const SCOPES: readonly { value: Scope; label: string; text: string }[] = [
  {
    value: 'documents:read',
    label: m.createKeyDialog.readDocuments,
    text: m.createKeyDialog.listsStatesDownloadsVerification,
  },
  { value: 'documents:write', label: m.createKeyDialog.sendDocuments, text: m.createKeyDialog.uploadSendVoid },
  { value: 'templates', label: common.templates, text: m.createKeyDialog.createAndUseTemplates },
  { value: 'webhooks', label: labels.webhooks, text: m.createKeyDialog.manageWebhooksAndReadDeliveries },
  { value: 'admin', label: m.createKeyDialog.administration, text: m.createKeyDialog.everythingAdministratorCan },
];

const LIFETIMES = [
  { value: '30', label: m.createKeyDialog.thirtyDays },
  { value: '90', label: m.createKeyDialog.ninetyDays },
  { value: '365', label: m.createKeyDialog.oneYear },
  { value: 'never', label: m.createKeyDialog.never },
];

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
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
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
        <Checkbox.Group label={m.createKeyDialog.scopes} {...form.getInputProps('scopes')}>
          <Stack gap={10} mt={8}>
            {SCOPES.map(({ value, label, text }) => (
              <Checkbox key={value} value={value} label={label} description={text} />
            ))}
          </Stack>
        </Checkbox.Group>
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
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={close}>
            {labels.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {m.createKeyDialog.createKey}
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
      title={value === null ? m.createKeyDialog.newApiKey : m.createKeyDialog.newKey}
      closeOnClickOutside={value === null}
      closeOnEscape={value === null}
      size="md"
    >
      {value === null ? <KeyForm close={finish} done={setValue} /> : <KeyValue value={value} close={finish} />}
    </Modal>
  );
}
