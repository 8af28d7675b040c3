import { Button, Group, Select, Text, Title } from '@mantine/core';
import { type Dispatch, useRef, useState } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import { type Change, type Draft, isSigner } from './draft.ts';
import type { Suggestions } from './suggestions.ts';
import { m } from './texts.ts';

type Props = { draft: Draft; change: Dispatch<Change>; suggestions: Suggestions };

/** Offers fields that the document appears to need. Shown only if there are such suggestions. */
export function SuggestionsForm({ draft, change, suggestions }: Props) {
  // If no field was added, hiding the suggestions restores the earlier choice of where people sign.
  const [before, setBefore] = useState<Draft['where']>(draft.where);
  const buttons = useRef<HTMLDivElement>(null);
  const { open, isShown, recipient, show, choose, add } = suggestions;
  if (open.length === 0) return null;
  const signers = draft.recipients.filter(isSigner);
  const nameOf = (key: string) => {
    const index = draft.recipients.findIndex((one) => one.key === key);
    return draft.recipients[index]?.name.trim() || m.palette.recipient(index + 1);
  };
  const isPlacing = isShown && draft.where === 'fields';
  return (
    <Panel label={m.suggestions.title}>
      <Title order={2} fz="md" mb="sm">
        {m.suggestions.title}
      </Title>
      <Text fz="sm" role="status">
        {isPlacing ? m.suggestions.clickToAdd(open.length) : m.suggestions.found(open.length)}
      </Text>
      {isPlacing && signers.length > 1 && (
        <Select
          mt="sm"
          label={m.suggestions.forWhom}
          allowDeselect={false}
          value={recipient}
          data={signers.map(({ key }) => ({ value: key, label: nameOf(key) }))}
          onChange={(key) => key !== null && choose(key)}
        />
      )}
      <Group mt="sm" gap="xs" ref={buttons}>
        {isPlacing ? (
          <>
            <Button
              size="xs"
              onClick={() => {
                add(open);
                focusSoon(() => document.querySelector<HTMLElement>('[data-field]'));
              }}
            >
              {m.suggestions.addAll(open.length)}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                show(false);
                if (before === 'page' && draft.fields.length === 0) change({ type: 'set', with: { where: before } });
                focusSoon(() => buttons.current?.querySelector('button'));
              }}
            >
              {m.suggestions.hide}
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setBefore(draft.where);
              if (draft.where !== 'fields') change({ type: 'set', with: { where: 'fields' } });
              show(true);
              focusSoon(() => buttons.current?.querySelector('button'));
            }}
          >
            {draft.where === 'fields' ? m.suggestions.show : m.suggestions.placeFields}
          </Button>
        )}
      </Group>
    </Panel>
  );
}

/** Moves the focus after the button that had it has been removed. */
function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}
