import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './Panel.tsx';
import { m } from './part-texts.ts';
import classes from './Strip.module.css';

type Tone = 'quiet' | 'wait' | 'done' | 'no';
type Props = { tone: Tone; title: string; text: ReactNode; children?: ReactNode };

/** Shows the state of a document or package in one sentence, with its next action. A scheduled draft has two actions. */
export function Strip({ tone, title, text, children }: Props) {
  return (
    <Panel label={m.strip.nextAction} className={classes['strip']}>
      <div className={classes['body']} data-tone={tone}>
        <div className={classes['text']}>
          <Title order={2} fz="md" lineClamp={4} title={title}>
            {title}
          </Title>
          <Text c="dimmed" className={classes['words']}>
            {text}
          </Text>
        </div>
        <div className={classes['actions']}>{children}</div>
      </div>
    </Panel>
  );
}
