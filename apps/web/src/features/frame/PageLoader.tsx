import { Center, Loader } from '@mantine/core';

export function PageLoader() {
  return (
    <Center mih="50dvh">
      <Loader size="sm" aria-label="Loading" />
    </Center>
  );
}
