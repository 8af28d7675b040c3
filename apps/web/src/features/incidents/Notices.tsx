import { Button, CopyButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { type Incident, incidentNoticeQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastError } from '../../ui/toast.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

function Draft({ incident }: { incident: Incident }) {
  const { data: notice, error, refetch } = useQuery(incidentNoticeQuery(incident.id, 'authority'));
  const [text, setText] = useState<string | null>(null);
  if (error !== null) return <ErrorView error={error} retry={() => void refetch()} />;
  if (notice === undefined) return <PageLoader />;
  return (
    <Stack gap="md">
      {notice.missing.length > 0 && <Text>{m.notices.stillToBeFilled(notice.missing.join('; '))}</Text>}
      <Textarea
        label={notice.subject}
        autosize
        minRows={12}
        maxRows={24}
        value={text ?? notice.text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        data-autofocus
      />
      <DialogFooter>
        <CopyButton value={`${notice.subject}\n\n${text ?? notice.text}`}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? labels.copied : labels.copy}</Button>}
        </CopyButton>
      </DialogFooter>
    </Stack>
  );
}

/** The notice to the authority is drafted and recorded here. The organization sends it itself. */
export function Notices({ incident }: { incident: Incident }) {
  const [opened, setOpened] = useState(false);
  const queryClient = useQueryClient();
  const told = useMutation({
    mutationFn: () =>
      call(api.updateIncident, {
        params: { incidentId: incident.id },
        // The time is slightly in the past, because clocks differ and the server rejects times in the future.
        body: { authorityNotifiedAt: new Date(Date.now() - 1000).toISOString() },
      }),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  });
  const at = incident.authority_notified_at;
  return (
    <Section
      title={m.notices.noticeToAuthority}
      text={at === null ? m.notices.mostAuthoritiesHaveForm : m.notices.recordedAsSentOn(exactTime(at))}
      action={
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpened(true)}>
            {m.notices.openDraft}
          </Button>
          {at === null && (
            <Button variant="default" loading={told.isPending} onClick={() => told.mutate()}>
              {m.notices.recordAsSentNow}
            </Button>
          )}
        </Group>
      }
    >
      <Modal opened={opened} onClose={() => setOpened(false)} title={m.notices.noticeToAuthority} size="xl">
        <Draft incident={incident} />
      </Modal>
    </Section>
  );
}
