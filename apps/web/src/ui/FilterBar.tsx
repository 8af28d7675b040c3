import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from './part-texts.ts';
import classes from './FilterBar.module.css';

type Props = { filter: Readonly<Record<string, unknown>>; children: ReactNode };

/** The filters above a list. On a phone, a button shows how many filters are active and opens them. */
export function FilterBar({ filter, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const active = Object.values(filter).filter((value) => value !== undefined).length;
  return (
    <div className={classes['bar']}>
      <Button
        hiddenFrom="sm"
        variant={active === 0 ? 'default' : 'light'}
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {m.filterBar.filters(active)}
      </Button>
      <div id={id} className={classes['filters']} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
