import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './Panel.tsx';
import classes from './Section.module.css';

type Props = {
  title: string;
  text?: ReactNode;
  /** The action to the right of the title. */
  action?: ReactNode;
  /** Whether the section contains actions that are hard or impossible to undo. */
  danger?: boolean;
  /** Whether the section is as narrow as a form. */
  narrow?: boolean;
  children?: ReactNode;
};

/** One topic of a settings page, with its title, its purpose and its form. */
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
