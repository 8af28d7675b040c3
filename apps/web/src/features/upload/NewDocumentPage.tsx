import { Text, Title } from '@mantine/core';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SigningArt } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ChoosePdf } from './ChoosePdf.tsx';
import { m } from './dialog-texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Upload.module.css';

const STEPS = [
  [m.newDocumentPage.choosePdf, m.newDocumentPage.storedUnchangedByteForByte],
  [m.newDocumentPage.addRecipients, m.newDocumentPage.namesEMailAddressesOrder],
  [m.newDocumentPage.send, m.newDocumentPage.eachSignerGetsLink],
] as const;

export function NewDocumentPage() {
  usePageTitle(common.newDocument);
  return (
    <>
      <PageHeader title={common.newDocument} />
      <div className={classes['drop']}>
        <SigningArt width={100} />
        <Title order={2} mt="lg">
          {m.newDocumentPage.dropPdf}
        </Title>
        <Text c="dimmed" mb="lg">
          {m.newDocumentPage.orAnywhereInWindow}
        </Text>
        <ChoosePdf size="md" focused />
      </div>
      <ol className={classes['steps']} aria-label={m.newDocumentPage.nextSteps}>
        {STEPS.map(([title, text], index) => (
          <li key={title}>
            <span className={classes['stepNumber']} aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <Text fw={600}>{title}</Text>
              <Text c="dimmed">{text}</Text>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
