import { Button, Checkbox, Group, Modal, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type Dispatch, useState } from 'react';
import { ConditionForm, isIncomplete } from './ConditionForm.tsx';
import { type Change, detailsOf, groupOf, leadsOf, type Placed } from './draft.ts';
import { ALWAYS, type Details, isMadeBySigner, isTextKind, readOptions } from './field-details.ts';
import { kindOf } from './kinds.ts';

type Props = {
  field: Placed;
  fields: readonly Placed[];
  opened: boolean;
  close: () => void;
  change: Dispatch<Change>;
};

/** All settings of a field except its place. Nothing changes before it is saved. */
export function DetailsDialog(props: Props) {
  const { field, opened, close } = props;
  return (
    <Modal opened={opened} onClose={close} title={`${kindOf(field.kind).label} field`} size={460}>
      {/* Only mounted while open, so that it always starts with the field's current values. */}
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog's form is inside the page's form, which must not be submitted with it.
        event.stopPropagation();
        if (fault === null && !isIncomplete(details.when, leads)) save();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Label"
          description="Shown to signers at the field, and read by screen readers."
          maxLength={120}
          value={details.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
          data-autofocus
        />
        {field.kind === 'dropdown' && (
          <Textarea
            label="Options"
            description="One per line."
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
            label="Value of this button"
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
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </Stack>
    </form>
  );
}

type PartProps = { details: Details; set: (values: Partial<Details>) => void };

function Suggestion({ field, details, choices, set }: PartProps & { field: Placed; choices: readonly string[] }) {
  const label = field.kind === 'checkbox' ? 'Checked by default' : 'Default value';
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
          placeholder="Nothing"
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
        label="Read-only"
        description="Written into the document when it is sent. Everyone can see it."
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
          label="At least, characters"
          min={0}
          max={2000}
          allowDecimal={false}
          value={details.minLength}
          error={fault}
          onChange={(value) => set({ minLength: String(value) })}
        />
        <NumberInput
          label="At most, characters"
          min={1}
          max={2000}
          allowDecimal={false}
          value={details.maxLength}
          onChange={(value) => set({ maxLength: String(value) })}
        />
      </Group>
      <TextInput
        label="Pattern"
        description="A regular expression for the whole value, such as [A-Z]{2}\d{4}"
        maxLength={200}
        value={details.pattern}
        onChange={(event) => set({ pattern: event.currentTarget.value })}
      />
      {details.pattern.trim() !== '' && (
        <TextInput
          label="Message if the value does not match"
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
          label="At least"
          value={details.min}
          error={fault}
          onChange={(value) => set({ min: String(value) })}
        />
        <NumberInput label="At most" value={details.max} onChange={(value) => set({ max: String(value) })} />
        <NumberInput
          label="Decimals"
          min={0}
          max={10}
          allowDecimal={false}
          value={details.decimals}
          onChange={(value) => set({ decimals: String(value) })}
        />
      </Group>
      <Text fz="xs" c="dimmed">
        Signers enter digits and a decimal point.
      </Text>
    </>
  );
}

const hasChoices = ({ kind }: Placed): boolean => kind === 'dropdown' || kind === 'radio';

/** Why the details cannot be saved; the server would refuse them too. */
function faultOf(field: Placed, details: Details, options: readonly string[], taken: readonly string[]): string | null {
  if (field.kind === 'dropdown') {
    if (options.length === 0) return 'Enter at least one option.';
    return options.length > 100 ? 'At most 100 options.' : null;
  }
  if (field.kind === 'radio') {
    if (details.option.trim() === '') return 'Enter a value for this button.';
    return taken.includes(details.option.trim()) ? 'Another button of this group has this value.' : null;
  }
  const isAbove = (low: string, high: string) => low !== '' && high !== '' && Number(low) > Number(high);
  if (isTextKind(field.kind) && isAbove(details.minLength, details.maxLength))
    return 'The minimum is greater than the maximum.';
  return field.kind === 'number' && isAbove(details.min, details.max)
    ? 'The minimum is greater than the maximum.'
    : null;
}
