/** The sentences of the pages in German, by their English text. */
export const GERMAN_SENTENCES = {
  'Sign in': 'Anmelden',
  'Continue with {name}': 'Weiter mit {name}',
  'Sign in with a passkey': 'Mit einem Passkey anmelden',
  'Sign out': 'Abmelden',
  'E-mail': 'E-Mail',
  Password: 'Passwort',
  Continue: 'Weiter',
  Cancel: 'Abbrechen',
  'Back to {name}': 'Zurück zu {name}',
  'The address or the password is wrong.': 'Die Adresse oder das Passwort ist falsch.',
  'Enter the e-mail address and the password of your account.':
    'Gib die E-Mail-Adresse und das Passwort deines Kontos ein.',

  // Consent.
  '{name} ({place}) asks for access to your data.':
    '{name} ({place}) bittet um Zugang zu deinen Daten.',
  'Sign in to see what it wants; nothing is given out before you allow it.':
    'Melde dich an, um zu sehen, was er will; ohne deine Erlaubnis wird nichts herausgegeben.',
  'Connect {name}': '{name} verbinden',
  'Connect {name}?': '{name} verbinden?',
  Assistant: 'Assistent',
  Address: 'Adresse',
  'Returns to': 'Kehrt zurück zu',
  'Your account': 'Dein Konto',
  'Go on only if you have just started this in {name} yourself.':
    'Mach nur weiter, wenn du das gerade selbst in {name} begonnen hast.',
  'It may read': 'Er darf lesen',
  'It may change: tick what it shall do': 'Er darf ändern: Kreuze an, was er tun soll',
  'It may already do this, and goes on doing it whatever you choose here:':
    'Das darf er schon, und er darf es weiter, was immer du hier wählst:',
  'The connection ends': 'Die Verbindung endet',
  'never by itself': 'nie von selbst',
  'on {date}, as now': 'am {date}, wie jetzt',
  'in 1 day': 'in 1 Tag',
  'in {days} days': 'in {days} Tagen',
  Allow: 'Erlauben',
  'Connected assistants': 'Verbundene Assistenten',
  'Connect an assistant': 'Einen Assistenten verbinden',
  'Use another account': 'Ein anderes Konto verwenden',
  'You can end this at any time under {link}.': 'Du kannst das jederzeit beenden: {link}.',
  'Choose at least one permission, or cancel.': 'Wähle mindestens ein Recht, oder brich ab.',
  'an app on this device ({host})': 'eine App auf diesem Gerät ({host})',
  'a program on this computer ({host})': 'ein Programm auf diesem Rechner ({host})',
  'This request has ended': 'Diese Anfrage ist beendet',
  'The request was already answered, is too old, or was begun in another browser; or your browser has not kept its cookie.':
    'Die Anfrage ist schon beantwortet, zu alt oder in einem anderen Browser begonnen; oder dein Browser hat sein Cookie nicht behalten.',
  'Start again in your assistant.': 'Beginne noch einmal in deinem Assistenten.',
  'Read what is remembered about you': 'Lesen, was über dich bekannt ist',
  'Add, change and delete memories': 'Erinnerungen anlegen, ändern und löschen',
  'Read your conversations, transcripts and daily summaries':
    'Deine Gespräche, Mitschriften und Tagesüberblicke lesen',
  'Save conversations and notes, and name speakers':
    'Gespräche und Notizen speichern, und sagen, wer sprach',
  'Read your tasks': 'Deine Aufgaben lesen',
  'Add, change, complete and delete tasks': 'Aufgaben anlegen, ändern, erledigen und löschen',
  'Read your goals': 'Deine Ziele lesen',
  'Add goals and change their progress': 'Ziele anlegen und ihren Fortschritt ändern',
  'Read whom you talk with, and a few things they said':
    'Lesen, mit wem du sprichst, und einiges, was sie sagten',
  'Read what you asked here and what was answered':
    'Lesen, was du hier gefragt hast und was geantwortet wurde',

  // Unknown assistants.
  'This assistant is not registered here.': 'Dieser Assistent ist hier nicht eingetragen.',
  'Nobody has checked the name that it gives itself; only the address is certain.':
    'Niemand hat den Namen geprüft, den er sich gibt; nur die Adresse ist sicher.',
  'It returns to a program on this computer.':
    'Er kehrt zu einem Programm auf diesem Rechner zurück.',
  'Any program on this computer can pretend to be this assistant.':
    'Jedes Programm auf diesem Rechner kann sich als dieser Assistent ausgeben.',
  'The name of the host contains letters that are not plain Latin ({mark}).':
    'Der Name des Rechners enthält Buchstaben, die nicht einfach lateinisch sind ({mark}).',
  'It may imitate another name.': 'Er kann einen anderen Namen nachahmen.',
  'An assistant that is not registered here wants to connect. Sign in to decide.':
    'Ein Assistent, der hier nicht eingetragen ist, will sich verbinden. Melde dich an, um zu entscheiden.',
  'Unknown assistant': 'Unbekannter Assistent',
  'Look up {host}?': '{host} nachschlagen?',
  'An unknown assistant at {host} wants to connect.':
    'Ein unbekannter Assistent bei {host} will sich verbinden.',
  'To see what it is, this service would read a document at this address:':
    'Um zu sehen, was er ist, würde dieser Dienst ein Dokument an dieser Adresse lesen:',
  'Go on only if you have just started this yourself.':
    'Mach nur weiter, wenn du das gerade selbst begonnen hast.',
  'Nothing about you is sent.': 'Über dich wird nichts gesendet.',
  'Look it up': 'Nachschlagen',
  'This assistant cannot be looked up': 'Dieser Assistent lässt sich nicht nachschlagen',
  'The address of its document is not valid.': 'Die Adresse seines Dokuments ist nicht gültig.',
  'The address redirects elsewhere.': 'Die Adresse leitet woandershin weiter.',
  'The address answers with an error (HTTP {status}).':
    'Die Adresse antwortet mit einem Fehler (HTTP {status}).',
  'The address is not on the public internet.': 'Die Adresse liegt nicht im öffentlichen Internet.',
  'The address does not answer in time, or its certificate is not valid.':
    'Die Adresse antwortet nicht rechtzeitig, oder ihr Zertifikat ist nicht gültig.',
  'The document did not arrive, or is larger than {MAX_KB} KB.':
    'Das Dokument kam nicht an oder ist größer als {MAX_KB} KB.',
  'The document is not JSON.': 'Das Dokument ist kein JSON.',
  'The document is not valid: {problem}.': 'Das Dokument ist nicht gültig: {problem}.',
  'The document is about another client.': 'Das Dokument beschreibt einen anderen Client.',
  'Nothing was looked up': 'Es wurde nichts nachgeschlagen',
  'The assistant got no access. You can close this page.':
    'Der Assistent hat keinen Zugang bekommen. Du kannst diese Seite schließen.',

  // Failures.
  'Something went wrong on our side. It was logged.':
    'Bei uns ist etwas schiefgegangen. Es steht im Protokoll.',
  'The request failed': 'Die Anfrage ist gescheitert',
  'This assistant is not registered': 'Dieser Assistent ist nicht eingetragen',
  'The assistant requested access with an unknown client id.':
    'Der Assistent bat mit einer unbekannten Client-ID um Zugang.',
  'This assistant cannot get access': 'Dieser Assistent kann keinen Zugang bekommen',
  'The request contains an address that is not registered for the assistant.':
    'Die Anfrage enthält eine Adresse, die für den Assistenten nicht eingetragen ist.',
  'Assistants that are registered here connect by signing in; ChatGPT and Claude are.':
    'Assistenten, die hier eingetragen sind, verbinden sich durch Anmelden; ChatGPT und Claude sind es.',
  'Every other one connects with an MCP key: the page {link} makes one.':
    'Jeder andere verbindet sich mit einem MCP-Schlüssel, den diese Seite erstellt: {link}.',
  'The operator can register others with {clients}, or let users look them up with {unknown}.':
    'Der Betreiber kann andere mit {clients} eintragen, oder sie mit {unknown} nachschlagen lassen.',
  'The assistant sent a request that this service cannot accept.':
    'Der Assistent hat eine Anfrage geschickt, die dieser Dienst nicht annehmen kann.',
  'For its developer: {reason}': 'Für seinen Entwickler: {reason}',
  'Send the body as a form, with Content-Type: application/x-www-form-urlencoded.':
    'Sende den Inhalt als Formular, mit Content-Type: application/x-www-form-urlencoded.',
  'Too many wrong passwords.': 'Zu viele falsche Passwörter.',
  'Too many requests.': 'Zu viele Anfragen.',
  'Too many people are signing in right now. Try again in a moment.':
    'Gerade melden sich zu viele Menschen an. Versuche es gleich noch einmal.',
  'The passkey was refused. It may have been removed, or the request is older than five minutes. Try again, or sign in another way.':
    'Der Passkey wurde abgelehnt. Vielleicht wurde er entfernt, oder die Anfrage ist älter als ' +
    'fünf Minuten. Versuche es noch einmal, oder melde dich anders an.',
  'The form is too large.': 'Das Formular ist zu groß.',
  'This form comes from another site.': 'Dieses Formular kommt von einer anderen Seite.',
  'This page is too old, or your browser has not kept its cookie. Allow cookies for this site, go back, reload the page and try again.':
    'Diese Seite ist zu alt, oder dein Browser hat sein Cookie nicht behalten. Erlaube ' +
    'Cookies für diese Seite, geh zurück, lade neu und versuche es noch einmal.',
};
