import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import section from '../../ui/Section.module.css';
import { DueSection } from './DueSection.tsx';
import { HoldsSection } from './HoldsSection.tsx';
import { RulesSection } from './RulesSection.tsx';

/** Retention periods, due deletions and legal holds. */
export function RetentionPage() {
  usePageTitle('Retention and holds');
  return (
    <>
      <PageHeader title="Retention and holds" lead="Retention periods, documents due for deletion, and legal holds." />
      <div className={section['sections']}>
        <DueSection />
        <HoldsSection />
        <RulesSection />
      </div>
    </>
  );
}
