import { Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import { detailsOf, groupOf, type Placed } from './draft.ts';
import { ALWAYS, type When } from './field-details.ts';
import { KINDS } from './kinds.ts';
import { m } from './texts.ts';

type Props = { leads: readonly Placed[]; fields: readonly Placed[]; when: When; set: (when: When) => void };

const COMPARISONS = [
  { value: 'filled', label: m.conditionForm.filled },
  { value: 'empty', label: m.conditionForm.isEmpty },
  { value: 'equals', label: m.conditionForm.is },
  { value: 'notEquals', label: m.conditionForm.isNot },
];

/** Sets the condition under which the field is required. Hidden if there is no earlier field. */
export function ConditionForm({ leads, fields, when, set }: Props) {
  const lead = leads.find(({ key }) => key === when.on);
  if (leads.length === 0) return null;
  return (
    <Fieldset legend={m.conditionForm.condition} variant="filled" p="sm">
      <Stack gap="xs">
        <Select
          label={m.conditionForm.onlyIfField}
          placeholder={m.conditionForm.always}
          clearable
          data={leads.map((one, index) => ({ value: one.key, label: nameOf(one, index) }))}
          value={lead?.key ?? null}
          onChange={(on) => set(on === null ? ALWAYS : { ...ALWAYS, ...firstChoice(leads, on), on })}
        />
        {lead !== undefined && <Comparison lead={lead} fields={fields} when={when} set={set} />}
      </Stack>
    </Fieldset>
  );
}

function Comparison({ lead, fields, when, set }: Omit<Props, 'leads'> & { lead: Placed }) {
  const compares = when.is === 'equals' || when.is === 'notEquals';
  return (
    <>
      {lead.kind === 'checkbox' ? (
        <Select
          aria-label={m.conditionForm.checkedOrNot}
          allowDeselect={false}
          data={[
            { value: 'true', label: m.conditionForm.isChecked },
            { value: 'false', label: m.conditionForm.notChecked },
          ]}
          value={when.value === 'false' ? 'false' : 'true'}
          onChange={(value) => set({ ...when, is: 'equals', value: value ?? 'true' })}
        />
      ) : (
        <Select
          aria-label={m.conditionForm.comparison}
          allowDeselect={false}
          data={lead.kind === 'attachment' ? COMPARISONS.slice(0, 2) : COMPARISONS}
          value={when.is}
          onChange={(is) => set({ ...when, is: (is ?? 'filled') as When['is'] })}
        />
      )}
      {compares && lead.kind !== 'checkbox' && <Value lead={lead} fields={fields} when={when} set={set} />}
      <Select
        label={m.conditionForm.else}
        allowDeselect={false}
        data={[
          { value: 'show', label: m.conditionForm.fieldHidden },
          { value: 'require', label: m.conditionForm.fieldOptional },
        ]}
        value={when.effect}
        onChange={(effect) => set({ ...when, effect: effect === 'require' ? 'require' : 'show' })}
      />
      <Text fz="xs" c="dimmed">
        {m.conditionForm.checkedWhileSignerFills}
      </Text>
    </>
  );
}

/** Whether a condition compares a field with a value that has not been entered yet. */
export function isIncomplete(when: When | undefined, leads: readonly Placed[]): boolean {
  const lead = leads.find(({ key }) => key === when?.on);
  if (when === undefined || lead === undefined || lead.kind === 'checkbox') return false;
  if (when.is !== 'equals' && when.is !== 'notEquals') return false;
  return when.value.trim() === '' || (lead.kind === 'number' && Number.isNaN(Number(when.value)));
}

function Value({ lead, fields, when, set }: Omit<Props, 'leads'> & { lead: Placed }) {
  const choices =
    lead.kind === 'radio' ? groupOf(fields, lead).map((button) => detailsOf(button).option) : detailsOf(lead).options;
  const error = isIncomplete(when, [lead])
    ? lead.kind === 'number'
      ? m.conditionForm.enterNumber
      : m.conditionForm.enterValueToCompare
    : null;
  return choices.length > 0 ? (
    <Select
      error={error}
      aria-label={m.conditionForm.whichChoice}
      allowDeselect={false}
      data={[...new Set(choices)].filter((choice) => choice !== '')}
      value={when.value === '' ? null : when.value}
      onChange={(value) => set({ ...when, value: value ?? '' })}
    />
  ) : (
    <TextInput
      error={error}
      aria-label={m.conditionForm.whichValue}
      type={lead.kind === 'date' ? 'date' : 'text'}
      value={when.value}
      onChange={(event) => set({ ...when, value: event.currentTarget.value })}
    />
  );
}

const firstChoice = (leads: readonly Placed[], on: string): Partial<When> =>
  leads.find(({ key }) => key === on)?.kind === 'checkbox' ? { is: 'equals', value: 'true' } : {};

function nameOf(field: Placed, index: number): string {
  const label = detailsOf(field).label.trim();
  return label === '' ? m.conditionForm.page(index + 1, KINDS[field.kind].label, field.page) : label;
}
