import { ActionIcon, Button, Checkbox, Select, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconCopyPlus,
  IconFiles,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type ComponentType, type Dispatch, useState } from 'react';
import { recipientColor } from '../../ui/people.ts';
import { type Change, type Draft, isSigner, type Placed } from './draft.ts';
import { DetailsDialog } from './DetailsDialog.tsx';
import { ARRANGEMENTS, type Arrangement, arrange } from './arrange.ts';
import type { Size } from './geometry.ts';
import { FIELD_KINDS, KINDS } from './kinds.ts';
import type { FieldActions } from './use-editor-keys.ts';
import type { Armed } from './use-placing.ts';
import type { Selection } from './use-selection.ts';
import { m } from './texts.ts';
import classes from './Editor.module.css';

type Props = {
  draft: Draft;
  change: Dispatch<Change>;
  pages: readonly Size[];
  armed: Armed | null;
  arm: (armed: Armed | null) => void;
  placeInView: (what: Armed) => void;
  selection: Selection;
  actions: FieldActions;
};

const nameOf = (draft: Draft, key: string): string => {
  const index = draft.recipients.findIndex((recipient) => recipient.key === key);
  return draft.recipients[index]?.name.trim() || m.palette.recipient(index + 1);
};

type InspectorProps = Pick<Props, 'draft' | 'change' | 'pages' | 'actions'>;

const ARRANGEMENT_ICONS: Record<Arrangement, ComponentType<{ size?: number }>> = {
  left: IconLayoutAlignLeft,
  center: IconLayoutAlignCenter,
  right: IconLayoutAlignRight,
  top: IconLayoutAlignTop,
  middle: IconLayoutAlignMiddle,
  bottom: IconLayoutAlignBottom,
  'distribute-across': IconLayoutDistributeVertical,
  'distribute-down': IconLayoutDistributeHorizontal,
  'equal-width': IconArrowAutofitWidth,
  'equal-height': IconArrowAutofitHeight,
};

const stepOf = (how: Arrangement) => {
  if (how.startsWith('distribute')) return 'distribute';
  return how.startsWith('equal') ? 'equal' : 'align';
};

/** Controls for aligning, distributing and sizing several selected fields. */
function Arrangements({ change, pages, actions, fields }: InspectorProps & { fields: readonly Placed[] }) {
  return (
    <>
      <span className={classes['ofWhom']}>{m.palette.selected(fields.length)}</span>
      <div className={classes['arrangements']} role="group" aria-label={m.palette.arrange}>
        {ARRANGEMENTS.map((how) => {
          const Icon = ARRANGEMENT_ICONS[how];
          return (
            <Tooltip key={how} label={m.arrangements[how]}>
              <ActionIcon
                size={32}
                aria-label={m.arrangements[how]}
                onClick={() => {
                  change({ type: 'settle' });
                  change({ type: 'arrange', how: stepOf(how), boxes: arrange(fields, pages, how) });
                }}
              >
                <Icon size={18} />
              </ActionIcon>
            </Tooltip>
          );
        })}
      </div>
      <CopyActions pages={pages} actions={actions} remove={m.palette.removeFields(fields.length)} />
    </>
  );
}

function CopyActions({ pages, actions, remove }: Pick<Props, 'pages' | 'actions'> & { remove: string }) {
  return (
    <>
      <Tooltip label={m.palette.duplicateKeys}>
        <ActionIcon
          size={32}
          aria-label={m.palette.duplicate}
          aria-keyshortcuts="Control+D Meta+D"
          onClick={actions.duplicate}
        >
          <IconCopyPlus size={18} />
        </ActionIcon>
      </Tooltip>
      {pages.length > 1 && (
        <Tooltip label={m.palette.copyToAllPages}>
          <ActionIcon size={32} aria-label={m.palette.copyToAllPages} onClick={actions.toOtherPages}>
            <IconFiles size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={m.palette.removeDelete}>
        <ActionIcon size={32} aria-label={remove} aria-keyshortcuts="Delete" onClick={actions.remove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** Controls for the selected field: its recipient, whether the field is required, and a delete button. */
function Inspector({ draft, change, pages, actions, field }: InspectorProps & { field: Placed }) {
  const { label } = KINDS[field.kind];
  const [detailing, setDetailing] = useState(false);
  return (
    <>
      <span className={`${classes['ofWhom']} ${classes['kindOf']}`}>{m.palette.of(label)}</span>
      <Select
        size="xs"
        className={classes['recipientOf'] ?? ''}
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
      <CopyActions pages={pages} actions={actions} remove={m.palette.removeField(label)} />
    </>
  );
}

/**
 * Offers the kinds of fields. To place a field, people click a kind and then a position on the page, or drag the kind
 * to the page. With the keyboard, Enter places the field on the visible page.
 */
export function Palette({ draft, change, pages, armed, arm, placeInView, selection, actions }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const signers = draft.recipients.filter(isSigner);
  const recipient = signers.find(({ key }) => key === chosen) ?? signers[0];
  const { fields } = selection;
  const [field] = fields;
  const inspected = { draft, change, pages, actions };
  if (recipient === undefined) return null;
  return (
    <div
      className={classes['palette']}
      role="toolbar"
      aria-label={m.palette.fields}
      data-selected={(fields.length > 0 && armed === null) || undefined}
    >
      <div className={classes['paletteRow']}>
        <div className={classes['whose']} role="group" aria-label={m.palette.recipientAriaLabel}>
          {signers.map(({ key }) => (
            <UnstyledButton
              key={key}
              className={classes['chip']}
              aria-pressed={key === recipient.key}
              onClick={() => {
                setChosen(key);
                if (armed !== null && armed.recipient !== key) arm({ ...armed, recipient: key, reassigned: true });
              }}
            >
              <span
                className={classes['dot']}
                style={{ background: recipientColor(draft.recipients.findIndex((one) => one.key === key)) }}
              />
              <bdi className={classes['chipName']}>{nameOf(draft, key)}</bdi>
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
                  // Browsers capture a touch pointer at the element where the touch begins. The capture is released,
                  // because the page below must receive the end of the drag.
                  event.currentTarget.releasePointerCapture(event.pointerId);
                  const isSecondPress = on && armed.reassigned !== true;
                  arm(isSecondPress ? null : { kind, recipient: recipient.key, dragged: true });
                }}
                // A click caused by the keyboard has no position, so the field is placed in the visible area.
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
          fields.length === 1 ? (
            <Inspector {...inspected} field={field} />
          ) : (
            <Arrangements {...inspected} fields={fields} />
          )
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
