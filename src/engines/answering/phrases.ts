/** The sentences of an answer without a model, in the language of the question. */
export interface Phrases {
  locale: string;
  tasks(count: number): string;
  nearest: string;
  /** Before events that may be what the question means. */
  perhaps: string;
  fromMemories: string;
  events: string;
  openTasks: string;
  fromConversations: string;
  inFile(name: string): string;
  due(day: string): string;
  untitled: string;
  nothing: string;
  /** The words when the memories were not searched. */
  nothingSaid: string;
}

const ENGLISH: Phrases = {
  locale: 'en-GB',
  tasks: (count) => (count === 1 ? 'One open task' : `${count} open tasks`),
  nearest: 'I found nothing that answers this; the nearest is below.',
  perhaps: 'Perhaps',
  fromMemories: 'From your memories:',
  events: 'Events:',
  openTasks: 'Open tasks:',
  fromConversations: 'From your conversations:',
  inFile: (name) => `In ${name}:`,
  due: (day) => `due ${day}`,
  untitled: 'Untitled',
  nothing: 'I found nothing about that in your conversations and memories.',
  nothingSaid: 'I found nothing about that in your conversations.',
};
const GERMAN: Phrases = {
  locale: 'de-DE',
  tasks: (count) => (count === 1 ? 'Eine offene Aufgabe' : `${count} offene Aufgaben`),
  nearest: 'Dazu habe ich nichts gefunden; das Nächste steht darunter.',
  perhaps: 'Vielleicht',
  fromMemories: 'Aus deinen Erinnerungen:',
  events: 'Termine:',
  openTasks: 'Offene Aufgaben:',
  fromConversations: 'Aus deinen Gesprächen:',
  inFile: (name) => `In ${name}:`,
  due: (day) => `fällig am ${day}`,
  untitled: 'Ohne Titel',
  nothing: 'Dazu habe ich in deinen Gesprächen und Erinnerungen nichts gefunden.',
  nothingSaid: 'Dazu habe ich in deinen Gesprächen nichts gefunden.',
};
const SPANISH: Phrases = {
  locale: 'es-ES',
  tasks: (count) => (count === 1 ? 'Una tarea pendiente' : `${count} tareas pendientes`),
  nearest: 'No tengo nada que responda a esto; lo más cercano está abajo.',
  perhaps: 'Quizás',
  fromMemories: 'De tus recuerdos:',
  events: 'Citas:',
  openTasks: 'Tareas pendientes:',
  fromConversations: 'De tus conversaciones:',
  inFile: (name) => `En ${name}:`,
  due: (day) => `para el ${day}`,
  untitled: 'Sin título',
  nothing: 'No he encontrado nada sobre eso en tus conversaciones y recuerdos.',
  nothingSaid: 'No he encontrado nada sobre eso en tus conversaciones.',
};

const GERMAN_WORD =
  /\b(?:wann|wer|wen|wem|wo|wohin|woher|wie|warum|welche[rsnm]?|ist|sind|hat|haben|der|die|das|den|dem|und|ich|muss)\b/giu;
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
