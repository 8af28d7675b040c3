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
import type { Size } from './geometry.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Kind = { label: string; icon: ComponentType<{ size?: number }>; size: Size; min: Size };

/**
 * The kinds of fields in the order of the palette, with sizes in points. A signature smaller than 60 by 20 would be
 * illegible on paper.
 */
export const KINDS: Readonly<Record<FieldKind, Kind>> = {
  signature: {
    label: m.kinds.signature,
    icon: IconSignature,
    size: { width: 180, height: 48 },
    min: { width: 60, height: 20 },
  },
  initials: {
    label: m.kinds.initials,
    icon: IconLetterCase,
    size: { width: 60, height: 30 },
    min: { width: 20, height: 12 },
  },
  date: {
    label: m.kinds.date,
    icon: IconCalendar,
    size: { width: 96, height: 22 },
    min: { width: 48, height: 12 },
  },
  name: {
    label: labels.name,
    icon: IconUser,
    size: { width: 160, height: 22 },
    min: { width: 48, height: 12 },
  },
  email: {
    label: m.kinds.eMail,
    icon: IconAt,
    size: { width: 180, height: 22 },
    min: { width: 48, height: 12 },
  },
  company: {
    label: m.kinds.company,
    icon: IconBuilding,
    size: { width: 160, height: 22 },
    min: { width: 48, height: 12 },
  },
  'job-title': {
    label: m.kinds.jobTitle,
    icon: IconBriefcase,
    size: { width: 160, height: 22 },
    min: { width: 48, height: 12 },
  },
  text: {
    label: labels.text,
    icon: IconTypography,
    size: { width: 160, height: 22 },
    min: { width: 24, height: 12 },
  },
  number: {
    label: m.kinds.number,
    icon: IconHash,
    size: { width: 90, height: 22 },
    min: { width: 24, height: 12 },
  },
  checkbox: {
    label: m.kinds.checkbox,
    icon: IconCheckbox,
    size: { width: 14, height: 14 },
    min: { width: 9, height: 9 },
  },
  radio: {
    label: m.kinds.radio,
    icon: IconCircleDot,
    size: { width: 14, height: 14 },
    min: { width: 9, height: 9 },
  },
  attachment: {
    label: labels.file,
    icon: IconPaperclip,
    size: { width: 180, height: 22 },
    min: { width: 60, height: 12 },
  },
  dropdown: {
    label: m.kinds.dropdown,
    icon: IconSelect,
    size: { width: 140, height: 22 },
    min: { width: 36, height: 12 },
  },
};

export const FIELD_KINDS = Object.keys(KINDS) as FieldKind[];
