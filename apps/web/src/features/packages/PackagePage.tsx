import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconArrowDown, IconArrowUp, IconBell, IconChevronLeft, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Package, packageQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { listedUpTo } from '../../ui/listed.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { phrase } from '../../ui/phrase.ts';
import { SignerPill, StatusPill } from '../../ui/StatusPill.tsx';
import { Strip } from '../../ui/Strip.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { PACKAGE_TONES, PackagePill } from './PackagePill.tsx';
import { Preview } from './Preview.tsx';
import { RemindDialog } from './RemindDialog.tsx';
import { awaitedOf } from './reminders.ts';
import { SendForm } from './SendForm.tsx';
import { STATUSES } from './search.ts';
import { Timeline } from './Timeline.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Packages.module.css';

const route = getRouteApi('/frame/packages/$id');

function useChanged(id: string): (now: Package) => void {
  const queryClient = useQueryClient();
  return (now) => {
    queryClient.setQueryData(packageQuery(id).queryKey, now);
    void queryClient.invalidateQueries({ queryKey: ['packages', 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['documents'] });
  };
}

type DocumentsProps = { all: Package; reorder: (ids: string[]) => void; busy: boolean };

/** Lists the documents in signing order, which can be changed while the package is a draft. */
function Documents({ all, reorder, busy }: DocumentsProps) {
  const ids: string[] = all.documents.map(({ id }) => id);
  const swap = (index: number, by: number): void => {
    const [one, other] = [ids[index], ids[index + by]];
    if (one !== undefined && other !== undefined) reorder(ids.with(index, other).with(index + by, one));
  };
  return (
    <Panel label={common.documents}>
      <Title order={2} fz="md" mb="sm">
        {common.documents}
      </Title>
      <ol className={classes['documents']}>
        {all.documents.map((document, index) => (
          <li key={document.id} className={classes['document']}>
            <Preview document={document} />
            <div className={classes['about']}>
              <TextLink to="/documents/$id" params={{ id: document.id }} className={classes['name']}>
                {document.title}
              </TextLink>
              {document.signers.length > 0 && (
                <ul className={classes['signers']} aria-label={m.packagePage.recipientsOf(document.title)}>
                  {document.signers.map((signer) => (
                    <li key={signer.id}>
                      <Text fz="sm" component="span">
                        <bdi>{signer.name}</bdi>
                      </Text>
                      <SignerPill status={signer.status} viewed={false} document={document.status} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
            {all.status !== 'draft' && <StatusPill status={document.status} />}
            {all.status === 'draft' && (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  aria-label={m.packagePage.moveUp(document.title)}
                  disabled={busy || index === 0}
                  onClick={() => swap(index, -1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={m.packagePage.moveDown(document.title)}
                  disabled={busy || index === ids.length - 1}
                  onClick={() => swap(index, 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={m.packagePage.removeFromPackage(document.title)}
                  disabled={busy || ids.length === 1}
                  onClick={() => reorder(ids.toSpliced(index, 1))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Group>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Shown({ all }: { all: Package }) {
  const changed = useChanged(all.id);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const [reminding, setReminding] = useState(false);
  const awaited = awaitedOf(all.documents);
  const change = useMutation({
    mutationFn: (documentIds: string[]) => call(api.updatePackage, { params: { id: all.id }, body: { documentIds } }),
    onSuccess: (answer) => changed(answer.package),
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: () => call(api.deletePackage, { params: { id: all.id } }),
    onSuccess: async () => {
      await navigate({ to: '/packages', search: {} });
      queryClient.removeQueries({ queryKey: ['packages', all.id] });
      void queryClient.invalidateQueries({ queryKey: ['packages', 'list'] });
      toastDone(m.packagePage.packageDeleted, m.packagePage.documentsSeparateDraftsAgain);
    },
    onError: toastError,
  });
  return (
    <>
      <TextLink to="/packages" search={{}} className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> {common.packages}
      </TextLink>
      <PageHeader
        title={all.title}
        lead={
          <span className={classes['lead']}>
            <PackagePill status={all.status} />
            <span>{phrase(m.packagesPage.documentsByBy(all.document_count, <bdi>{all.owner.name}</bdi>))}</span>
          </span>
        }
        actions={
          <>
            {all.status === 'draft' && (
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {common.delete}
              </Button>
            )}
            {all.status === 'in-progress' && (
              <Button variant="default" onClick={() => setCancelling(true)}>
                {m.packagePage.cancelPackage}
              </Button>
            )}
          </>
        }
      />
      {all.sent_at !== null && (
        <Strip
          tone={PACKAGE_TONES[all.status]}
          title={
            awaited.length === 0
              ? STATUSES[all.status]
              : m.packagePage.waitingFor(
                  listedUpTo(
                    awaited.map(({ name }) => name),
                    2,
                  ),
                )
          }
          text={all.cancel_reason ?? m.packagePage.ofDocumentsCompleted(all.completed_count, all.document_count)}
        >
          {awaited.length > 0 && (
            <Button leftSection={<IconBell size={16} />} onClick={() => setReminding(true)}>
              {m.packagePage.remind}
            </Button>
          )}
        </Strip>
      )}
      <div className={classes['parts']} data-draft={all.status === 'draft' || undefined}>
        <Documents all={all} reorder={(ids) => change.mutate(ids)} busy={change.isPending} />
        {all.status === 'draft' && <SendForm all={all} changed={changed} />}
        {all.sent_at !== null && <Timeline all={all} />}
      </div>
      {reminding && <RemindDialog awaited={awaited} close={() => setReminding(false)} />}
      <CancelDialog all={all} opened={cancelling} close={() => setCancelling(false)} changed={changed} />
    </>
  );
}

export function PackagePage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(packageQuery(id));
  usePageTitle(data?.title ?? m.packagePage.package);
  if (error !== null && data === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/packages" search={{}} variant="default">
          {m.packagePage.goToPackages}
        </ButtonLink>
      </ErrorView>
    );
  }
  return data === undefined ? <PageLoader /> : <Shown key={id} all={data} />;
}
