import { Text, Title } from '@mantine/core';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SigningArt } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ChoosePdf } from './ChoosePdf.tsx';
import classes from './Upload.module.css';

const STEPS = [
  ['Choose the PDF', 'It is stored unchanged, byte for byte.'],
  ['Add recipients', 'Names, e-mail addresses, order and fields.'],
  ['Send', 'Each signer gets a link by e-mail. You follow the progress.'],
] as const;

export function NewDocumentPage() {
  usePageTitle('New document');
  return (
    <>
      <PageHeader title="New document" />
      <div className={classes['drop']}>
        <SigningArt width={100} />
        <Title order={2} mt="lg">
          Drop a PDF here
        </Title>
        <Text c="dimmed" mb="lg">
          or anywhere in this window. At most 50 MB.
        </Text>
        <ChoosePdf size="md" focused />
      </div>
      <ol className={classes['steps']} aria-label="Next steps">
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
