import { ActionIcon, Button, Group, Switch, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconArrowDown, IconArrowUp, IconClipboardList, IconPlus, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type Dispatch, useEffect, useRef, useState } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { ContactInput } from '../../ui/ContactInput.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { recipientColor } from '../../ui/people.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Change, Draft, Faults, Recipient } from './draft.ts';
import { DragHandle } from './DragHandle.tsx';
import { type Pasted, PasteRecipients } from './PasteRecipients.tsx';
import { RecipientOptions } from './RecipientOptions.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Send.module.css';

const MOST = 100;

type Props = { draft: Draft; change: Dispatch<Change>; faults: Faults };

type Move = (key: string, by: 1 | -1) => void;

const nameOf = ({ name }: Recipient, index: number): string => name.trim() || m.recipientsForm.recipient(index + 1);

type OrderProps = { draft: Draft; move: Move; recipient: Recipient; index: number };

function OrderButtons({ draft, move, recipient, index }: OrderProps) {
  const who = nameOf(recipient, index);
  return (
    <>
      <ActionIcon
        aria-label={m.recipientsForm.moveUp(who)}
        disabled={index === 0}
        onClick={() => move(recipient.key, -1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label={m.recipientsForm.moveDown(who)}
        disabled={index === draft.recipients.length - 1}
        onClick={() => move(recipient.key, 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </>
  );
}

type LineProps = Props & { recipient: Recipient; index: number; paste: (text: string) => void; move: Move };

/** Whether pasted text is a list of people, which means that it contains more than one address. */
const isList = (text: string): boolean => (text.match(/@/g) ?? []).length > 1;

function RecipientLine({ draft, change, faults, recipient, index, paste, move }: LineProps) {
  const { key, name, email } = recipient;
  const who = nameOf(recipient, index);
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
        <ContactInput
          aria-label={m.recipientsForm.nameOfRecipient(index + 1)}
          placeholder={labels.name}
          maxLength={120}
          value={name}
          error={faults[`${key}.name`]}
          onPaste={onPaste}
          onChange={(typed) => edit({ name: typed })}
          pick={edit}
        />
        <ContactInput
          aria-label={m.recipientsForm.eMailOfRecipient(index + 1)}
          placeholder="name@example.com"
          type="email"
          maxLength={254}
          value={email}
          error={faults[`${key}.email`]}
          onPaste={onPaste}
          onChange={(typed) => edit({ email: typed })}
          pick={edit}
        />
        <RecipientOptions recipient={recipient} who={who} index={index} faults={faults} edit={edit} />
      </div>
      <div className={classes['recipientActions']}>
        {draft.sequential && <DragHandle move={(by) => move(key, by)} />}
        {draft.sequential && <OrderButtons draft={draft} move={move} recipient={recipient} index={index} />}
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
  const [moved, setMoved] = useState('');
  const move: Move = (key, by) => {
    const index = draft.recipients.findIndex((recipient) => recipient.key === key);
    const recipient = draft.recipients[index];
    if (recipient === undefined || draft.recipients[index + by] === undefined) return;
    change({ type: 'move-recipient', key, by });
    setMoved(m.recipientsForm.moved(nameOf(recipient, index), index + by + 1, draft.recipients.length));
  };
  const list = useRef<HTMLOListElement>(null);
  const isAdding = useRef(false);
  const [pasted, setPasted] = useState<Pasted | null>(null);
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
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <ol className={classes['recipients']} ref={list}>
        {draft.recipients.map((recipient, index) => (
          <RecipientLine
            key={recipient.key}
            draft={draft}
            change={change}
            faults={faults}
            recipient={recipient}
            index={index}
            paste={(text) => setPasted({ text, at: recipient.key })}
            move={move}
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
          onClick={() => setPasted({ text: '', at: null })}
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
      <PasteRecipients draft={draft} change={change} most={MOST} pasted={pasted} close={() => setPasted(null)} />
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
