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
import { English } from '../../ui/English.tsx';
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
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { FileForm } from './FileForm.tsx';
import { judgeRoles, mustSign } from './roles.ts';
import { isSame, templateDraft, templateRequest } from './template-draft.ts';
import { UseDialog } from './UseDialog.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import send from '../send/Send.module.css';
import classes from './Templates.module.css';

const route = getRouteApi('/frame/templates/$id');

type FormProps = { draft: Draft; change: Dispatch<Change>; faults: Record<number, string> };

function RolesForm({ draft, change, faults }: FormProps) {
  return (
    <Panel label={m.templatePage.roles}>
      <Title order={2} fz="md" mb="xs">
        {m.templatePage.roles}
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        {m.templatePage.rolesAsTenantAndLandlord}
      </Text>
      <ol className={classes['roles']}>
        {draft.recipients.map(({ key, name, role = 'signer', proof = 'link' }, index) => (
          <li key={key} className={classes['role']}>
            <span className={classes['dot']} style={{ background: recipientColor(index) }} aria-hidden="true" />
            <TextInput
              aria-label={m.templatePage.nameOfRole(index + 1)}
              placeholder={labels.role}
              maxLength={60}
              value={name}
              error={faults[index]}
              onChange={(event) => change({ type: 'change-recipient', key, with: { name: event.currentTarget.value } })}
            />
            <Select
              aria-label={m.templatePage.whatDoes(name.trim() || m.templatePage.role(index + 1))}
              data={[...ROLES]}
              allowDeselect={false}
              value={role}
              onChange={(value) => change({ type: 'change-recipient', key, with: { role: value ?? 'signer' } })}
            />
            <ActionIcon
              mt={4}
              aria-label={m.templatePage.remove(name.trim() || m.templatePage.role(index + 1))}
              disabled={draft.recipients.length === 1}
              onClick={() => change({ type: 'remove-recipient', key })}
            >
              <IconTrash size={16} />
            </ActionIcon>
            <Select
              className={classes['proof'] ?? ''}
              aria-label={m.templatePage.authenticationOf(name.trim() || m.templatePage.role(index + 1))}
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
        {m.templatePage.addRole}
      </Button>
      {draft.recipients.length > 1 && (
        <Switch
          mt="md"
          label={m.templatePage.inOrder}
          description={draft.sequential ? m.templatePage.inOrderDescription : m.templatePage.off}
          checked={draft.sequential}
          onChange={(event) => change({ type: 'set', with: { sequential: event.currentTarget.checked } })}
        />
      )}
    </Panel>
  );
}

function WordsForm({ draft, change }: Omit<FormProps, 'faults'>) {
  return (
    <Panel label={m.templatePage.eMail}>
      <Title order={2} fz="md" mb="sm">
        {m.templatePage.eMail}
      </Title>
      <TextInput
        label={labels.subject}
        placeholder={m.templatePage.default}
        maxLength={200}
        value={draft.subject}
        onChange={(event) => change({ type: 'set', with: { subject: event.currentTarget.value } })}
      />
      <Textarea
        mt="sm"
        label={labels.message}
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
      if (now.version === template.version) toastDone(m.templatePage.noChanges, m.templatePage.templateDidNotChange);
      else toastDone(m.templatePage.saved, m.templatePage.version(now.version));
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
  const request = templateRequest(template, name, draft);
  const isDirty = !isSame(template, request);
  const [using, setUsing] = useState(false);
  // Editing is blocked, because the dialog uses the saved template, which would not include changes made while it was
  // being saved.
  const [isLocked, setLocked] = useState(false);
  const save = (then?: () => void) => {
    setTried(true);
    if (name.trim() === '' || !signs || Object.keys(judgeRoles(draft.recipients.map((role) => role.name))).length > 0)
      return;
    setLocked(then !== undefined);
    saving.mutate(request, { onSuccess: () => then?.(), onSettled: () => setLocked(false) });
  };
  const use = () => setUsing(true);
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
            <IconChevronLeft size={15} aria-hidden="true" /> {common.templates}
          </TextLink>
          <PageHeader
            title={template.name}
            lead={m.templatePage.versionSavingCreatesNewOne(template.version)}
            actions={
              <>
                <ButtonLink to="/templates/$id/public-links" params={{ id: template.id }} variant="default">
                  {m.publicLinks.title}
                </ButtonLink>
                <ButtonLink to="/templates/$id/bulk-send" params={{ id: template.id }} variant="default">
                  {m.templatePage.sendInBulk}
                </ButtonLink>
              </>
            }
          />
        </div>
        <div className={send['parts']} inert={isLocked}>
          {saving.error !== null && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              title={outdated ? m.templatePage.changedBySomeoneElse : undefined}
            >
              {outdated ? m.templatePage.someoneElseChangedTemplate : explain(saving.error).detail}
            </Alert>
          )}
          {template.warnings.map((warning) => (
            <Alert key={warning} variant="light" color="gray" title={m.templatePage.aboutFile}>
              <English>{warning}</English>
            </Alert>
          ))}
          <Panel label={labels.name}>
            <TextInput
              label={labels.name}
              maxLength={255}
              value={name}
              error={tried && name.trim() === '' ? labels.enterName : null}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Panel>
          <FileForm template={template} unsaved={isDirty} />
          <RolesForm draft={draft} change={change} faults={faults} />
          {!signs && (
            <Text c="var(--cs-no)" role="alert">
              {m.templatePage.atLeastOneRoleMust}
            </Text>
          )}
          <WordsForm draft={draft} change={change} />
        </div>
        <div className={send['footer']}>
          <UndoButtons history={history} change={change} />
          <span className={send['state']} />
          <Button variant="default" disabled={saving.isPending} onClick={() => (isDirty ? save(use) : use())}>
            {isDirty ? m.templatePage.saveAndUse : m.templatePage.use}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {labels.save}
          </Button>
        </div>
      </form>
      <UnsavedGuard isDirty={isDirty} />
      <UseDialog id={using ? template.id : null} close={() => setUsing(false)} />
      <div className={classes['pages']} inert={isLocked}>
        <Pages document={paper} draft={signers} change={change} last={history.last} />
      </div>
    </div>
  );
}

/** Shows another person's shared template, which is read-only. */
function Reader({ template }: { template: Template }) {
  const paper = {
    ...template,
    title: template.name,
    picture: (page: number, width: number) => templatePicture(template.id, template.file_version, page, width),
  };
  const [draft, change] = useReducer(changeDraft, template, templateDraft);
  const [using, setUsing] = useState(false);
  return (
    <>
      <PageHeader
        title={template.name}
        lead={m.templatePage.by(template.owner.name, template.roles.map(({ name }) => name).join(', '))}
        actions={
          <>
            <ButtonLink to="/templates/$id/public-links" params={{ id: template.id }} variant="default">
              {m.publicLinks.title}
            </ButtonLink>
            <ButtonLink to="/templates/$id/bulk-send" params={{ id: template.id }} variant="default">
              {m.templatePage.sendInBulk}
            </ButtonLink>
            <Button onClick={() => setUsing(true)}>{m.templatePage.use}</Button>
          </>
        }
      />
      <UseDialog id={using ? template.id : null} close={() => setUsing(false)} />
      <Pages document={paper} draft={{ ...draft, where: 'page' }} change={change} />
    </>
  );
}

export function TemplatePage() {
  const { id } = route.useParams();
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  usePageTitle(template?.name ?? m.templatePage.template);
  if (error !== null && template === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/templates" search={{}} variant="default">
          {m.templatePage.goToTemplates}
        </ButtonLink>
      </ErrorView>
    );
  }
  if (template === undefined) return <PageLoader />;
  // A new file restarts the editor, because its pages differ and fields may have been removed.
  return template.can_edit ? (
    <Editor key={`${id} ${template.file_version}`} template={template} />
  ) : (
    <Reader template={template} />
  );
}
