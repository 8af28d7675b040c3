import { Checkbox, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { handOverQuery, isUserId, type Member, usersQuery } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';

type Props = { member: Member; close: () => void };

/** Selects who gets the member's objects. */
function HeirSelect({
  of,
  value,
  onChange,
}: {
  of: Member;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery(usersQuery({ search: search.includes('(') ? '' : search, status: 'active' }));
  const people = (data?.users ?? []).filter(({ id }) => id !== of.id);
  return (
    <Select
      label="Hand over documents to"
      description="Documents, templates, packages and bulk sends. You can also do this later."
      placeholder="Nobody for now"
      searchable
      clearable
      nothingFoundMessage="No member has this name or address."
      data={people.map(({ id, name, email }) => ({ value: id, label: `${name ?? email} (${email})` }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
    />
  );
}

function useHeir(member: Member) {
  const [heir, setHeir] = useState<string | null>(null);
  const [keys, setKeys] = useState(false);
  const to = heir !== null && isUserId(heir) ? heir : undefined;
  const fields = (
    <>
      <HeirSelect of={member} value={heir} onChange={setHeir} />
      <Checkbox
        label="Hand over their API keys, too"
        description="To an administrator only."
        disabled={to === undefined}
        checked={keys && to !== undefined}
        onChange={(event) => setKeys(event.currentTarget.checked)}
      />
    </>
  );
  return { to, keys, fields };
}

function useChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    void queryClient.invalidateQueries({ queryKey: ['members'] });
    void queryClient.invalidateQueries({ queryKey: ['hand-over'] });
  };
}

function DeactivateForm({ member, close }: Props) {
  const changed = useChanged();
  const { to, keys, fields } = useHeir(member);
  const deactivate = useMutation({
    mutationFn: () =>
      call(api.deactivateUser, {
        params: { userId: member.id },
        body: to === undefined ? {} : { handOverTo: to, handOverKeys: keys },
      }),
    onSuccess: ({ handOver }) => {
      toastDone(
        `${member.name} is deactivated`,
        handOver === null ? undefined : 'Their documents are being handed over.',
      );
      changed();
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    deactivate.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          <b>{member.name}</b> is signed out at once, and their API keys stop working. Documents that are out for
          signing continue, and so do the webhooks of the organization. You can reactivate the member at any time.
        </Text>
        <FormError error={deactivate.error} />
        {fields}
        <DialogActions close={close} isPending={deactivate.isPending} isFinal>
          Deactivate
        </DialogActions>
      </Stack>
    </form>
  );
}

function HandOverForm({ member, close }: Props) {
  const changed = useChanged();
  const { data: latest } = useQuery(handOverQuery(member.id));
  const { to, keys, fields } = useHeir(member);
  const start = useMutation({
    mutationFn: (heir: NonNullable<typeof to>) =>
      call(api.startHandOver, { params: { userId: member.id }, body: { to: heir, keys } }),
    onSuccess: changed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to !== undefined) start.mutate(to);
  };
  const moved = latest && latest.documents + latest.templates + latest.packages + latest.bulk_sends + latest.api_keys;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {latest && (
          <Text role="status">
            {latest.status === 'running' && `Being handed over to ${latest.to.name ?? 'another member'}: `}
            {latest.status === 'completed' && `Handed over to ${latest.to.name ?? 'another member'}: `}
            {latest.status === 'stopped' && 'Stopped, because the other member left. Handed over: '}
            {moved === 1 ? '1 item' : `${(moved ?? 0).toLocaleString()} items`}, {latest.documents.toLocaleString()} of
            them documents.
          </Text>
        )}
        <FormError error={start.error} />
        {fields}
        <DialogActions close={close} isPending={start.isPending || latest?.status === 'running'} keep="Close">
          Hand over
        </DialogActions>
      </Stack>
    </form>
  );
}

export function DeactivateDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title="Deactivate this member?">
      {member !== null && <DeactivateForm member={member} close={close} />}
    </Modal>
  );
}

export function HandOverDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={member === null ? '' : `Hand over the documents of ${member.name}`}
    >
      {member !== null && <HandOverForm member={member} close={close} />}
    </Modal>
  );
}
