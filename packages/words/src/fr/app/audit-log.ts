import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('fr');

const entries = counted({ one: '# entrée', other: '# entrées' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries: counted({ one: '# entrée', other: '# entrées' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} dans # chaîne`, other: `${entries} dans # chaînes` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `Les chaînes n’ont pas pu être vérifiées : ${message}`,
    verified: (count: string): string =>
      `Vérification terminée : ${count}. Aucune entrée n’a été modifiée, ajoutée ou supprimée.`,
    verifyingChains: 'Vérification des chaînes…',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({
        one: `# chaîne n’est pas intacte : ${slice}`,
        other: `# chaînes ne sont pas intactes : ${slice}`,
      })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `# donnée enregistrée contredit la piste d’audit : ${slice}`,
        other: `# données enregistrées contredisent la piste d’audit : ${slice}`,
      })(count),
    chainsVerified: 'Chaînes vérifiées',
  },
  words: {
    signers: 'Signataires',
    signingInPerson: 'Signature en personne',
    mail: 'E-mail',
    accountsAndSignIns: 'Comptes et connexions',
    invitations: 'Invitations',
    certificates: 'Certificats',
    certificateAuthorityKeys: 'Clés de l’autorité de certification',
    dataExports: 'Exports de données',
    securityIncidents: 'Incidents de sécurité',
    retention: 'Conservation',
    recordsOfProcessing: 'Registre des traitements',
    subProcessors: 'Sous-traitants ultérieurs',
    consentTexts: 'Textes de consentement',
    trustAnchors: 'Ancres de confiance',
    theOperator: 'L’exploitant',
    operatorsProgram: 'Le programme de l’exploitant',
    aRecipient: 'Un destinataire',
    apiKey: (name: string): string => `Clé API ${name}`,
  },
  auditLogPage: {
    when: 'Quand',
    what: 'Quoi',
    who: 'Qui',
    entries: 'Entrées',
    entriesOfAuditLog: 'Entrées du journal d’audit',
    noMatches: 'Aucun résultat',
    noEntryMatchesFilters: 'Aucune entrée ne correspond à vos filtres.',
    olderEntries: 'Entrées plus anciennes',
    auditLog: 'Journal d’audit',
    everyActionInOrganization:
      'Chaque action dans cette organisation, avec la personne et l’heure. Si quelqu’un modifie une entrée, la chaîne de hachage se rompt.',
    evidenceWithHashedBytesJson: 'Preuves avec les octets hachés (JSON Lines)',
    checkpointsAndWitnesses: 'Points de contrôle et témoins',
    onlyPerson: (id: string): string => `Seulement ${id}`,
    onlyDocument: (id: string): string => `Seulement le document ${id}`,
    removeFilter: (shown: string): string => `${shown} : supprimer ce filtre`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Actions pour « ${summary} »`,
    showAllOf: (name: string): string => `Afficher toutes les entrées : ${name}`,
    showAllOfDocument: 'Afficher toutes les entrées de ce document',
    downloadProof: 'Télécharger la preuve',
  },
  acceptLog: {
    title: 'Accepter ce journal d’audit ?',
    whatItMeans:
      'Le journal d’audit contredit un point de contrôle qui a été présenté. Acceptez-le uniquement si vous en connaissez la raison, par exemple après la restauration d’une sauvegarde. Votre nom et le motif deviennent une entrée du journal. Cette action est irréversible.',
    example: 'Par exemple : sauvegarde du 28 novembre restaurée après une panne de disque.',
    enterReason: 'Saisissez un motif.',
    accept: 'Accepter le journal',
    accepted: 'Journal d’audit accepté',
  },
  logState: {
    title: 'Points de contrôle et témoins',
    lead: 'Les points de contrôle signés prouvent qu’aucune entrée du journal d’audit n’a été modifiée, supprimée ou ajoutée après coup.',
    toEntries: 'Toutes les entrées',
    log: 'Journal d’audit',
    keepCopy:
      'Conservez un point de contrôle hors de ce service. Il prouvera plus tard que le journal contient toujours les mêmes entrées.',
    downloadCheckpoint: 'Télécharger le point de contrôle',
    downloadKeys: 'Télécharger les clés',
    entries: 'Entrées',
    count: counted({ one: '#', other: '#' }),
    upTo: counted({ one: 'La première entrée', other: 'Les # premières entrées' }),
    newestCheckpoint: 'Dernier point de contrôle',
    name: 'Nom du journal',
    keys: 'Clés de signature',
    copies: 'Copie sur un autre volume',
    pinFile: 'Le serveur compare le journal avec un fichier hors de la base de données.',
    noPinFile: 'Aucune.',
    none: 'Aucun',
    nothingYet: 'Rien pour l’instant',
    checkOffline: 'Téléchargez les clés et vérifiez le journal en ligne de commande :',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Dernier point de contrôle en texte',
    witnesses: 'Témoins',
    aboutWitnesses:
      'Un témoin est géré par une autre organisation. Il ne cosigne un point de contrôle que si le journal prolonge le précédent.',
    noWitnesses: 'Aucun témoin.',
    witness: 'Témoin',
    cosigned: 'Cosigné',
    lastTime: 'Dernière fois',
    checkpoints: 'Derniers points de contrôle',
    aboutCheckpoints:
      'Le serveur signe un point de contrôle dans la minute qui suit une nouvelle entrée, et après chaque document finalisé.',
    signed: 'Signé',
    timeStamp: 'Horodatage',
    cosignatures: 'Cosignatures',
    contradicted: 'Le journal d’audit contredit un point de contrôle signé',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `Le journal avait ${entries(size)}, et le point de contrôle en indique ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        counted({
          one: 'La première entrée ne correspond pas au point de contrôle.',
          other: 'Les # premières entrées ne correspondent pas au point de contrôle.',
        })(pinned),
      'unknown-key': (): string => 'Aucune clé de ce journal n’a signé le point de contrôle.',
    },
    sources: {
      'pin-file': 'Le point de contrôle se trouve dans PIN_FILE.',
      presented: 'Le point de contrôle se trouve dans un certificat d’achèvement que quelqu’un a vérifié.',
    },
    since: (time: string): string => `Constaté : ${time}.`,
    acceptPin: 'Seul l’exploitant du serveur peut accepter un journal qui contredit PIN_FILE, avec cette commande :',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Une ancienne sauvegarde a été restaurée, ou le journal a été réécrit. Cherchez la raison avant d’accepter le journal.',
    acceptDialog: 'Accepter le journal…',
  },
  follow: {
    person: 'Personne',
    nameOrAddress: 'Nom ou adresse',
    noMember: 'Aucun membre n’a ce nom ou cette adresse.',
    title: 'Titre',
    noDocument: 'Aucun document n’a ce titre.',
  },
};
