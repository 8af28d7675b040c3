import { List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type Dispatch, useRef, useState } from 'react';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { type Change, type Draft, isBlank } from './draft.ts';
import { parseRecipients, type Rejected } from './parse-recipients.ts';
import { m } from './texts.ts';

const SHOWN = 10;

/** A list pasted into a recipient's line. Null for text in the dialog's own box. */
export type Pasted = { text: string; at: string | null };

type Props = { draft: Draft; change: Dispatch<Change>; most: number; pasted: Pasted; close: () => void };

const WHY: Record<Rejected['why'], string> = {
  'no-address': m.pasteRecipients.noAddress,
  'not-an-address': m.pasteRecipients.notAnAddress,
  repeated: m.pasteRecipients.repeated,
};

/** Adds the people in a list. Parts that cannot be parsed stay in the box, so that the sender can correct them. */
function Form({ draft, change, most, pasted, close }: Props) {
  const [text, setText] = useState(pasted.text);
  const [added, setAdded] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const { people, rejected } = parseRecipients(
    text,
    draft.recipients.map(({ email }) => email),
  );
  const filled = draft.recipients.filter((recipient) => !isBlank(recipient)).length;
  const isTooMany = filled + people.length > most;
  const add = () => {
    change({ type: 'add-recipients', people, at: pasted.at ?? undefined });
    if (rejected.length === 0) {
      close();
      return;
    }
    setText(rejected.map((part) => part.text).join('\n'));
    setAdded(people.length);
    box.current?.focus();
  };
  return (
    <DialogForm
      submit={() => {
        if (people.length > 0 && !isTooMany) add();
      }}
    >
      <Stack gap="md">
        <Textarea
          ref={box}
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
        {/* Only the numbers are announced, because the list can be long and changes with each key press. */}
        <div role="status">
          {added > 0 && <Text>{m.pasteRecipients.added(added)}</Text>}
          {rejected.length > 0 && <Text fw={560}>{m.pasteRecipients.notAdded(rejected.length)}</Text>}
        </div>
        {rejected.length > 0 && (
          <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
            {rejected.slice(0, SHOWN).map((part, index) => (
              <List.Item key={index}>
                {m.pasteRecipients.line(part.line, part.text.slice(0, 80), WHY[part.why])}
              </List.Item>
            ))}
            {rejected.length > SHOWN && <List.Item>{m.pasteRecipients.more(rejected.length - SHOWN)}</List.Item>}
          </List>
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
    </DialogForm>
  );
}

/** `pasted` is null while the dialog is closed. */
export function PasteRecipients({ pasted, ...props }: Omit<Props, 'pasted'> & { pasted: Pasted | null }) {
  return (
    <Modal opened={pasted !== null} onClose={props.close} title={m.pasteRecipients.title}>
      {pasted !== null && <Form pasted={pasted} {...props} />}
    </Modal>
  );
}
