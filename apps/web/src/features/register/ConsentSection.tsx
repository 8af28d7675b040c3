import { Button, Group, Modal, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { directionOf } from '@countersign/contract/languages';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { type ConsentText, consentTextsQuery } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
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

type State = 'in-force' | 'past';
type Language = ConsentText['language'];

function AddForm({ language, text, close }: { language: Language; text: string; close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { language, text },
    validate: { text: (value) => (value.trim() === '' ? 'Enter a text.' : null) },
  });
  const add = useMutation({
    mutationFn: (body: typeof form.values) => call(api.addConsentText, { body }),
    onSuccess: ({ text: made }) => {
      void queryClient.invalidateQueries({ queryKey: ['consent-texts'] });
      toastDone('Text added', `Signers who read ${languageName(made.language)} agree to it from now on.`);
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['text', 'language'])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack gap="md">
        <Text>
          Documents that you send from now on show it. Documents that are out for signature keep the text they were sent
          with.
        </Text>
        <FormError error={add.error} atFields />
        <Select label="Language" data={LANGUAGE_CHOICES} allowDeselect={false} {...form.getInputProps('language')} />
        <Textarea
          label="Text"
          autosize
          minRows={5}
          maxRows={16}
          maxLength={5000}
          data-autofocus
          dir={directionOf(form.values.language)}
          {...form.getInputProps('text')}
        />
        <DialogActions close={close} isPending={add.isPending}>
          Add text
        </DialogActions>
      </Stack>
    </form>
  );
}

function Shown({ text, replace, close }: { text: ConsentText; replace: () => void; close: () => void }) {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call(api.withdrawConsentText, { params: { hash: text.sha256 } }),
    onSuccess: () => {
      toastDone('Text withdrawn', 'Documents that you send from now on show the built-in text.');
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
        Version {text.version}, SHA-256 {text.sha256}. The audit trail of each signature contains version and hash.
      </Text>
      {inForce && (
        <Group justify="flex-end">
          {origin === 'organization' && (
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Withdraw
            </Button>
          )}
          <Button onClick={replace}>Replace …</Button>
        </Group>
      )}
    </Stack>
  );
}

function Line({ text, open }: { text: ConsentText; open: () => void }) {
  const { language, valid_from: from, valid_until: until } = text;
  return (
    <tr>
      <td data-label="Language">
        <button type="button" className={`${classes['open']} ${classes['language']}`} onClick={open}>
          {languageName(language)}
        </button>
      </td>
      <td data-label="Text" className={table['long']}>
        <Text lineClamp={2} lang={language} dir={directionOf(language)}>
          {text.text}
        </Text>
      </td>
      <td data-label="Version">
        <div>
          {text.origin === 'service' ? (
            <Pill tone="quiet" label="Countersign" />
          ) : (
            <Pill tone="done" label={`Yours, ${text.version.replace('own-', 'version ')}`} />
          )}
          {text.origin === 'organization' && (
            <Text size="sm" c="dimmed">
              {until === null ? `since ${dayOf(from)}` : `until ${dayOf(until)}`}
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
  if (texts.length === 0) return <Text c="dimmed">None. Replaced and withdrawn texts are listed here.</Text>;
  return (
    <>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Language</th>
            <th scope="col">Text</th>
            <th scope="col">Version</th>
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
          More texts
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
      title="Consent texts"
      text="The texts that signers agree to before they sign. Your own text replaces the built-in text of its language."
      action={<Button onClick={() => setAdded({ language: 'en', text: '' })}>Add a text …</Button>}
    >
      <SegmentedControl
        mb="md"
        aria-label="Which texts"
        value={state}
        onChange={(value) => setState(value === 'past' ? 'past' : 'in-force')}
        data={[
          { value: 'in-force', label: 'In force' },
          { value: 'past', label: 'Earlier' },
        ]}
      />
      <Texts state={state} open={setShown} />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : `Consent text, ${languageName(shown.language)}`}
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
      <Modal opened={added !== null} onClose={() => setAdded(null)} title="Add a consent text" size="lg">
        {added !== null && <AddForm language={added.language} text={added.text} close={() => setAdded(null)} />}
      </Modal>
    </Section>
  );
}
