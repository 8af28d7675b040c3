import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call, urlOf } from '../../api/client.ts';
import type { Organization } from './queries.ts';
import { organizationQuery } from '../../api/queries.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Section } from '../../ui/Section.tsx';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { m } from './texts.ts';
import classes from './Organization.module.css';

/** The value must equal `LIMITS.logoBytes` in the contract. Importing it would make the bundle larger. */
const MAX_BYTES = 200 * 1024;

async function upload(file: Blob): Promise<Organization['logo']> {
  const body = new FormData();
  body.append('file', file, 'logo.png');
  return (await call(api.setOrganizationLogo, { body })).logo;
}

const addressOf = (logo: NonNullable<Organization['logo']>): string =>
  `${urlOf(api.getOrganizationLogo, {})}?version=${logo.sha256}`;

/** Returns the current picture, which is restored if a replacement or removal is undone. */
async function pictureOf(logo: Organization['logo']): Promise<Blob | null> {
  if (logo === null) return null;
  const answer = await fetch(addressOf(logo));
  if (!answer.ok) throw new Error(`The logo failed with ${answer.status}.`);
  return answer.blob();
}

/** Checks the picture before it is uploaded. */
function refusalOf(file: File): string | null {
  if (file.type !== 'image/png') return m.logoSection.choosePngFile;
  return file.size > MAX_BYTES ? m.logoSection.fileLargerThanKb : null;
}

/** The errors that only the server can find, each with an explanation of how to fix it. */
const FOUND: Readonly<Record<string, string>> = {
  empty_file: m.logoSection.fileEmpty,
  invalid_image: m.logoSection.notPngImageOrDamaged,
  image_too_large: m.logoSection.imageHasMoreThanFour,
};

const foundBy = (error: unknown): string | undefined =>
  error instanceof ApiError ? FOUND[error.faults[0]?.code ?? ''] : undefined;

export function LogoSection({ organization }: { organization: Organization }) {
  const { logo } = organization;
  const [fault, setFault] = useState<string | null>(null);
  const forgetFile = useRef<() => void>(null);
  const queryClient = useQueryClient();
  const keep = (changed: Organization['logo']) =>
    queryClient.setQueryData(organizationQuery.queryKey, { ...organization, logo: changed });
  const put = async (picture: Blob | null) => {
    if (picture !== null) return keep(await upload(picture));
    await call(api.removeOrganizationLogo, {});
    return keep(null);
  };
  const change = useMutation({
    mutationFn: async (picture: Blob | null) => {
      const before = await pictureOf(logo);
      await put(picture);
      return before;
    },
    onSuccess: (before, picture) => {
      setFault(null);
      if (picture === null) toastUndo(m.logoSection.logoRemoved, null, () => put(before));
      else toastUndo(m.logoSection.logoSaved, m.logoSection.documentsSendFromNow, () => put(before));
    },
  });
  const isRemoving = change.variables === null;
  const refusal = fault ?? foundBy(change.error);
  return (
    <Section title={m.logoSection.logo} text={m.logoSection.shownOnSignaturePages}>
      <Stack gap="md">
        {refusal === undefined ? (
          <FormError error={change.error} />
        ) : (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        {logo === null ? (
          <Text c="dimmed">{m.logoSection.noLogoYet}</Text>
        ) : (
          <div className={classes['logo']}>
            <img
              src={addressOf(logo)}
              width={logo.width / 2}
              height={logo.height / 2}
              alt={m.logoSection.logoOf(organization.name)}
            />
          </div>
        )}
        <Group>
          <FileButton
            accept="image/png"
            resetRef={forgetFile}
            onChange={(file) => {
              // The input is reset. Otherwise, the browser would not report the same file if a person chooses it again
              // after fixing it.
              forgetFile.current?.();
              if (file === null) return;
              const wrong = refusalOf(file);
              setFault(wrong);
              if (wrong === null) change.mutate(file);
            }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={16} />}
                loading={change.isPending && !isRemoving}
              >
                {logo === null ? m.logoSection.uploadLogo : m.logoSection.replaceLogo}
              </Button>
            )}
          </FileButton>
          {logo !== null && (
            <Button
              variant="subtle"
              color="red"
              loading={change.isPending && isRemoving}
              onClick={() => change.mutate(null)}
            >
              {m.logoSection.removeLogo}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
