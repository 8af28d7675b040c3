import { Text } from '@mantine/core';
import { judgePassword, PASSWORD_MIN } from './password.ts';
import classes from './PasswordMeter.module.css';

export function PasswordMeter({ password, id, min = PASSWORD_MIN }: { password: string; id: string; min?: number }) {
  const { enough, part, text } = judgePassword(password, min);
  return (
    <div className={classes['meter']}>
      <div className={classes['track']} aria-hidden="true">
        <div className={classes['fill']} data-enough={enough || undefined} style={{ transform: `scaleX(${part})` }} />
      </div>
      <Text id={id} fz="xs" c="dimmed" mt={4} aria-live="polite">
        {text}
      </Text>
    </div>
  );
}
