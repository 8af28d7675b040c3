import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationQuery } from '../../api/queries.ts';
import { DocumentsSettings } from './DocumentsSettings.tsx';
import type { Organization } from './queries.ts';
import { SecuritySettings } from './SecuritySettings.tsx';
import { SendingSettings } from './SendingSettings.tsx';
import { SeenContext, type Settings, SettingsForm } from './SettingsForm.tsx';
import classes from './Settings.module.css';

function NameSettings({ organization }: { organization: Organization }) {
  return (
    <SettingsForm
      title="Name"
      text="Signers see it in invitations and on the certificate of completion."
      initial={{
        name: organization.name,
        branding_name: organization.settings.branding_name ?? '',
        organization_identifier: organization.settings.organization_identifier ?? '',
      }}
      validate={({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {})}
      change={({ name, branding_name: shown, organization_identifier: identifier }) => ({
        name: name.trim(),
        settings: {
          branding_name: shown.trim() === '' ? null : shown.trim(),
          organization_identifier: identifier.trim() === '' ? null : identifier.trim(),
        },
      })}
    >
      {(form) => (
        <div className={classes['grid']}>
          <TextInput label="Name" maxLength={120} {...form.getInputProps('name')} />
          <TextInput
            label="Name in e-mails"
            placeholder="The same"
            maxLength={120}
            {...form.getInputProps('branding_name')}
          />
          <TextInput
            label="Registration number"
            description="Shown in the certificate of your seal. Enter register, country and number, such as NTRGB-12345678 or VATDE-123456789."
            placeholder="None"
            maxLength={64}
            {...form.getInputProps('organization_identifier')}
          />
        </div>
      )}
    </SettingsForm>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function NetworksSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title="Allowed networks"
      text="Networks that members and API keys can use. Signers are never restricted. If you lose access to these networks, the operator of the server can lift the restriction."
      initial={{ allowed_networks: settings.allowed_networks.join('\n') }}
      change={({ allowed_networks: text }) => ({ settings: { allowed_networks: linesOf(text) } })}
    >
      {(form) => (
        <Textarea
          label="Addresses and networks"
          description="One per line, such as 203.0.113.0/24 or 2001:db8::/32. Empty: all networks. The list must include your own address."
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('allowed_networks')}
        />
      )}
    </SettingsForm>
  );
}

function EmbeddingSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title="Embedding"
      text="Your own pages can show the signing page in a frame, and the signing page can redirect back to them. Create links with the API."
      initial={{
        allowed_origins: settings.allowed_origins.join('\n'),
        redirect_hosts: settings.redirect_hosts.join('\n'),
      }}
      change={({ allowed_origins: origins, redirect_hosts: hosts }) => ({
        settings: { allowed_origins: linesOf(origins), redirect_hosts: linesOf(hosts) },
      })}
    >
      {(form) => (
        <>
          <Textarea
            label="Allowed origins"
            description="One per line, such as https://app.example.com. Without an entry, no page can show the signing page in a frame."
            autosize
            minRows={2}
            maxRows={12}
            {...form.getInputProps('allowed_origins')}
          />
          <Textarea
            label="Redirect hosts"
            description="One per line, such as app.example.com. A redirectUrl must lead to one of these hosts."
            autosize
            minRows={2}
            maxRows={12}
            {...form.getInputProps('redirect_hosts')}
          />
        </>
      )}
    </SettingsForm>
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
      <NameSettings key={`name ${round}`} organization={organization} />
      <SecuritySettings key={`security ${round}`} settings={organization.settings} />
      <NetworksSettings key={`networks ${round}`} settings={organization.settings} />
      <SendingSettings key={`sending ${round}`} settings={organization.settings} />
      <EmbeddingSettings key={`embedding ${round}`} settings={organization.settings} />
      <DocumentsSettings key={`documents ${round}`} settings={organization.settings} />
    </SeenContext>
  );
}
