import { ActionIcon, Button, Group, Switch, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconArrowDown, IconArrowUp, IconClipboardList, IconPlus, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type Dispatch, useEffect, useRef, useState } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { Initials } from '../../ui/Initials.tsx';
import { recipientColor } from '../../ui/people.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Change, Draft, Faults, Recipient } from './draft.ts';
import { DragHandle } from './DragHandle.tsx';
import { PasteRecipients } from './PasteRecipients.tsx';
import { RecipientOptions } from './RecipientOptions.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
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
  const who = recipient.name.trim() || m.recipientsForm.recipient(index + 1);
  return (
    <>
      <ActionIcon
        aria-label={m.recipientsForm.moveUp(who)}
        disabled={index === 0}
        onClick={() => change({ type: 'move-recipient', key: recipient.key, by: -1 })}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label={m.recipientsForm.moveDown(who)}
        disabled={index === draft.recipients.length - 1}
        onClick={() => change({ type: 'move-recipient', key: recipient.key, by: 1 })}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </>
  );
}

type LineProps = Props & { recipient: Recipient; index: number; paste: (text: string) => void };

/** More than one address in the clipboard is a list of people. */
const isList = (text: string): boolean => (text.match(/@/g) ?? []).length > 1;

function RecipientLine({ draft, change, faults, recipient, index, paste }: LineProps) {
  const { key, name, email } = recipient;
  const who = name.trim() || m.recipientsForm.recipient(index + 1);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!isList(text)) return;
    event.preventDefault();
    paste(text);
  };
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
          aria-label={m.recipientsForm.nameOfRecipient(index + 1)}
          placeholder={labels.name}
          autoComplete="off"
          maxLength={120}
          value={name}
          error={faults[`${key}.name`]}
          onPaste={onPaste}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        <TextInput
          aria-label={m.recipientsForm.eMailOfRecipient(index + 1)}
          placeholder="name@example.com"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={faults[`${key}.email`]}
          onPaste={onPaste}
          onChange={(event) => edit({ email: event.currentTarget.value })}
        />
        <RecipientOptions recipient={recipient} who={who} index={index} faults={faults} edit={edit} />
      </div>
      <div className={classes['recipientActions']}>
        {draft.sequential && <DragHandle who={who} move={(by) => change({ type: 'move-recipient', key, by })} />}
        {draft.sequential && <OrderButtons draft={draft} change={change} recipient={recipient} index={index} />}
        {draft.recipients.length > 1 && (
          <Tooltip label={labels.remove}>
            <ActionIcon
              aria-label={m.recipientsForm.remove(who)}
              onClick={() => change({ type: 'remove-recipient', key })}
            >
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
  const [pasted, setPasted] = useState<string | null>(null);
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [draft.recipients.length]);
  return (
    <Panel label={labels.recipients}>
      <Title order={2} fz="md" mb="sm">
        {labels.recipients}
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
            paste={setPasted}
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
          {m.recipientsForm.addRecipient}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconClipboardList size={14} />}
          disabled={full}
          onClick={() => setPasted('')}
        >
          {m.recipientsForm.pasteList}
        </Button>
        {!withMe && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconUserPlus size={14} />}
            disabled={full}
            onClick={() => change({ type: 'add-recipient', name, email })}
          >
            {m.recipientsForm.addMe}
          </Button>
        )}
      </Group>
      <PasteRecipients draft={draft} change={change} most={MOST} text={pasted} close={() => setPasted(null)} />
      {draft.recipients.length > 1 && (
        <Switch
          mt="md"
          label={m.recipientsForm.inOrder}
          description={draft.sequential ? m.recipientsForm.eachRecipientInvitedAfterOne : m.recipientsForm.off}
          checked={draft.sequential}
          onChange={(event) => change({ type: 'set', with: { sequential: event.currentTarget.checked } })}
        />
      )}
    </Panel>
  );
}
