import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { templateQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { PublicLinkCard } from './PublicLinkCard.tsx';
import { PublicLinkDialog } from './PublicLinkDialog.tsx';
import { publicLinksQuery } from './queries.ts';
import { m } from './texts.ts';
import classes from './PublicLinks.module.css';

const route = getRouteApi('/frame/templates/$id/public-links');

export function PublicLinksPage() {
  const { id } = route.useParams();
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  const { data: links, error: listError, refetch: refetchLinks } = useQuery(publicLinksQuery(id));
  const [isCreating, setCreating] = useState(false);
  usePageTitle(m.publicLinks.title);
  if (error !== null && template === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (listError !== null && links === undefined)
    return <ErrorView error={listError} retry={() => void refetchLinks()} />;
  if (template === undefined || links === undefined) return <PageLoader />;
  const hasVariables = template.variables.length > 0;
  const create = (
    <Button leftSection={<IconPlus size={16} />} disabled={hasVariables} onClick={() => setCreating(true)}>
      {m.publicLinks.create}
    </Button>
  );
  return (
    <>
      <TextLink to="/templates/$id" params={{ id }} className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> <bdi>{template.name}</bdi>
      </TextLink>
      <PageHeader
        title={m.publicLinks.title}
        lead={m.publicLinks.lead}
        actions={links.length > 0 ? create : undefined}
      />
      {hasVariables && (
        <Alert variant="light" color="gray" mb="md">
          {m.publicLinks.variables}
        </Alert>
      )}
      {links.length === 0 ? (
        <Panel label={m.publicLinks.title}>
          <EmptyState title={m.publicLinks.none} text={m.publicLinks.noneText}>
            {create}
          </EmptyState>
        </Panel>
      ) : (
        <Stack gap="md">
          {links.map((link) => (
            <PublicLinkCard key={link.id} link={link} template={template} />
          ))}
        </Stack>
      )}
      <PublicLinkDialog template={template} link={null} isOpen={isCreating} close={() => setCreating(false)} />
    </>
  );
}
