import { Radio, Stack, Text, Title } from '@mantine/core';
import type { Dispatch } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import { type Change, type Draft, type Faults, unfinishedFields } from './draft.ts';
import { m } from './texts.ts';

/** Chooses where the signatures are placed. */
export function WhereForm({ draft, change, faults }: { draft: Draft; change: Dispatch<Change>; faults: Faults }) {
  return (
    <Panel label={m.whereForm.signaturePlacement}>
      <Title order={2} fz="md" mb="sm" id="where-title">
        {m.whereForm.signaturePlacement}
      </Title>
      <Radio.Group
        aria-labelledby="where-title"
        value={draft.where}
        onChange={(where) => change({ type: 'set', with: { where: where === 'fields' ? 'fields' : 'page' } })}
      >
        <Stack gap="sm">
          <Radio value="page" label={m.whereForm.onSignaturePageAtEnd} description={m.whereForm.addedWhenSend} />
          <Radio value="fields" label={m.whereForm.inFieldsIPlace} description={m.whereForm.signatureDateNameAndMore} />
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
