import {
  Accordion,
  Box,
  Button,
  FileButton,
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
import { type SingleSignOn, singleSignOnQuery } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { SaveForm } from '../../ui/SaveForm.tsx';
import { faultsOf, initialValues, inputOf, type ProviderValues } from './provider-form.ts';
import { m } from './texts.ts';

type Form = UseFormReturnType<ProviderValues>;

function SamlFields({ form }: { form: Form }) {
  return (
    <>
      <SegmentedControl
        aria-label={m.providerForm.providerConfiguration}
        data={[
          { value: 'metadata', label: m.providerForm.metadataFile },
          { value: 'parts', label: m.providerForm.manual },
        ]}
        {...form.getInputProps('by')}
      />
      {form.values.by === 'metadata' ? (
        <div>
          <Textarea
            dir="ltr"
            label={m.providerForm.providerMetadata}
            placeholder={m.providerForm.entitydescriptorDialog}
            autosize
            minRows={4}
            maxRows={10}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
            {...form.getInputProps('metadata_xml')}
          />
          <FileButton
            accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
            onChange={(file) => void file?.text().then((text) => form.setFieldValue('metadata_xml', text))}
            inputProps={{ 'aria-label': m.providerForm.metadataFile }}
          >
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" mt={8}>
                {m.providerForm.chooseFile}
              </Button>
            )}
          </FileButton>
        </div>
      ) : (
        <>
          <TextInput label={m.providerForm.entityId} {...form.getInputProps('entity_id')} />
          <TextInput label={m.providerForm.signInAddressHttpRedirect} type="url" {...form.getInputProps('sso_url')} />
          <Textarea
            dir="ltr"
            label={m.providerForm.signingCertificate}
            description={m.providerForm.pem}
            autosize
            minRows={3}
            maxRows={8}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
            {...form.getInputProps('certificate')}
          />
        </>
      )}
      <Switch
        label={m.providerForm.signOurRequests}
        description={m.providerForm.providersRequire}
        {...form.getInputProps('sign_requests', { type: 'checkbox' })}
      />
      <Switch
        label={m.providerForm.allowSignInsStart}
        description={m.providerForm.forTilesInPortal}
        {...form.getInputProps('allow_idp_initiated', { type: 'checkbox' })}
      />
      <TextInput
        label={m.providerForm.attributeWithPermanentIdentifier}
        placeholder={m.providerForm.theNameid}
        description={m.providerForm.requiredIfNameidsTransient}
        {...form.getInputProps('subject_attribute')}
      />
    </>
  );
}

function OidcFields({ form, kept }: { form: Form; kept: boolean }) {
  return (
    <>
      <TextInput
        label={m.providerForm.issuer}
        type="url"
        placeholder="https://login.example.com"
        {...form.getInputProps('issuer')}
      />
      <TextInput label={m.providerForm.clientId} autoComplete="off" {...form.getInputProps('client_id')} />
      <PasswordInput
        label={m.providerForm.clientSecret}
        {...(kept ? { description: m.providerForm.leaveEmptyToKeepCurrent } : {})}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': m.providerForm.showSecret, tabIndex: 0 }}
        {...form.getInputProps('client_secret')}
      />
      <TextInput label={m.providerForm.scopes} {...form.getInputProps('scopes')} />
      <Switch
        label={m.providerForm.acceptUnverifiedEMailAddresses}
        description={m.providerForm.onlyForProviderServesOrganization}
        {...form.getInputProps('accept_unverified_email', { type: 'checkbox' })}
      />
    </>
  );
}

function PeopleFields({ form }: { form: Form }) {
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="people">
        <Accordion.Control>{m.providerForm.peopleAndRoles}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <Switch
              label={m.providerForm.addMembersAtFirstSign}
              description={m.providerForm.off}
              {...form.getInputProps('create_members', { type: 'checkbox' })}
            />
            <Switch
              label={m.providerForm.letPeopleSetPassword}
              description={m.providerForm.forPeopleWhoseAccountSingle}
              {...form.getInputProps('allow_passwords', { type: 'checkbox' })}
            />
            <TagsInput
              label={m.providerForm.onlyAddressesInDomains}
              placeholder={form.values.allowed_domains.length === 0 ? m.providerForm.anyDomain : ''}
              {...form.getInputProps('allowed_domains')}
            />
            <TextInput
              label={m.providerForm.attributeWithRole}
              placeholder={m.providerForm.groups}
              description={m.providerForm.samlAttributeOrClaim}
              {...form.getInputProps('role_attribute')}
            />
            {form.values.role_attribute.trim() !== '' && (
              <TagsInput label={m.providerForm.valuesMakeAdministrator} {...form.getInputProps('role_admin')} />
            )}
            <TextInput
              label={m.providerForm.attributeWithEMailAddress}
              placeholder={m.providerForm.defaultAttribute}
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
      toastDone(m.providerForm.identityProviderSaved, m.providerForm.testBeforeAnnounce);
      close?.();
    },
  });
  return (
    <Box maw={560}>
      <SaveForm
        section={m.singleSignOnPage.identityProvider}
        form={form}
        save={save}
        refusal={save.error === null ? undefined : <FormError error={save.error} />}
        close={close}
      >
        <SegmentedControl
          aria-label={m.providerForm.protocol}
          data={[
            { value: 'saml', label: m.providerForm.samlTwo },
            { value: 'oidc', label: m.providerForm.openidConnect },
          ]}
          {...form.getInputProps('protocol')}
        />
        {form.values.protocol === 'saml' ? (
          <SamlFields form={form} />
        ) : (
          <OidcFields form={form} kept={present?.protocol === 'oidc' && present.has_secret} />
        )}
        <PeopleFields form={form} />
        {present !== null && <Text c="dimmed">{m.providerForm.ifChangeProviderEveryone}</Text>}
      </SaveForm>
    </Box>
  );
}
