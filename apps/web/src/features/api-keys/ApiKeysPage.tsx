import { ActionIcon, Anchor, Badge, Button, Code, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconDots, IconPlus, IconRefresh, IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { ENVIRONMENT } from '../../api/environment.ts';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { PlanNotice } from '../billing/PlanNotice.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
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

/** The open dialog and its key. */
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

function Name({ apiKey: { name, display, created_by: by, ...key } }: { apiKey: ApiKey }) {
  return (
    <>
      <Text fw={580}>{name}</Text>
      <Code className={classes['display']}>{display}</Code>
      <Text fz="xs" c="dimmed">
        {by.name}
        {key.previous_value_until !== null && ` · old value valid until ${exactTime(key.previous_value_until)}`}
      </Text>
      {key.suspended_at !== null && (
        <Text fz="xs" c="red">
          {new Date(key.suspended_at) <= new Date()
            ? `Suspended: ${by.name} has no second factor.`
            : `Stops working on ${dayOf(key.suspended_at)}: ${by.name} has no second factor.`}
        </Text>
      )}
    </>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { head: 'Name', cell: (key) => <Name apiKey={key} /> },
  {
    head: 'May',
    cell: ({ scopes }) => (
      <Group gap={4}>
        {scopes.map((scope) => (
          <Badge key={scope} variant="light" color="gray" radius="sm" tt="none" fw={500}>
            {scope}
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    head: 'Last used',
    className: classes['short'],
    cell: ({ last_used_at: at }) => (at === null ? <span className={table['soft']}>Never</span> : <Time iso={at} />),
  },
  {
    head: 'Ends',
    className: classes['short'],
    cell: ({ expires_at: at }) => (at === null ? <span className={table['soft']}>Does not</span> : dayOf(at)),
  },
];

export function ApiKeysPage() {
  usePageTitle('API keys');
  const query = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [doing, setDoing] = useState<Doing>(null);
  const of = (what: NonNullable<Doing>['what']) => (doing?.what === what ? doing.apiKey : null);
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        lead={
          <>
            {ENVIRONMENT === 'sandbox'
              ? 'Test keys for programs in the sandbox.'
              : 'Keys for programs that work with documents on behalf of your organization.'}{' '}
            <Anchor href="/docs/reference" underline="always">
              API reference
            </Anchor>
          </>
        }
        actions={make}
      />
      <PlanNotice right="apiKeys" />
      <Panel flush label="API keys">
        <ListTable
          caption="API keys"
          from={query}
          items={query.data}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(key) => (
            <Group gap={6} wrap="nowrap" justify="flex-end">
              <Button
                size="xs"
                variant="default"
                onClick={() => setDoing({ what: 'revoke', apiKey: key })}
                aria-label={`Revoke ${key.name}`}
              >
                Revoke
              </Button>
              <KeyMenu apiKey={key} act={setDoing} />
            </Group>
          )}
          empty={
            <EmptyState
              title="No keys yet"
              text="Create one key for each program, so that you can revoke it without stopping the others. The key is shown once."
            >
              <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                Create your first key
              </Button>
            </EmptyState>
          }
        />
      </Panel>
      <CreateKeyDialog opened={creating} close={() => setCreating(false)} />
      <UsageDialog apiKey={of('usage')} close={() => setDoing(null)} />
      <RevokeDialog apiKey={of('revoke')} close={() => setDoing(null)} />
      <RotateDialog apiKey={of('rotate')} close={() => setDoing(null)} />
      <HandOverDialog apiKey={of('hand-over')} close={() => setDoing(null)} />
    </>
  );
}
