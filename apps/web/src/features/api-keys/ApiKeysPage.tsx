import { Badge, Button, Code, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { type ApiKey, apiKeysQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Sheet } from '../../ui/Sheet.tsx';
import { Time } from '../../ui/Time.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import classes from './ApiKeys.module.css';

function RevokeDialog({ apiKey, close }: { apiKey: ApiKey | null; close: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => call('revokeApiKey', { query: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      toastDone('API key revoked', 'Requests with it are refused from now on.');
      close();
    },
    onError: toastError,
  });
  return (
    <Modal opened={apiKey !== null} onClose={close} title="Revoke this key?">
      <Stack gap="md">
        <Text>
          Every program that uses <b>{apiKey?.name}</b> is refused from this moment. A revoked key does not come back;
          you can make a new one.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={revoke.isPending} onClick={() => apiKey !== null && revoke.mutate(apiKey.id)}>
            Revoke key
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function KeyTable({ apiKeys, revoke }: { apiKeys: readonly ApiKey[]; revoke: (key: ApiKey) => void }) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <th scope="col">
            <span className={classes['hidden']}>Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {apiKeys.map((key) => (
          <tr key={key.id}>
            <td>
              <Text fw={580}>{key.name}</Text>
              <Code className={classes['display']}>{key.display}</Code>
            </td>
            <td data-label="May">
              <Group gap={4}>
                {key.scopes.map((scope) => (
                  <Badge key={scope} variant="light" color="gray" radius="sm" tt="none" fw={500}>
                    {scope}
                  </Badge>
                ))}
              </Group>
            </td>
            <td data-label="Last used">
              {key.last_used_at === null ? (
                <span className={classes['soft']}>Never</span>
              ) : (
                <Time iso={key.last_used_at} />
              )}
            </td>
            <td data-label="Ends">
              {key.expires_at === null ? <span className={classes['soft']}>Does not</span> : dayOf(key.expires_at)}
            </td>
            <td className={classes['action']}>
              <Button size="xs" variant="default" onClick={() => revoke(key)} aria-label={`Revoke ${key.name}`}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ApiKeysPage() {
  usePageTitle('API keys');
  const { data: apiKeys, error, refetch } = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  if (error !== null && apiKeys === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title="API keys"
        lead="For programs that send and read documents on behalf of your organization."
        actions={make}
      />
      <Sheet flush label="API keys">
        {apiKeys === undefined && (
          <Stack p="xl" role="status" aria-label="Loading keys">
            <Skeleton height={16} width="60%" />
            <Skeleton height={16} width="45%" />
          </Stack>
        )}
        {apiKeys?.length === 0 && (
          <EmptyState
            title="No keys yet"
            text="Make one for each program, so that you can revoke one without stopping the others. Its value is shown once."
          >
            <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
              Make the first key
            </Button>
          </EmptyState>
        )}
        {apiKeys !== undefined && apiKeys.length > 0 && <KeyTable apiKeys={apiKeys} revoke={setRevoking} />}
      </Sheet>
      <CreateKeyDialog opened={creating} close={() => setCreating(false)} />
      <RevokeDialog apiKey={revoking} close={() => setRevoking(null)} />
    </>
  );
}
