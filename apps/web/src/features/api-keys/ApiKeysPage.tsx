import { ActionIcon, Anchor, Badge, Button, Code, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconDots, IconList, IconPlus, IconRefresh, IconUserShare } from '@tabler/icons-react';
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
import { RequestsDialog } from './RequestsDialog.tsx';
import { UsageDialog } from './UsageDialog.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import table from '../../ui/Table.module.css';
import classes from './ApiKeys.module.css';

/** The open dialog and the key that it concerns. */
type Doing = { what: 'usage' | 'requests' | 'revoke' | 'rotate' | 'hand-over'; apiKey: ApiKey } | null;

function KeyMenu({ apiKey, act }: { apiKey: ApiKey; act: (doing: Doing) => void }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={m.apiKeysPage.manage(apiKey.name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => act({ what: 'usage', apiKey })}>
          {m.apiKeysPage.usageDialog}
        </Menu.Item>
        <Menu.Item leftSection={<IconList size={16} />} onClick={() => act({ what: 'requests', apiKey })}>
          {m.apiKeysPage.requestsDialog}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => act({ what: 'rotate', apiKey })}>
          {m.apiKeysPage.newValueDialog}
        </Menu.Item>
        <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => act({ what: 'hand-over', apiKey })}>
          {m.apiKeysPage.handOverDialog}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Name({ apiKey: { name, display, created_by: by, ...key } }: { apiKey: ApiKey }) {
  return (
    <div>
      <Text fw={580}>
        <bdi>{name}</bdi>
      </Text>
      <Code className={classes['display']}>{display}</Code>
      <Text fz="xs" c="dimmed">
        {by.name}
        {key.previous_value_until !== null &&
          ` ${m.apiKeysPage.oldValueValidUntil(exactTime(key.previous_value_until))}`}
      </Text>
      {key.suspended_at !== null && (
        <Text fz="xs" c="red">
          {new Date(key.suspended_at) <= new Date()
            ? m.apiKeysPage.suspended(by.name)
            : m.apiKeysPage.stopsWorkingOn(dayOf(key.suspended_at), by.name)}
        </Text>
      )}
    </div>
  );
}

/**
 * On a phone, a list of more than two scopes is shortened to its first scope. The scope that permits everything is
 * listed first.
 */
function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const [isOpen, setOpen] = useState(false);
  const ordered = scopes.toSorted((a, b) => Number(b === 'admin') - Number(a === 'admin'));
  const isFolded = scopes.length > 2;
  return (
    <Group gap={4} className={isFolded ? (isOpen ? undefined : classes['folded']) : classes['few']}>
      {ordered.map((scope) => (
        <Badge key={scope} variant="light" color="gray" radius="sm" tt="none" fw={500}>
          {scope}
        </Badge>
      ))}
      {isFolded && (
        <Button
          hiddenFrom="sm"
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.apiKeysPage.fewerScopes : m.apiKeysPage.moreScopes(scopes.length - 1)}
        </Button>
      )}
    </Group>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { head: labels.name, cell: (key) => <Name apiKey={key} /> },
  {
    head: m.apiKeysPage.scopes,
    cell: ({ scopes }) => <Scopes scopes={scopes} />,
  },
  {
    head: m.apiKeysPage.lastUsed,
    className: classes['short'],
    cell: ({ last_used_at: at }) =>
      at === null ? <span className={table['soft']}>{m.apiKeysPage.never}</span> : <Time iso={at} />,
  },
  {
    head: m.apiKeysPage.expires,
    className: classes['short'],
    cell: ({ expires_at: at }) =>
      at === null ? <span className={table['soft']}>{m.apiKeysPage.never}</span> : dayOf(at),
  },
];

export function ApiKeysPage() {
  usePageTitle(labels.apiKeys);
  const query = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [doing, setDoing] = useState<Doing>(null);
  const of = (what: NonNullable<Doing>['what']) => (doing?.what === what ? doing.apiKey : null);
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {m.apiKeysPage.newKey}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={labels.apiKeys}
        lead={
          <>
            {ENVIRONMENT === 'sandbox' ? m.apiKeysPage.testKeysForPrograms : m.apiKeysPage.keysForProgramsWork}{' '}
            <Anchor href="/docs/reference" underline="always">
              {m.apiKeysPage.apiReference}
            </Anchor>
          </>
        }
        actions={make}
      />
      <PlanNotice right="apiKeys" />
      <Panel flush label={labels.apiKeys}>
        <ListTable
          caption={labels.apiKeys}
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
                aria-label={m.apiKeysPage.revokeAriaLabel(key.name)}
              >
                {m.apiKeysPage.revoke}
              </Button>
              <KeyMenu apiKey={key} act={setDoing} />
            </Group>
          )}
          empty={
            <EmptyState title={m.apiKeysPage.noKeysYet} text={m.apiKeysPage.createOneKeyForEach}>
              <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                {m.apiKeysPage.createFirstKey}
              </Button>
            </EmptyState>
          }
        />
      </Panel>
      <CreateKeyDialog opened={creating} close={() => setCreating(false)} />
      <UsageDialog apiKey={of('usage')} close={() => setDoing(null)} />
      <RequestsDialog apiKey={of('requests')} close={() => setDoing(null)} />
      <RevokeDialog apiKey={of('revoke')} close={() => setDoing(null)} />
      <RotateDialog apiKey={of('rotate')} close={() => setDoing(null)} />
      <HandOverDialog apiKey={of('hand-over')} close={() => setDoing(null)} />
    </>
  );
}
