import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('hi');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'खोज और कमांड',
    searchOrJump: 'दस्तावेज़, पेज और कार्रवाइयाँ खोजें',
    close: 'बंद करें',
    results: 'परिणाम',
    thisDocument: 'यह दस्तावेज़',
    recentDocuments: 'हाल के दस्तावेज़',
    pages: 'पेज',
    actions: 'कार्रवाइयाँ',
    documents: 'दस्तावेज़',
    searching: 'खोज जारी है …',
    found: counted({ one: '# परिणाम', other: '# परिणाम' }),
    nothingFound: (text) => `“${text}” के लिए कुछ नहीं मिला।`,
    searchFailed: 'दस्तावेज़ों की खोज विफल रही।',
    showAllWith: (text) => `“${text}” वाले सभी दस्तावेज़ दिखाएँ`,
    settingsPage: (name) => `सेटिंग: ${name}`,
    keyboardShortcuts: 'कीबोर्ड शॉर्टकट',
  },
  keys: {
    keyboardShortcuts: 'कीबोर्ड शॉर्टकट',
    names: {
      palette: 'खोज और कमांड',
      newDocument: 'नया दस्तावेज़',
      search: 'दस्तावेज़ों की सूची में खोजें',
      next: 'दस्तावेज़ों की सूची में अगली पंक्ति',
      previous: 'दस्तावेज़ों की सूची में पिछली पंक्ति',
      select: 'पंक्ति चुनें या चयन हटाएँ',
      selectTo: 'यहाँ तक की सभी पंक्तियाँ चुनें',
      keys: 'कीबोर्ड शॉर्टकट',
    },
    open: 'पंक्ति खोलें',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: (link) => [
      'टाइप करते समय कुंजियाँ कुछ नहीं करतीं। एकल कुंजियाँ आप अपनी ',
      link('प्रोफ़ाइल'),
      ' में बंद कर सकते हैं।',
    ],
    areTurnedOff: (link) => ['एकल कुंजियाँ बंद हैं। आप उन्हें अपनी ', link('प्रोफ़ाइल'), ' में चालू कर सकते हैं।'],
  },
};
