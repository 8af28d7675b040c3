import { TagsInput, type TagsInputProps } from '@mantine/core';
import { m } from './part-texts.ts';

const MOST = 20;
const LONGEST = 50;

/** An input for tags. Enter or a comma completes a tag. */
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
      // A tag has at most fifty characters and no line breaks, as required by the contract.
      onChange={(tags) => {
        const whole = tags.map((tag) => tag.replace(/\s+/g, ' ').trim().slice(0, LONGEST).trim());
        onChange([...new Set(whole)].filter((tag) => tag !== ''));
      }}
    />
  );
}
