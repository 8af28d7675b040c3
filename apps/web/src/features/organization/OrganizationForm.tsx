import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationQuery } from '../../api/queries.ts';
import { DocumentsSettings } from './DocumentsSettings.tsx';
import type { Organization } from './queries.ts';
import { SecuritySettings } from './SecuritySettings.tsx';
import { SendingSettings } from './SendingSettings.tsx';
import { SeenContext, type Settings, SettingsForm } from './SettingsForm.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Organization.module.css';

function NameSettings({ organization }: { organization: Organization }) {
  return (
    <SettingsForm
      title={labels.name}
      text={m.organizationForm.signersSeeInInvitations}
      initial={{
        name: organization.name,
        branding_name: organization.settings.branding_name ?? '',
        organization_identifier: organization.settings.organization_identifier ?? '',
      }}
      validate={({ name }) => (name.trim() === '' ? { name: labels.enterName } : {})}
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
          <TextInput label={labels.name} maxLength={120} {...form.getInputProps('name')} />
          <TextInput
            label={m.organizationForm.nameInEMails}
            placeholder={m.organizationForm.theSame}
            maxLength={120}
            {...form.getInputProps('branding_name')}
          />
          <TextInput
            label={m.organizationForm.registrationNumber}
            description={m.organizationForm.shownInCertificateOfSeal}
            placeholder={m.organizationForm.none}
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
      title={m.organizationForm.allowedNetworks}
      text={m.organizationForm.networksMembersAndApiKeys}
      initial={{ allowed_networks: settings.allowed_networks.join('\n') }}
      change={({ allowed_networks: text }) => ({ settings: { allowed_networks: linesOf(text) } })}
    >
      {(form) => (
        <Textarea
          label={m.organizationForm.addressesAndNetworks}
          description={m.organizationForm.onePerLineAsTwentyfour}
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
      title={m.organizationForm.embedding}
      text={m.organizationForm.ownPagesCanShowSigning}
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
            label={m.organizationForm.allowedOrigins}
            description={m.organizationForm.onePerLineAsHttps}
            autosize
            minRows={2}
            maxRows={12}
            {...form.getInputProps('allowed_origins')}
          />
          <Textarea
            label={m.organizationForm.redirectHosts}
            description={m.organizationForm.onePerLineAsApp}
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
