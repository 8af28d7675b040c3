import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'ठीक',
    warning: 'चेतावनी',
    actionNeeded: 'कार्रवाई आवश्यक',
    everythingInOrder: 'सब कुछ ठीक है।',
    ofToLookAt: (open, checksCount) => `${number(checksCount)} में से ${number(open)} जाँचों पर ध्यान देना आवश्यक है।`,
    system: 'सिस्टम',
    checksForProductionReadiness: 'उत्पादन की तैयारी और सुरक्षा की जाँच। हर 30 सेकंड में अपडेट।',
    checkNow: 'अभी जाँचें',
    productionReadiness: 'उत्पादन की तैयारी',
    checksMustPassBeforePeople: 'वे जाँचें जो इस इंस्टॉलेशन पर निर्भर होने से पहले सफल होनी चाहिए।',
    security: 'सुरक्षा',
    agesOfKeysAndCertificates: 'कुंजियों और प्रमाणपत्रों की आयु, कमज़ोर सेटिंग, बिना दूसरे कारक वाले लोग।',
    thisServer: 'यह सर्वर',
    version: 'संस्करण',
    started: 'शुरू हुआ',
    database: 'डेटाबेस',
    postgresql: 'PostgreSQL',
    schema: 'स्कीमा',
    passed: counted({ one: '# जाँच सफल', other: '# जाँचें सफल' }),
  },
};
