/** Leaves an organization, transfers it, or deletes it. */
import { Alert, Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as api from '@countersign/client/operations';
import { BASE } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { membersQuery, organizationQuery, sessionQuery } from '../../api/queries.ts';
import type { Organization } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { dayOf, daysUntil } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { CurrentPassword } from '../../ui/PasswordFields.tsx';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

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
      userId: (value) => (value === null ? m.organizationEnds.chooseNewOwner : null),
      password: (value) => (value === '' ? m.organizationEnds.enterPassword : null),
    },
  });
  const transfer = useMutation({
    mutationFn: ({ userId, password }: typeof form.values) =>
      call(api.transferOwnership, { body: { userId: userId ?? '', password } }),
    onSuccess: () => {
      toastDone(m.organizationEnds.ownershipTransferred, m.organizationEnds.nowAdministrator(organization.name));
      close();
      void queryClient.invalidateQueries();
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <>
      <DialogForm submit={form.onSubmit((values) => transfer.mutate(values))}>
        <Stack gap="md">
          <Text>{m.organizationEnds.newOwnerCanDoEverything}</Text>
          <FormError error={transfer.error} />
          <Select
            label={m.organizationEnds.newOwner}
            placeholder={m.organizationEnds.nameOrAddress}
            searchable
            searchValue={search}
            onSearchChange={setSearch}
            filter={({ options }) => options}
            data={others.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
            {...(others.length === 0 && { description: m.organizationEnds.noOtherMemberHasName })}
            {...form.getInputProps('userId')}
          />
          <CurrentPassword label={m.organizationEnds.yourPassword} {...form.getInputProps('password')} />
          <DialogActions close={close} isPending={transfer.isPending} isFinal>
            {labels.handOver}
          </DialogActions>
        </Stack>
      </DialogForm>
    </>
  );
}

export function TransferSection({ organization }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Section
        title={m.organizationEnds.ownership}
        text={m.organizationEnds.ownOrganization}
        action={
          <Button variant="default" onClick={() => setOpened(true)}>
            {m.organizationEnds.handOverDialog}
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.organizationEnds.transferOwnership}>
        <TransferForm organization={organization} close={() => setOpened(false)} />
      </Modal>
    </>
  );
}

/**
 * After a person leaves, their session in this organization ends. The app reloads and checks which organizations
 * remain.
 */
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
        title={m.organizationEnds.leave}
        text={m.organizationEnds.keepAccount}
        action={
          <Button variant="default" onClick={() => setOpened(true)}>
            {m.organizationEnds.leaveDialog}
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.organizationEnds.leaveTitle(organization.name)}>
        <Stack gap="md">
          <Text>{m.organizationEnds.loseAccessAtOnce}</Text>
          <DialogActions
            close={() => setOpened(false)}
            keep={m.organizationEnds.stay}
            isPending={leave.isPending}
            act={() => leave.mutate()}
            isFinal
          >
            {m.organizationEnds.leave}
          </DialogActions>
        </Stack>
      </Modal>
    </>
  );
}

function DeleteForm({ organization, close }: Props & { close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? m.organizationEnds.enterPassword : null) },
  });
  const remove = useMutation({
    mutationFn: (body: typeof form.values) => call(api.deleteOrganization, { body }),
    onSuccess: ({ organization: now }) => {
      queryClient.setQueryData(organizationQuery.queryKey, now);
      toastDone(m.organizationEnds.deletionScheduled, m.organizationEnds.untilEverythingWorksAnd);
      close();
    },
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <>
      <DialogForm submit={form.onSubmit((body) => remove.mutate(body))}>
        <Stack gap="md">
          <Text>{m.organizationEnds.inThirtyDaysDeleted(organization.name)}</Text>
          <FormError error={remove.error} />
          <CurrentPassword label={m.organizationEnds.yourPassword} data-autofocus {...form.getInputProps('password')} />
          <DialogActions close={close} isPending={remove.isPending} keep={labels.keepIt} isFinal>
            {m.organizationEnds.deleteInThirtyDays}
          </DialogActions>
        </Stack>
      </DialogForm>
    </>
  );
}

function Scheduled({ organization, action }: Props & { action: ReactNode }) {
  const { deletion } = organization;
  if (deletion === null) return null;
  const open = deletion.documents_in_progress;
  return (
    <Alert color="red" variant="light" title={m.organizationEnds.willBeDeleted(organization.name)} role="status">
      <Text mb="sm">
        {m.organizationEnds.on(dayOf(deletion.delete_at), daysUntil(deletion.delete_at, new Date()))}{' '}
        {open > 0 && m.organizationEnds.documentsOutForSigningVoided(open)}
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
      toastDone(m.organizationEnds.deletionCanceled, m.organizationEnds.willNotBeDeleted(now.name));
    },
    onError: toastError,
  });
  if (organization.deletion !== null) {
    const keep = (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {m.organizationEnds.keepOrganization}
      </Button>
    );
    return <Scheduled organization={organization} action={session.role === 'owner' && keep} />;
  }
  return (
    <>
      <Section
        danger
        title={m.organizationEnds.deleteOrganization}
        text={m.organizationEnds.takesThirtyDays}
        action={
          <Button color="red" variant="light" onClick={() => setOpened(true)}>
            {labels.deleteDialog}
          </Button>
        }
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.organizationEnds.delete(organization.name)}>
        <DeleteForm organization={organization} close={() => setOpened(false)} />
      </Modal>
    </>
  );
}
