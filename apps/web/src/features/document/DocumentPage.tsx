import { Alert, VisuallyHidden } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Document, documentQuery, sessionQuery } from '../../api/queries.ts';
import { English, EnglishSentences } from '../../ui/English.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PagePictures } from '../../ui/PagePictures.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { rememberDocument } from '../../ui/recent-documents.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Actions } from './Actions.tsx';
import { AllRecipients } from './AllRecipients.tsx';
import { Attachments } from './Attachments.tsx';
import { Facts } from './Facts.tsx';
import { MANY, Recipients } from './Recipients.tsx';
import { NextAction } from './NextAction.tsx';
import { Scheduled, ScheduleFailed } from './Scheduled.tsx';
import { Timeline } from './Timeline.tsx';
import { useDocumentUpdates } from './use-document-updates.ts';
import { VerifyDrawer } from './VerifyDrawer.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Document.module.css';

const route = getRouteApi('/frame/documents/$id');

/** The page pictures change when the document is sent, and after each signature. */
const pictureVersion = ({ sent_at, signers }: Document): number =>
  sent_at === null ? 0 : 1 + signers.filter((signer) => signer.status === 'signed').length;

/**
 * Shows existing signatures, and the changes that were made to the file when it was uploaded, such as repairs or
 * removed active content.
 */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const [first, ...others] = warnings;
  if (first === undefined) return null;
  return (
    <Alert variant="light" color="gray" title={m.documentPage.aboutUploadedFile} className={classes['hint']}>
      {others.length === 0 ? (
        <English>{first}</English>
      ) : (
        <EnglishSentences all={warnings} className={classes['warnings']} />
      )}
    </Alert>
  );
}

export function DocumentPage() {
  const { id } = route.useParams();
  const { data: document, error, refetch } = useQuery(documentQuery(id));
  const [verifying, setVerifying] = useState(false);
  usePageTitle(document?.title ?? labels.document);
  const news = useDocumentUpdates(document, id);
  const { user } = useSuspenseQuery(sessionQuery).data;
  const isThere = document !== undefined;
  useEffect(() => {
    if (isThere) rememberDocument(user.id, id);
  }, [isThere, user.id, id]);

  if (error !== null && document === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/documents" search={{}} variant="default">
          {common.goToDocuments}
        </ButtonLink>
      </ErrorView>
    );
  }
  if (document === undefined) return <PageLoader />;
  return (
    <>
      <TextLink to="/documents" search={{}} className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> {common.documents}
      </TextLink>
      <PageHeader
        title={document.title}
        lead={
          <span className={classes['lead']}>
            <StatusPill status={document.status} />
            <span>{phrase(m.documentPage.pages(document.page_count, <bdi>{document.owner.name}</bdi>))}</span>
          </span>
        }
        actions={<Actions document={document} verify={() => setVerifying(true)} />}
      />
      {document.status === 'draft' && <ScheduleFailed document={document} />}
      {document.scheduled_for === null ? <NextAction document={document} /> : <Scheduled document={document} />}
      <div className={classes['columns']}>
        <div className={classes['side']}>
          <Warnings warnings={document.warnings} />
          {document.sent_at !== null && <Recipients document={document} />}
          {document.sent_at !== null && <Attachments document={document} />}
          <Facts document={document} />
          <Timeline document={document} />
        </div>
        <div className={classes['pages']}>
          <PagePictures document={document} step={pictureVersion(document)} />
          {document.sent_at !== null && document.signers.length > MANY && <AllRecipients document={document} />}
        </div>
      </div>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <VerifyDrawer id={id} opened={verifying} close={() => setVerifying(false)} />
    </>
  );
}
