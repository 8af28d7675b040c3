import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import { BarePage } from '../../ui/BarePage.tsx';
import { EmptyState } from '../../ui/Panel.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Frame } from './Frame.tsx';

/** Within the frame, where a page found nothing. */
export function NotFound() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      heading="h1"
      title="There is nothing at this address"
      text="The link may be outdated or incomplete. Your documents are safe."
    >
      <ButtonLink to="/documents" search={{}}>
        Go to documents
      </ButtonLink>
    </EmptyState>
  );
}

/** At an address of no page: whoever is logged in keeps the bar and its ways on; whoever is not is told no more than this. */
export function NoSuchPage() {
  const { data: session, isPending } = useQuery({ ...sessionQuery, retry: false });
  if (isPending) return null;
  if (session !== undefined)
    return (
      <Frame>
        <NotFound />
      </Frame>
    );
  return (
    <BarePage>
      <main>
        <NotFound />
      </main>
    </BarePage>
  );
}
