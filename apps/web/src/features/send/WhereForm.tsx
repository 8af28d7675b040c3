import { Radio, Stack, Text, Title } from '@mantine/core';
import type { Dispatch } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import { type Change, type Draft, type Faults, unfinishedFields } from './draft.ts';

/** Where the signatures go. */
export function WhereForm({ draft, change, faults }: { draft: Draft; change: Dispatch<Change>; faults: Faults }) {
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
