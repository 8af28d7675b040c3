import { Alert, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Document, documentQuery, statusQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PagePictures } from '../../ui/PagePictures.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { PageLoader } from '../frame/PageLoader.tsx';
import { Actions } from './Actions.tsx';
import { Facts } from './Facts.tsx';
import { Recipients } from './Recipients.tsx';
import { Timeline } from './Timeline.tsx';
import { VerifyDrawer } from './VerifyDrawer.tsx';
import classes from './Document.module.css';

const route = getRouteApi('/frame/documents/$id');

/** Asks how far signing is while it runs; the first answer that differs from what is shown reads everything anew. */
function useLiveDocument(document: Document | undefined, id: string): void {
  const queryClient = useQueryClient();
  const { data: status } = useQuery(statusQuery(id, document?.status === 'in-progress'));
  const shown = document?.signers.map((signer) => `${signer.email} ${signer.status}`).join('\n');
  const now = status?.signers.map((signer) => `${signer.email} ${signer.status}`).join('\n');
  const changed =
    document !== undefined && status !== undefined && (status.status !== document.status || now !== shown);
  const signed = status?.signedCount;
  useEffect(() => {
    if (!changed) return;
    void queryClient.invalidateQueries({ queryKey: ['documents', 'one', id] });
    void queryClient.invalidateQueries({ queryKey: ['documents', 'audit', id] });
  }, [changed, signed, id, queryClient]);
}

/** Pages look different when the document has been sent, and after each signature. */
const looks = ({ sent_at, signers }: Document): number =>
  sent_at === null ? 0 : 1 + signers.filter((signer) => signer.status === 'signed').length;

function DraftHint({ id }: { id: string }) {
  return (
    <Alert variant="light" title="This is a draft" className={classes['hint']}>
      <Text mb="sm">Nobody but you has seen it. Say who signs, and send it.</Text>
      <ButtonLink to="/documents/$id/send" params={{ id }} size="xs">
        Prepare for sending
      </ButtonLink>
    </Alert>
  );
}

export function DocumentPage() {
  const { id } = route.useParams();
  const { data: document, error, refetch } = useQuery(documentQuery(id));
  const [verifying, setVerifying] = useState(false);
  usePageTitle(document?.title ?? 'Document');
  useLiveDocument(document, id);

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
  return (
    <>
      <TextLink to="/documents" search={{}} className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> Documents
      </TextLink>
      <PageHeader
        title={document.title}
        lead={
          <span className={classes['lead']}>
            <StatusPill status={document.status} />
            <span>
              {document.page_count} {document.page_count === 1 ? 'page' : 'pages'} · {document.owner.name}
            </span>
          </span>
        }
        actions={<Actions document={document} verify={() => setVerifying(true)} />}
      />
      <div className={classes['columns']}>
        <div className={classes['side']}>
          {document.status === 'draft' && <DraftHint id={id} />}
          {document.void_reason !== null && (
            <Alert variant="light" color="gray" title="Withdrawn" className={classes['hint']}>
              {document.void_reason}
            </Alert>
          )}
          {document.status !== 'draft' && <Recipients document={document} />}
          <Facts document={document} />
          <Timeline document={document} />
        </div>
        <div className={classes['pages']}>
          <PagePictures document={document} step={looks(document)} />
        </div>
      </div>
      <VerifyDrawer id={id} opened={verifying} close={() => setVerifying(false)} />
    </>
  );
}
