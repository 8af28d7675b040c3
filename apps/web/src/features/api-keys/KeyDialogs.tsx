/** What is done with a key that is there: a new value, another owner, its end. */
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { membersQuery } from '../../api/queries.ts';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../account/Fields.tsx';
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
      toastDone('API key revoked', 'Requests with it are refused from now on.');
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        Every program that uses <b>{apiKey.name}</b> is refused from this moment. A revoked key does not come back; you
        can make a new one.
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
  { value: '0', label: 'Not at all: it ends at once' },
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
        <b>{apiKey.name}</b> gets a new value. Name, scopes and limit stay. Give the new value to the programs that use
        it while the old one still works.
      </Text>
      <FormError error={rotate.error} />
      <Select
        label="The old value works on for"
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
          Make a new value
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
    // A click beside the dialog must not lose a value that is never shown again.
    <Modal
      opened={apiKey !== null}
      onClose={finish}
      title={rotated === null ? 'A new value for this key' : 'The new value'}
      closeOnClickOutside={rotated === null}
      closeOnEscape={rotated === null}
    >
      {apiKey !== null && rotated === null && <RotateForm apiKey={apiKey} close={finish} done={setRotated} />}
      {rotated !== null && (
        <KeyValue value={rotated.key} close={finish}>
          {rotated.previous_value_until !== null && (
            <Text c="dimmed">The old value works until {exactTime(rotated.previous_value_until)}.</Text>
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
      toastDone('Key handed over', `${now.created_by.name} answers for ${now.name} now.`);
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        A key ends with the membership of whoever answers for it, and may never do more than that person. Now that is{' '}
        <b>{apiKey.created_by.name}</b>.
      </Text>
      <FormError error={handOver.error} />
      <Select
        label="Who answers for it from now on"
        description={
          candidates.length === 0 ? 'No other owner or administrator of that name.' : 'An owner or administrator.'
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
