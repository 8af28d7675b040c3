import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'जारी है',
    notVerified: 'जाँचा नहीं गया',
    missing: 'अनुपस्थित',
    beingVerified: 'जाँच हो रही है',
    verified: 'जाँचा गया',
    damaged: 'क्षतिग्रस्त',
    manual: 'मैन्युअल',
    bySchedule: 'निर्धारित',
    byCommand: 'कमांड लाइन',
    noLongerInBackupStorage: 'बैकअप अब बैकअप संग्रहण में नहीं है।',
    storedFilesMissingOrDamaged: counted({
      one: 'उस समय एक संग्रहीत फ़ाइल अनुपस्थित या क्षतिग्रस्त थी। बाकी सब बैकअप में है।',
      other: 'उस समय # संग्रहीत फ़ाइलें अनुपस्थित या क्षतिग्रस्त थीं। बाकी सब बैकअप में है।',
    }),
    rows: counted({ one: '# पंक्ति', other: '# पंक्तियाँ' }),
    files: counted({ one: '# फ़ाइल', other: '# फ़ाइलें' }),
    backupDeleted: 'बैकअप हटाया गया',
    verify: 'जाँचें',
    deleteBackup: 'यह बैकअप हटाएँ?',
    cannotUndo: 'इसे वापस नहीं लिया जा सकता। जो फ़ाइलें केवल इस बैकअप में हैं, वे खो जाती हैं। दूसरे बैकअप पर असर नहीं पड़ता।',
    tableOf: (done, total) => `तालिका ${number(done)} / ${number(total)}`,
    fileOf: (done, total) => `फ़ाइल ${number(done)} / ${number(total)}`,
    tablesCopied: 'कॉपी की गई तालिकाएँ',
    filesCopied: 'कॉपी की गई फ़ाइलें',
    backup: 'बैकअप',
    contents: 'सामग्री',
    backupStarted: 'बैकअप शुरू हुआ',
    peopleCanKeepWorking: 'लोग काम जारी रख सकते हैं।',
    backupCreatedAndVerifiedEvery: (at) => `हर दिन ${at} UTC पर बैकअप बनता है और जाँचा जाता है।`,
    noBackupSchedule: 'बैकअप का कोई समय निर्धारित नहीं है।',
    location: (when, place) => `${when} स्थान: ${place}।`,
    databaseAndFilesOfWhole: 'पूरे इंस्टॉलेशन का डेटाबेस और फ़ाइलें, एन्क्रिप्टेड।',
    backUpNow: 'अभी बैकअप लें',
    noBackupsYet: 'अभी कोई बैकअप नहीं',
    createBackupToSee: 'बैकअप बनाएँ, फिर वह अपनी प्रगति के साथ यहाँ दिखेगा।',
  },
};
