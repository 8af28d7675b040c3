import {
  Accordion,
  Button,
  FileButton,
  Group,
  PasswordInput,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { type SingleSignOn, singleSignOnQuery } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { faultsOf, initialValues, inputOf, type ProviderValues } from './provider-form.ts';

type Form = UseFormReturnType<ProviderValues>;

function SamlFields({ form }: { form: Form }) {
  return (
    <>
      <SegmentedControl
        aria-label="Provider configuration"
        data={[
          { value: 'metadata', label: 'Metadata file' },
          { value: 'parts', label: 'Manual' },
        ]}
        {...form.getInputProps('by')}
      />
      {form.values.by === 'metadata' ? (
        <div>
          <Textarea
            label="Provider metadata"
            placeholder="<EntityDescriptor …"
            autosize
            minRows={4}
            maxRows={10}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
            {...form.getInputProps('metadata_xml')}
          />
          <FileButton
            accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
            onChange={(file) => void file?.text().then((text) => form.setFieldValue('metadata_xml', text))}
            inputProps={{ 'aria-label': 'Metadata file' }}
          >
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" mt={8}>
                Choose the file
              </Button>
            )}
          </FileButton>
        </div>
      ) : (
        <>
          <TextInput label="Entity id" {...form.getInputProps('entity_id')} />
          <TextInput label="Sign-in address (HTTP-Redirect)" type="url" {...form.getInputProps('sso_url')} />
          <Textarea
            label="Signing certificate"
            description="PEM. Enter several while the provider changes its key."
            autosize
            minRows={3}
            maxRows={8}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
            {...form.getInputProps('certificate')}
          />
        </>
      )}
      <Switch
        label="Sign our requests"
        description="Some providers require this."
        {...form.getInputProps('sign_requests', { type: 'checkbox' })}
      />
      <Switch
        label="Allow sign-ins that start at the provider"
        description="For tiles in its portal. Less secure than a sign-in that starts here. Leave it off unless you need it."
        {...form.getInputProps('allow_idp_initiated', { type: 'checkbox' })}
      />
      <TextInput
        label="Attribute with a permanent identifier"
        placeholder="The NameID"
        description="Required if NameIDs are transient. Use an attribute that never changes, such as the employee number. Without it, people confirm each sign-in by e-mail."
        {...form.getInputProps('subject_attribute')}
      />
    </>
  );
}

function OidcFields({ form, kept }: { form: Form; kept: boolean }) {
  return (
    <>
      <TextInput label="Issuer" type="url" placeholder="https://login.example.com" {...form.getInputProps('issuer')} />
      <TextInput label="Client id" autoComplete="off" {...form.getInputProps('client_id')} />
      <PasswordInput
        label="Client secret"
        {...(kept ? { description: 'Leave empty to keep the current one.' } : {})}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the secret', tabIndex: 0 }}
        {...form.getInputProps('client_secret')}
      />
      <TextInput label="Scopes" {...form.getInputProps('scopes')} />
      <Switch
        label="Accept unverified e-mail addresses"
        description="Only for a provider that serves your organization alone and assigns the addresses itself, such as your own Microsoft Entra tenant."
        {...form.getInputProps('accept_unverified_email', { type: 'checkbox' })}
      />
    </>
  );
}

function PeopleFields({ form }: { form: Form }) {
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="people">
        <Accordion.Control>People and roles</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <Switch
              label="Add members at their first sign-in"
              description="Off: only invited people get access."
              {...form.getInputProps('create_members', { type: 'checkbox' })}
            />
            <Switch
              label="Let people set a password"
              description="For people whose account single sign-on created. With a password they can sign in without your provider."
              {...form.getInputProps('allow_passwords', { type: 'checkbox' })}
            />
            <TagsInput
              label="Only addresses in these domains"
              placeholder={form.values.allowed_domains.length === 0 ? 'Any domain' : ''}
              {...form.getInputProps('allowed_domains')}
            />
            <TextInput
              label="Attribute with the role"
              placeholder="groups"
              description="A SAML attribute or a claim. Empty: everyone becomes a member. It cannot make anyone an owner."
              {...form.getInputProps('role_attribute')}
            />
            {form.values.role_attribute.trim() !== '' && (
              <TagsInput label="Values that make an administrator" {...form.getInputProps('role_admin')} />
            )}
            <TextInput
              label="Attribute with the e-mail address"
              placeholder="Default attribute"
              {...form.getInputProps('email_attribute')}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

type Props = { present: SingleSignOn | null; close: (() => void) | null };

export function ProviderForm({ present, close }: Props) {
  const queryClient = useQueryClient();
  const form = useForm<ProviderValues>({
    initialValues: initialValues(present),
    validate: (values) => faultsOf(values, present),
  });
  const save = useMutation({
    mutationFn: (values: ProviderValues) => call(api.setSingleSignOn, { body: inputOf(values) }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: singleSignOnQuery.queryKey });
      toastDone('Identity provider saved', 'Test it before you announce it.');
      close?.();
    },
    onError: (error) => form.setErrors(faultsByField(error, Object.keys(form.values))),
  });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md" maw={560}>
          <FormError error={save.error} />
          <SegmentedControl
            aria-label="Protocol"
            data={[
              { value: 'saml', label: 'SAML 2.0' },
              { value: 'oidc', label: 'OpenID Connect' },
            ]}
            {...form.getInputProps('protocol')}
          />
          {form.values.protocol === 'saml' ? (
            <SamlFields form={form} />
          ) : (
            <OidcFields form={form} kept={present?.protocol === 'oidc' && present.has_secret} />
          )}
          <PeopleFields form={form} />
          {present !== null && (
            <Text c="dimmed">
              If you change the provider, everyone who signed in through the old one is signed out.
            </Text>
          )}
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
            {close !== null && (
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}
