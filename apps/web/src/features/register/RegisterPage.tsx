import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { urlOf } from '../../api/client.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import section from '../../ui/Section.module.css';
import { ActivitiesSection } from './ActivitiesSection.tsx';
import { ConsentSection } from './ConsentSection.tsx';
import { SubProcessorsSection } from './SubProcessorsSection.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const FORMATS = [
  { format: 'pdf', label: m.registerPage.documentPdf },
  { format: 'csv', label: labels.spreadsheetCsv },
  { format: 'json', label: m.registerPage.dataJson },
] as const;

/** The register of processing, sub-processors, and consent texts. */
export function RegisterPage() {
  usePageTitle(m.registerPage.dataProtection);
  return (
    <>
      <PageHeader
        title={m.registerPage.dataProtection}
        lead={m.registerPage.recordsOfProcessingArticleThirty}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={16} />}>
                {m.registerPage.downloadRecords}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {FORMATS.map(({ format, label }) => (
                <Menu.Item
                  key={format}
                  component="a"
                  href={urlOf(api.exportProcessingRegister, { query: { format } })}
                  download
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        }
      />
      <div className={section['sections']}>
        <ActivitiesSection />
        <SubProcessorsSection />
        <ConsentSection />
      </div>
    </>
  );
}
