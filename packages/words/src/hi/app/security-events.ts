import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('hi');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'खाते और साइन-इन',
    tooManyAttempts: 'बहुत अधिक प्रयास',
    rejectedKeys: 'अस्वीकृत कुंजियाँ',
    rejectedOperations: 'अस्वीकृत कार्रवाइयाँ',
    limitsReached: 'सीमाएँ पूरी',
    requestFirewall: 'अनुरोध फ़ायरवॉल',
    membersAndRoles: 'सदस्य और भूमिकाएँ',
    invitations: 'आमंत्रण',
    certificates: 'प्रमाणपत्र',
    certificateAuthorityKeys: 'प्रमाणपत्र प्राधिकरण की कुंजियाँ',
    securityIncidents: 'सुरक्षा घटनाएँ',
    trustAnchors: 'ट्रस्ट एंकर',
    dataExports: 'डेटा निर्यात',
    retention: 'संग्रहण',
    userImports: 'सदस्यों के आयात',
    critical: 'गंभीर',
    high: 'उच्च',
    medium: 'मध्यम',
    low: 'कम',
  },
  securityEventsPage: {
    when: 'कब',
    what: 'क्या',
    severity: 'गंभीरता',
    who: 'किसने',
    timesWithinMinute: (summary: string, count: number) => `${summary} (एक मिनट में ${number(count)} बार)`,
    events: 'इवेंट',
    any: 'कोई भी',
    andHigher: (label) => `${label} और उससे ऊपर`,
    onePerson: 'एक व्यक्ति',
    showAllPeople: 'सभी लोग दिखाएँ',
    showAllAddresses: 'सभी पते दिखाएँ',
    securityEvents: 'सुरक्षा इवेंट',
    noMatches: 'कोई परिणाम नहीं',
    noSecurityEventMatchesFilters: 'आपके फ़िल्टर से कोई सुरक्षा इवेंट मेल नहीं खाता।',
    olderEvents: 'पुराने इवेंट',
    signInsRejectedRequests:
      'साइन-इन, अस्वीकृत अनुरोध, और सदस्यों, कुंजियों व अनुमतियों के बदलाव। नए इवेंट अपने आप दिखते हैं। security.events का वेबहुक उन्हें आपके अपने सिस्टम में भेजता है।',
    dataJsonLines: 'डेटा (JSON lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (इस दिन ${number(count)} बार)`,
    times: (when: string, count: number) => `${when}, ${number(count)} बार`,
    showEach: 'हर बार का समय दिखाएँ',
  },
};
