import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import type { ProcessingActivity } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { ASKED } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Key = (typeof ASKED)[number]['key'];
type Values = Record<Key | 'name', string> & { isRetired: boolean };

const EMPTY: Values = {
  name: '',
  purpose: '',
  legal_basis: '',
  people: '',
  data: '',
  recipients: '',
  transfers: '',
  retention: '',
  measures: '',
  isRetired: false,
};

function valuesOf(activity: ProcessingActivity | null): Values {
  if (activity === null) return EMPTY;
  const { name, state } = activity;
  const said = Object.fromEntries(ASKED.map(({ key }) => [key, activity[key]])) as Record<Key, string>;
  return { ...said, name, isRetired: state === 'retired' };
}

/** Saving an existing entry creates a new version. The old version remains readable. */
export function ActivityForm({ activity, close }: { activity: ProcessingActivity | null; close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: valuesOf(activity),
    validate: {
      name: (value) => (value.trim() === '' ? labels.enterName : null),
      ...Object.fromEntries(
        ASKED.filter(({ isRequired }) => isRequired).map(({ key }) => [
          key,
          (value: unknown) => (String(value).trim() === '' ? m.activityForm.requiredByArticleThirtyGdpr : null),
        ]),
      ),
    },
  });
  const save = useMutation({
    mutationFn: ({ legal_basis: legalBasis, isRetired, ...values }: Values) => {
      const body = { ...values, legalBasis };
      return activity === null || activity.version === null
        ? call(api.addProcessingActivity, { body })
        : call(api.changeProcessingActivity, {
            params: { activityId: activity.id },
            body: { ...body, state: isRetired ? 'retired' : 'active', version: activity.version },
          });
    },
    onSuccess: () => {
      toastDone(m.activityForm.entrySaved);
      close();
    },
    onError: (error) => {
      const { legalBasis, ...faults } = faultsByField(error, ['name', 'legalBasis', ...ASKED.map(({ key }) => key)]);
      form.setErrors({ ...faults, ...(legalBasis !== undefined && { legal_basis: legalBasis }) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['register'] }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={save.error} atFields />
        <TextInput label={labels.name} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        {ASKED.map(({ key, label, isRequired }) => (
          <Textarea
            key={key}
            label={isRequired ? label : m.activityForm.optional(label)}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={2000}
            {...form.getInputProps(key)}
          />
        ))}
        {activity !== null && (
          <Switch label={m.activityForm.retired} {...form.getInputProps('isRetired', { type: 'checkbox' })} />
        )}
        <DialogActions close={close} isPending={save.isPending}>
          {activity === null ? m.activityForm.addEntry : m.activityForm.saveAsNewVersion}
        </DialogActions>
      </Stack>
    </form>
  );
}
