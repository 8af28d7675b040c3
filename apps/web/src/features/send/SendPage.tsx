import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { IconArrowRight, IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Document, documentQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PageLoader } from '../frame/PageLoader.tsx';
import { type Faults, judgeDraft } from './draft.ts';
import { keepDraft, loadDraft } from './kept-draft.ts';
import { MessageForm } from './MessageForm.tsx';
import { Pages } from './Pages.tsx';
import { RecipientsForm } from './RecipientsForm.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { TagsForm } from './TagsForm.tsx';
import { UndoButtons } from './UndoButtons.tsx';
import { useHistory } from './use-history.ts';
import { WhereForm } from './WhereForm.tsx';
import classes from './Send.module.css';

const route = getRouteApi('/frame/documents/$id/send');

function focusFirstFault(): void {
  // After the faults are shown: the fields are marked by then.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

function Warnings({ document }: { document: Document }) {
  if (document.warnings.length === 0) return null;
  return (
    <Alert variant="light" color="gray" title="About this file">
      {document.warnings.map((warning) => (
        <Text key={warning}>{warning}</Text>
      ))}
    </Alert>
  );
}

/** Prepares one draft: the form at the left, the paper at the right. */
function Preparation({ document }: { document: Document }) {
  const { history, draft, change } = useHistory(() => loadDraft(document));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const [reviewing, setReviewing] = useState(false);
  useEffect(() => keepDraft(document.id, draft), [document.id, draft]);

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
            review();
          }}
        >
          <div className={classes['head']}>
            <TextLink to="/documents/$id" params={{ id: document.id }} className={classes['back']}>
              <IconChevronLeft size={15} aria-hidden="true" /> {document.title}
            </TextLink>
            <PageHeader
              title="Prepare for sending"
              lead="Kept in this tab as you go. Nobody is told anything before you send."
            />
          </div>
          <div className={classes['parts']}>
            <Warnings document={document} />
            <RecipientsForm draft={draft} change={change} faults={faults} />
            <WhereForm draft={draft} change={change} />
            <TagsForm id={document.id} draft={draft} change={change} />
            <MessageForm draft={draft} change={change} faults={faults} document={document} />
          </div>
          <div className={classes['footer']}>
            <UndoButtons history={history} change={change} />
            <Text fz="xs" c="dimmed" aria-live="polite" className={classes['state']}>
              {Object.keys(faults).length > 0
                ? 'Some entries need correcting.'
                : 'You see what will happen before anything is sent.'}
            </Text>
            <Button type="submit" rightSection={<IconArrowRight size={16} />}>
              Review and send
            </Button>
          </div>
        </form>
        <Pages document={document} draft={draft} change={change} last={history.last} />
      </div>
      <ReviewDialog
        document={document}
        draft={draft}
        opened={reviewing}
        close={() => setReviewing(false)}
        refuse={refuse}
      />
    </>
  );
}

export function SendPage() {
  const { id } = route.useParams();
  const { data: document, error, refetch } = useQuery(documentQuery(id));
  usePageTitle(document === undefined ? 'Prepare for sending' : `Send ${document.title}`);
  if (error !== null && document === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/documents" search={{}} variant="default">
          Go to documents
        </ButtonLink>
      </ErrorView>
    );
  }
  if (document === undefined) return <PageLoader />;
  if (document.status !== 'draft') return <Navigate to="/documents/$id" params={{ id }} replace />;
  return <Preparation key={id} document={document} />;
}
