import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import type { Document } from '../../api/queries.ts';
import { RemindDialog } from './SendersDialogs.tsx';
import { m } from './texts.ts';

type Props = { document: Document; signer: Document['signers'][number] };

/** The most frequent action for a recipient who has not signed. */
export function RemindButton({ document, signer }: Props) {
  const [opened, setOpened] = useState(false);
  if (document.status !== 'in-progress' || signer.status !== 'pending-signature') return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        leftSection={<IconBell size={13} />}
        aria-label={m.remindButton.remindAriaLabel(signer.name)}
        onClick={() => setOpened(true)}
      >
        {m.remindButton.remind}
      </Button>
      {opened && <RemindDialog document={document} only={signer} close={() => setOpened(false)} />}
    </>
  );
}
