import { figuresIn } from '../../figures.ts';

const { number } = figuresIn('en');

export const upload = {
  uploadProvider: {
    onePdfAtTime: 'One PDF at a time',
    droppedFiles: (filesCount: number): string =>
      `You dropped ${number(filesCount)} files. Nothing was uploaded. Drop them one by one. Each becomes a separate document.`,
    dropPdfToStart: 'Drop the PDF to start',
    oneFileAtMostMb: 'One file, at most 50 MB. It becomes a draft that only you can see.',
  },
};
