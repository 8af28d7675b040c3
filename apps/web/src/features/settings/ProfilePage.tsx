import type { Hand } from '@countersign/contract';
import { ALL_LANGUAGES, languageOf, LANGUAGES } from '@countersign/contract/languages';
import { Button, Group, SegmentedControl, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import type { Profile } from './queries.ts';
import { profileQuery, sessionQuery } from '../../api/queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { drawingUrl, type Stroke, svgBase64 } from './drawing.ts';
import { DeleteAccountSection } from './DeleteAccount.tsx';
import { Section } from '../../ui/Section.tsx';
import { SignaturePad } from './SignaturePad.tsx';
import section from '../../ui/Section.module.css';
import classes from './Settings.module.css';

/** Includes the fonts, which are not needed for drawing. */
const HandChoice = deferred(async () => (await import('./HandChoice.tsx')).HandChoice);
const WrittenName = deferred(async () => (await import('./WrittenName.tsx')).WrittenName);
/** The default handwriting font, as on the signing page. */
const USUAL_HAND = 'casual';

/**
 * The languages of mails and signing pages, each in its own name, plus the current one with its region, such as pt-BR.
 */
function languageChoice(own: string | null): { value: string; label: string }[] {
  const ours = ALL_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }));
  if (own === null || languageOf([own]) === null || ours.some(({ value }) => value === own)) return ours;
  return [{ value: own, label: new Intl.DisplayNames([own], { type: 'language' }).of(own) ?? own }, ...ours];
}
const ZONES = Intl.supportedValuesOf('timeZone');

function useUpdateProfile(done: (profile: Profile) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<RequestOf<'updateProfile'>['body']>) => call(api.updateProfile, { body }),
    onSuccess: ({ profile }) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session) => session && { ...session, time_zone: profile.time_zone },
      );
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      done(profile);
    },
  });
}

function AboutForm({ profile }: { profile: Profile }) {
  const form = useForm({
    initialValues: { name: profile.name, locale: profile.locale, time_zone: profile.time_zone },
    validate: { name: (value) => (value.trim() === '' ? 'Enter your name.' : null) },
  });
  const update = useUpdateProfile(({ name, locale, time_zone: zone }) => {
    form.setInitialValues({ name, locale, time_zone: zone });
    form.reset();
    toastDone('Profile saved');
  });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        update.mutate(
          { ...values, name: values.name.trim() },
          { onError: (error) => form.setErrors(faultsByField(error, ['name', 'locale', 'time_zone'])) },
        ),
      )}
      noValidate
    >
      <Stack gap="md">
        <FormError error={update.error} atFields />
        <TextInput label="Name" autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
        <Select
          label="Language"
          description="For e-mails to you and documents you sign."
          data={languageChoice(profile.locale)}
          placeholder="Browser setting"
          clearable
          {...form.getInputProps('locale')}
        />
        <Select
          label="Time zone"
          description="For times in this app and in e-mails to you."
          data={ZONES}
          placeholder={`Browser setting (${here})`}
          searchable
          clearable
          limit={60}
          nothingFoundMessage="Unknown time zone"
          {...form.getInputProps('time_zone')}
        />
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Kind = 'drawn' | 'typed';

function SignatureForm({ profile, close }: { profile: Profile; close: () => void }) {
  const [kind, setKind] = useState<Kind>('drawn');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const before = profile.signature?.type === 'typed' ? profile.signature : null;
  const [name, setName] = useState(before?.data ?? profile.name);
  const [hand, setHand] = useState<Hand>(before?.hand ?? USUAL_HAND);
  const update = useUpdateProfile(() => {
    toastDone('Signature saved', 'It is offered when you sign a document.');
    close();
  });
  const typed = name.trim();
  const signature =
    kind === 'typed' ? { type: kind, data: typed, hand } : { type: kind, data: svgBase64(strokes) ?? '' };
  return (
    <Stack gap="md">
      <FormError error={update.error} />
      <SegmentedControl
        aria-label="Kind of signature"
        value={kind}
        onChange={(value) => setKind(value === 'typed' ? 'typed' : 'drawn')}
        data={[
          { value: 'drawn', label: 'Draw' },
          { value: 'typed', label: 'Type' },
        ]}
      />
      {kind === 'drawn' ? (
        <SignaturePad strokes={strokes} change={setStrokes} />
      ) : (
        <>
          <TextInput label="Your name" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
          <HandChoice text={typed} hand={hand} choose={setHand} />
        </>
      )}
      <Group>
        <Button
          disabled={signature.data === ''}
          loading={update.isPending}
          onClick={() => update.mutate({ signature })}
        >
          Save signature
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

function Shown({ signature }: { signature: NonNullable<Profile['signature']> }) {
  return (
    <div className={classes['shown']}>
      {signature.type === 'typed' ? (
        <span className={classes['typed']} role="img" aria-label={`Your saved signature: ${signature.data}`}>
          <WrittenName text={signature.data} hand={signature.hand ?? USUAL_HAND} />
        </span>
      ) : (
        <img src={drawingUrl(signature.data)} alt="Your saved signature" />
      )}
    </div>
  );
}

function SignatureSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  const remove = useUpdateProfile(() => toastDone('Signature removed'));
  return (
    <Section
      title="Saved signature"
      text="Offered when you sign with your account. The certificate proves a signature, not this image."
      action={
        !changing && (
          <Group gap={8}>
            {profile.signature !== null && (
              <Button
                variant="default"
                loading={remove.isPending}
                onClick={() => remove.mutate({ signature: null }, { onError: toastError })}
              >
                Remove
              </Button>
            )}
            <Button variant="default" onClick={() => setChanging(true)}>
              {profile.signature === null ? 'Add a signature' : 'Change'}
            </Button>
          </Group>
        )
      }
      narrow
    >
      {changing && <SignatureForm profile={profile} close={() => setChanging(false)} />}
      {!changing && profile.signature !== null && <Shown signature={profile.signature} />}
      {!changing && profile.signature === null && <Text c="dimmed">None yet.</Text>}
    </Section>
  );
}

export function ProfilePage() {
  usePageTitle('Profile');
  const { data: profile, error, refetch } = useQuery(profileQuery);
  if (error !== null && profile === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader title="Profile" lead="Your name, language and saved signature." />
      {profile === undefined ? (
        <Skeleton height={320} radius="lg" role="status" aria-label="Loading" />
      ) : (
        <div className={section['sections']}>
          <Section title="About you" narrow>
            <AboutForm profile={profile} />
          </Section>
          <SignatureSection profile={profile} />
          <DeleteAccountSection />
        </div>
      )}
    </>
  );
}
