/** The texts of the page in German, by their English text. */
export const GERMAN = {
  'Set up Commonplace': 'Commonplace einrichten',
  'Join Commonplace': 'Commonplace beitreten',
  'Create the owner account of this installation. It stays on this machine.':
    'Erstelle das Konto des Eigentümers dieser Installation. Es bleibt auf diesem Rechner.',
  'You were invited to this service. Create your account.':
    'Du wurdest zu diesem Dienst eingeladen. Erstelle dein Konto.',
  'Your name': 'Dein Name',
  'E-mail': 'E-Mail',
  'Password, at least 12 characters': 'Passwort, mindestens 12 Zeichen',
  'Time zone': 'Zeitzone',
  'Create the account': 'Konto erstellen',
  'Your account is ready': 'Dein Konto ist bereit',
  'This is your first developer key. It is shown this once:':
    'Das ist dein erster Entwicklerschlüssel. Er wird nur dieses eine Mal gezeigt:',
  'Read your memories with it:': 'Lies damit deine Erinnerungen:',
  'To hear it work, run this beside the service:':
    'Um den Dienst arbeiten zu hören, führe das neben ihm aus:',
  'Fill in this field.': 'Fülle dieses Feld aus.',
  'Use at least 12 characters.': 'Nimm mindestens 12 Zeichen.',
  'This is not a complete e-mail address.': 'Das ist keine vollständige E-Mail-Adresse.',
  'Use an IANA time zone such as Europe/Lisbon': 'Nimm eine IANA-Zeitzone wie Europe/Lisbon',
  'This set-up link is not valid. The terminal shows the current link.':
    'Dieser Link ist nicht gültig. Das Terminal zeigt den jetzigen Link.',
  'The owner account already exists. Sign in instead.':
    'Das Konto des Eigentümers gibt es schon. Melde dich an.',
};
