import { ActionIcon, Anchor, Badge, Button, Code, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconDots, IconPlus, IconRefresh, IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { ENVIRONMENT } from '../../api/environment.ts';
import { type ApiKey, apiKeysQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PlanNotice } from '../billing/PlanNotice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { dayOf, exactTime } from '../../ui/time.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { HandOverDialog, RevokeDialog, RotateDialog } from './KeyDialogs.tsx';
import { UsageDialog } from './UsageDialog.tsx';
import table from '../../ui/Table.module.css';
import classes from './ApiKeys.module.css';

/** What is being done with which key. */
type Doing = { what: 'usage' | 'revoke' | 'rotate' | 'hand-over'; apiKey: ApiKey } | null;

function KeyMenu({ apiKey, act }: { apiKey: ApiKey; act: (doing: Doing) => void }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={`Manage ${apiKey.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => act({ what: 'usage', apiKey })}>
          Usage …
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => act({ what: 'rotate', apiKey })}>
          New value …
        </Menu.Item>
        <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => act({ what: 'hand-over', apiKey })}>
          Hand over …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function KeyTable({ apiKeys, act }: { apiKeys: readonly ApiKey[]; act: (doing: Doing) => void }) {
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May</th>
          <th scope="col" className={classes['short']}>
            Last used
          </th>
          <th scope="col">Ends</th>
          <th scope="col">
            <span className={table['hidden']}>Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {apiKeys.map((key) => (
          <tr key={key.id}>
            <td>
              <Text fw={580}>{key.name}</Text>
              <Code className={classes['display']}>{key.display}</Code>
              <Text fz="xs" c="dimmed">
                {key.created_by.name}
                {key.previous_value_until !== null && ` · old value works until ${exactTime(key.previous_value_until)}`}
              </Text>
              {key.suspended_at !== null && (
                <Text fz="xs" c="red">
                  {new Date(key.suspended_at) <= new Date()
                    ? `Suspended: ${key.created_by.name} has no second factor.`
                    : `Stops working on ${dayOf(key.suspended_at)}: ${key.created_by.name} has no second factor.`}
                </Text>
              )}
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
                <span className={table['soft']}>Never</span>
              ) : (
                <Time iso={key.last_used_at} />
              )}
            </td>
            <td data-label="Ends" className={classes['short']}>
              {key.expires_at === null ? <span className={table['soft']}>Does not</span> : dayOf(key.expires_at)}
            </td>
            <td className={table['action']}>
              <Group gap={6} wrap="nowrap" justify="flex-end">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => act({ what: 'revoke', apiKey: key })}
                  aria-label={`Revoke ${key.name}`}
                >
                  Revoke
                </Button>
                <KeyMenu apiKey={key} act={act} />
              </Group>
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
  const [doing, setDoing] = useState<Doing>(null);
  const of = (what: NonNullable<Doing>['what']) => (doing?.what === what ? doing.apiKey : null);
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
        lead={
          <>
            {ENVIRONMENT === 'sandbox'
              ? 'Test keys: for programs that try things out in the sandbox.'
              : 'For programs that send and read documents on behalf of your organization.'}{' '}
            <Anchor href="/docs/reference" underline="always">
              API reference
            </Anchor>
          </>
        }
        actions={make}
      />
      <PlanNotice right="apiKeys" />
      <Panel flush label="API keys">
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
        {apiKeys !== undefined && apiKeys.length > 0 && <KeyTable apiKeys={apiKeys} act={setDoing} />}
      </Panel>
      <CreateKeyDialog opened={creating} close={() => setCreating(false)} />
      <UsageDialog apiKey={of('usage')} close={() => setDoing(null)} />
      <RevokeDialog apiKey={of('revoke')} close={() => setDoing(null)} />
      <RotateDialog apiKey={of('rotate')} close={() => setDoing(null)} />
      <HandOverDialog apiKey={of('hand-over')} close={() => setDoing(null)} />
    </>
  );
}
