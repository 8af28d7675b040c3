/** Dialogs for rotating, transferring or revoking an existing key. */
import { Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { membersQuery } from '../../api/queries.ts';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { KeyValue } from './KeyValue.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

type FormProps = { apiKey: ApiKey; close: () => void };
type DialogProps = { apiKey: ApiKey | null; close: () => void };

function useKeysChanged() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
}

function RevokeForm({ apiKey, close }: FormProps) {
  const changed = useKeysChanged();
  const revoke = useMutation({
    mutationFn: () => call(api.revokeApiKey, { query: { id: apiKey.id } }),
    onSuccess: () => {
      changed();
      toastDone(m.keyDialogs.apiKeyRevoked, m.keyDialogs.requestsWithRejectedFromNow);
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>{phrase(m.keyDialogs.allRequestsWithRejected(<b>{apiKey.name}</b>))}</Text>
      <FormError error={revoke.error} />
      <DialogActions
        close={close}
        keep={labels.keepIt}
        isPending={revoke.isPending}
        act={() => revoke.mutate()}
        isFinal
      >
        {m.keyDialogs.revokeKey}
      </DialogActions>
    </Stack>
  );
}

export function RevokeDialog({ apiKey, close }: DialogProps) {
  return (
    <Modal opened={apiKey !== null} onClose={close} title={m.keyDialogs.revokeKeyTitle}>
      {apiKey !== null && <RevokeForm apiKey={apiKey} close={close} />}
    </Modal>
  );
}

const GRACES = [
  { value: '24', label: labels.aDay },
  { value: '1', label: labels.anHour },
  { value: '168', label: m.keyDialogs.aWeek },
  { value: '0', label: m.keyDialogs.notAtAllRevokeNow },
];

function RotateForm({ apiKey, close, done }: FormProps & { done: (rotated: ApiKey & { key: string }) => void }) {
  const changed = useKeysChanged();
  const [grace, setGrace] = useState('24');
  const rotate = useMutation({
    mutationFn: () => call(api.rotateApiKey, { params: { keyId: apiKey.id }, body: { graceHours: Number(grace) } }),
    onSuccess: ({ apiKey: rotated }) => {
      changed();
      done(rotated);
    },
  });
  return (
    <Stack gap="md">
      <Text>{phrase(m.keyDialogs.getsNewValue(<b>{apiKey.name}</b>))}</Text>
      <FormError error={rotate.error} />
      <Select
        label={m.keyDialogs.oldValueStaysValid}
        data={GRACES}
        allowDeselect={false}
        value={grace}
        onChange={(value) => setGrace(value ?? '24')}
      />
      <DialogActions close={close} isPending={rotate.isPending} act={() => rotate.mutate()}>
        {m.keyDialogs.createNewValue}
      </DialogActions>
    </Stack>
  );
}

export function RotateDialog({ apiKey, close }: DialogProps) {
  const [rotated, setRotated] = useState<(ApiKey & { key: string }) | null>(null);
  const finish = () => {
    close();
    setRotated(null);
  };
  return (
    // A click outside the dialog must not close it, because the key's value is never shown again.
    <Modal
      opened={apiKey !== null}
      onClose={finish}
      title={rotated === null ? m.keyDialogs.createNewValueForKey : m.keyDialogs.newValue}
      closeOnClickOutside={rotated === null}
      closeOnEscape={rotated === null}
    >
      {apiKey !== null && rotated === null && <RotateForm apiKey={apiKey} close={finish} done={setRotated} />}
      {rotated !== null && (
        <KeyValue value={rotated.key} close={finish}>
          {rotated.previous_value_until !== null && (
            <Text c="dimmed">{m.keyDialogs.oldValueValid(exactTime(rotated.previous_value_until))}</Text>
          )}
        </KeyValue>
      )}
    </Modal>
  );
}

function HandOverForm({ apiKey, close }: FormProps) {
  const changed = useKeysChanged();
  const [userId, setUserId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const { data } = useQuery(membersQuery(1, search.trim()));
  const candidates = (data?.members ?? []).filter(
    (member) => member.role !== 'member' && member.id !== apiKey.created_by.id,
  );
  const handOver = useMutation({
    mutationFn: (to: string) => call(api.handOverApiKey, { params: { keyId: apiKey.id }, body: { userId: to } }),
    onSuccess: ({ apiKey: now }) => {
      changed();
      toastDone(m.keyDialogs.keyHandedOver, m.keyDialogs.nowResponsible(now.created_by.name, now.name));
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>{phrase(m.keyDialogs.keyEndsWhenResponsiblePerson(<b>{apiKey.created_by.name}</b>))}</Text>
      <FormError error={handOver.error} />
      <Select
        label={m.keyDialogs.newResponsiblePerson}
        description={
          candidates.length === 0 ? m.keyDialogs.noOtherOwnerOrAdministrator : m.keyDialogs.ownerOrAdministrator
        }
        placeholder={m.keyDialogs.nameOrAddress}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        data={candidates.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
        value={userId}
        onChange={setUserId}
      />
      <DialogActions
        close={close}
        isPending={handOver.isPending}
        isDisabled={userId === null}
        act={() => userId !== null && handOver.mutate(userId)}
      >
        {labels.handOver}
      </DialogActions>
    </Stack>
  );
}

export function HandOverDialog({ apiKey, close }: DialogProps) {
  return (
    <Modal opened={apiKey !== null} onClose={close} title={m.keyDialogs.handKeyOver}>
      {apiKey !== null && <HandOverForm apiKey={apiKey} close={close} />}
    </Modal>
  );
}
