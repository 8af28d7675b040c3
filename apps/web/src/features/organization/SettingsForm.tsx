/**
 * A form for some of the organization's settings. It saves changes, shows errors at their inputs, and detects conflicts
 * with changes by other people.
 */
import { Alert, Button } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { ApiError, isCode, type RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { organizationQuery, organizationsQuery, sessionQuery } from '../../api/queries.ts';
import { toastDone, toastRefusal } from '../../ui/toast.ts';
import { SaveForm } from '../../ui/SaveForm.tsx';
import type { Organization } from './queries.ts';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';

type Change = NonNullable<RequestOf<'updateOrganization'>['body']>;
export type Settings = Organization['settings'];

/**
 * The settings as shown to this person. If saving would overwrite later changes, the person gets a warning and can view
 * those changes.
 */
type Seen = { revision: number; saw: (organization: Organization) => void; reload: () => Promise<void> };
export const SeenContext = createContext<Seen | null>(null);

function useSeen(): Seen {
  const seen = useContext(SeenContext);
  if (seen === null) throw new Error('the settings form is outside OrganizationForm');
  return seen;
}

function useUpdate<Values>(change: (values: Values) => Change) {
  const queryClient = useQueryClient();
  const { revision, saw } = useSeen();
  return useMutation({
    mutationFn: (values: Values) => call(api.updateOrganization, { body: { ...change(values), revision } }),
    onSuccess: ({ organization, suspendedKeys = [] }) => {
      saw(organization);
      queryClient.setQueryData(organizationQuery.queryKey, organization);
      // Both queries contain the organization's name and whether it requires a second factor.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      if (suspendedKeys.length === 0) toastDone(m.settingsForm.settingsSaved);
      else
        toastRefusal(
          m.settingsForm.settingsSavedApiKeysWillBe,
          m.settingsForm.ownersHaveNoSecondFactor(suspendedKeys.map(({ name }) => name).join(', ')),
        );
    },
  });
}

/**
 * Returns errors by input name: `settings.allowed_networks[2]` belongs to the networks, and
 * `settings.default_reminders.max` to the maximum.
 */
function faultsOf(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.faults.map(({ field }) => field) : [];
  return Object.fromEntries(
    Object.entries(faultsByField(error, fields)).map(([field, message]) => [
      field
        .replaceAll(/\[\d+\]/g, '')
        .split('.')
        .at(-1) ?? field,
      message,
    ]),
  );
}

type SettingsProps<Values extends Record<string, unknown>> = {
  title: string;
  text: string;
  initial: Values;
  validate?: (values: Values) => Partial<Record<keyof Values & string, string>>;
  /** Returns the values in the form that the server expects. */
  change: (values: Values) => Change;
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

function Refusal({ error }: { error: unknown }) {
  const { reload } = useSeen();
  return (
    <Alert color="red" variant="light" role="alert">
      {isCode(error, 'TWO_FACTOR_REQUIRED') ? (
        phrase(m.settingsForm.needSecondFactorToChange((text) => <Link to="/settings/security">{text}</Link>))
      ) : (
        <>
          {m.settingsForm.someoneElseChangedSettings}
          <div>
            <Button variant="default" size="compact-sm" mt="xs" onClick={() => void reload()}>
              {m.settingsForm.reloadSettings}
            </Button>
          </div>
        </>
      )}
    </Alert>
  );
}

/** Each section is saved separately, so that saving one section does not save unfinished changes in another. */
export function SettingsForm<Values extends Record<string, unknown>>(props: SettingsProps<Values>) {
  const { title, text, initial, validate, change, children } = props;
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => validate?.(values) ?? {},
  });
  const update = useUpdate(change);
  const { error } = update;
  const isExplained = isCode(error, 'TWO_FACTOR_REQUIRED') || isCode(error, 'SETTINGS_CHANGED');
  return (
    <Section title={title} text={text}>
      <SaveForm
        section={title}
        form={form}
        save={update}
        faults={faultsOf}
        refusal={isExplained ? <Refusal error={error} /> : undefined}
      >
        {children(form)}
      </SaveForm>
    </Section>
  );
}
