import { Button, List, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MakePackageDialog } from '../packages/MakePackageDialog.tsx';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { m } from './dialog-texts.ts';
import type { Outcome, Uploaded } from './several-files.ts';

type Props = { outcome: Outcome | null; close: () => void };

/** After several files have been uploaded, asks whether to send them together or one by one. */
export function SeveralFilesDialog({ outcome, close }: Props) {
  const navigate = useNavigate();
  const [together, setTogether] = useState<readonly Uploaded[] | null>(null);
  const { uploaded, refused } = outcome ?? { uploaded: [], refused: [] };
  const leave = () => {
    setTogether(null);
    close();
  };
  const toDrafts = () => {
    leave();
    const [only] = uploaded;
    if (uploaded.length === 1 && only !== undefined)
      void navigate({ to: '/documents/$id/send', params: { id: only.id } });
    else void navigate({ to: '/documents', search: { status: 'draft', sort: 'created_at' } });
  };
  return (
    <>
      <Modal
        opened={outcome !== null && together === null}
        onClose={leave}
        title={m.severalFiles.uploaded(uploaded.length)}
        closeOnClickOutside={false}
      >
        <Stack gap="md">
          {uploaded.length > 0 && (
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {uploaded.map(({ id, title }) => (
                <List.Item key={id}>{title}</List.Item>
              ))}
            </List>
          )}
          {refused.length > 0 && (
            <div role="alert">
              <Text fw={560} c="var(--cs-no)">
                {m.severalFiles.refused(refused.length)}
              </Text>
              <List size="sm" style={{ overflowWrap: 'anywhere' }}>
                {refused.map(({ name, why }, index) => (
                  <List.Item key={index}>{m.severalFiles.why(name, why)}</List.Item>
                ))}
              </List>
            </div>
          )}
          {uploaded.length > 1 && <Text c="dimmed">{m.severalFiles.choose}</Text>}
          <DialogFooter>
            {uploaded.length === 0 ? (
              <Button data-autofocus onClick={leave}>
                {m.severalFiles.close}
              </Button>
            ) : (
              <Button variant={uploaded.length > 1 ? 'default' : 'filled'} onClick={toDrafts}>
                {m.severalFiles.separately(uploaded.length)}
              </Button>
            )}
            {uploaded.length > 1 && (
              <Button data-autofocus onClick={() => setTogether(uploaded)}>
                {m.severalFiles.together}
              </Button>
            )}
          </DialogFooter>
        </Stack>
      </Modal>
      <MakePackageDialog documents={together} close={() => setTogether(null)} done={leave} />
    </>
  );
}
