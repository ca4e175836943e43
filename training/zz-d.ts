import { loadReader, readTalk } from '../src/engines/understanding/reader/reader.ts';
const m = loadReader();
const read = (language: string, ...lines: any[]) => readTalk({ language, turns: lines.map(([speaker, text]: any) => ({ speaker, text, isUser: speaker === 'Ana' })) }, '2026-03-10T09:00', { ...m, bounds: { ...m.bounds, task: 0.05, 'event time': 0.05 } });
for (const r of [read('en', ['Ben', "Let's meet for lunch on Thursday at one."], ['Ana', 'Lovely, see you there. I will book a table.']),
    read('de', ['Ben', 'Wollen wir am Donnerstag um eins zusammen essen?'], ['Ana', 'Gern, passt. Ich reserviere einen Tisch.']),
    read('es', ['Ben', '¿Quedamos para comer el jueves a la una?'], ['Ana', 'Vale, perfecto. Yo reservo la mesa.']),
    read('en', ['Ana', "Could you call the plumber tomorrow?"], ['Ben', 'Sure, no problem.']),
    read('en', ['Ana', "I'll send you the photos tonight."], ['Ben', 'Great.']),
    read('en', ['Ben', "Can you bring the drill on Saturday?"], ['Ana', 'I will.']),
    ]) console.log(r.events.map((e) => [e.date, e.time, e.chance]), r.tasks.map((t) => [t.unit.text, t.chance, t.isForOther, t.due]));
