import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { type Organization, organizationQuery } from '../../api/queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../account/Fields.tsx';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

/** As `LIMITS.logoBytes` of the contract, whose values are not bundled. */
const MAX_BYTES = 200 * 1024;

async function upload(file: File): Promise<Organization['logo']> {
  const body = new FormData();
  body.append('file', file);
  return (await call('setOrganizationLogo', { body })).logo;
}

/** Of the picture as it was sent: refused here, before it travels. */
function refusalOf(file: File): string | null {
  if (file.type !== 'image/png') return 'Choose a PNG file.';
  return file.size > MAX_BYTES ? 'This file is larger than 200 kB. Choose a smaller one.' : null;
}

export function LogoSection({ organization }: { organization: Organization }) {
  const { logo } = organization;
  const [fault, setFault] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const keep = (changed: Organization['logo']) =>
    queryClient.setQueryData(organizationQuery.queryKey, { ...organization, logo: changed });
  const change = useMutation({
    mutationFn: upload,
    onSuccess: (changed) => {
      keep(changed);
      toastDone('Logo saved', 'Documents that you send from now on carry it.');
    },
  });
  const remove = useMutation({
    mutationFn: () => call('removeOrganizationLogo', {}),
    onSuccess: () => {
      keep(null);
      change.reset();
      toastDone('Logo removed');
    },
  });
  return (
    <Section title="Logo" text="Shown on signature pages and on certificates of completion. A PNG of at most 200 kB.">
      <Stack gap="md">
        {fault === null ? (
          <FormError error={change.error ?? remove.error} />
        ) : (
          <Alert color="red" variant="light" role="alert">
            {fault}
          </Alert>
        )}
        {logo === null ? (
          <Text c="dimmed">No logo yet. Documents show the name of your organization alone.</Text>
        ) : (
          <div className={classes['logo']}>
            <img
              src={`/api/organization/logo?version=${logo.sha256}`}
              width={logo.width / 2}
              height={logo.height / 2}
              alt={`Logo of ${organization.name}`}
            />
          </div>
        )}
        <Group>
          <FileButton
            accept="image/png"
            onChange={(file) => {
              if (file === null) return;
              const refusal = refusalOf(file);
              setFault(refusal);
              if (refusal === null) change.mutate(file);
            }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} />} loading={change.isPending}>
                {logo === null ? 'Upload logo' : 'Replace logo'}
              </Button>
            )}
          </FileButton>
          {logo !== null && (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove logo
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
