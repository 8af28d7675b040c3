import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import { BarePage } from '../../ui/BarePage.tsx';
import { EmptyState } from '../../ui/Panel.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Frame } from './Frame.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

/** Shown within the layout if the URL refers to an object that does not exist. */
export function NotFound() {
  usePageTitle(m.notFound.pageNotFound);
  return (
    <EmptyState heading="h1" title={m.notFound.nothingAtAddress} text={m.notFound.linkMayBeOutdated}>
      <ButtonLink to="/documents" search={{}}>
        {common.goToDocuments}
      </ButtonLink>
    </EmptyState>
  );
}

/** Shown for an unknown URL. Signed-in people keep the navigation, and others see only this message. */
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
