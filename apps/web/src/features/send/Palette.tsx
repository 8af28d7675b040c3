import { ActionIcon, Button, Checkbox, Select, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAdjustments, IconPlus, IconTrash } from '@tabler/icons-react';
import { type Dispatch, useState } from 'react';
import { recipientColor } from '../../ui/people.ts';
import { type Change, type Draft, isSigner, type Placed } from './draft.ts';
import { DetailsDialog } from './DetailsDialog.tsx';
import { FIELD_KINDS, KINDS } from './kinds.ts';
import type { Armed } from './use-placing.ts';
import { m } from './texts.ts';
import classes from './Send.module.css';

type Props = {
  draft: Draft;
  change: Dispatch<Change>;
  armed: Armed | null;
  arm: (armed: Armed | null) => void;
  placeInView: (what: Armed) => void;
  selected: string | null;
};

const nameOf = (draft: Draft, key: string): string => {
  const index = draft.recipients.findIndex((recipient) => recipient.key === key);
  return draft.recipients[index]?.name.trim() || m.palette.recipient(index + 1);
};

/** The selected field: its recipient, whether it is required, and a delete button. */
function Inspector({ draft, change, field }: { draft: Draft; change: Dispatch<Change>; field: Placed }) {
  const { label } = KINDS[field.kind];
  const [detailing, setDetailing] = useState(false);
  return (
    <>
      <span className={classes['ofWhom']}>{m.palette.of(label)}</span>
      <Select
        size="xs"
        w={170}
        aria-label={m.palette.recipientAriaLabel}
        allowDeselect={false}
        value={field.recipient}
        data={draft.recipients.filter(isSigner).map(({ key }) => ({ value: key, label: nameOf(draft, key) }))}
        onChange={(recipient) =>
          recipient !== null && change({ type: 'change-field', key: field.key, with: { recipient } })
        }
      />
      <Checkbox
        size="xs"
        label={m.palette.required}
        checked={field.required}
        onChange={(event) =>
          change({ type: 'change-field', key: field.key, with: { required: event.currentTarget.checked } })
        }
      />
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconAdjustments size={14} />}
        onClick={() => setDetailing(true)}
      >
        {m.palette.optionsDialog}
      </Button>
      {field.kind === 'radio' && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => change({ type: 'add-button', to: field.key })}
        >
          {m.palette.addButton}
        </Button>
      )}
      <DetailsDialog
        key={field.key}
        field={field}
        fields={draft.fields}
        opened={detailing}
        close={() => setDetailing(false)}
        change={change}
      />
      <Tooltip label={m.palette.removeDelete}>
        <ActionIcon
          aria-label={m.palette.removeField(label.toLowerCase())}
          onClick={() => change({ type: 'remove-field', key: field.key })}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** Kinds of fields to place: click or drag one, then the page. By keyboard, Enter places it in the visible page. */
export function Palette({ draft, change, armed, arm, placeInView, selected }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const signers = draft.recipients.filter(isSigner);
  const recipient = signers.find(({ key }) => key === chosen) ?? signers[0];
  const field = draft.fields.find(({ key }) => key === selected);
  if (recipient === undefined) return null;
  return (
    <div className={classes['palette']} role="toolbar" aria-label={m.palette.fields}>
      <div className={classes['paletteRow']}>
        <div className={classes['whose']} role="group" aria-label={m.palette.recipientAriaLabel}>
          {signers.map(({ key }) => (
            <UnstyledButton
              key={key}
              className={classes['chip']}
              aria-pressed={key === recipient.key}
              onClick={() => setChosen(key)}
            >
              <span
                className={classes['dot']}
                style={{ background: recipientColor(draft.recipients.findIndex((one) => one.key === key)) }}
              />
              {nameOf(draft, key)}
            </UnstyledButton>
          ))}
        </div>
        <div className={classes['kinds']} role="group" aria-label={m.palette.kindsOfFields}>
          {FIELD_KINDS.map((kind) => {
            const { label, icon: Icon } = KINDS[kind];
            const on = armed?.kind === kind;
            return (
              <UnstyledButton
                key={kind}
                className={classes['kind']}
                aria-pressed={on}
                onPointerDown={(event) => {
                  // Touch pointers are captured by their first target, but the page below must receive the end of the
                  // drag.
                  event.currentTarget.releasePointerCapture(event.pointerId);
                  arm(on ? null : { kind, recipient: recipient.key });
                }}
                // A keyboard click has no position, so the field is placed in view.
                onClick={(event) => event.detail === 0 && placeInView({ kind, recipient: recipient.key })}
              >
                <Icon size={16} />
                {label}
              </UnstyledButton>
            );
          })}
        </div>
      </div>
      <div className={classes['inspector']}>
        {field !== undefined && armed === null ? (
          <Inspector draft={draft} change={change} field={field} />
        ) : (
          <Text fz="xs" c="dimmed" id="placing-help">
            {armed === null
              ? m.palette.chooseFieldClickPage
              : m.palette.clickWhereFillsIn(nameOf(draft, armed.recipient), KINDS[armed.kind].label)}
          </Text>
        )}
      </div>
    </div>
  );
}
