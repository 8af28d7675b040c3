import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { m } from './filter-texts.ts';
import classes from './Documents.module.css';

type Props = {
  label: string;
  Icon: ComponentType<{ size?: number }>;
  /** The text for the filter's value. Undefined if the filter is off. */
  value: string | undefined;
  remove: () => void;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  children: ReactNode;
};

export const FilterValue = ({ value, remove }: { value: string; remove: () => void }) => (
  <Button
    size="xs"
    variant="light"
    className={classes['tagOn']}
    rightSection={<IconX size={14} />}
    aria-label={m.removeFilter(value)}
    onClick={remove}
  >
    {value}
  </Button>
);

/** A filter of the list: a button that opens its form, or its value with a button to remove it. */
export function FilterPopover({ label, Icon, value, remove, opened, setOpened, children }: Props) {
  if (value !== undefined) return <FilterValue value={value} remove={remove} />;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon size={36} variant="default" aria-label={label} onClick={() => setOpened(!opened)}>
            <Icon size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={classes['filter']}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
