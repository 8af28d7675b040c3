import {
  Alert,
  Button,
  Group,
  NumberInput,
  type NumberInputProps,
  Radio,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { ApiError, faultsByField, isCode } from '../../api/errors.ts';
import type { Organization } from './queries.ts';
import { organizationQuery, organizationsQuery, sessionQuery } from '../../api/queries.ts';
import { toastDone, toastRefusal } from '../../ui/toast.ts';
import { FormError } from '../account/Fields.tsx';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

type Change = NonNullable<RequestOf<'updateOrganization'>['body']>;
type Settings = Organization['settings'];

/** The settings as the page shows them: who saves over later ones of somebody else is told, and can look at them. */
type Seen = { revision: number; saw: (organization: Organization) => void; reload: () => Promise<void> };
const SeenContext = createContext<Seen | null>(null);

function useSeen(): Seen {
  const seen = useContext(SeenContext);
  if (seen === null) throw new Error('a sheet of settings stands outside of their form');
  return seen;
}

function useUpdate() {
  const queryClient = useQueryClient();
  const { revision, saw } = useSeen();
  return useMutation({
    mutationFn: (body: Change) => call('updateOrganization', { body: { ...body, revision } }),
    onSuccess: ({ organization, suspendedKeys = [] }) => {
      saw(organization);
      queryClient.setQueryData(organizationQuery.queryKey, organization);
      // Both show its name, and whether a second factor is required.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      if (suspendedKeys.length === 0) toastDone('Settings saved');
      else
        toastRefusal(
          'Settings saved. API keys will be suspended',
          `Their makers have no second factor. In 7 days these keys stop working: ${suspendedKeys.map(({ name }) => name).join(', ')}.`,
        );
    },
  });
}

/** By the name of the input: `settings.allowed_networks[2]` is about the networks, `settings.default_reminders.max` about the most. */
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
  /** What of the values goes to the server. */
  change: (values: Values) => Change;
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

/** One sheet with its own button: what was changed in another one is not saved by accident. */
function SettingsSheet<Values extends Record<string, unknown>>(props: SettingsProps<Values>) {
  const { title, text, initial, validate, change, children } = props;
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => validate?.(values) ?? {},
  });
  const update = useUpdate();
  const { reload } = useSeen();
  const save = (values: Values) =>
    update.mutate(change(values), {
      onSuccess: () => form.resetDirty(),
      onError: (error) => form.setErrors(faultsOf(error)),
    });
  return (
    <Section title={title} text={text}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack gap="md">
          {isCode(update.error, 'TWO_FACTOR_REQUIRED') ? (
            <Alert color="red" variant="light" role="alert">
              Security settings take a second factor of your own.{' '}
              <Link to="/settings/security">Set up an authenticator app or a passkey</Link>, then come back here.
            </Alert>
          ) : isCode(update.error, 'SETTINGS_CHANGED') ? (
            <Alert color="red" variant="light" role="alert">
              Someone else changed the settings. Nothing was saved. Load them, and make your change again.
              <div>
                <Button variant="default" size="compact-sm" mt="xs" onClick={() => void reload()}>
                  Load the present settings
                </Button>
              </div>
            </Alert>
          ) : (
            <FormError error={update.error} atFields />
          )}
          {children(form)}
          <Group>
            <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function NameSheet({ organization }: { organization: Organization }) {
  return (
    <SettingsSheet
      title="Name"
      text="Signers see it in invitations, and on the certificate of completion."
      initial={{ name: organization.name, branding_name: organization.settings.branding_name ?? '' }}
      validate={({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {})}
      change={({ name, branding_name: shown }) => ({
        name: name.trim(),
        settings: { branding_name: shown.trim() === '' ? null : shown.trim() },
      })}
    >
      {(form) => (
        <div className={classes['grid']}>
          <TextInput label="Name" maxLength={120} {...form.getInputProps('name')} />
          <TextInput
            label="Name in mails"
            placeholder="The same"
            maxLength={120}
            {...form.getInputProps('branding_name')}
          />
        </div>
      )}
    </SettingsSheet>
  );
}

/** What an input takes stands below it, so that inputs beside each other stay on a line. */
const BELOW: NonNullable<NumberInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

const ranges = {
  password_min_length: [8, 128],
  session_idle_minutes: [5, 720],
  user_data_retention_days: [1, 90],
  default_expiration_days: [1, 365],
} as const;
const inRange = (value: number, [from, to]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

function SecuritySheet({ settings }: { settings: Settings }) {
  return (
    <SettingsSheet
      title="Security"
      text="Holds for every member, from their next request on."
      initial={{
        require_two_factor: settings.require_two_factor,
        sso_requires_mfa: settings.sso_requires_mfa,
        password_min_length: settings.password_min_length,
        session_idle_minutes: settings.session_idle_minutes,
      }}
      validate={(values) => ({
        ...(inRange(values.password_min_length, ranges.password_min_length)
          ? {}
          : { password_min_length: '8 to 128.' }),
        ...(inRange(values.session_idle_minutes, ranges.session_idle_minutes)
          ? {}
          : { session_idle_minutes: '5 to 720 minutes.' }),
      })}
      change={(values) => ({ settings: values })}
    >
      {(form) => (
        <>
          <Switch
            label="Require a second factor"
            description="Members without one can do nothing here but set it up. Their API keys stop working after 7 days."
            {...form.getInputProps('require_two_factor', { type: 'checkbox' })}
          />
          <Switch
            label="Also of the identity provider"
            description="A login by single sign-on then counts only if the provider says that it asked for a second factor."
            disabled={!form.values.require_two_factor}
            {...form.getInputProps('sso_requires_mfa', { type: 'checkbox' })}
          />
          <div className={classes['grid']}>
            <NumberInput
              label="Shortest password"
              inputWrapperOrder={BELOW}
              description="8 to 128 characters; 12 unless set. Members of several organizations keep to the longest."
              suffix=" characters"
              min={8}
              max={128}
              allowDecimal={false}
              {...form.getInputProps('password_min_length')}
            />
            <NumberInput
              label="Log out when idle for"
              inputWrapperOrder={BELOW}
              description="5 to 720 minutes; 30 unless set. Holds for open sessions, too."
              suffix=" minutes"
              min={5}
              max={720}
              allowDecimal={false}
              {...form.getInputProps('session_idle_minutes')}
            />
          </div>
        </>
      )}
    </SettingsSheet>
  );
}

const RULES: readonly { value: Settings['active_content']; label: string; text: string }[] = [
  {
    value: 'strip',
    label: 'Take it out',
    text: 'The pages stay as they are. Files that are signed already keep everything.',
  },
  { value: 'refuse', label: 'Refuse the file', text: 'Whoever uploads it is told to print it to a PDF first.' },
  { value: 'keep', label: 'Keep it', text: 'What signers see may then depend on scripts.' },
];

const DAYS_A_YEAR = 365;
const years = (days: number): number => Math.round((days / DAYS_A_YEAR) * 100) / 100;

function DocumentsSheet({ settings }: { settings: Settings }) {
  return (
    <SettingsSheet
      title="Documents"
      text="What may be uploaded, and how long things are kept."
      initial={{
        active_content: settings.active_content,
        document_retention_days: years(settings.document_retention_days),
        audit_retention_days: years(settings.audit_retention_days),
        user_data_retention_days: settings.user_data_retention_days,
      }}
      validate={(values) => ({
        ...(values.document_retention_days >= 0.09 && values.document_retention_days <= 100
          ? {}
          : { document_retention_days: 'A month to 100 years.' }),
        ...(values.audit_retention_days >= 1 && values.audit_retention_days <= 100
          ? {}
          : { audit_retention_days: '1 to 100 years.' }),
        ...(values.audit_retention_days >= values.document_retention_days
          ? {}
          : { audit_retention_days: 'At least as long as documents: the audit trail is their evidence.' }),
        ...(inRange(values.user_data_retention_days, ranges.user_data_retention_days)
          ? {}
          : { user_data_retention_days: '1 to 90 days.' }),
      })}
      change={(values) => ({
        settings: {
          active_content: values.active_content,
          document_retention_days: Math.round(values.document_retention_days * DAYS_A_YEAR),
          audit_retention_days: Math.round(values.audit_retention_days * DAYS_A_YEAR),
          user_data_retention_days: values.user_data_retention_days,
        },
      })}
    >
      {(form) => (
        <>
          <Radio.Group label="Scripts and other active content in a PDF" {...form.getInputProps('active_content')}>
            <Stack gap={10} mt={8}>
              {RULES.map(({ value, label, text }) => (
                <Radio key={value} value={value} label={label} description={text} />
              ))}
            </Stack>
          </Radio.Group>
          <div className={classes['grid']}>
            <NumberInput
              label="Keep completed documents"
              inputWrapperOrder={BELOW}
              description="A month to 100 years; 7 years unless set."
              suffix=" years"
              min={0.09}
              max={100}
              decimalScale={2}
              {...form.getInputProps('document_retention_days')}
            />
            <NumberInput
              label="Keep the audit trail"
              inputWrapperOrder={BELOW}
              description="1 to 100 years, and at least as long as documents; 10 years unless set."
              suffix=" years"
              min={1}
              max={100}
              decimalScale={2}
              {...form.getInputProps('audit_retention_days')}
            />
            <NumberInput
              label="Keep data of deleted accounts"
              inputWrapperOrder={BELOW}
              description="1 to 90 days after a person deletes their account; 30 unless set."
              suffix=" days"
              min={1}
              max={90}
              allowDecimal={false}
              {...form.getInputProps('user_data_retention_days')}
            />
          </div>
        </>
      )}
    </SettingsSheet>
  );
}

const REMIND = { everyDays: [1, 30], max: [1, 20] } as const;

function SendingSheet({ settings }: { settings: Settings }) {
  return (
    <SettingsSheet
      title="Sending"
      text="How documents are sent unless the sender says otherwise."
      initial={{
        default_expiration_days: settings.default_expiration_days,
        remind: settings.default_reminders !== null,
        everyDays: settings.default_reminders?.everyDays ?? 3,
        max: settings.default_reminders?.max ?? 3,
      }}
      validate={({ default_expiration_days: days, remind, everyDays, max }) => ({
        ...(inRange(days, ranges.default_expiration_days) ? {} : { default_expiration_days: '1 to 365 days.' }),
        ...(!remind || inRange(everyDays, REMIND.everyDays) ? {} : { everyDays: '1 to 30 days.' }),
        ...(!remind || inRange(max, REMIND.max) ? {} : { max: '1 to 20 times.' }),
      })}
      change={({ default_expiration_days, remind, everyDays, max }) => ({
        settings: { default_expiration_days, default_reminders: remind ? { everyDays, max } : null },
      })}
    >
      {(form) => (
        <>
          <NumberInput
            label="Days to sign"
            inputWrapperOrder={BELOW}
            description="1 to 365; 30 unless set."
            suffix=" days"
            min={1}
            max={365}
            allowDecimal={false}
            maw={280}
            {...form.getInputProps('default_expiration_days')}
          />
          <Switch
            label="Remind signers"
            description="Whoever has not signed gets a reminder by mail."
            {...form.getInputProps('remind', { type: 'checkbox' })}
          />
          {form.values.remind && (
            <div className={classes['grid']}>
              <NumberInput
                label="Remind every"
                suffix=" days"
                min={1}
                max={30}
                allowDecimal={false}
                {...form.getInputProps('everyDays')}
              />
              <NumberInput
                label="At most"
                suffix=" times"
                min={1}
                max={20}
                allowDecimal={false}
                {...form.getInputProps('max')}
              />
            </div>
          )}
        </>
      )}
    </SettingsSheet>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function NetworksSheet({ settings }: { settings: Settings }) {
  return (
    <SettingsSheet
      title="Allowed networks"
      text="From where members and API keys may work. Signers are never restricted. If these networks are gone, whoever runs the server can open them again."
      initial={{ allowed_networks: settings.allowed_networks.join('\n') }}
      change={({ allowed_networks: text }) => ({ settings: { allowed_networks: linesOf(text) } })}
    >
      {(form) => (
        <Textarea
          label="Addresses and networks"
          description="One a line, such as 203.0.113.0/24 or 2001:db8::/32. Empty: from everywhere. Your own address has to be among them."
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('allowed_networks')}
        />
      )}
    </SettingsSheet>
  );
}

export function OrganizationForm({ organization: loaded }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const [organization, saw] = useState(loaded);
  const [round, setRound] = useState(0);
  const reload = async () => {
    saw(await queryClient.fetchQuery({ ...organizationQuery, staleTime: 0 }));
    setRound(round + 1);
  };
  return (
    <SeenContext value={{ revision: organization.settings_revision, saw, reload }}>
      <NameSheet key={`name ${round}`} organization={organization} />
      <SecuritySheet key={`security ${round}`} settings={organization.settings} />
      <NetworksSheet key={`networks ${round}`} settings={organization.settings} />
      <SendingSheet key={`sending ${round}`} settings={organization.settings} />
      <DocumentsSheet key={`documents ${round}`} settings={organization.settings} />
    </SeenContext>
  );
}
