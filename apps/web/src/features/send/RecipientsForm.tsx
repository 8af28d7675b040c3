import { ActionIcon, Button, Group, Switch, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { type Dispatch, useEffect, useRef } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { Initials } from '../../ui/Initials.tsx';
import { recipientColor } from '../../ui/people.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Change, Draft, Faults, Recipient } from './draft.ts';
import { RecipientOptions } from './RecipientOptions.tsx';
import classes from './Send.module.css';

const MOST = 100;

type Props = { draft: Draft; change: Dispatch<Change>; faults: Faults };

function OrderButtons({
  draft,
  change,
  recipient,
  index,
}: {
  draft: Draft;
  change: Dispatch<Change>;
  recipient: Recipient;
  index: number;
}) {
  const who = recipient.name.trim() || `recipient ${index + 1}`;
  return (
    <>
      <ActionIcon
        aria-label={`Move ${who} up`}
        disabled={index === 0}
        onClick={() => change({ type: 'move-recipient', key: recipient.key, by: -1 })}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label={`Move ${who} down`}
        disabled={index === draft.recipients.length - 1}
        onClick={() => change({ type: 'move-recipient', key: recipient.key, by: 1 })}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </>
  );
}

function RecipientLine({ draft, change, faults, recipient, index }: Props & { recipient: Recipient; index: number }) {
  const { key, name, email } = recipient;
  const who = name.trim() || `recipient ${index + 1}`;
  const edit = (values: Partial<Omit<Recipient, 'key'>>) => change({ type: 'change-recipient', key, with: values });
  return (
    <li className={classes['recipient']}>
      <Initials
        person={{ name, email: email === '' ? String(index + 1) : email }}
        color={recipientColor(index)}
        size={30}
      />
      <div className={classes['recipientFields']}>
        <TextInput
          aria-label={`Name of recipient ${index + 1}`}
          placeholder="Name"
          autoComplete="off"
          maxLength={120}
          value={name}
          error={faults[`${key}.name`]}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        <TextInput
          aria-label={`E-mail of recipient ${index + 1}`}
          placeholder="name@example.com"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={faults[`${key}.email`]}
          onChange={(event) => edit({ email: event.currentTarget.value })}
        />
        <RecipientOptions recipient={recipient} who={who} index={index} faults={faults} edit={edit} />
      </div>
      <div className={classes['recipientActions']}>
        {draft.sequential && <OrderButtons draft={draft} change={change} recipient={recipient} index={index} />}
        {draft.recipients.length > 1 && (
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${who}`} onClick={() => change({ type: 'remove-recipient', key })}>
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </li>
  );
}

/** The recipients and their signing order. */
export function RecipientsForm({ draft, change, faults }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { name, email } = session.user;
  const withMe = draft.recipients.some((recipient) => recipient.email.trim().toLowerCase() === email.toLowerCase());
  const full = draft.recipients.length >= MOST;
  const list = useRef<HTMLOListElement>(null);
  const isAdding = useRef(false);
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [draft.recipients.length]);
  return (
    <Panel label="Recipients">
      <Title order={2} fz="md" mb="sm">
        Recipients
      </Title>
      <ol className={classes['recipients']} ref={list}>
        {draft.recipients.map((recipient, index) => (
          <RecipientLine
            key={recipient.key}
            draft={draft}
            change={change}
            faults={faults}
            recipient={recipient}
            index={index}
          />
        ))}
      </ol>
      {faults['recipients'] !== undefined && (
        <Text c="var(--cs-no)" role="alert">
          {faults['recipients']}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={full}
          onClick={() => {
            isAdding.current = true;
            change({ type: 'add-recipient' });
          }}
        >
          Add recipient
        </Button>
        {!withMe && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconUserPlus size={14} />}
            disabled={full}
            onClick={() => change({ type: 'add-recipient', name, email })}
          >
            Add me
          </Button>
        )}
      </Group>
      {draft.recipients.length > 1 && (
        <Switch
          mt="md"
          label="In order"
          description={
            draft.sequential
              ? 'Each recipient is invited after the one before has signed.'
              : 'Off: all recipients are invited at once.'
          }
          checked={draft.sequential}
          onChange={(event) => change({ type: 'set', with: { sequential: event.currentTarget.checked } })}
        />
      )}
    </Panel>
  );
}
