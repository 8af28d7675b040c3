import { Checkbox, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { placementsQuery } from './queries.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Change, Draft } from './draft.ts';
import { m } from './texts.ts';

/** This form is shown only if the document contains tags such as {{signature:1}}. */
export function TagsForm({ id, draft, change }: { id: string; draft: Draft; change: Dispatch<Change> }) {
  const { data } = useQuery(placementsQuery(id));
  const { tags = [], problems = [] } = data ?? {};
  if (tags.length === 0 && problems.length === 0) return null;
  const missing = tags.filter(({ signer }) => signer > draft.recipients.length);
  return (
    <Panel label={m.tagsForm.tagsInDocument}>
      <Checkbox
        label={m.tagsForm.createFieldsFromTags(tags.length)}
        description={m.tagsForm.textAsSignatureOneReplaced}
        checked={draft.tags}
        onChange={(event) => change({ type: 'set', with: { tags: event.currentTarget.checked } })}
      />
      {draft.tags && missing.length > 0 && (
        <Text fz="sm" mt="xs" role="status">
          {m.tagsForm.tagRefersToRecipient(Math.max(...missing.map(({ signer }) => signer)))}
        </Text>
      )}
      {draft.tags && problems.length > 0 && (
        <>
          <Text fz="sm" mt="xs" role="status">
            {m.tagsForm.tagsInvalidSoDocumentCannot}
          </Text>
          <List size="sm">
            {problems.map(({ text, problem, page }) => (
              <List.Item key={`${page} ${text}`}>{m.tagsForm.onPage(text, page, problem)}</List.Item>
            ))}
          </List>
        </>
      )}
    </Panel>
  );
}
