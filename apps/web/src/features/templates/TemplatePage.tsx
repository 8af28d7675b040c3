import { ActionIcon, Alert, Button, Select, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconPlus, IconTrash } from '@tabler/icons-react';
import { type Dispatch, useReducer, useState } from 'react';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { templatePicture } from '../../api/pictures.ts';
import type { Template } from '@countersign/contract';
import { templateQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { recipientColor } from '../../ui/people.ts';
import { Panel } from '../../ui/Panel.tsx';
import { toastDone } from '../../ui/toast.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { type Change, changeDraft, type Draft } from '../send/draft.ts';
import { Pages } from '../send/Pages.tsx';
import { PROOFS, ROLES } from '../send/proofs.ts';
import { UndoButtons } from '../send/UndoButtons.tsx';
import { useHistory } from '../send/use-history.ts';
import { FileForm } from './FileForm.tsx';
import { judgeRoles, mustSign } from './roles.ts';
import { isSame, templateDraft, templateRequest } from './template-draft.ts';
import send from '../send/Send.module.css';
import classes from './Templates.module.css';

const route = getRouteApi('/frame/templates/$id');

type FormProps = { draft: Draft; change: Dispatch<Change>; faults: Record<number, string> };

function RolesForm({ draft, change, faults }: FormProps) {
  return (
    <Panel label="Roles">
      <Title order={2} fz="md" mb="xs">
        Roles
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        Roles such as Tenant and Landlord. You name the people when you use the template.
      </Text>
      <ol className={classes['roles']}>
        {draft.recipients.map(({ key, name, role = 'signer', proof = 'link' }, index) => (
          <li key={key} className={classes['role']}>
            <span className={classes['dot']} style={{ background: recipientColor(index) }} aria-hidden="true" />
            <TextInput
              aria-label={`Name of role ${index + 1}`}
              placeholder="Role"
              maxLength={60}
              value={name}
              error={faults[index]}
              onChange={(event) => change({ type: 'change-recipient', key, with: { name: event.currentTarget.value } })}
            />
            <Select
              aria-label={`What ${name.trim() || `role ${index + 1}`} does`}
              data={[...ROLES]}
              allowDeselect={false}
              value={role}
              onChange={(value) => change({ type: 'change-recipient', key, with: { role: value ?? 'signer' } })}
            />
            <ActionIcon
              mt={4}
              aria-label={`Remove ${name.trim() || `role ${index + 1}`}`}
              disabled={draft.recipients.length === 1}
              onClick={() => change({ type: 'remove-recipient', key })}
            >
              <IconTrash size={16} />
            </ActionIcon>
            <Select
              className={classes['proof'] ?? ''}
              aria-label={`Authentication of ${name.trim() || `role ${index + 1}`}`}
              size="xs"
              allowDeselect={false}
              data={PROOFS}
              value={proof}
              onChange={(value) => change({ type: 'change-recipient', key, with: { proof: value ?? 'link' } })}
            />
          </li>
        ))}
      </ol>
      <Button
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={draft.recipients.length >= 100}
        onClick={() => change({ type: 'add-recipient' })}
      >
        Add a role
      </Button>
      {draft.recipients.length > 1 && (
        <Switch
          mt="md"
          label="In order"
          description={draft.sequential ? 'In this order.' : 'Off: all recipients are invited at once.'}
          checked={draft.sequential}
          onChange={(event) => change({ type: 'set', with: { sequential: event.currentTarget.checked } })}
        />
      )}
    </Panel>
  );
}

function WordsForm({ draft, change }: Omit<FormProps, 'faults'>) {
  return (
    <Panel label="The e-mail">
      <Title order={2} fz="md" mb="sm">
        The e-mail
      </Title>
      <TextInput
        label="Subject"
        placeholder="Default"
        maxLength={200}
        value={draft.subject}
        onChange={(event) => change({ type: 'set', with: { subject: event.currentTarget.value } })}
      />
      <Textarea
        mt="sm"
        label="Message"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={draft.message}
        onChange={(event) => change({ type: 'set', with: { message: event.currentTarget.value } })}
      />
    </Panel>
  );
}

function useSave(template: Template) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReturnType<typeof templateRequest>) =>
      call(api.updateTemplate, { params: { id: template.id }, body: { ...body, version: template.version } }),
    onSuccess: (answer) => {
      const now = answer.template;
      queryClient.setQueryData(templateQuery(template.id).queryKey, now);
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] });
      if (now.version === template.version) toastDone('No changes', 'The template did not change.');
      else toastDone('Saved', `This is version ${now.version}. Existing documents do not change.`);
    },
  });
}

function Editor({ template }: { template: Template }) {
  const { history, draft, change } = useHistory(() => templateDraft(template));
  const [name, setName] = useState(template.name);
  const [tried, setTried] = useState(false);
  const saving = useSave(template);
  const faults = tried ? judgeRoles(draft.recipients.map((role) => role.name)) : {};
  const signs = draft.recipients.some(({ role = 'signer' }) => mustSign(role));
  // Only signers have fields.
  const signers = { ...draft, recipients: draft.recipients.filter(({ role = 'signer' }) => role === 'signer') };
  const paper = {
    ...template,
    title: template.name,
    picture: (page: number, width: number) => templatePicture(template.id, template.file_version, page, width),
  };
  const outdated = saving.error instanceof ApiError && saving.error.code === 'TEMPLATE_CHANGED';
  const save = () => {
    setTried(true);
    if (name.trim() === '' || !signs || Object.keys(judgeRoles(draft.recipients.map((role) => role.name))).length > 0)
      return;
    saving.mutate(templateRequest(template, name, draft));
  };
  return (
    <div className={send['columns']}>
      <form
        className={send['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={send['head']}>
          <TextLink to="/templates" search={{}} className={send['back']}>
            <IconChevronLeft size={15} aria-hidden="true" /> Templates
          </TextLink>
          <PageHeader title={template.name} lead={`Version ${template.version}. Saving creates a new one.`} />
        </div>
        <div className={send['parts']}>
          {saving.error !== null && (
            <Alert color="red" variant="light" role="alert" title={outdated ? 'Changed by someone else' : undefined}>
              {outdated
                ? 'Someone else changed this template. Reload the page and apply your change again.'
                : explain(saving.error).detail}
            </Alert>
          )}
          {template.warnings.map((warning) => (
            <Alert key={warning} variant="light" color="gray" title="About this file">
              {warning}
            </Alert>
          ))}
          <Panel label="Name">
            <TextInput
              label="Name"
              maxLength={255}
              value={name}
              error={tried && name.trim() === '' ? 'Enter a name.' : null}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Panel>
          <FileForm template={template} unsaved={!isSame(template, templateRequest(template, name, draft))} />
          <RolesForm draft={draft} change={change} faults={faults} />
          {!signs && (
            <Text c="var(--cs-no)" role="alert">
              At least one role must sign or approve.
            </Text>
          )}
          <WordsForm draft={draft} change={change} />
        </div>
        <div className={send['footer']}>
          <UndoButtons history={history} change={change} />
          <span className={send['state']} />
          <ButtonLink to="/templates/$id/bulk-send" params={{ id: template.id }} variant="default">
            Send in bulk
          </ButtonLink>
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
        </div>
      </form>
      <Pages document={paper} draft={signers} change={change} last={history.last} />
    </div>
  );
}

/** Another person's shared template, read-only. */
function Reader({ template }: { template: Template }) {
  const paper = {
    ...template,
    title: template.name,
    picture: (page: number, width: number) => templatePicture(template.id, template.file_version, page, width),
  };
  const [draft, change] = useReducer(changeDraft, template, templateDraft);
  return (
    <>
      <PageHeader
        title={template.name}
        lead={`By ${template.owner.name}. ${template.roles.map(({ name }) => name).join(', ')}.`}
        actions={
          <ButtonLink to="/templates/$id/bulk-send" params={{ id: template.id }} variant="default">
            Send in bulk
          </ButtonLink>
        }
      />
      <Pages document={paper} draft={{ ...draft, where: 'page' }} change={change} />
    </>
  );
}

export function TemplatePage() {
  const { id } = route.useParams();
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  usePageTitle(template?.name ?? 'Template');
  if (error !== null && template === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/templates" search={{}} variant="default">
          Go to templates
        </ButtonLink>
      </ErrorView>
    );
  }
  if (template === undefined) return <PageLoader />;
  // With a new file the editor starts over, because places were removed and pages differ.
  return template.can_edit ? (
    <Editor key={`${id} ${template.file_version}`} template={template} />
  ) : (
    <Reader template={template} />
  );
}
