import type { Hand } from '@countersign/contract';
import { ALL_LANGUAGES, languageOf, LANGUAGES } from '@countersign/contract/languages';
import { Button, Group, SegmentedControl, Select, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Profile } from './queries.ts';
import { profileQuery, sessionQuery } from '../../api/queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { keysAreOn, setKeysOn } from '../../ui/keys.ts';
import { FormError } from '../../ui/FormError.tsx';
import { drawingUrl } from './drawing.ts';
import { ContactsSection } from './ContactsSection.tsx';
import { DeleteAccountSection } from './DeleteAccount.tsx';
import { SaveForm } from '../../ui/SaveForm.tsx';
import { Section } from '../../ui/Section.tsx';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { useUnsaved } from '../../ui/UnsavedSections.tsx';
import { SignaturePad } from './SignaturePad.tsx';
import { m } from './profile-texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import section from '../../ui/Section.module.css';
import classes from './Profile.module.css';

/** The component with the handwriting fonts is loaded on demand, because drawing does not need the fonts. */
const HandChoice = deferred(async () => (await import('./HandChoice.tsx')).HandChoice);
const WrittenName = deferred(async () => (await import('./WrittenName.tsx')).WrittenName);
/** The default handwriting font, which is the same as on the signing page. */
const USUAL_HAND = 'casual';

/**
 * Returns the languages of e-mails and signing pages, each under its own name. If the current language has a region,
 * such as pt-BR, that is included too.
 */
function languageChoice(own: string | null): { value: string; label: string }[] {
  const ours = ALL_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }));
  if (own === null || languageOf([own]) === null || ours.some(({ value }) => value === own)) return ours;
  return [{ value: own, label: new Intl.DisplayNames([own], { type: 'language' }).of(own) ?? own }, ...ours];
}
const ZONES = Intl.supportedValuesOf('timeZone');

type Change = NonNullable<RequestOf<'updateProfile'>['body']>;

function useUpdateProfile<Changed extends Change = Change>(done?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Changed) => call(api.updateProfile, { body }),
    onSuccess: ({ profile }) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session) => session && { ...session, time_zone: profile.time_zone },
      );
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      done?.();
    },
  });
}

function AboutForm({ profile }: { profile: Profile }) {
  const form = useForm({
    initialValues: { name: profile.name, locale: profile.locale, time_zone: profile.time_zone },
    validate: { name: (value) => (value.trim() === '' ? m.profilePage.enterName : null) },
  });
  const update = useUpdateProfile<typeof form.values>(() => toastDone(m.profilePage.profileSaved));
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <SaveForm section={m.profilePage.aboutYou} form={form} save={update}>
      <TextInput label={labels.name} autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
      <Select
        label={labels.language}
        description={m.profilePage.forEMailsTo}
        data={languageChoice(profile.locale)}
        placeholder={m.profilePage.browserSetting}
        clearable
        {...form.getInputProps('locale')}
      />
      <Select
        label={m.profilePage.timeZone}
        description={m.profilePage.forTimesInApp}
        data={ZONES}
        placeholder={m.profilePage.browserSettingPlaceholder(here)}
        searchable
        clearable
        limit={60}
        nothingFoundMessage={m.profilePage.unknownTimeZone}
        {...form.getInputProps('time_zone')}
      />
    </SaveForm>
  );
}

type Kind = 'drawn' | 'typed';

function SignatureForm({ profile, close }: { profile: Profile; close: () => void }) {
  const [kind, setKind] = useState<Kind>('drawn');
  const [drawn, setDrawn] = useState<string | null>(null);
  const before = profile.signature?.type === 'typed' ? profile.signature : null;
  const [name, setName] = useState(before?.data ?? profile.name);
  const [hand, setHand] = useState<Hand>(before?.hand ?? USUAL_HAND);
  const update = useUpdateProfile(() => {
    toastDone(m.profilePage.signatureSaved, m.profilePage.offeredWhenSignDocument);
    close();
  });
  const typed = name.trim();
  useUnsaved(m.profilePage.savedSignatureTitle, drawn !== null || typed !== (before?.data ?? profile.name));
  const signature =
    kind === 'typed' ? { type: kind, data: typed, hand } : { type: kind, data: drawn === null ? '' : btoa(drawn) };
  return (
    <Stack gap="md">
      <FormError error={update.error} />
      <SegmentedControl
        aria-label={m.profilePage.kindOfSignature}
        value={kind}
        onChange={(value) => setKind(value === 'typed' ? 'typed' : 'drawn')}
        data={[
          { value: 'drawn', label: m.profilePage.draw },
          { value: 'typed', label: m.profilePage.type },
        ]}
      />
      {kind === 'drawn' ? (
        <SignaturePad change={setDrawn} />
      ) : (
        <>
          <TextInput
            label={m.profilePage.yourName}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <HandChoice text={typed} hand={hand} choose={setHand} />
        </>
      )}
      <Group>
        <Button
          disabled={signature.data === ''}
          loading={update.isPending}
          onClick={() => update.mutate({ signature })}
        >
          {m.profilePage.saveSignature}
        </Button>
        <Button variant="default" onClick={close}>
          {labels.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

function Shown({ signature }: { signature: NonNullable<Profile['signature']> }) {
  return (
    <div className={classes['shown']}>
      {signature.type === 'typed' ? (
        <span className={classes['typed']} role="img" aria-label={m.profilePage.savedSignature(signature.data)}>
          <WrittenName text={signature.data} hand={signature.hand ?? USUAL_HAND} />
        </span>
      ) : (
        <img src={drawingUrl(signature.data)} alt={m.profilePage.savedSignatureAlt} />
      )}
    </div>
  );
}

function SignatureSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  const restore = useUpdateProfile();
  const remove = useUpdateProfile(() =>
    toastUndo(m.profilePage.signatureRemoved, null, () => restore.mutateAsync({ signature: profile.signature })),
  );
  return (
    <Section
      title={m.profilePage.savedSignatureTitle}
      text={m.profilePage.offeredWhenSignWithAccount}
      action={
        !changing && (
          <Group gap={8}>
            {profile.signature !== null && (
              <Button
                variant="default"
                loading={remove.isPending}
                onClick={() => remove.mutate({ signature: null }, { onError: toastError })}
              >
                {labels.remove}
              </Button>
            )}
            <Button variant="default" onClick={() => setChanging(true)}>
              {profile.signature === null ? m.profilePage.addSignature : labels.change}
            </Button>
          </Group>
        )
      }
      narrow
    >
      {changing && <SignatureForm profile={profile} close={() => setChanging(false)} />}
      {!changing && profile.signature !== null && <Shown signature={profile.signature} />}
      {!changing && profile.signature === null && <Text c="dimmed">{labels.noneYet}</Text>}
    </Section>
  );
}

/** The setting is stored in this browser, because keyboards and speech input differ between devices. */
function KeysSection() {
  const form = useForm({ initialValues: { on: keysAreOn() } });
  const save = useMutation({
    mutationFn: async ({ on }: typeof form.values) => setKeysOn(on),
    onSuccess: () => toastDone(m.profilePage.profileSaved),
  });
  return (
    <Section title={m.profilePage.keyboard} text={m.profilePage.keyboardText} narrow>
      <SaveForm section={m.profilePage.keyboard} form={form} save={save}>
        <Switch
          label={m.profilePage.singleKeys}
          description={m.profilePage.singleKeysText}
          {...form.getInputProps('on', { type: 'checkbox' })}
        />
      </SaveForm>
    </Section>
  );
}

export function ProfilePage() {
  usePageTitle(m.profilePage.profile);
  const { data: profile, error, refetch } = useQuery(profileQuery);
  if (error !== null && profile === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={m.profilePage.profile} lead={m.profilePage.nameLanguageAndSavedSignature} />
      {profile === undefined ? (
        <Skeleton height={320} radius="lg" role="status" aria-label={common.loading} />
      ) : (
        <div className={section['sections']}>
          <Section title={m.profilePage.aboutYou} narrow>
            <AboutForm profile={profile} />
          </Section>
          <SignatureSection profile={profile} />
          <ContactsSection />
          <KeysSection />
          <DeleteAccountSection />
        </div>
      )}
    </>
  );
}
