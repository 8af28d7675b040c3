import { Menu, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { organizationsQuery } from '../../api/queries.ts';
import { toastError } from '../../ui/toast.ts';
import { enterOrganization } from './enter-organization.ts';
import { m } from './menu-texts.ts';

/** Lists the person's organizations, with an option to create a new one. */
export function OrganizationItems({ make }: { make: () => void }) {
  const { data: organizations, isPending } = useQuery(organizationsQuery);
  const change = useMutation({ mutationFn: enterOrganization, onError: toastError });
  return (
    <>
      <Menu.Label>{m.organizationItems.organizations}</Menu.Label>
      {isPending && <Skeleton height={14} m={12} width="70%" />}
      {organizations !== undefined && (
        <Menu.RadioGroup
          value={organizations.find(({ current }) => current)?.id ?? ''}
          onChange={(id) => change.mutate(id)}
        >
          {organizations.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} disabled={change.isPending}>
              <Text dir="auto" truncate maw={200}>
                {name}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
      <Menu.Item leftSection={<IconPlus size={16} />} onClick={make}>
        {m.organizationItems.newOrganizationDialog}
      </Menu.Item>
    </>
  );
}
