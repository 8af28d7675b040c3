import type { FieldKind } from '@countersign/contract';
import { IconAt, IconCalendar, IconCheckbox, IconSignature, IconTypography, IconUser } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export const KIND_ICONS: Record<FieldKind, ComponentType<{ size?: number }>> = {
  signature: IconSignature,
  date: IconCalendar,
  name: IconUser,
  email: IconAt,
  text: IconTypography,
  checkbox: IconCheckbox,
};
