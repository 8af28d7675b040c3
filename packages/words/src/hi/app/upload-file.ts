import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('hi');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'दस्तावेज़',
    nothingUploaded: 'कुछ अपलोड नहीं हुआ।',
    fileEmpty: 'यह फ़ाइल खाली है',
    hasNoContent: (name, kept) => `“${name}” में कोई सामग्री नहीं है। ${kept} दस्तावेज़ फिर से PDF में सहेजें, फिर वह फ़ाइल चुनें।`,
    fileTooLarge: 'यह फ़ाइल बहुत बड़ी है',
    hasMb: (name, size, kept) =>
      `“${name}” का आकार ${number(size)} MB है। सीमा 50 MB है। ${kept} उसके चित्रों का आकार घटाएँ, या फ़ाइल को बाँटें।`,
    notPdf: 'यह PDF नहीं है',
    cannotBeSigned: (name, kept) => `“${name}” का फ़ॉर्मैट दूसरा है। ${kept} उसे PDF में सहेजें या प्रिंट करें, फिर वह फ़ाइल चुनें।`,
    pdfProtectedByPassword: 'यह PDF पासवर्ड से सुरक्षित है',
    passwordDoesNotOpenPdf: 'यह पासवर्ड PDF नहीं खोलता',
    pdfEncryptedInWay: 'यह PDF ऐसे तरीके से एन्क्रिप्टेड है जो समर्थित नहीं है',
    pdfSignedAndEncrypted: 'यह PDF हस्ताक्षरित और एन्क्रिप्टेड है',
    pdfListsPageTwice: 'इस PDF में एक पृष्ठ दो बार दर्ज है',
    pdfCannotBeRepairedWithout: 'यह PDF बिना बदले ठीक नहीं की जा सकती',
    pageOfPdfCannot: 'इस PDF का एक पृष्ठ नहीं दिखाया जा सकता',
    pdfTooLongTo: 'यह PDF ठीक किए जाने के लिए बहुत लंबी है',
    pdfDynamicForm: 'यह PDF एक डायनेमिक फ़ॉर्म है',
    pdfLockedByCertification: 'यह PDF प्रमाणन से लॉक है',
    pdfDoesNotAllowNew: 'यह PDF नए हस्ताक्षर फ़ील्ड की अनुमति नहीं देती',
    pdfHasActiveContent: 'इस PDF में सक्रिय सामग्री है',
    pdfDamaged: 'यह PDF क्षतिग्रस्त है',
    formFieldOfPdfCannot: 'इस PDF का एक फ़ॉर्म फ़ील्ड नहीं दिखाया जा सकता',
    pdfCannotBeRead: 'यह PDF पढ़ी नहीं जा सकती',
    theFile: (message) => `फ़ाइल: ${message}।`,
    fileNotAccepted: 'यह फ़ाइल स्वीकार नहीं हुई',
    notStored: (ofTheFile) => `${ofTheFile} इसे रखा नहीं गया।`,
  },
};
