import { Title } from '@mantine/core';
import { focusHeading } from '@countersign/ui-kit/focus';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './PageHeader.module.css';

/** Titles with more than this number of characters would fill most of a phone's screen at the usual size. */
const LONG_TITLE = 60;

/** Shows the heading of a page, an explanation, and the main action on the right (below on a phone). */
export function PageHeader({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusHeading(heading.current), []);
  return (
    <div className={classes['root']}>
      <div className={classes['words']}>
        <Title ref={heading} order={1} lts="-0.015em" tabIndex={-1} data-long={title.length > LONG_TITLE || undefined}>
          {title}
        </Title>
        {lead !== undefined && <div className={classes['lead']}>{lead}</div>}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
