import { Checkbox, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { placementsQuery } from './queries.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Change, Draft } from './draft.ts';

/** Shown only if the document contains tags such as {{signature:1}}. */
export function TagsForm({ id, draft, change }: { id: string; draft: Draft; change: Dispatch<Change> }) {
  const { data } = useQuery(placementsQuery(id));
  const { tags = [], problems = [] } = data ?? {};
  if (tags.length === 0 && problems.length === 0) return null;
  const missing = tags.filter(({ signer }) => signer > draft.recipients.length);
  return (
    <Panel label="Tags in the document">
      <Checkbox
        label={`Create fields from the ${tags.length === 1 ? 'tag' : `${tags.length} tags`} in this document`}
        description="Text such as {{signature:1}} is replaced by a field for the recipient with that number."
        checked={draft.tags}
        onChange={(event) => change({ type: 'set', with: { tags: event.currentTarget.checked } })}
      />
      {draft.tags && missing.length > 0 && (
        <Text fz="sm" mt="xs" role="status">
          A tag refers to recipient {Math.max(...missing.map(({ signer }) => signer))}. Add more recipients.
        </Text>
      )}
      {draft.tags && problems.length > 0 && (
        <>
          <Text fz="sm" mt="xs" role="status">
            These tags are invalid, so the document cannot be sent:
          </Text>
          <List size="sm">
            {problems.map(({ text, problem, page }) => (
              <List.Item key={`${page} ${text}`}>
                {text} on page {page}: {problem}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Panel>
  );
}
