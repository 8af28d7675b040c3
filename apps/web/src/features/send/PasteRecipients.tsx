import { List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type Dispatch, useState } from 'react';
import { DialogActions } from '../../ui/DialogActions.tsx';
import type { Change, Draft } from './draft.ts';
import { parseRecipients, type Rejected } from './parse-recipients.ts';
import { m } from './texts.ts';

const SHOWN = 10;

type Props = { draft: Draft; change: Dispatch<Change>; most: number; text: string; close: () => void };

const WHY: Record<Rejected['why'], string> = {
  'no-address': m.pasteRecipients.noAddress,
  'not-an-address': m.pasteRecipients.notAnAddress,
  repeated: m.pasteRecipients.repeated,
};

/** Adds the people of a list. Parts that cannot be read stay in the box to be corrected. */
function Form({ draft, change, most, text: pasted, close }: Props) {
  const [text, setText] = useState(pasted);
  const { people, rejected } = parseRecipients(
    text,
    draft.recipients.map(({ email }) => email),
  );
  const filled = draft.recipients.filter(({ name, email }) => name !== '' || email !== '').length;
  const isTooMany = filled + people.length > most;
  const add = () => {
    change({ type: 'add-recipients', people });
    if (rejected.length === 0) close();
    else setText(rejected.map((part) => part.text).join('\n'));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React passes events of a dialog on to the form that contains it, which would open the review.
        event.stopPropagation();
        if (people.length > 0 && !isTooMany) add();
      }}
    >
      <Stack gap="md">
        <Textarea
          label={m.pasteRecipients.list}
          description={m.pasteRecipients.description}
          placeholder={m.pasteRecipients.example}
          autosize
          minRows={5}
          maxRows={12}
          maxLength={50_000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {rejected.length > 0 && (
          <div role="status">
            <Text fw={560}>{m.pasteRecipients.notAdded(rejected.length)}</Text>
            <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
              {rejected.slice(0, SHOWN).map((part, index) => (
                <List.Item key={index}>
                  {m.pasteRecipients.line(part.line, part.text.slice(0, 80), WHY[part.why])}
                </List.Item>
              ))}
              {rejected.length > SHOWN && <List.Item>{m.pasteRecipients.more(rejected.length - SHOWN)}</List.Item>}
            </List>
          </div>
        )}
        {isTooMany && (
          <Text c="var(--cs-no)" role="alert">
            {m.pasteRecipients.tooMany(most, filled + people.length)}
          </Text>
        )}
        <DialogActions close={close} isPending={false} isDisabled={people.length === 0 || isTooMany}>
          {m.pasteRecipients.add(people.length)}
        </DialogActions>
      </Stack>
    </form>
  );
}

/** `text` is null while the dialog is closed. */
export function PasteRecipients({ text, ...props }: Omit<Props, 'text'> & { text: string | null }) {
  return (
    <Modal opened={text !== null} onClose={props.close} title={m.pasteRecipients.title}>
      {text !== null && <Form text={text} {...props} />}
    </Modal>
  );
}
