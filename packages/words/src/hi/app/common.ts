import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('hi');

export const common: AppWords['common'] = {
  all: 'सभी',
  waiting: 'प्रतीक्षा में',
  completed: 'पूर्ण',
  declined: 'अस्वीकृत',
  expired: 'अवधि समाप्त',
  voided: 'वापस लिया गया',
  archived: 'अभिलेखित',
  previous: 'पिछला',
  next: 'अगला',
  delete: 'हटाएँ',
  undo: 'पूर्ववत करें',
  draft: 'ड्राफ़्ट',
  signed: 'हस्ताक्षरित',
  title: 'शीर्षक',
  status: 'स्थिति',
  nothingFound: 'कुछ नहीं मिला',
  newDocument: 'नया दस्तावेज़',
  documents: 'दस्तावेज़',
  countersign: 'Countersign',
  templates: 'टेम्पलेट',
  packages: 'पैकेज',
  loading: 'लोड हो रहा है',
  goToDocuments: 'दस्तावेज़ों पर जाएँ',
  more: (count) => `${number(count)} और`,
};
