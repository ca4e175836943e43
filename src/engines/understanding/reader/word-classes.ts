/** Classes of words that every language has. The models treat the words of a class alike. */
import { wordList } from '../../../core/text.ts';

const WORDS = {
  DAY: `
    sun mon tue tues wed thu thur thurs fri sat sunday monday tuesday wednesday thursday friday
    saturday sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend domingo lunes
    martes miércoles miercoles jueves viernes sábado sabado`,
  RELATIVE: `
    today tonight tomorrow heute morgen übermorgen uebermorgen hoy mañana manana weekend
    wochenende finde`,
  MONTH: `
    january february march april june july august september october november december januar
    februar märz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto
    septiembre octubre noviembre diciembre`,
  CLOCK: `
    o'clock half quarter noon midday midnight uhr halb viertel mittag media cuarto mediodía am
    pm morning afternoon evening mañana tarde noche abends nachmittags morgens früh`,
  COUNT: `
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty eins ein zwei drei vier fünf
    sechs sieben acht neun zehn elf zwölf zwanzig dreißig una dos tres cuatro cinco seis siete
    ocho nueve diez once doce veinte treinta`,
  ORDINAL: `
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth`,
  KIN: `
    wife husband mum mom mother dad father mama papa daughter son sister brother aunt auntie
    uncle cousin nephew niece grandma grandpa gran nan nana granddad grandmother grandfather
    grandson granddaughter partner girlfriend boyfriend fiancé fiancée fiance fiancee kid child
    children twins baby ex missus frau mann mutter vater tochter sohn schwester bruder oma opa
    tante onkel kind kinder enkel freundin freund cousine mujer esposa marido esposo madre padre
    mamá papá hija hijo hermana hermano abuela abuelo tía tío primo prima novia novio nieta
    nieto suegra suegro`,
  PET: `
    dog cat puppy kitten horse pony rabbit hamster goldfish parrot hen chicken hund katze kater
    pferd perro perra gato gata caballo`,
  HEALTH: `
    allergic allergy asthma diabetes diabetic celiac coeliac vegan vegetarian gluten lactose
    pills tablets medication insulin pregnant arthritis migraine migraines diagnosed surgery
    allergisch allergie vegetarisch vegetarierin vegetarier tabletten schwanger alérgica
    alérgico alergia vegana vegano vegetariana vegetariano pastillas embarazada`,
  WORK: `
    job work works worked working hired quit resigned retired promoted boss nurse teacher driver
    engineer manager company shift apprentice apprenticeship employer arbeite arbeitet arbeit
    gekündigt rente stelle firma ausbildung trabajo trabaja empleo jubilado jubilada despedido
    empresa contrato`,
  HOME: `
    live lives living moved rent flat apartment house neighbour neighborhood hometown wohne
    wohnt umgezogen gezogen wohnung vivo vive mudado mudamos piso casa barrio`,
  STUDY: `
    school college university degree studying studies course class learning thesis exam studiere
    studiert schule studium lerne estudio estudia universidad carrera aprendiendo aprendo`,
  LIFE: `
    born birthday married divorced engaged died dead broke split wedding turned anniversary
    geboren geburtstag verheiratet geschieden verlobt gestorben getrennt nací nació cumpleaños
    casado casada divorciado divorciada murió falleció`,
  OFTEN: `
    always never usually every anymore ever since used hate love favourite favorite prefer
    allergic immer nie jeden jede seit liebe hasse lieblings siempre nunca cada desde encanta
    odio favorito favorita`,
  HEDGE: `
    maybe perhaps might probably possibly someday sometime if would could vielleicht mal
    irgendwann wenn würde könnte quizás quizá igual si podría algún`,
  AGREE: `
    yes yeah yep yup sure ok okay fine deal done perfect great lovely grand right alright
    absolutely works suits ja klar gut passt gerne gern genau abgemacht einverstanden sí vale
    claro perfecto hecho bueno bien dale venga listo`,
  REFUSE: `
    no nope nah can't cannot won't sorry not don't nein nicht kann leider kein keine no tampoco
    imposible`,
  MEET: `
    appointment meeting meet party wedding dinner lunch breakfast coffee interview rehearsal
    match game concert class lesson visit viewing funeral reservation booked table tickets
    check-up checkup dentist doctor vet termin treffen feier hochzeit essen kaffee besichtigung
    probe spiel zahnarzt cita reunión fiesta boda cena comida almuerzo café partido entrevista
    médico dentista quedamos nos_vemos`,
};

const CLASSES = new Map<string, string[]>();
for (const [name, words] of Object.entries(WORDS)) {
  for (const word of wordList(words)) CLASSES.set(word, [...(CLASSES.get(word) ?? []), name]);
}

/** The classes whose words name a day or an hour. */
const TIME_CLASSES: ReadonlySet<string> = new Set([
  'DAY',
  'RELATIVE',
  'MONTH',
  'CLOCK',
  'COUNT',
  'ORDINAL',
]);

/** Returns the classes of a word in lower case. */
export function classesOf(word: string): readonly string[] {
  if (/^\d{1,2}(?:st|nd|rd|th)$/.test(word)) return ['ORDINAL'];
  if (/^\d{1,2}[:.]\d\d(?:am|pm)?$|^\d{1,2}(?:am|pm)$/.test(word)) return ['CLOCK'];
  if (/^\d/.test(word)) return ['COUNT'];
  const base = word.replace(/'s$/, '');
  return CLASSES.get(base) ?? CLASSES.get(base.replace(/s$/, '')) ?? [];
}

/** Returns whether a word in lower case names a day or an hour, or counts. */
export const isTimeWord = (word: string): boolean =>
  classesOf(word).some((name) => TIME_CLASSES.has(name));

/** The classes that stand for their words in the outline of a sentence. */
const OUTLINED = new Set([...TIME_CLASSES, 'KIN', 'PET']);

export const classOf = (word: string): string | undefined =>
  classesOf(word).find((name) => OUTLINED.has(name));
