import { Loader, Modal, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { pagePicture } from '../../api/pictures.ts';
import { documentQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PagePictures } from '../../ui/PagePictures.tsx';
import type { Package } from './queries.ts';
import { m } from './texts.ts';
import classes from './Packages.module.css';

type Props = { document: Package['documents'][number] };

/** The page pictures change when the document is sent, and after each signature. */
const stepOf = ({ sent_at: sent, signers }: Props['document']): number =>
  sent === null ? 0 : 1 + signers.filter(({ status }) => status === 'signed').length;

function Pages({ document: { id }, step }: Props & { step: number }) {
  const { data, error, refetch } = useQuery(documentQuery(id));
  if (error !== null && data === undefined) return <ErrorView isPart error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loader aria-label={m.preview.loading} />;
  return <PagePictures document={data} step={step} />;
}

/** A small picture of the first page. Clicking it opens all pages. */
export function Preview({ document }: Props) {
  const [opened, setOpened] = useState(false);
  const step = stepOf(document);
  const [failedStep, setFailedStep] = useState<number | null>(null);
  return (
    <>
      <UnstyledButton
        className={classes['thumbnail']}
        aria-label={m.preview.show(document.title)}
        onClick={() => setOpened(true)}
      >
        {failedStep === step ? (
          <IconFileText size={24} aria-hidden="true" />
        ) : (
          <img
            src={pagePicture(document.id, 1, 120, step)}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setFailedStep(step)}
          />
        )}
      </UnstyledButton>
      <Modal opened={opened} onClose={() => setOpened(false)} title={document.title} size="xl">
        <Pages document={document} step={step} />
      </Modal>
    </>
  );
}
