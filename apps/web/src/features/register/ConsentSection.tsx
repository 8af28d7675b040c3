import { Button, Modal, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { directionOf } from '@countersign/contract/languages';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { type ConsentText, consentTextsQuery } from './queries.ts';
import { DialogActions, DialogFooter } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import table from '../../ui/Table.module.css';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import classes from './Register.module.css';
import { LANGUAGE_CHOICES, languageName } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type State = 'in-force' | 'past';
type Language = ConsentText['language'];

function AddForm({ language, text, close }: { language: Language; text: string; close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { language, text },
    validate: { text: (value) => (value.trim() === '' ? m.consentSection.enterText : null) },
  });
  const add = useMutation({
    mutationFn: (body: typeof form.values) => call(api.addConsentText, { body }),
    onSuccess: ({ text: made }) => {
      void queryClient.invalidateQueries({ queryKey: ['consent-texts'] });
      toastDone(m.consentSection.textAdded, m.consentSection.signersWhoReadAgree(languageName(made.language)));
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['text', 'language'])),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => add.mutate(values))}>
      <Stack gap="md">
        <Text>{m.consentSection.documentsSendFromNow}</Text>
        <FormError error={add.error} atFields />
        <Select
          label={labels.language}
          data={LANGUAGE_CHOICES}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
        <Textarea
          label={labels.text}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={5000}
          data-autofocus
          dir={directionOf(form.values.language)}
          {...form.getInputProps('text')}
        />
        <DialogActions close={close} isPending={add.isPending}>
          {m.consentSection.addText}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

function Shown({ text, replace, close }: { text: ConsentText; replace: () => void; close: () => void }) {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call(api.withdrawConsentText, { params: { hash: text.sha256 } }),
    onSuccess: () => {
      toastDone(m.consentSection.textWithdrawn, m.consentSection.documentsSendFromNowOnShow);
      close();
    },
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['consent-texts'] }),
  });
  const { language, origin, in_force: inForce } = text;
  return (
    <Stack gap="md">
      <Text lang={language} dir={directionOf(language)} className={classes['consent']}>
        {text.text}
      </Text>
      <Text size="sm" c="dimmed" className={classes['hash']}>
        {m.consentSection.versionSha(text.version, text.sha256)}
      </Text>
      {inForce && (
        <DialogFooter>
          {origin === 'organization' && (
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {m.consentSection.withdraw}
            </Button>
          )}
          <Button onClick={replace}>{m.consentSection.replaceDialog}</Button>
        </DialogFooter>
      )}
    </Stack>
  );
}

function Line({ text, open }: { text: ConsentText; open: () => void }) {
  const { language, valid_from: from, valid_until: until } = text;
  return (
    <tr>
      <td data-label={labels.language}>
        <button type="button" className={`${classes['open']} ${classes['language']}`} onClick={open}>
          {languageName(language)}
        </button>
      </td>
      <td data-label={labels.text} className={table['long']}>
        <Text lineClamp={2} lang={language} dir={directionOf(language)}>
          {text.text}
        </Text>
      </td>
      <td data-label={m.consentSection.version}>
        <div>
          {text.origin === 'service' ? (
            <Pill tone="quiet" label={common.countersign} />
          ) : (
            <Pill tone="done" label={m.consentSection.yours(text.version.replace('own-', ''))} />
          )}
          {text.origin === 'organization' && (
            <Text size="sm" c="dimmed">
              {until === null ? m.consentSection.since(dayOf(from)) : m.consentSection.until(dayOf(until))}
            </Text>
          )}
        </div>
      </td>
    </tr>
  );
}

function Texts({ state, open }: { state: State; open: (text: ConsentText) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    consentTextsQuery(state),
  );
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoader />;
  const texts = data.pages.flatMap((page) => page.texts);
  if (texts.length === 0) return <Text c="dimmed">{m.consentSection.none}</Text>;
  return (
    <>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{labels.language}</th>
            <th scope="col">{labels.text}</th>
            <th scope="col">{m.consentSection.version}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map((text) => (
            <Line key={text.sha256} text={text} open={() => open(text)} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.consentSection.moreTexts}
        </Button>
      )}
    </>
  );
}

/** The consent texts for signers, by language. */
export function ConsentSection() {
  const [state, setState] = useState<State>('in-force');
  const [shown, setShown] = useState<ConsentText | null>(null);
  const [added, setAdded] = useState<{ language: Language; text: string } | null>(null);
  return (
    <Section
      title={m.consentSection.consentTexts}
      text={m.consentSection.textsSignersAgreeTo}
      action={<Button onClick={() => setAdded({ language: 'en', text: '' })}>{m.consentSection.addTextDialog}</Button>}
    >
      <SegmentedControl
        mb="md"
        aria-label={m.consentSection.whichTexts}
        value={state}
        onChange={(value) => setState(value === 'past' ? 'past' : 'in-force')}
        data={[
          { value: 'in-force', label: m.consentSection.inForce },
          { value: 'past', label: m.consentSection.earlier },
        ]}
      />
      <Texts state={state} open={setShown} />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : m.consentSection.consentText(languageName(shown.language))}
        size="lg"
      >
        {shown !== null && (
          <Shown
            text={shown}
            close={() => setShown(null)}
            replace={() => {
              setAdded(shown);
              setShown(null);
            }}
          />
        )}
      </Modal>
      <Modal opened={added !== null} onClose={() => setAdded(null)} title={m.consentSection.addConsentText} size="lg">
        {added !== null && <AddForm language={added.language} text={added.text} close={() => setAdded(null)} />}
      </Modal>
    </Section>
  );
}
