import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '@countersign/client';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { HandedOver } from './HandedOver.tsx';
import { HandOverForm } from './HandOverForm.tsx';
import { OpenSessions } from './OpenSessions.tsx';
import { m } from './texts.ts';

export type Started = AnswerOf<'startInPersonSession'>;

/** The host's screen shows the next signer, the link for the device, and how to open it. */
export function InPersonPage() {
  usePageTitle(m.inPersonPage.inPerson);
  const { document } = useSearch({ from: '/frame/in-person' });
  const navigate = useNavigate({ from: '/in-person' });
  // The link is kept only in memory, because it is shown only once.
  const [started, setStarted] = useState<Started | null>(null);
  return (
    <>
      <PageHeader title={m.inPersonPage.signInPerson} lead={m.inPersonPage.handTabletOrPhone} />
      <Stack gap="md">
        {started === null ? (
          <HandOverForm
            documentId={document}
            choose={(id) => void navigate({ search: id === null ? {} : { document: id }, replace: true })}
            onStarted={setStarted}
          />
        ) : (
          <HandedOver started={started} done={() => setStarted(null)} />
        )}
        <OpenSessions except={started?.session.id} />
      </Stack>
    </>
  );
}
