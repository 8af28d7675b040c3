import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './Panel.tsx';
import classes from './Section.module.css';

type Props = {
  title: string;
  text?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  /** Cannot be undone, or nearly so. */
  danger?: boolean;
  /** As wide as a form should be. */
  narrow?: boolean;
  children?: ReactNode;
};

/** One matter of a settings page: what it is, why one would change it, and the means to. */
export function Section({ title, text, action, danger = false, narrow = false, children }: Props) {
  return (
    <Panel label={title} className={danger ? classes['danger'] : undefined}>
      <div className={classes['head']}>
        <div className={classes['words']}>
          <Title order={2} fz="md">
            {title}
          </Title>
          {text !== undefined && (
            <Text c="dimmed" mt={2} maw="62ch">
              {text}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children !== undefined && (
        <div className={[classes['body'], narrow ? classes['narrow'] : ''].join(' ')}>{children}</div>
      )}
    </Panel>
  );
}
