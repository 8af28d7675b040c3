/** Dialogs for an existing key: rotate, hand over, revoke. */
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { membersQuery } from '../../api/queries.ts';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { KeyValue } from './KeyValue.tsx';

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
      toastDone('API key revoked', 'Requests with it are rejected from now on.');
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        All requests with <b>{apiKey.name}</b> are rejected from now on. You cannot restore a revoked key, but you can
        create a new one.
      </Text>
      <FormError error={revoke.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          Keep it
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke key
        </Button>
      </Group>
    </Stack>
  );
}

export function RevokeDialog({ apiKey, close }: DialogProps) {
  return (
    <Modal opened={apiKey !== null} onClose={close} title="Revoke this key?">
      {apiKey !== null && <RevokeForm apiKey={apiKey} close={close} />}
    </Modal>
  );
}

const GRACES = [
  { value: '24', label: 'A day' },
  { value: '1', label: 'An hour' },
  { value: '168', label: 'A week' },
  { value: '0', label: 'Not at all (revoke now)' },
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
      <Text>
        <b>{apiKey.name}</b> gets a new value. Name, scopes and limit stay. Update your programs while the old value is
        still valid.
      </Text>
      <FormError error={rotate.error} />
      <Select
        label="The old value stays valid for"
        data={GRACES}
        allowDeselect={false}
        value={grace}
        onChange={(value) => setGrace(value ?? '24')}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()} data-autofocus>
          Create a new value
        </Button>
      </Group>
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
    // A click outside the dialog must not lose a value that is never shown again.
    <Modal
      opened={apiKey !== null}
      onClose={finish}
      title={rotated === null ? 'Create a new value for this key' : 'The new value'}
      closeOnClickOutside={rotated === null}
      closeOnEscape={rotated === null}
    >
      {apiKey !== null && rotated === null && <RotateForm apiKey={apiKey} close={finish} done={setRotated} />}
      {rotated !== null && (
        <KeyValue value={rotated.key} close={finish}>
          {rotated.previous_value_until !== null && (
            <Text c="dimmed">The old value is valid until {exactTime(rotated.previous_value_until)}.</Text>
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
      toastDone('Key handed over', `${now.created_by.name} is now responsible for ${now.name}.`);
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        A key ends when the responsible person leaves, and its permissions never exceed theirs. The responsible person
        is <b>{apiKey.created_by.name}</b>.
      </Text>
      <FormError error={handOver.error} />
      <Select
        label="New responsible person"
        description={
          candidates.length === 0 ? 'No other owner or administrator has this name.' : 'An owner or administrator.'
        }
        placeholder="Name or address"
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        data={candidates.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
        value={userId}
        onChange={setUserId}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={userId === null}
          loading={handOver.isPending}
          onClick={() => userId !== null && handOver.mutate(userId)}
        >
          Hand over
        </Button>
      </Group>
    </Stack>
  );
}

export function HandOverDialog({ apiKey, close }: DialogProps) {
  return (
    <Modal opened={apiKey !== null} onClose={close} title="Hand this key over">
      {apiKey !== null && <HandOverForm apiKey={apiKey} close={close} />}
    </Modal>
  );
}
