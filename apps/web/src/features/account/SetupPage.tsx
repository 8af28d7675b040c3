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
import { FormError } from './Fields.tsx';
import { FounderFields, useFounderForm } from './FounderFields.tsx';
import { useLinkToken } from './mail-link.tsx';

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
        <FounderFields form={form} about="Signers see it in the invitation and on the certificate.">
          <Divider />
        </FounderFields>
        <Button type="submit" loading={setup.isPending} fullWidth mt="xs">
          Set up Countersign
        </Button>
      </Stack>
    </form>
  );
}

export function SetupPage() {
  usePageTitle('Set up');
  const token = useLinkToken();
  const setup = useQuery(setupQuery);
  if (setup.data?.needed === false) {
    return (
      <AccountLayout title="Already set up" lead="This installation has its owner. Log in instead.">
        <ButtonLink to="/login" search={{}} fullWidth>
          Log in
        </ButtonLink>
      </AccountLayout>
    );
  }
  if (token === '') {
    return (
      <AccountLayout
        title="The link is not whole"
        lead="What proves that you may set this installation up stands behind the # of the link."
      >
        <Alert variant="light" title="Open the whole link">
          The server printed it when it started: …/setup# and a long word. Copy all of it. Lost it? Restart the server:
          it prints a new one.
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Set up Countersign" lead="You become the owner of this installation.">
      <SetupForm token={token} />
    </AccountLayout>
  );
}
