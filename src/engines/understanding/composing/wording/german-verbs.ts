/** Infinitives of German verbs from the forms in which people ask and promise. */
import { pairsOf, wordList } from '../../../../core/text.ts';

/** Forms that change their vowel, with their infinitive. */
const STRONG = pairsOf(`
  gib:geben gibst:geben gibt:geben nimm:nehmen nimmst:nehmen nimmt:nehmen lies:lesen liest:lesen
  sieh:sehen siehst:sehen sieht:sehen sprich:sprechen sprichst:sprechen spricht:sprechen
  hilf:helfen hilfst:helfen hilft:helfen iss:essen isst:essen triff:treffen triffst:treffen
  trifft:treffen wirf:werfen wirfst:werfen wirft:werfen vergiss:vergessen vergisst:vergessen
  fährst:fahren fährt:fahren lädst:laden lädt:laden hältst:halten hält:halten läufst:laufen
  läuft:laufen schläfst:schlafen schläft:schlafen trägst:tragen trägt:tragen wäschst:waschen
  wäscht:waschen fängst:fangen fängt:fangen lässt:lassen rätst:raten lass:lassen
  empfiehl:empfehlen empfiehlst:empfehlen stirbt:sterben bewirbst:bewerben verdirbt:verderben
  bäckst:backen bäckt:backen brätst:braten gräbst:graben schlägst:schlagen schlägt:schlagen
  weiß:wissen weißt:wissen bin:sein bist:sein ist:sein sind:sein seid:sein hab:haben habe:haben
  hast:haben hat:haben habt:haben tu:tun tue:tun tust:tun tut:tun trete:treten tritt:treten
  trittst:treten`);

/** Verbs of errands, whose bare stem is an imperative: "Schick", "Ruf". */
const COMMON = new Set(
  wordList(`
  abholen achten ändern antworten arbeiten backen bauen beantragen bearbeiten bedanken begleiten
  behalten benachrichtigen besorgen besprechen bestätigen bestellen besuchen bezahlen bleiben
  bohren brauchen bringen buchen bügeln checken decken denken drucken erinnern erklären erledigen
  erzählen faxen fahren feiern finden fragen füllen füttern gehen gießen graben grüßen halten
  hängen heben heizen helfen holen hören impfen kaufen kehren kennen klären kleben klingeln
  klopfen kochen kommen kontrollieren kopieren kümmern kündigen kürzen laden lassen laufen legen
  leihen leiten lernen lesen liefern löschen machen mahlen malen mähen melden merken messen mieten
  mischen nähen nehmen notieren öffnen ordnen packen parken passen pflanzen planen probieren
  prüfen putzen räumen rechnen reden reinigen rennen reparieren reservieren retten rufen rühren
  sagen sammeln saugen schaffen schalten schauen schenken schicken schieben schließen schneiden
  schrauben schreiben sehen senden setzen sichern singen sorgen sparen speichern sperren spielen
  sprechen spülen starten stecken stehen stellen stornieren streichen suchen tanken tauschen
  teilen telefonieren tippen tragen treffen trinken üben überlegen übernehmen überprüfen
  überweisen unterschreiben vereinbaren verkaufen verlängern verschicken verschieben versuchen
  vorbereiten warten waschen wechseln wecken werfen wiederholen wiegen wischen zahlen zeichnen
  zeigen ziehen zählen auffüllen einkaufen mitbringen knöpfen trennen spritzen ölen wickeln`),
);

/** The infinitive of a form of the present; null for a word that is none. */
export function germanInfinitive(form: string): string | null {
  const strong = STRONG.get(form);
  if (strong !== undefined) return strong;
  if (!/^[a-zäöüß]{3,}$/u.test(form)) return null;
  const stem = form.replace(/(?:e?st|e?t|en?)$/u, '');
  for (const end of ['en', 'n']) {
    for (const each of [form, stem]) if (COMMON.has(each + end)) return each + end;
  }
  if (/(?:eln|ern|en)$/u.test(form)) return form;
  if (/[^aeiou]le$/u.test(form)) return `${form.slice(0, -2)}eln`;
  if (form.endsWith('e')) return `${form}n`;
  if (/[^s]st$/u.test(form)) return `${form.replace(/e?st$/u, '')}en`;
  return form.endsWith('t') && !/[aeiou]t$/u.test(form) ? `${form.replace(/e?t$/u, '')}en` : null;
}

/** Whether a word alone, first in a sentence, asks somebody to do something. */
export const isGermanImperative = (form: string): boolean =>
  STRONG.has(form) ||
  COMMON.has(`${form}en`) ||
  COMMON.has(`${form}n`) ||
  (form.endsWith('st') && COMMON.has(`${form.replace(/e?st$/u, '')}en`)) ||
  (form.endsWith('t') && COMMON.has(`${form.replace(/e?t$/u, '')}en`));

/** "Arbeite" becomes "arbeitet", "bin" becomes "ist". */
export function germanThirdPerson(form: string): string {
  const irregular = THIRD.get(form) ?? THIRD.get(form.replace(/n$/u, ''));
  if (irregular !== undefined) return irregular;
  const stem = form.replace(/en?$/u, '');
  if (stem === form && !COMMON.has(`${form}en`)) return form;
  const third = [...STRONG].find(
    ([other, infinitive]) =>
      infinitive === `${stem}en` && other.endsWith('t') && !other.endsWith('st'),
  );
  return third?.[0] ?? (/[td]$/u.test(stem) ? `${stem}et` : `${stem}t`);
}

const THIRD = pairsOf(`
  bin:ist sind:ist hab:hat habe:hat esse:isst lese:liest weiß:weiß muss:muss kann:kann darf:darf
  will:will soll:soll mag:mag möchte:möchte werde:wird hatte:hatte war:war wurde:wurde würde:würde
  könnte:könnte heiße:heißt vertrage:verträgt`);
