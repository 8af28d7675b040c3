import { Kbd, Modal, Text } from '@mantine/core';
import { isMac, type KeyName, KEYS, keysAreOn } from '../../ui/keys.ts';
import { TextLink } from '../../ui/links.tsx';
import { phrase } from '../../ui/phrase.ts';
import { m } from './command-texts.ts';
import classes from './Palette.module.css';

const NAMES = Object.keys(KEYS) as (keyof typeof KEYS)[];

const shown = (name: Exclude<KeyName, 'palette'>): string => (name === 'selectTo' ? m.keys.shiftX : KEYS[name]);

const Key = ({ name, children }: { name: string; children: string }) => (
  <div className={classes['key']}>
    <dt>{name}</dt>
    <dd>
      <Kbd>{children}</Kbd>
    </dd>
  </div>
);

export function KeysDialog({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={m.keys.keyboardShortcuts}>
      <dl className={classes['keys']}>
        <Key name={m.keys.names.palette}>{isMac() ? '⌘K' : m.keys.ctrlK}</Key>
        {NAMES.map((name) => (
          <Key key={name} name={m.keys.names[name]}>
            {shown(name)}
          </Key>
        ))}
        <Key name={m.keys.open}>{m.keys.enter}</Key>
      </dl>
      <Text fz="sm" c="dimmed" mt="md">
        {phrase(
          (keysAreOn() ? m.keys.canBeTurnedOff : m.keys.areTurnedOff)((text) => (
            <TextLink key="profile" to="/settings/profile" fz="sm" underline="always" onClick={close}>
              {text}
            </TextLink>
          )),
        )}
      </Text>
    </Modal>
  );
}
