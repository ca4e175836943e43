/** Words that are no names when they are heard, or that are both. */
import { wordList } from '../../../core/text.ts';

/** Frequent words in English, German and Spanish. They become a name only if the letters are the same. */
const FREQUENT: ReadonlySet<string> = new Set(
  wordList(`
    a about after again ago all also always am an and any are as ask at away back be because been
    before being big both but by call came can come could day did do does done down each end even
    ever every far few find first for found from gave get give go goes going gone good got great had
    has have he hear heard her here hers hey hi him his home hour house how i if in into is it its
    just keep knew know last late later least left less let like little live long look lot love made
    make man many me mean meet men might mine more most much must my name near need never new next
    nice night no none nor not now of off often oh ok okay old on once one only or other our out
    over own part people place put quite rather read ready real really right said same saw say see
    seem seen send sent she should show since so some soon still such sure take talk tell ten than
    thank that the their them then there these they thing think this those though three through time
    to today told too took try two under until up upon us use very want was way we week well went
    were what when where which while who whole whom whose why with without won word words work would
    yeah year yes yet you young your
    aber alle alles bett bitte als also am an auch auf aus bei bin bis bist da damit dann das dass dein dem den
    denn der des dich die dir doch dort du durch ein eine einem einen einer er es etwas euch für ganz
    gar gegen gehen geht gerade gern gut habe haben hat hatte hier hin ich ihm ihn ihr im immer in
    ist ja jede jetzt kann kein keine komm kommt können machen macht mal man mehr mein meine mich mir
    mit muss nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine sich sie sind so
    soll sondern über um und uns unser unter viel vom von vor war waren warum was weg weil weiter wenn
    wer werden wie wieder will wir wird wo wohl zu zum zur zwei
    ahora al algo san allí antes aquí así aún bien bueno cada casa casi como con cosa cual cuando de del
    desde día donde dos el ella ellos en era eres es esa ese eso está están este esto fue ha había
    hace hacer han hasta hay hoy la las le les lo los luego más me mejor menos mi mismo mucho muy
    nada ni no nos nosotros nunca o otra otro para pero poco por porque pues que qué quien quiero sé
    se ser si sí siempre sin sobre solo son soy su sus también tan te tengo tiene todo todos tu tú
    un una uno usted va vamos ver vez voy y ya yo
  `),
);

/** Names that are ordinary words as well, so case and sound alone do not tell which was said. */
const BOTH: ReadonlySet<string> = new Set(
  wordList(`
    amber angel april archer art ash august autumn bill bishop bob brook brooks buck bud carol chance
    chase chip christian cliff cook crystal daisy dale dawn dean destiny dick don drew earl eve faith
    fern flora forest frank gene ginger glen grace grant guy hazel heath heather holly hope hunter
    iris ivy jack jasmine jay jean jewel joy june justice ken kit lance lane lily mark mason may
    melody mercy mike miles misty nick norm olive page parker pat pearl penny piper pip poppy ray
    reed rich river rob robin rock rod rose ruby rusty sage sandy sky skip sterling stone sue summer
    ted terry tiffany tom trip tucker van victor violet wade walker ward warren will willow wolf
    bach ernst falk frank frieda gabel hart hein horn kaiser klein koch könig krause kurt lange leo
    luck mark meister müller nelke reiner richter rosa sommer sonne stark stein thor wagner weber
    abril alba amparo blanca celeste clara consuelo cruz dolores esperanza estrella flor gloria
    guadalupe león luna luz mar mercedes milagros paz pilar rosario salvador sol victoria
  `),
);

export const isOrdinaryWord = (word: string): boolean => FREQUENT.has(word) || BOTH.has(word);
