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

const FORMATS = [
  { format: 'pdf', label: 'Document (PDF)' },
  { format: 'csv', label: 'Spreadsheet (CSV)' },
  { format: 'json', label: 'Data (JSON)' },
] as const;

/** The register of processing, sub-processors, and consent texts. */
export function RegisterPage() {
  usePageTitle('Data protection');
  return (
    <>
      <PageHeader
        title="Data protection"
        lead="Records of processing (Article 30 GDPR), sub-processors and consent texts."
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={16} />}>
                Download records
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
