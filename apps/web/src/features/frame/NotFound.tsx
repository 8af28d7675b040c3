import { EmptyState } from '../../ui/Sheet.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

export function NotFound() {
  usePageTitle('Page not found');
  return (
    <main>
      <EmptyState
        heading="h1"
        title="There is nothing at this address"
        text="The link may be old, or a character got lost on the way. Your documents are where they were."
      >
        <ButtonLink to="/documents" search={{}}>
          Go to documents
        </ButtonLink>
      </EmptyState>
    </main>
  );
}
