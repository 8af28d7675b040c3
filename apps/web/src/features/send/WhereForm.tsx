import { Radio, Stack, Title } from '@mantine/core';
import type { Dispatch } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import type { Change, Draft } from './draft.ts';

/** Where the signatures go. */
export function WhereForm({ draft, change }: { draft: Draft; change: Dispatch<Change> }) {
  return (
    <Panel label="Where they sign">
      <Title order={2} fz="md" mb="sm" id="where-title">
        Where they sign
      </Title>
      <Radio.Group
        aria-labelledby="where-title"
        value={draft.where}
        onChange={(where) => change({ type: 'set', with: { where: where === 'fields' ? 'fields' : 'page' } })}
      >
        <Stack gap="sm">
          <Radio
            value="page"
            label="On a signature page at the end"
            description="Added when you send; nothing to place."
          />
          <Radio
            value="fields"
            label="Where I place the fields"
            description="Signature, date, name and more, on the pages themselves."
          />
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
