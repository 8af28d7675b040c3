/**
 * The form of a settings section. All settings are saved in the same way. Changes are applied only when they are saved,
 * the section shows that it has unsaved changes, and leaving the page requires confirmation (ADR 151).
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { faultsByField } from '../api/errors.ts';
import { FormError } from './FormError.tsx';
import { labels } from './labels.ts';
import { m } from './part-texts.ts';
import { useUnsaved } from './UnsavedSections.tsx';

type Props<Values extends Record<string, unknown>, Answer> = {
  /** The title of the section, used in the question before leaving the page. */
  section: string;
  form: UseFormReturnType<Values>;
  /** Saves the values, and announces the success. */
  save: UseMutationResult<Answer, Error, Values>;
  /** Returns the errors of a refused request, by input name. */
  faults?: (error: unknown) => Record<string, string>;
  /** An explanation of the refusal that replaces the default one. */
  refusal?: ReactNode;
  /** Closes the form. Absent unless the form is shown in place of the values that it changes. */
  close?: (() => void) | null;
  /** Additional buttons before Save. */
  actions?: ReactNode;
  children: ReactNode;
};

export function SaveForm<Values extends Record<string, unknown>, Answer>(props: Props<Values, Answer>) {
  const { section, form, save, faults, refusal, close, actions, children } = props;
  const isDirty = form.isDirty();
  useUnsaved(section, isDirty);
  const submit = form.onSubmit((values) => {
    if (!isDirty || save.isPending) return;
    save.mutate(values, {
      // Values typed during the request are kept as unsaved changes.
      onSuccess: () => {
        form.setInitialValues(values);
        form.resetDirty(values);
      },
      onError: (error) => form.setErrors((faults ?? ((one) => faultsByField(one, Object.keys(values))))(error)),
    });
  });
  const discard = () => {
    form.reset();
    save.reset();
  };
  // The button is only marked as disabled, because an actually disabled button would lose the keyboard focus.
  const rests = !isDirty || save.isPending;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {refusal ?? <FormError error={save.error} atFields />}
        {children}
        <Group gap="sm">
          {actions}
          <Button type="submit" aria-disabled={rests} data-disabled={rests}>
            {labels.save}
          </Button>
          {close && (
            <Button variant="default" onClick={close}>
              {labels.cancel}
            </Button>
          )}
          {!close && isDirty && (
            <Button variant="subtle" onClick={discard}>
              {m.unsavedGuard.discard}
            </Button>
          )}
          <Text role="status" c="dimmed" fz="sm">
            {save.isPending ? m.saveForm.saving : isDirty ? m.saveForm.unsavedChanges : ''}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
