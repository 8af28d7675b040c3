import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import section from '../../ui/Section.module.css';
import { DueSection } from './DueSection.tsx';
import { HoldsSection } from './HoldsSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { m } from './texts.ts';

export function RetentionPage() {
  usePageTitle(m.retentionPage.retentionAndHolds);
  return (
    <>
      <PageHeader title={m.retentionPage.retentionAndHolds} lead={m.retentionPage.retentionPeriodsDocumentsDue} />
      <div className={section['sections']}>
        <DueSection />
        <HoldsSection />
        <RulesSection />
      </div>
    </>
  );
}
