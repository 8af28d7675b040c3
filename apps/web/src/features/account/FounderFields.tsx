/** The fields for a new organization during setup or registration. */
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { isEmailAddress } from '../../ui/people.ts';
import { NewPassword } from '../../ui/PasswordFields.tsx';
import { judgePassword, PASSWORD_MIN } from '../../ui/password.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Founder = { organization: string; name: string; email: string; password: string };

export function useFounderForm() {
  return useForm<Founder>({
    initialValues: { organization: '', name: '', email: '', password: '' },
    validate: {
      organization: (value) => (value.trim() === '' ? m.founderFields.enterNameSignersWillSee : null),
      name: (value) => (value.trim() === '' ? m.founderFields.enterName : null),
      email: (value) => (isEmailAddress(value) ? null : m.founderFields.enterEMailAddress),
      password: (value) => (judgePassword(value).enough ? null : m.founderFields.useAtLeastCharacters(PASSWORD_MIN)),
    },
    transformValues: ({ organization, name, email, password }) => ({
      organization: organization.trim(),
      name: name.trim(),
      email: email.trim(),
      password,
    }),
  });
}

type Props = { form: ReturnType<typeof useFounderForm>; about: string; children?: ReactNode };

/** Shows the form fields. `about` explains where the organization's name will be shown. */
export function FounderFields({ form, about, children }: Props) {
  return (
    <Stack gap="md">
      <TextInput
        label={labels.organization}
        description={about}
        autoComplete="organization"
        autoFocus
        maxLength={120}
        {...form.getInputProps('organization')}
      />
      {children}
      <TextInput label={m.founderFields.yourName} autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
      <TextInput label={m.founderFields.eMail} type="email" autoComplete="username" {...form.getInputProps('email')} />
      <NewPassword {...form.getInputProps('password')} value={form.values.password} />
    </Stack>
  );
}
