import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'शुरू करने के लिए PDF छोड़ें',
    oneFileAtMostMb: 'हर फ़ाइल अधिक से अधिक 50 MB। कई फ़ाइलें साथ या एक-एक करके भेजी जा सकती हैं।',
  },
};
