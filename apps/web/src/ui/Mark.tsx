import logo from '@countersign/brand/logo.svg';
import { Group, Text } from '@mantine/core';
import { common } from './common.ts';

export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={logo} width={28} height={28} alt="" />
      <Text component="span" fz="md" fw={640} lts="-0.01em">
        {common.countersign}
      </Text>
    </Group>
  );
}
