import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('nl');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'zo dadelijk',
    inSeconds: (seconds: number): string => `over ${number(seconds)} seconden`,
    inMinutes: (seconds: number): string => `over ${number(seconds)} minuten`,
    serverCannotBeReached: 'De server is niet bereikbaar',
    connectionOrServerDown:
      'Uw verbinding of de server ligt eruit. Uw invoer is er nog. Probeer het zo dadelijk opnieuw.',
    noAnswer: 'De server heeft niet geantwoord',
    outcomeUnknown:
      'De verbinding is verbroken, dus we weten niet of uw wijziging is opgeslagen. Laad de pagina opnieuw om dat te controleren en probeer het opnieuw als uw wijziging ontbreekt.',
    signedOut: 'U bent uitgelogd',
    sessionEnded: 'Uw sessie is beëindigd. Log opnieuw in om verder te gaan.',
    doNotHavePermission: 'U hebt geen toestemming',
    notFound: 'Niet gevonden',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} Misschien is het verwijderd, of is het van een andere organisatie.`,
    somethingNeedsCorrecting: 'Controleer uw invoer',
    tooManyAttempts: 'Te veel pogingen',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `U hebt te vaak een verkeerde waarde ingevoerd. Probeer het ${inSeconds} opnieuw.`,
    notPartOfPlan: 'Niet in uw abonnement',
    linkNoLongerWorks: 'Deze link werkt niet meer',
    tooManyRequests: 'Te veel verzoeken',
    nothingChanged: (inSeconds: string): string => `Er is niets gewijzigd. Probeer het ${inSeconds} opnieuw.`,
    temporarilyUnavailable: 'Tijdelijk niet beschikbaar',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Probeer het ${inSeconds} opnieuw.`,
    somethingWentWrongOnServer: 'Er is iets misgegaan op de server',
    savedDataSafe:
      'Uw opgeslagen gegevens zijn veilig. Probeer het opnieuw. Gebeurt het weer, stuur uw beheerder dan het verzoek-ID.',
    didNotWork: 'De actie is mislukt',
    canceledOrTookTooLong:
      'De actie is geannuleerd of duurde te lang. Probeer het opnieuw of gebruik een andere methode.',
    canceled: 'De actie is geannuleerd. Probeer het opnieuw of gebruik een andere methode.',
    deviceOrPasswordManagerAlready: 'Dit apparaat of deze wachtwoordmanager heeft al een passkey voor uw account.',
    passkeysDoNotWork: 'Passkeys werken niet op dit adres. Open Countersign met de hostnaam via HTTPS.',
    browserOrDeviceCannotCreate: 'Deze browser of dit apparaat kan geen geschikte passkey maken.',
    passkeyNotUsed: 'De passkey is niet gebruikt',
    pageHasProblem: 'Er is een probleem met deze pagina',
    documentsSafeOnServer:
      'Uw documenten zijn veilig op de server. Laad de pagina opnieuw. Misschien moet u niet-opgeslagen wijzigingen opnieuw invoeren.',
  },
};
