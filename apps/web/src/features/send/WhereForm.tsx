import { Radio, Stack, Text, Title } from '@mantine/core';
import type { Dispatch } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import { type Change, type Draft, type Faults, unfinishedFields } from './draft.ts';

/** Where the signatures are placed. */
export function WhereForm({ draft, change, faults }: { draft: Draft; change: Dispatch<Change>; faults: Faults }) {
  return (
    <Panel label="Signature placement">
      <Title order={2} fz="md" mb="sm" id="where-title">
        Signature placement
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
            description="Added when you send. You do not need to place fields."
          />
          <Radio
            value="fields"
            label="In fields that I place"
            description="Signature, date, name and more on the pages."
          />
        </Stack>
      </Radio.Group>
      {unfinishedFields(draft).map(
        ({ key }) =>
          faults[`${key}.options`] !== undefined && (
            <Text key={key} c="var(--cs-no)" role="alert" mt="sm">
              {faults[`${key}.options`]}
            </Text>
          ),
      )}
    </Panel>
  );
}
