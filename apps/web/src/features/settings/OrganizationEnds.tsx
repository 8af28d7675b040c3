/** Leaves an organization, hands it over, or deletes it. */
import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as api from '@countersign/client/operations';
import { BASE } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { membersQuery, organizationQuery, sessionQuery } from '../../api/queries.ts';
import type { Organization } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { dayOf, daysUntil } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../account/PasswordFields.tsx';
import { Section } from '../../ui/Section.tsx';

type Props = { organization: Organization };

function TransferForm({ organization, close }: Props & { close: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [search, setSearch] = useState('');
  const { data } = useQuery(membersQuery(1, search.trim()));
  const queryClient = useQueryClient();
  const others = (data?.members ?? []).filter((member) => member.id !== session.user.id);
  const form = useForm({
    initialValues: { userId: null as string | null, password: '' },
    validate: {
      userId: (value) => (value === null ? 'Choose the new owner.' : null),
      password: (value) => (value === '' ? 'Enter your password.' : null),
    },
  });
  const transfer = useMutation({
    mutationFn: ({ userId, password }: typeof form.values) =>
      call(api.transferOwnership, { body: { userId: userId ?? '', password } }),
    onSuccess: () => {
      toastDone('Ownership transferred', `You are now an administrator of ${organization.name}.`);
      close();
      void queryClient.invalidateQueries();
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => transfer.mutate(values))} noValidate>
        <Stack gap="md">
          <Text>
            The new owner can do everything, including billing and deletion. You become an administrator, and only the
            new owner can change that.
          </Text>
          <FormError error={transfer.error} />
          <Select
            label="New owner"
            placeholder="Name or address"
            searchable
            searchValue={search}
            onSearchChange={setSearch}
            filter={({ options }) => options}
            data={others.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
            {...(others.length === 0 && { description: 'No other member has this name or address.' })}
            {...form.getInputProps('userId')}
          />
          <CurrentPassword label="Your password" {...form.getInputProps('password')} />
          <DialogActions close={close} isPending={transfer.isPending} isFinal>
            Hand over
          </DialogActions>
        </Stack>
      </form>
    </>
  );
}

export function TransferSection({ organization }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Section
        title="Ownership"
        text="You own this organization. Transfer it before you leave."
        action={
          <Button variant="default" onClick={() => setOpened(true)}>
            Hand over …
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title="Transfer ownership">
        <TransferForm organization={organization} close={() => setOpened(false)} />
      </Modal>
    </>
  );
}

/** After leaving, the session ends here: the app reloads and checks which organizations remain. */
export function LeaveSection({ organization }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [opened, setOpened] = useState(false);
  const leave = useMutation({
    mutationFn: () => call(api.removeMember, { params: { userId: session.user.id }, query: {} }),
    onSuccess: () => globalThis.location.assign(`${BASE}/documents`),
    onError: toastError,
  });
  return (
    <>
      <Section
        title="Leave"
        text="You keep your account. Your documents here go to the owner, and your API keys are revoked."
        action={
          <Button variant="default" onClick={() => setOpened(true)}>
            Leave …
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Leave ${organization.name}?`}>
        <Stack gap="md">
          <Text>You lose access at once. To return, you need a new invitation.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpened(false)} data-autofocus>
              Stay
            </Button>
            <Button color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
              Leave
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function DeleteForm({ organization, close }: Props & { close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Enter your password.' : null) },
  });
  const remove = useMutation({
    mutationFn: (body: typeof form.values) => call(api.deleteOrganization, { body }),
    onSuccess: ({ organization: now }) => {
      queryClient.setQueryData(organizationQuery.queryKey, now);
      toastDone('Deletion scheduled', 'Until then everything works, and you can cancel the deletion.');
      close();
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <>
      <form onSubmit={form.onSubmit((body) => remove.mutate(body))} noValidate>
        <Stack gap="md">
          <Text>
            In 30 days {organization.name} is deleted. Documents that are out for signing are voided, and all members
            lose access. Completed documents are kept until their retention period ends. Until then you can cancel the
            deletion.
          </Text>
          <FormError error={remove.error} />
          <CurrentPassword label="Your password" data-autofocus {...form.getInputProps('password')} />
          <DialogActions close={close} isPending={remove.isPending} keep="Keep it" isFinal>
            Delete in 30 days
          </DialogActions>
        </Stack>
      </form>
    </>
  );
}

function Scheduled({ organization, action }: Props & { action: ReactNode }) {
  const { deletion } = organization;
  if (deletion === null) return null;
  const open = deletion.documents_in_progress;
  return (
    <Alert color="red" variant="light" title={`${organization.name} will be deleted`} role="status">
      <Text mb="sm">
        On {dayOf(deletion.delete_at)} ({daysUntil(deletion.delete_at, new Date())}).{' '}
        {open > 0 &&
          `${open} ${open === 1 ? 'document that is out for signing is' : 'documents that are out for signing are'} voided then, unless completed before.`}
      </Text>
      {action}
    </Alert>
  );
}

export function DeletionSection({ organization }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const cancel = useMutation({
    mutationFn: () => call(api.cancelOrganizationDeletion, {}),
    onSuccess: ({ organization: now }) => {
      queryClient.setQueryData(organizationQuery.queryKey, now);
      toastDone('Deletion canceled', `${now.name} will not be deleted.`);
    },
    onError: toastError,
  });
  if (organization.deletion !== null) {
    const keep = (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Keep the organization
      </Button>
    );
    return <Scheduled organization={organization} action={session.role === 'owner' && keep} />;
  }
  return (
    <>
      <Section
        danger
        title="Delete the organization"
        text="Takes 30 days. Until then you can cancel it."
        action={
          <Button color="red" variant="light" onClick={() => setOpened(true)}>
            Delete …
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Delete ${organization.name}?`}>
        <DeleteForm organization={organization} close={() => setOpened(false)} />
      </Modal>
    </>
  );
}
