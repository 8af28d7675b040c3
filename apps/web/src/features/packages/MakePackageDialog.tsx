import { Alert, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { m } from './texts.ts';

type Documents = readonly { id: string; title: string }[];
/** `done` is called instead of `close` once the package has been created. */
type Props = { documents: Documents | null; close: () => void; done?: () => void };

function MakeForm({ documents, close, done }: Omit<Props, 'documents'> & { documents: Documents }) {
  const [title, setTitle] = useState('');
  const [tried, setTried] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () =>
      call(api.createPackage, { body: { title: title.trim(), documentIds: documents.map(({ id }) => id) } }),
    onSuccess: (answer) => {
      void queryClient.invalidateQueries({ queryKey: ['packages'] });
      (done ?? close)();
      // The navigation is not awaited. If a page with unsaved changes blocks it, the promise never settles.
      void navigate({ to: '/packages/$id', params: { id: answer.package.id } });
    },
  });
  const missing = tried && title.trim() === '';
  return (
    <DialogForm
      submit={() => {
        setTried(true);
        if (title.trim() !== '') making.mutate();
      }}
    >
      <Stack gap="md">
        <Text>
          {m.makePackageDialog.documentsSignedInOneVisit(
            documents.length,
            documents.map((one) => one.title).join(', '),
          )}
        </Text>
        {making.error !== null && (
          <Alert color="red" variant="light" role="alert" title={explain(making.error).title}>
            {explain(making.error).detail}
          </Alert>
        )}
        <TextInput
          label={m.makePackageDialog.titleOfPackage}
          placeholder={m.makePackageDialog.forExample}
          maxLength={200}
          data-autofocus
          value={title}
          error={missing ? m.makePackageDialog.enterTitle : undefined}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DialogActions close={close} isPending={making.isPending}>
          {m.makePackageDialog.createPackage}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

/** Creates a package from the drafts selected in the list. */
export function MakePackageDialog({ documents, ...props }: Props) {
  return (
    <Modal opened={documents !== null} onClose={props.close} title={m.makePackageDialog.createPackageTitle}>
      {documents !== null && <MakeForm documents={documents} {...props} />}
    </Modal>
  );
}
