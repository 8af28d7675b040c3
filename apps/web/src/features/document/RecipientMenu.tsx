/** What a sender does about one recipient who has not signed. */
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconBell, IconDots, IconMailForward, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { CorrectDialog, RemindDialog, useDocumentChanged } from './SendersDialogs.tsx';

type Props = { document: Document; signer: Document['signers'][number] };

export function RecipientMenu({ document, signer }: Props) {
  const changed = useDocumentChanged(document.id);
  const [doing, setDoing] = useState<'remind' | 'correct' | null>(null);
  const resend = useMutation({
    mutationFn: () => call('resendInvitation', { params: { id: document.id, signerId: signer.id }, body: {} }),
    onSuccess: async () => {
      toastDone('Sent again', `${signer.email} gets the link once more.`);
      await changed();
    },
    onError: toastError,
  });
  if (document.status !== 'in-progress' || signer.status === 'signed') return null;
  const close = () => setDoing(null);
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={`Manage ${signer.name}`} loading={resend.isPending}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {signer.status === 'pending-signature' && (
            <Menu.Item leftSection={<IconBell size={16} />} onClick={() => setDoing('remind')}>
              Remind …
            </Menu.Item>
          )}
          {signer.status !== 'waiting' && (
            <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => resend.mutate()}>
              Send the link again
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDoing('correct')}>
            Correct name or address …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === 'remind' && <RemindDialog document={document} only={signer} close={close} />}
      {doing === 'correct' && <CorrectDialog document={document} signer={signer} close={close} />}
    </>
  );
}
