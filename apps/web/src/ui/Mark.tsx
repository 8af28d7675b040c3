import { Group, Text } from '@mantine/core';

/** A tick drawn with a pen above the line one signs on. */
function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#27439b" />
      <path
        d="M7 15.2c1.9.9 3.4 2.6 4.5 5C14 14 18.6 9.4 25 6.4"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M7 25.5h18" stroke="#fff" strokeOpacity=".62" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <Mark />
      <Text component="span" fz="md" fw={640} lts="-0.01em">
        Countersign
      </Text>
    </Group>
  );
}
