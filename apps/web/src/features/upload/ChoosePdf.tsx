import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useUpload } from './UploadProvider.tsx';
import { m } from './dialog-texts.ts';
import { labels } from '../../ui/labels.ts';

/** Opens the file dialog, uploads the file, and opens the editor. Several files can be selected. */
export function ChoosePdf({ focused, ...looks }: Pick<ButtonProps, 'size' | 'variant'> & { focused?: boolean }) {
  const upload = useUpload();
  return (
    <FileButton
      accept="application/pdf,.pdf"
      multiple
      onChange={upload}
      inputProps={{ 'aria-label': m.choosePdf.pdfFile }}
    >
      {(props) => (
        <Button
          {...props}
          {...looks}
          leftSection={<IconUpload size={18} />}
          data-autofocus={focused}
          autoFocus={focused ?? false}
        >
          {labels.choosePdf}
        </Button>
      )}
    </FileButton>
  );
}
