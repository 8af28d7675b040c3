/** A form for setting a new password through a link in an e-mail, for a password reset or an account recovery. */
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isCode } from '@countersign/client';
import { faultsByField } from '../../api/errors.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { NewPassword } from '../../ui/PasswordFields.tsx';
import { judgePassword, PASSWORD_MIN } from '../../ui/password.ts';
import { m } from './texts.ts';

type Props = {
  title: string;
  lead?: string | undefined;
  submit: string;
  /** Whether the action is irreversible. */
  danger?: boolean;
  /** The content above and below the password input. */
  before?: ReactNode;
  after?: ReactNode;
  autoFocus?: boolean;
  /** Whether the inputs in `before` are complete. */
  isComplete?: () => boolean;
  send: (password: string) => Promise<unknown>;
  done: ReactNode;
  usedLink: ReactNode;
};

export function LinkPasswordForm(props: Props) {
  const { title, lead, submit, danger = false, before, after, autoFocus = false, send, done, usedLink } = props;
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => (judgePassword(value).enough ? null : m.linkPasswordForm.useAtLeastCharacters(PASSWORD_MIN)),
    },
  });
  const change = useMutation({
    mutationFn: ({ password }: typeof form.values) => send(password),
    // Every session has ended, including the one in this browser.
    onSuccess: () => queryClient.clear(),
    onError: (error) => form.setErrors(faultsByField(error, ['password'])),
  });
  if (isCode(change.error, 'MAIL_LINK_INVALID')) return usedLink;
  if (change.isSuccess) return done;
  const isComplete = props.isComplete ?? (() => true);
  return (
    <AccountLayout title={title} lead={lead}>
      <form
        onSubmit={(event) => {
          // Both checks always run, so that all missing fields are marked at once.
          const isReady = isComplete();
          form.onSubmit((values) => {
            if (isReady) change.mutate(values);
          })(event);
        }}
        noValidate
      >
        <Stack gap="md">
          <FormError error={change.error} atFields />
          {before}
          <NewPassword
            label={m.linkPasswordForm.newPassword}
            autoFocus={autoFocus}
            {...form.getInputProps('password')}
            value={form.values.password}
          />
          {after}
          <Button type="submit" {...(danger && { color: 'red' })} loading={change.isPending} fullWidth>
            {submit}
          </Button>
        </Stack>
      </form>
    </AccountLayout>
  );
}
