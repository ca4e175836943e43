import { alternatives } from '../../core/text.ts';

/** The sentences of an answer without a model, in the language of the question. */
export interface Phrases {
  locale: string;
  tasks(count: number): string;
  /** When nothing answers. */
  nothing: string;
  /** After it, when something was found. */
  nearest: string;
  /** About a secret, with the mark of its source and the masked words. */
  hidden(mark: string, said: string): string;
  yes: string;
  no: string;
  /** The user, in lower case. */
  you: string;
  /** Before what was said at an earlier time. */
  before: string;
  fromMemories: string;
  events: string;
  openTasks: string;
  fromConversations: string;
  inFile(name: string): string;
  due(day: string): string;
  untitled: string;
  notFound: string;
  /** The words when the memories were not searched. */
  notSaid: string;
}

const ENGLISH: Phrases = {
  locale: 'en-GB',
  tasks: (count) => (count === 1 ? 'One open task' : `${count} open tasks`),
  nothing: 'I have nothing on that.',
  nearest: 'The nearest is below.',
  hidden: (mark, said) =>
    `It was said here${mark}, and is masked: “${said}” Open the source to read it.`,
  yes: 'Yes',
  no: 'No',
  you: 'you',
  before: 'Before',
  fromMemories: 'From your memories:',
  events: 'Events:',
  openTasks: 'Open tasks:',
  fromConversations: 'From your conversations:',
  inFile: (name) => `In ${name}:`,
  due: (day) => `due ${day}`,
  untitled: 'Untitled',
  notFound: 'I found nothing about that in your conversations and memories.',
  notSaid: 'I found nothing about that in your conversations.',
};
const GERMAN: Phrases = {
  locale: 'de-DE',
  tasks: (count) => (count === 1 ? 'Eine offene Aufgabe' : `${count} offene Aufgaben`),
  nothing: 'Dazu habe ich nichts.',
  nearest: 'Das Nächste steht darunter.',
  hidden: (mark, said) =>
    `Das wurde hier gesagt${mark} und ist verdeckt: „${said}“ Öffne die Quelle, um es zu lesen.`,
  yes: 'Ja',
  no: 'Nein',
  you: 'du',
  before: 'Vorher',
  fromMemories: 'Aus deinen Erinnerungen:',
  events: 'Termine:',
  openTasks: 'Offene Aufgaben:',
  fromConversations: 'Aus deinen Gesprächen:',
  inFile: (name) => `In ${name}:`,
  due: (day) => `fällig am ${day}`,
  untitled: 'Ohne Titel',
  notFound: 'Dazu habe ich in deinen Gesprächen und Erinnerungen nichts gefunden.',
  notSaid: 'Dazu habe ich in deinen Gesprächen nichts gefunden.',
};
const SPANISH: Phrases = {
  locale: 'es-ES',
  tasks: (count) => (count === 1 ? 'Una tarea pendiente' : `${count} tareas pendientes`),
  nothing: 'No tengo nada sobre eso.',
  nearest: 'Lo más cercano está abajo.',
  hidden: (mark, said) =>
    `Se dijo aquí${mark} y está oculto: “${said}” Abre la fuente para leerlo.`,
  yes: 'Sí',
  no: 'No',
  you: 'tú',
  before: 'Antes',
  fromMemories: 'De tus recuerdos:',
  events: 'Citas:',
  openTasks: 'Tareas pendientes:',
  fromConversations: 'De tus conversaciones:',
  inFile: (name) => `En ${name}:`,
  due: (day) => `para el ${day}`,
  untitled: 'Sin título',
  notFound: 'No he encontrado nada sobre eso en tus conversaciones y recuerdos.',
  notSaid: 'No he encontrado nada sobre eso en tus conversaciones.',
};

const GERMAN_WORD = new RegExp(
  String.raw`\b(?:${alternatives(`
  wann wer wen wem wo wohin woher wie warum welche[rsnm]? ist sind hat haben der die das den dem
  und was ich du mein meine soll muss`)})\b`,
  'giu',
);
const SPANISH_WORD =
  /[¿¡]|\b(?:qué|quién|quiénes|cuándo|cuánto|cuánta|cuántos|cuántas|cuál|dónde|cómo|por|el|la|los|las|del|tiene|está)\b/giu;
const ENGLISH_WORD =
  /\b(?:when|who|whom|what|where|why|how|which|is|are|does|did|has|have|the|of|to|do|i|my)\b/giu;

const counted = (text: string, words: RegExp): number => (text.match(words) ?? []).length;

export function phrasesFor(question: string): Phrases {
  const english = counted(question, ENGLISH_WORD);
  const german = counted(question, GERMAN_WORD);
  const spanish = counted(question, SPANISH_WORD);
  if (german > english && german >= spanish) return GERMAN;
  return spanish > english ? SPANISH : ENGLISH;
}
