/** Words around the names of secrets, which tell whether there is one. This file contains only data. */

import { wordList } from '../../core/text.ts';

const PLACES = wordList(`
  door gate garage alarm safe lock locker vault building house lobby entry entrance access
  keypad padlock lockbox unlock screen voicemail security verification authentication login two-factor
  2fa otp backup recovery one-time onetime sms cvv cvc pass secret apartment flat elevator lift cellar
  basement office shed bike suitcase parking phone wifi key intercom gym pool barrier disarm bank card
  activation launch master storage cabin cottage airbnb studio
  tür haustür haus tor keller puerta entrada edificio garaje portal casa caja acceso alarma seguridad
  porte alarme entrée immeuble portail coffre maison accès sécurité porta portão prédio garagem cofre acesso
  segurança cadeado`);

/** Things that a code, a combination or a key opens. Codes for other things must be numbers. */
export const OPENS = new Set(PLACES);

/** Words before "code", "number" or "pin" that show that it is not secret. */
export const HARMLESS_BEFORE = new Set(
  wordList(`
  zip postal post area country calling error status promo promotion promotional discount coupon voucher booking
  exit dress qr bar colour color source flight airport reference order tracking product dialling dialing
  response http course tax airline station gift hex morse genetic building's machine legacy penal civil
  criminal city building-code promo- referral invite confirmation reservation swift bic currency language
  ascii character unicode return shell java python team's commodity industry rating model part catalog
  stock lapel bowling rolling safety hair firing tie drawing push map gpio ground reset fehler
  postleit vorwahl rabatt gutschein länder farb postal descuento promocional área barras error país color
  fuente civil pénal barre barres erreur couleur pays région barra fonte cor erro país indicatif our-of
  ac dc vcc hat enamel fabric fare`),
);

/** Words after "password", "PIN" or "code" that change its meaning. */
export const HARMLESS_AFTER = new Set(
  wordList(`
  reset resets manager managers policy policies field fields prompt rule rules length email emails e-mail
  mail mails page link links box sheet protection protected protector hint hints expiry expiration generator vault
  meeting meetings call calls talk media worker workers event events club board boards cushion cushions
  review reviews reviewer base bases freeze coverage quality smell style
  generation generator conduct postal path paths example examples snippet change changes changer rotation
  requirement requirements strength letter letters pad reader readers compartment word-of entry screen
  screens dialog dialogs form forms limit issue issues problem problems bug bugs cleanup clean-up
  idea ideas concept approach thing test tests recovery book notebook hash hashes hashing leak breach breaches-of validation validator
  switch team teams repository repo owner owners editor camp school list lists locks lock lineup wheel wheels
  header headers pins layout stripe striped up-to ceremony platform skater count counts bucket budget budgets
  habits habit hygiene limits expires expired usage counter price prices agent cleaners words length`),
);

/** Words between the name of a secret and its value. */
export const COPULAS = new Set(
  wordList(`
  is are was were be = : equals reads becomes remains stays says goes ist lautet war heißt heisst sind es son
  era eran será sera est isnt's bleibt deletrea deletreo buchstabiert isn't wasn't aren't sont était sera é são foi fica`),
);

/** Words that may come before the value. */
export const FILLERS = new Set(
  wordList(`
  now still just simply currently actually um uh er erm basically literally again ah oh well so like
  jetzt immer noch einfach nur also ähm äh momentan aktuell ahora todavía pues eh sigue siendo siempre
  klar natürlich gern gerne claro bueno vale
  alors bah ben euh bien voici donc maintenant encore toujours então agora ainda pois sim
  please probably believe think guess remember know you i yeah yes ok okay sure right hm hmm mm-hm mhm`),
);

/** Words that describe a secret without revealing it: "the password is wrong". */
export const NO_SECRET = new Set(
  wordList(`
  wrong incorrect invalid right required needed mandatory optional missing empty blank weak strong stronger
  safe secure unsafe insecure different unchanged changed reset rotated lost gone forgotten expired expiring
  valid case same not never also only too very really quite pretty rather so as in on at under inside by
  from with without behind near next between above below around for to of up out off about over
  saved stored written hidden known being going getting taking making set kept printed taped stuck shared
  hashed encrypted salted masked protected leaked compromised cached managed handled asked checked sent
  hard easy easier difficult simple long longer short shorter fine good bad terrible great okay ok new old older
  the a an my your our his her their its this that these those there here it he she we they you i one
  something anything nothing everything someone somebody everybody what where who whom when why how which whatever whether
  like due overdue yours mine ours theirs done broken working ready complicated important annoying
  already always usually sometimes often no yes nope sure maybe because if and or but than then
  sensitive unique random secret confidential private public temporary permanent default mixed
  required. correct can could should would will must may might do does did have has had been
  case-sensitive available visible blocked locked accepted rejected refused active
  falsch richtig nicht kein keine zu im auf bei am an vom von aus für mit unter hinter neben abgelaufen geändert
  sicher unsicher neu alt lang kurz schwach stark das der die dem den ein eine einen mein meine dein deine unser
  schon leer ungültig vergessen dasselbe gleich gleiche weg kompliziert geheim wichtig gespeichert notiert
  groß hier dort dann wenn weil aber und oder wie wo was wer warum ich du er sie wir ihr
  incorrecta correcta incorrecto no en muy la el los las una un unos mi tu su nuestra demasiado débil segura seguro
  larga corta nueva vieja misma mismo otra otro caducada obligatoria necesaria fácil difícil importante secreta
  cuál qué cual quién dónde cuándo cómo para por con sin de del al que donde cuando como si y o pero
  porque está igual none better worse harder easier
  quel quelle quels quelles qual quais trop très pas plus mal faux fausse correcte incorrecte expiré
  oublié perdu changé le les des du mon ma mes ton ta tes
  notre votre leur ce cette dans sur sous avec pour par chez et ou mais qui quoi où quand je tu il elle nous vous ils
  déjà court courte longue fort faible nouveau nouvelle même obligatoire sûr écrit noté enregistré requis
  errada errado incorreta incorreto muito demasiado curta curto fraca forte nova velha mesma na nas nos em com sem
  os as um uma meu minha seu sua nosso nossa quem onde quando ou mas eu ele ela nós eles já sempre não obrigatória
  necessária expirada esquecida guardada escrita aqui ali`),
);

/**
 * Words that describe the state of a secret only if they are the whole value. "Correct horse
 * battery" is a secret.
 */
export const STATES = new Set(
  wordList(`
  wrong right correct incorrect strong weak safe secure easy simple long short fine good bad great new old random
  secret private public default unique important broken ready mixed visible active blocked locked hidden lost gone
  valid leaked known strong stronger different temporary terrible printed written done salted random sunny
  falsch richtig sicher neu alt lang kurz schwach stark geheim segura nueva vieja larga corta fácil`),
);

/** Words after such a state that do not make it a secret. */
export const AFTER_STATE = new Set(
  wordList(`
  now again anyway already still yet today and or but so because if when since until in on at for to by from
  with than enough though too of as jetzt und oder aber wieder heute y o pero ahora`),
);

/** Words that end a secret, because they continue the sentence. */
export const GOES_ON = new Set(
  wordList(`
  and but so because which that if when since until please for then or while though and, i you we they it
  on in at und aber weil denn damit für bitte oder wenn y pero porque para por si et e mais parce car pour mas porque`),
);

/** Words before a number that name the thing that the number counts or identifies. */
export const LABELS = new Set(
  wordList(`
  room rooms gate flight bus tram train line platform apartment floor page chapter version order invoice ticket
  case call extension ext suite seat highway route model size article section paragraph bug issue pr request build
  port error status channel zimmer gleis flug seite raum version bestellung rechnung habitación vuelo página
  since until around about over approximately circa in of year unit lot box bin lane exit step level
  at by um gegen ab seit tracking parcel serial reference isbn imei customer call ring dial-in case
  phone tel telephone mobile cell fax hotline chambre vol quai étage ligne quarto voo cais andar linha
  rufnummer telefon teléfono street avenue road`),
);

/** Subjects whose numbers are not secret: "The order number is 88123". */
export const SUBJECTS = new Set(
  wordList(`
  order invoice tracking ticket reference booking reservation customer extension hotline version zip total price
  amount cost bill balance budget salary rent serial parcel bestellnummer telefonnummer rechnungsnummer
  rufnummer handynummer kundennummer postleitzahl pedido teléfono factura precio commande facture
  téléphone prix encomenda fatura telefone preço preis betrag isbn imei height
  weight distance population score year`),
);

/**
 * Subjects that need "number" after them. Otherwise the number in "the PIN of my phone is 4711"
 * would not be secret.
 */
export const NUMBERED = new Set(
  wordList(`
  phone telephone mobile room flight fax model part item membership member policy claim licence license plate
  house street confirmation case vuelo address order invoice tracking ticket reference booking reservation
  customer serial parcel extension`),
);

/** Words after a number that name the thing that the number counts. */
export const UNITS = new Set(
  wordList(`
  minutes minute hours hour days day weeks week months month years year times people dollars dollar euros euro
  pounds pound percent lines line characters character digits digit letters words word pages page kilos kilo kg km
  miles mile meters metres meter degrees votes users attempts tries rooms floors pins points steps seconds second
  bits bit bytes kilometres kilometers bucks cents francs yen grand thousand hundred million am pm o'clock oclock
  items entries files commits tests guests seats stars units calories grams litres liters cups watts volts
  minuten stunden tage tagen wochen monate jahre jahren uhr euro mal leute prozent zeichen stellen ziffern zeilen wörter
  minutos horas días semanas meses años veces personas por caracteres dígitos líneas palabras euros
  lignes linhas mètres metros heures jours dias semaines meses chiffres caractères personnes pessoas fois vezes
  random different passwords codes employees customers miles street avenue road st ave rd participants`),
);

/** The first words of a reply that does not contain the secret. */
export const NO_ANSWER = new Set(
  wordList(`
  no not i let hang wait hold one which sorry sure ask check look same we you he she they don't can't
  never why what ok okay yes yeah yep well um uh hm hmm thanks thank good great fine maybe ja nein moment warte
  ich sí si no espera un gracias nice cool alright right got it's`),
);

/** Verbs and nouns for signing in; a name and a password may follow them. */
export const LOGINS: readonly (readonly string[])[] =
  `log in;log on;logged in;login;logon;sign in;sign on;signed in;username;user name;einloggen;anmelden
  benutzername;iniciar sesión;nombre de usuario;connecter;identifiant;nom d utilisateur;iniciar sessão
  nome de usuário;nome de utilizador`
    .split(/[;\n]\s*/)
    .map((words) => words.split(' '));

/** Words that join the parts of one secret, or a name and its password. */
export const JOINS = new Set(
  wordList(
    `and then plus followed by with slash colon dash comma / : , und dann mit y luego con et puis avec e depois com`,
  ),
);

/** Words that negate a value, as in "Not 4821 but 4812." */
export const NEGATIONS = new Set(
  "not never isn't wasn't aren't nicht nie nunca pas jamais não no".split(' '),
);
export const CONTRASTS = new Set(wordList('but rather always sondern sino mais mas'));
