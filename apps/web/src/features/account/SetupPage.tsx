import { Alert, Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { sessionQuery } from '../../api/queries.ts';
import { setupQuery } from './queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { FounderFields, useFounderForm } from './FounderFields.tsx';
import { useLinkToken } from './mail-link.tsx';
import { m } from './texts.ts';

const FIELDS = ['organization', 'name', 'email', 'password'] as const;

function SetupForm({ token }: { token: string }) {
  const form = useFounderForm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const setup = useMutation({
    mutationFn: (founder: typeof form.values) => call(api.setup, { body: { token, ...founder } }),
    onSuccess: async ({ session }) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => form.setErrors(faultsByField(error, FIELDS)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => setup.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={setup.error} atFields />
        <FounderFields form={form} about={m.setupPage.signersSeeInInvitation}>
          <Divider />
        </FounderFields>
        <Button type="submit" loading={setup.isPending} fullWidth mt="xs">
          {m.setupPage.setUpCountersign}
        </Button>
      </Stack>
    </form>
  );
}

export function SetupPage() {
  usePageTitle(m.setupPage.setUp);
  const token = useLinkToken();
  const setup = useQuery(setupQuery);
  if (setup.data?.needed === false) {
    return (
      <AccountLayout title={m.setupPage.alreadySetUp} lead={m.setupPage.installationAlreadyHasOwner}>
        <ButtonLink to="/login" search={{}} fullWidth>
          {m.setupPage.signIn}
        </ButtonLink>
      </AccountLayout>
    );
  }
  if (token === '') {
    return (
      <AccountLayout title={m.setupPage.linkIncomplete} lead={m.setupPage.setupCodePartOfLink}>
        <Alert variant="light" title={m.setupPage.openCompleteLink}>
          {m.setupPage.serverPrintedLinkWhenStarted}
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title={m.setupPage.setUpCountersign} lead={m.setupPage.becomeOwnerOfInstallation}>
      <SetupForm token={token} />
    </AccountLayout>
  );
}
