import { Alert, Button, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { IconArrowRight, IconChevronLeft, IconX } from '@tabler/icons-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { type Document, documentQuery, organizationQuery } from '../../api/queries.ts';
import { draftQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { type Faults, freshDraft, judgeDraft } from './draft.ts';
import { type EditorHost, EditorHostContext } from './editor-host.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { loadStart, type Saved } from './kept-draft.ts';
import { MessageForm } from './MessageForm.tsx';
import { Pages } from './Pages.tsx';
import { RecipientsForm } from './RecipientsForm.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { SuggestionsForm } from './SuggestionsForm.tsx';
import { useSuggestions } from './suggestions.ts';
import { TagsForm } from './TagsForm.tsx';
import { UndoButtons } from './UndoButtons.tsx';
import { useAutosave } from './use-autosave.ts';
import { useHistory } from './use-history.ts';
import { WhereForm } from './WhereForm.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Send.module.css';

const route = getRouteApi('/frame/documents/$id/send');

function focusFirstFault(): void {
  // The focus moves after the errors are rendered, so that invalid fields are marked.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"], [data-unfinished]')?.focus());
}

function Warnings({ title, warnings }: { title: string; warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert variant="light" color="gray" title={title} role="status">
      {warnings.map((warning) => (
        <Text key={warning}>{warning}</Text>
      ))}
    </Alert>
  );
}

/** The editor for one draft, with the form on the left and the pages on the right. */
export function Preparation({ document, saved }: { document: Document; saved: Saved }) {
  const { data: organization } = useSuspenseQuery(organizationQuery);
  const [start] = useState(() => loadStart(document, saved, freshDraft(organization.settings)));
  const { history, draft, change } = useHistory(() => start.draft);
  const { saver, state } = useAutosave(document, start, draft);
  const host = useContext(EditorHostContext);
  const reported = useRef(state);
  useEffect(() => {
    if (state === reported.current) return;
    reported.current = state;
    if (state.kind === 'saved') host?.saved();
  }, [state, host]);
  const suggestions = useSuggestions(document, draft, change);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const [reviewing, setReviewing] = useState(false);

  const [isClosing, setClosing] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const onlySaves = host?.canSend === false;
  // The embedding application removes the frame when the editor closes, which would discard unsaved changes.
  const closeFrame = async (from: EditorHost) => {
    setClosing(true);
    const isSaved = await saver.flush();
    setClosing(false);
    setUnsaved(!isSaved);
    if (isSaved || saver.state().kind === 'ended') from.close();
  };
  const faults = tried ? { ...refused, ...judgeDraft(draft) } : {};
  const review = () => {
    setTried(true);
    setRefused({});
    if (Object.keys(judgeDraft(draft)).length === 0) setReviewing(true);
    else focusFirstFault();
  };
  const refuse = (places: Faults) => {
    setRefused(places);
    setReviewing(false);
    focusFirstFault();
  };

  return (
    <>
      <div className={classes['columns']}>
        <form
          className={classes['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (onlySaves) void closeFrame(host);
            else review();
          }}
        >
          <div className={classes['head']}>
            {host === null ? (
              <TextLink to="/documents/$id" params={{ id: document.id }} className={classes['back']}>
                <IconChevronLeft size={15} aria-hidden="true" /> <bdi>{document.title}</bdi>
              </TextLink>
            ) : (
              <Button
                variant="default"
                size="xs"
                mb="sm"
                leftSection={<IconX size={15} aria-hidden="true" />}
                loading={isClosing}
                onClick={() => void closeFrame(host)}
              >
                {m.sendPage.close}
              </Button>
            )}
            {host !== null && isUnsaved && saver.isDirty && (
              <Alert color="red" variant="light" role="alert" mb="sm" title={m.sendPage.notSavedTitle}>
                <Text mb="xs">
                  {state.kind === 'failed' ? m.saveStatus.notSaved(state.why) : m.saveStatus.changedByOther}
                </Text>
                <Button variant="default" size="xs" onClick={() => host.close()}>
                  {m.sendPage.closeWithoutSaving}
                </Button>
              </Alert>
            )}
            <PageHeader
              title={m.sendPage.prepareForSending}
              lead={onlySaves ? m.sendPage.savedToBeSentElsewhere : m.sendPage.savedAutomatically}
            />
          </div>
          <div className={classes['parts']}>
            <Warnings
              title={m.sendPage.aboutFile}
              warnings={document.warnings.filter((warning) => !start.warnings.includes(warning))}
            />
            {start.saved === null && document.planned !== null && (
              <Alert variant="light" color="gray" title={m.sendPage.plannedThroughApi}>
                {m.sendPage.pageCannotShowAllRecipients}
              </Alert>
            )}
            <RecipientsForm draft={draft} change={change} faults={faults} />
            <Warnings title={m.sendPage.aboutInput} warnings={saver.warnings} />
            <WhereForm draft={draft} change={change} faults={faults} />
            <TagsForm id={document.id} draft={draft} change={change} />
            <SuggestionsForm draft={draft} change={change} suggestions={suggestions} />
            <MessageForm draft={draft} change={change} faults={faults} document={document} />
          </div>
          <div className={classes['footer']}>
            <UndoButtons history={history} change={change} />
            <div className={classes['state']}>
              <Text fz="xs" c="dimmed" aria-live="polite">
                {Object.keys(faults).length > 0 ? m.sendPage.entriesNeedCorrecting : ''}
              </Text>
              <SaveStatus saver={saver} state={state} />
              {state.kind === 'conflict' && (
                <ConflictDialog
                  document={document}
                  draft={draft}
                  saver={saver}
                  by={state.by}
                  at={state.at}
                  change={change}
                />
              )}
            </div>
            {onlySaves ? (
              <Button type="submit" loading={isClosing}>
                {labels.save}
              </Button>
            ) : (
              <Button type="submit" rightSection={<IconArrowRight size={16} />}>
                {m.sendPage.reviewAndSend}
              </Button>
            )}
          </div>
        </form>
        <Pages document={document} draft={draft} change={change} last={history.last} suggestions={suggestions} />
      </div>
      <ReviewDialog
        document={document}
        draft={draft}
        saver={saver}
        opened={reviewing}
        close={() => setReviewing(false)}
        refuse={refuse}
      />
    </>
  );
}

export function SendPage() {
  const { id } = route.useParams();
  const { data: document, error: missing, refetch } = useQuery(documentQuery(id));
  const { data: saved, error: unread, isFetchedAfterMount, refetch: readAgain } = useQuery(draftQuery(id));
  const error = missing ?? unread;
  usePageTitle(document === undefined ? m.sendPage.prepareForSending : m.sendPage.send(document.title));
  if (error !== null && (document === undefined || saved === undefined)) {
    return (
      <ErrorView error={error} retry={() => void Promise.all([refetch(), readAgain()])}>
        <ButtonLink to="/documents" search={{}} variant="default">
          {common.goToDocuments}
        </ButtonLink>
      </ErrorView>
    );
  }
  if (document === undefined || saved === undefined || !isFetchedAfterMount) return <PageLoader />;
  if (document.status !== 'draft' || document.scheduled_for !== null)
    return <Navigate to="/documents/$id" params={{ id }} replace />;
  return <Preparation key={id} document={document} saved={saved} />;
}
