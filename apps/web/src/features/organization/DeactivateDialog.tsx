import { Checkbox, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { handOverQuery, isUserId, type Member, usersQuery } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { m } from './member-texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

type Props = { member: Member; close: () => void };

/** Lets an administrator choose who receives the deactivated member's objects. */
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
      label={m.deactivateDialog.handOverDocumentsTo}
      description={m.deactivateDialog.documentsTemplatesPackagesAndBulk}
      placeholder={m.deactivateDialog.nobodyForNow}
      searchable
      clearable
      nothingFoundMessage={m.deactivateDialog.noMemberHasName}
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
        label={m.deactivateDialog.handOverApiKeysToo}
        description={m.deactivateDialog.toAdministrator}
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
        m.deactivateDialog.isDeactivated(member.name),
        handOver === null ? undefined : m.deactivateDialog.documentsBeingHandedOver,
      );
      changed();
      close();
    },
  });
  return (
    <DialogForm submit={() => deactivate.mutate()}>
      <Stack gap="md">
        <Text>{phrase(m.deactivateDialog.signedOutAtOnce(<b>{member.name}</b>))}</Text>
        <FormError error={deactivate.error} />
        {fields}
        <DialogActions close={close} isPending={deactivate.isPending} isFinal>
          {m.deactivateDialog.deactivate}
        </DialogActions>
      </Stack>
    </DialogForm>
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
  const submit = () => {
    if (to !== undefined) start.mutate(to);
  };
  const moved = latest && latest.documents + latest.templates + latest.packages + latest.bulk_sends + latest.api_keys;
  return (
    <DialogForm submit={submit}>
      <Stack gap="md">
        {latest && (
          <Text role="status">
            {latest.status === 'running' &&
              `${m.deactivateDialog.beingHandedOverTo(latest.to.name ?? m.deactivateDialog.anotherMember)} `}
            {latest.status === 'completed' &&
              `${m.deactivateDialog.handedOverTo(latest.to.name ?? m.deactivateDialog.anotherMember)} `}
            {latest.status === 'stopped' && `${m.deactivateDialog.stoppedBecauseOtherMemberLeft} `}
            {m.deactivateDialog.ofThemDocuments(m.deactivateDialog.items(moved ?? 0), latest.documents)}
          </Text>
        )}
        <FormError error={start.error} />
        {fields}
        <DialogActions
          close={close}
          isPending={start.isPending || latest?.status === 'running'}
          keep={m.deactivateDialog.close}
        >
          {labels.handOver}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function DeactivateDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title={m.deactivateDialog.deactivateMember}>
      {member !== null && <DeactivateForm member={member} close={close} />}
    </Modal>
  );
}

export function HandOverDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={member === null ? '' : m.deactivateDialog.handOverDocuments(member.name)}
    >
      {member !== null && <HandOverForm member={member} close={close} />}
    </Modal>
  );
}
