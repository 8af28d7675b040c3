import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import { BarePage } from '../../ui/BarePage.tsx';
import { EmptyState } from '../../ui/Panel.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Frame } from './Frame.tsx';

/** Within the layout, if a page's object does not exist. */
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

/** For an unknown address. Signed-in people keep the navigation; others only see this message. */
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
