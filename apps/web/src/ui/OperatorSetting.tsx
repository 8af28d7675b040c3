import { Anchor, Code, Text } from '@mantine/core';
import { m } from './part-texts.ts';
import { phrase } from './phrase.ts';

/**
 * Explains that an environment variable of the server determines a setting and that administrators cannot change it.
 * Links to the variable's documentation.
 */
export function OperatorSetting({ name }: { name: string }) {
  return (
    <Text size="sm" c="dimmed">
      {phrase(
        m.operatorSetting.setByOperator(<Code>{name}</Code>, (text) => (
          <Anchor href="/docs/operate/settings" target="_blank" underline="always" inherit>
            {text}
          </Anchor>
        )),
      )}
    </Text>
  );
}
