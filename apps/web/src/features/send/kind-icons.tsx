import type { FieldKind } from '@countersign/contract';
import {
  IconAt,
  IconBriefcase,
  IconBuilding,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconHash,
  IconLetterCase,
  IconPaperclip,
  IconSelect,
  IconSignature,
  IconTypography,
  IconUser,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

export const KIND_ICONS: Record<FieldKind, ComponentType<{ size?: number }>> = {
  signature: IconSignature,
  initials: IconLetterCase,
  company: IconBuilding,
  'job-title': IconBriefcase,
  number: IconHash,
  radio: IconCircleDot,
  dropdown: IconSelect,
  date: IconCalendar,
  name: IconUser,
  email: IconAt,
  text: IconTypography,
  checkbox: IconCheckbox,
  attachment: IconPaperclip,
};
