import { NumberInput, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { type Document, sessionQuery } from '../../api/queries.ts';
import { Panel } from '../../ui/Panel.tsx';
import { dayOf } from '../../ui/time.ts';
import type { Change, Draft, Faults } from './draft.ts';
import { RemindersForm } from './RemindersForm.tsx';
import { lastDay, usualSubject } from './review.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { draft: Draft; change: Dispatch<Change>; faults: Faults; document: Pick<Document, 'title'> };

/** Edits the text of the invitation and the document's expiry. */
export function MessageForm({ draft, change, faults, document }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <Panel label={labels.message}>
      <Title order={2} fz="md" mb="sm">
        {labels.message}
      </Title>
      <Stack gap="md">
        <TextInput
          label={labels.subject}
          placeholder={usualSubject(session.user, document.title)}
          maxLength={200}
          value={draft.subject}
          onChange={(event) => change({ type: 'set', with: { subject: event.currentTarget.value } })}
        />
        <Textarea
          label={labels.message}
          placeholder={m.messageForm.optional}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          value={draft.message}
          onChange={(event) => change({ type: 'set', with: { message: event.currentTarget.value } })}
        />
        <NumberInput
          label={labels.daysToSign}
          description={
            faults['days'] === undefined && draft.days >= 1
              ? m.messageForm.until(dayOf(lastDay(draft.days, new Date())))
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={365}
          allowDecimal={false}
          w={160}
          value={draft.days}
          error={faults['days']}
          onChange={(days) => change({ type: 'set', with: { days: Number(days) } })}
        />
        <RemindersForm draft={draft} change={change} />
      </Stack>
    </Panel>
  );
}
