/** The names of secrets: the words that introduce one. This file contains only data. */

/**
 * The kind of value. `word`: any words. `number`: at least three digits. `long`: at least eight
 * digits. `key`: characters that nobody would say as a word.
 */
export type SecretKind = 'word' | 'number' | 'long' | 'key';

export interface SecretCue {
  kind: SecretKind;
  words: readonly string[];
  /** True for a cue that counts only when "is", "=" or a similar word follows immediately. */
  bare?: boolean;
  /** True when the value may be a list of words with commas. */
  isList?: boolean;
}

const rows = (kind: SecretKind, lines: string, bare = false): SecretCue[] =>
  lines
    .trim()
    .split(/\s*[;\n]\s*/)
    .filter(Boolean)
    .map((line) => ({ kind, words: line.split(' '), ...(bare && { bare }) }));

/** Names of lists of words. Their values go on after a comma. */
const PHRASES = rows(
  'word',
  `
  seed phrase; seed words; recovery phrase; recovery words; recovery seed; backup phrase; backup words; mnemonic
  wallet words; wallet twelve words; wallet 12 words; wallet 24 words; wallet phrase
  wiederherstellungsphrase; wiederherstellungswörter; seed wörter; sicherungswörter; wiederherstellungssatz
  frase semilla; palabras semilla; frase de recuperación; frase de recuperacion; palabras de recuperación
  phrase de récupération; mots de récupération; frase de recuperação; palavras de recuperação`,
).map((cue) => ({ ...cue, isList: true }));

export const CUES: readonly SecretCue[] = [
  ...PHRASES,
  ...rows(
    'word',
    `
    password; passwords; pass word; passwort; passwörter; kennwort; passphrase; pass phrase; codeword; code word; safeword
    safe word; secret word; codewort; losung; losungswort; contraseña; contrasena; contraseñas; passcode
    pass code; pw; pwd; passwd; passwort; wlan schlüssel; wifi key; wi fi key; network key
    clave del wifi; clave del wi fi; clave de acceso; clave de la wifi; clave del ordenador; clave del correo
    security answer; secret answer; answer to my security question; answer to the security question
    answer for my security question; answer to my secret question; security question answer
    sicherheitsantwort; antwort auf die sicherheitsfrage; antwort auf meine sicherheitsfrage
    respuesta de seguridad; respuesta secreta; respuesta a la pregunta de seguridad
    respuesta a mi pregunta de seguridad; réponse de sécurité; réponse secrète; resposta de segurança
    mot de passe; mots de passe; phrase de passe; phrase secrète; clé wifi; clé wi fi; clé du wifi; clé du wi fi
    senha; senhas; palavra passe; palavras passe; frase secreta; chave do wifi; chave do wi fi; chave da rede`,
  ),
  ...rows(
    'word',
    'clave; pass; credentials; logins; zugangsdaten; credenciales; identifiants; credenciais',
    true,
  ),
  ...rows('key', 'key; schlüssel; passport; pasaporte; reisepass; dni; nif; nie', true),
  ...rows(
    'number',
    `alarm; safe; key safe; lockbox;
    lock box; keypad; padlock; bike lock; bicycle lock; vault; tresor; fahrradschloss; zahlenschloss;
    vorhängeschloss; candado; caja fuerte; alarma; coffre; coffre fort; alarme; cadenas; cofre; cadeado`,
    true,
  ),
  ...rows(
    'number',
    `
    pin; pins; pin number; pin code; pincode; geheimzahl; geheimnummer; code; codes; combination
    digits on the back; numbers on the back; number on the back; ziffern auf der rückseite; zahl auf der rückseite
    dígitos del reverso; números de atrás
    combo; kombination; zahlenkombination; zahlencode; combinación; combinacion; código; codigo; cvv; cvc; cvv2; cvc2
    security number; csc; tan; otp; prüfnummer; kartenprüfnummer; clave; número secreto; numero secreto
    last four of my social; last four digits of my social; passcode; pass code; sort code; sort codes
    routing number; aba number; account number; account no; bank account; checking account; savings account
    blz; bankleitzahl; kontonummer; número de cuenta; numero de cuenta; cuenta bancaria; iban
    social security number; social security; social; ssn; national insurance number; sozialversicherungsnummer
    versicherungsnummer; número de la seguridad social; numero de la seguridad social; número de seguridad social
    numero de seguridad social; seguridad social; transit number; bsb
    code pin; digicode; code secret; code confidentiel; cryptogramme; numéro de compte; compte bancaire
    numéro de sécurité sociale; sécurité sociale; código pin; número da conta; conta bancária; niss
    número da segurança social; segurança social`,
  ),
  ...rows(
    'long',
    `
    account; routing; konto; cuenta; card number; card no; credit card; credit card number; debit card
    debit card number; bank card; visa card; visa
    mastercard; master card; american express; amex; kartennummer; kreditkarte; kreditkartennummer; ec karte
    número de tarjeta; numero de tarjeta; número de la tarjeta; numero de la tarjeta; tarjeta de crédito; tarjeta
    carte bancaire; carte bleue; carte de crédit; numéro de carte; numéro de la carte; cartão; cartão de crédito
    número do cartão`,
  ),
  ...rows(
    'key',
    `
    api key; api keys; api token; access token; auth token; secret key; access key; private key; client secret; bearer token; bearer
    signing key; signing secret; webhook secret; session token; refresh token; token; secret; encryption key
    recovery key; license key; licence key; product key; serial key; activation key; backup codes; backup code
    passport number; passport no; number of my passport; number on my passport; number of the passport
    driver license number; drivers license number; driver licence number; driving licence number; driving license number
    id card number; identity card number; tax id; tax number; tax identification number; taxpayer id
    reisepassnummer; passnummer; ausweisnummer; personalausweisnummer; führerscheinnummer; nummer meines passes
    steuer id; steuernummer; steueridentifikationsnummer; rentenversicherungsnummer; versicherungsnummer
    número de pasaporte; numero de pasaporte; número del pasaporte; número de mi pasaporte; pasaporte número
    número de identificación fiscal; número de licencia; clave de licencia; clave de producto; número del dni; número de dni
    numéro de passeport; número do passaporte; número de passaporte; número de identificação fiscal
    api schlüssel; geheimer schlüssel; clave api; clave secreta
    clave privada; aws secret; clé secrète; chave secreta`,
  ),
];

/** German compounds: "Haustürcode", "Karten-PIN". */
export const CUE_ENDINGS: readonly (readonly [RegExp, SecretKind])[] = [
  [/.(?:passwort|kennwort)$/u, 'word'],
  [
    new RegExp(
      '(?:tür|tuer|tor|alarm|zugangs|safe|tresor|schloss|sicherheits|freischalt|entsperr|' +
        'zahlen|haus|garagen|eingangs|pin|handy|bestätigungs|einmal|aktivierungs|verifizierungs|' +
        'entsperrungs|anmelde|login|tresor|wiederherstellungs)code$',
      'u',
    ),
    'number',
  ],
  [/(?:safe|tresor|schloss|zahlen|koffer|schließfach|spind)kombination$/u, 'number'],
  [
    /(?:lizenz|produkt|aktivierungs|serien|wiederherstellungs|api|zugriffs|zugangs)schlüssel$/u,
    'key',
  ],
  [/.(?:sicherheitsantwort)$/u, 'word'],
  [/^(?:karten|handy|sim|konto|bank)pin$/u, 'number'],
  [/(?:pin|code)(?:nummer)$/u, 'number'],
];
