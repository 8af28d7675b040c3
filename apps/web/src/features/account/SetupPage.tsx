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
      <AccountLayout title="Already set up" lead="This installation already has an owner. Sign in instead.">
        <ButtonLink to="/login" search={{}} fullWidth>
          Sign in
        </ButtonLink>
      </AccountLayout>
    );
  }
  if (token === '') {
    return (
      <AccountLayout title="The link is incomplete" lead="The setup code is the part of the link after the #.">
        <Alert variant="light" title="Open the complete link">
          The server printed the link when it started: …/setup# followed by a long code. Copy all of it. If you lost it,
          restart the server to get a new one.
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
