/** The actions that the sender can take for a single recipient. */
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconCertificateOff, IconDots, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Certificate } from './queries.ts';
import type { Document } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { RemoveRecipientDialog } from './ChangeRecipientsDialog.tsx';
import { RevokeDialog, useMayRevoke } from './RevokeCertificate.tsx';
import { CorrectDialog, useDocumentChanged } from './SendersDialogs.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { document: Document; signer: Document['signers'][number]; certificate: Certificate | undefined };

export function RecipientMenu({ document, signer, certificate }: Props) {
  const mayRevoke = useMayRevoke(certificate);
  const changed = useDocumentChanged(document.id);
  const [doing, setDoing] = useState<'correct' | 'remove' | 'revoke' | null>(null);
  const resend = useMutation({
    mutationFn: () => call(api.resendInvitation, { params: { id: document.id, signerId: signer.id }, body: {} }),
    onSuccess: async () => {
      toastDone(labels.sentAgain, m.recipientMenu.getsLinkAgain(signer.email));
      await changed();
    },
    onError: toastError,
  });
  const isOpen = document.status === 'in-progress' && signer.status !== 'signed';
  if (!isOpen && !mayRevoke) return null;
  const close = () => setDoing(null);
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={m.recipientMenu.manage(signer.name)} loading={resend.isPending}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOpen && signer.status !== 'waiting' && (
            <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => resend.mutate()}>
              {m.recipientMenu.sendLinkAgain}
            </Menu.Item>
          )}
          {isOpen && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDoing('correct')}>
              {m.recipientMenu.correctNameOrAddress}
            </Menu.Item>
          )}
          {isOpen && document.signers.length > 1 && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setDoing('remove')}>
              {labels.removeDialog}
            </Menu.Item>
          )}
          {mayRevoke && (
            <Menu.Item leftSection={<IconCertificateOff size={16} />} onClick={() => setDoing('revoke')}>
              {m.recipientMenu.revokeCertificateDialog}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {doing === 'revoke' && <RevokeDialog document={document} signer={signer} close={close} />}
      {doing === 'remove' && <RemoveRecipientDialog document={document} signer={signer} close={close} />}
      {doing === 'correct' && <CorrectDialog document={document} signer={signer} close={close} />}
    </>
  );
}
