import { Checkbox, Group, Modal, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type Dispatch, useState } from 'react';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ConditionForm, isIncomplete } from './ConditionForm.tsx';
import { type Change, detailsOf, groupOf, leadsOf, type Placed } from './draft.ts';
import { ALWAYS, type Details, isMadeBySigner, isTextKind, readOptions } from './field-details.ts';
import { KINDS } from './kinds.ts';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = {
  field: Placed;
  fields: readonly Placed[];
  opened: boolean;
  close: () => void;
  change: Dispatch<Change>;
};

/** Edits all settings of a field except its position. The field does not change until the settings are saved. */
export function DetailsDialog(props: Props) {
  const { field, opened, close } = props;
  return (
    <Modal opened={opened} onClose={close} title={m.detailsDialog.field(KINDS[field.kind].label)} size={460}>
      {/*
       * The form is mounted only while the dialog is open, so that it always starts with the field's current values.
       */}
      {opened && <DetailsForm {...props} />}
    </Modal>
  );
}

function DetailsForm({ field, fields, close, change }: Props) {
  const [details, setDetails] = useState(detailsOf(field));
  const [lines, setLines] = useState(details.options.join('\n'));
  const set = (values: Partial<Details>) => setDetails((present) => ({ ...present, ...values }));
  const options = readOptions(lines);
  const leads = leadsOf(fields, field);
  const others = groupOf(fields, field).filter(({ key }) => key !== field.key);
  const fault = faultOf(
    field,
    details,
    options,
    others.map((other) => detailsOf(other).option),
  );
  const choices =
    field.kind === 'dropdown' ? options : [details.option.trim(), ...others.map((other) => detailsOf(other).option)];
  const save = () => {
    const suggested = hasChoices(field) && !choices.includes(details.suggested) ? '' : details.suggested;
    const option = details.option.trim();
    change({ type: 'change-field', key: field.key, with: { details: { ...details, option, options, suggested } } });
    close();
  };
  return (
    <DialogForm
      submit={() => {
        if (fault === null && !isIncomplete(details.when, leads)) save();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={m.detailsDialog.label}
          description={m.detailsDialog.shownToSignersAtField}
          maxLength={120}
          value={details.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
          data-autofocus
        />
        {field.kind === 'dropdown' && (
          <Textarea
            label={m.detailsDialog.options}
            description={m.detailsDialog.onePerLine}
            autosize
            minRows={3}
            maxRows={8}
            value={lines}
            error={fault}
            onChange={(event) => setLines(event.currentTarget.value)}
          />
        )}
        {field.kind === 'radio' && (
          <TextInput
            label={m.detailsDialog.valueOfButton}
            maxLength={120}
            value={details.option}
            error={fault}
            onChange={(event) => set({ option: event.currentTarget.value })}
          />
        )}
        {!isMadeBySigner(field.kind) && <Suggestion field={field} details={details} choices={choices} set={set} />}
        {isTextKind(field.kind) && <TextRules details={details} set={set} fault={fault} />}
        {field.kind === 'number' && <NumberRules details={details} set={set} fault={fault} />}
        <ConditionForm leads={leads} fields={fields} when={details.when ?? ALWAYS} set={(when) => set({ when })} />
        <DialogActions close={close} isPending={false}>
          {labels.save}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

type PartProps = { details: Details; set: (values: Partial<Details>) => void };

function Suggestion({ field, details, choices, set }: PartProps & { field: Placed; choices: readonly string[] }) {
  const label = field.kind === 'checkbox' ? m.detailsDialog.checkedByDefault : m.detailsDialog.defaultValue;
  return (
    <>
      {field.kind === 'checkbox' ? (
        <Checkbox
          label={label}
          checked={details.suggested === 'true'}
          onChange={(event) => set({ suggested: event.currentTarget.checked ? 'true' : '' })}
        />
      ) : hasChoices(field) ? (
        <Select
          label={label}
          placeholder={m.detailsDialog.nothing}
          clearable
          data={[...new Set(choices)].filter((choice) => choice !== '')}
          value={details.suggested === '' ? null : details.suggested}
          onChange={(suggested) => set({ suggested: suggested ?? '' })}
        />
      ) : (
        <TextInput
          label={label}
          type={field.kind === 'date' ? 'date' : 'text'}
          value={details.suggested}
          onChange={(event) => set({ suggested: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={m.detailsDialog.readOnly}
        description={m.detailsDialog.writtenIntoDocumentWhenSent}
        disabled={details.suggested === ''}
        checked={details.readOnly && details.suggested !== ''}
        onChange={(event) => set({ readOnly: event.currentTarget.checked })}
      />
    </>
  );
}

function TextRules({ details, set, fault }: PartProps & { fault: string | null }) {
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label={m.detailsDialog.atLeastCharacters}
          min={0}
          max={2000}
          allowDecimal={false}
          value={details.minLength}
          error={fault}
          onChange={(value) => set({ minLength: String(value) })}
        />
        <NumberInput
          label={m.detailsDialog.atMostCharacters}
          min={1}
          max={2000}
          allowDecimal={false}
          value={details.maxLength}
          onChange={(value) => set({ maxLength: String(value) })}
        />
      </Group>
      <TextInput
        label={m.detailsDialog.pattern}
        description={m.detailsDialog.regularExpressionForWholeValue}
        maxLength={200}
        value={details.pattern}
        onChange={(event) => set({ pattern: event.currentTarget.value })}
      />
      {details.pattern.trim() !== '' && (
        <TextInput
          label={m.detailsDialog.messageIfValueDoes}
          maxLength={200}
          value={details.patternMessage}
          onChange={(event) => set({ patternMessage: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function NumberRules({ details, set, fault }: PartProps & { fault: string | null }) {
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label={m.detailsDialog.atLeast}
          value={details.min}
          error={fault}
          onChange={(value) => set({ min: String(value) })}
        />
        <NumberInput
          label={m.detailsDialog.atMost}
          value={details.max}
          onChange={(value) => set({ max: String(value) })}
        />
        <NumberInput
          label={m.detailsDialog.decimals}
          min={0}
          max={10}
          allowDecimal={false}
          value={details.decimals}
          onChange={(value) => set({ decimals: String(value) })}
        />
      </Group>
      <Text fz="xs" c="dimmed">
        {m.detailsDialog.signersEnterDigitsAndDecimal}
      </Text>
    </>
  );
}

const hasChoices = ({ kind }: Placed): boolean => kind === 'dropdown' || kind === 'radio';

/** Returns the reason why the details cannot be saved. The server would reject them for the same reason. */
function faultOf(field: Placed, details: Details, options: readonly string[], taken: readonly string[]): string | null {
  if (field.kind === 'dropdown') {
    if (options.length === 0) return m.detailsDialog.enterAtLeastOneOption;
    return options.length > 100 ? m.detailsDialog.atMostOptions : null;
  }
  if (field.kind === 'radio') {
    if (details.option.trim() === '') return m.detailsDialog.enterValueForButton;
    return taken.includes(details.option.trim()) ? m.detailsDialog.anotherButtonOfGroup : null;
  }
  const isAbove = (low: string, high: string) => low !== '' && high !== '' && Number(low) > Number(high);
  if (isTextKind(field.kind) && isAbove(details.minLength, details.maxLength))
    return m.detailsDialog.minimumGreaterThanMaximum;
  return field.kind === 'number' && isAbove(details.min, details.max)
    ? m.detailsDialog.minimumGreaterThanMaximum
    : null;
}
