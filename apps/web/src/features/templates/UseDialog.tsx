import { Alert, Button, Loader, Modal, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, type RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain, faultText } from '../../api/errors.ts';
import type { Template } from '@countersign/contract';
import { organizationQuery, sessionQuery, templateQuery } from '../../api/queries.ts';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { toastDone } from '../../ui/toast.ts';
import { usualSubject } from '../send/review.ts';
import { PersonFields } from './PersonFields.tsx';
import { judgePeople, nobody, type People, type Person, usedPeople } from './roles.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Templates.module.css';

type Body = NonNullable<RequestOf<'useTemplate'>['body']>;

/**
 * The request always contains the message. If it were omitted, the template's text would be used, even if the person
 * deleted it here.
 */
function messageOf(
  { email_subject: ownSubject, email_message: ownMessage }: Template,
  { subject, message, usual }: { subject: string; message: string; usual: string },
): Pick<Body, 'emailSubject' | 'emailMessage'> {
  const cleared = ownSubject === null ? {} : { emailSubject: usual.slice(0, 200) };
  return {
    ...(subject.trim() === '' ? cleared : { emailSubject: subject.trim() }),
    ...(message.trim() === '' && ownMessage === null ? {} : { emailMessage: message.trim() }),
  };
}

function UseForm({ template, close }: { template: Template; close: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [people, setPeople] = useState<People>(() =>
    Object.fromEntries(template.roles.map((role) => [role.name, nobody(role)])),
  );
  const [title, setTitle] = useState(template.name);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { data: organization } = useQuery(organizationQuery);
  const [chosenDays, setDays] = useState<number>();
  const days = chosenDays ?? organization?.settings.default_expiration_days ?? 30;
  const [subject, setSubject] = useState(template.email_subject ?? '');
  const [message, setMessage] = useState(template.email_message ?? '');
  const { user } = useSuspenseQuery(sessionQuery).data;
  const isMe = (email: string) => email.trim().toLowerCase() === user.email.toLowerCase();
  const withMe = Object.values(people).some(({ email }) => isMe(email));
  const usual = usualSubject(user, title.trim() || template.name);
  const [tried, setTried] = useState(false);
  const making = useMutation({
    mutationFn: (body: Body) => call(api.useTemplate, { params: { id: template.id }, body }),
    onSuccess: async ({ document }) => {
      void queryClient.invalidateQueries({ queryKey: ['documents'] });
      close();
      await navigate({ to: '/documents/$id', params: { id: document.id } });
      if (document.status === 'draft') toastDone(m.useDialog.draftCreated, m.useDialog.recipientsNotifiedWhenSend);
      else toastDone(labels.sent, m.useDialog.invitationsSent);
    },
  });
  const faults = tried ? judgePeople(template.roles, people) : {};
  const empty = template.variables.filter((name) => (values[name] ?? '').trim() === '');
  const refused = making.error instanceof ApiError ? making.error.faults : [];
  const faultOf = (name: string): string | undefined => {
    if (tried && empty.includes(name)) return m.useDialog.enterValue;
    const refusal = refused.find(({ field }) => field === `variables.${name}`);
    return refusal && faultText(refusal);
  };
  const go = (send: boolean) => {
    setTried(true);
    if (Object.keys(judgePeople(template.roles, people)).length > 0 || empty.length > 0) return;
    const signers = usedPeople(template.roles, people);
    const variables = Object.fromEntries(template.variables.map((name) => [name, (values[name] ?? '').trim()]));
    making.mutate({
      signers,
      variables,
      send,
      expirationDays: days,
      ...(title.trim() === '' ? {} : { title: title.trim() }),
      ...messageOf(template, { subject, message, usual }),
    });
  };
  const edit = (role: string, values: Partial<Person>) =>
    setPeople((before) => ({ ...before, [role]: { ...(before[role] ?? nobody({})), ...values } }));
  return (
    <DialogForm
      submit={() => {
        go(true);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={common.title}
          maxLength={255}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {template.roles.map((role) => (
          <PersonFields
            key={role.name}
            role={role}
            person={people[role.name]}
            faults={faults}
            edit={(values) => edit(role.name, values)}
            me={withMe ? null : user}
          />
        ))}
        {template.variables.length > 0 && (
          <fieldset className={classes['person']}>
            <legend>{m.useDialog.textOfDocument}</legend>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {template.variables.map((name) => (
                <TextInput
                  key={name}
                  label={name}
                  maxLength={500}
                  value={values[name] ?? ''}
                  error={faultOf(name)}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setValues((before) => ({ ...before, [name]: value }));
                  }}
                />
              ))}
            </SimpleGrid>
          </fieldset>
        )}
        <TextInput
          label={labels.subject}
          placeholder={usual}
          maxLength={200}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          label={labels.message}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <NumberInput
          label={labels.daysToSign}
          min={1}
          max={365}
          clampBehavior="strict"
          allowDecimal={false}
          value={days}
          onChange={(value) => setDays(Number(value) || 30)}
        />
        {making.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(making.error).detail}
          </Alert>
        )}
        <DialogFooter>
          <Button variant="default" onClick={() => go(false)} disabled={making.isPending}>
            {m.useDialog.createDraft}
          </Button>
          <Button type="submit" loading={making.isPending}>
            {m.useDialog.sendNow}
          </Button>
        </DialogFooter>
      </Stack>
    </DialogForm>
  );
}

function Loaded({ id, close }: { id: string; close: () => void }) {
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  if (error !== null && template === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (template === undefined) return <Loader aria-label={m.useDialog.loadingTemplate} />;
  return <UseForm template={template} close={close} />;
}

/** Assigns people to the roles and sends the document. */
export function UseDialog({ id, close }: { id: string | null; close: () => void }) {
  return (
    <Modal opened={id !== null} onClose={close} title={m.useDialog.useTemplate} size={560}>
      {id !== null && <Loaded id={id} close={close} />}
    </Modal>
  );
}
