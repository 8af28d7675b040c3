import { TagsInput, type TagsInputProps } from '@mantine/core';
import { m } from './part-texts.ts';

const MOST = 20;
const LONGEST = 50;

/** Tags as typed, each completed with Enter or a comma. */
export function TagsField({ onChange, ...props }: TagsInputProps & { onChange: (tags: string[]) => void }) {
  return (
    <TagsInput
      label={m.tagsField.tags}
      description={m.tagsField.pressEnterOrComma}
      placeholder={m.tagsField.addTag}
      maxTags={MOST}
      splitChars={[',']}
      acceptValueOnBlur
      openOnFocus={false}
      {...props}
      // The contract accepts one line of at most fifty characters.
      onChange={(tags) => {
        const whole = tags.map((tag) => tag.replace(/\s+/g, ' ').trim().slice(0, LONGEST).trim());
        onChange([...new Set(whole)].filter((tag) => tag !== ''));
      }}
    />
  );
}
