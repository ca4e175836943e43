import { readTalks } from './talks.ts';
import { understandByRules } from '../src/engines/understanding/by-rules.ts';
import { scoreOf, sumOf } from '../eval/talks/score.ts';
import type { Transcript } from '../src/engines/understanding/maker.ts';
const ZONES = { en: 'Europe/London', de: 'Europe/Berlin', es: 'Europe/Madrid' };
const folder = process.env.FOLDER ?? '/work/main/eval/talks/seen';
const talks = readTalks(folder).filter((t) => !process.env.L || t.language === process.env.L);
export function transcriptOf(talk: any): Transcript {
  const speakers = [...new Set(talk.turns.map((x: any) => x.speaker))] as string[];
  let end = 0;
  const segments = talk.turns.map(({ speaker, text }: any, i: number) => {
    const start = end;
    end += text.split(' ').length * 0.4;
    return {
      id: `s${i + 1}`,
      text,
      speaker_id: speakers.indexOf(speaker),
      speaker_name: speaker,
      is_user: speaker === talk.user,
      start,
      end,
      confidence: null,
    };
  });
  return {
    started_at: new Date(talk.when),
    timezone: (ZONES as any)[talk.language],
    language: talk.language,
    user_name: talk.user,
    segments,
    known_memories: [],
    rejected_memories: [],
  };
}
const local = (d: Date, timeZone: string) =>
  d.toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T');
const counts = talks.map((talk) => {
  const t = transcriptOf(talk);
  const u = understandByRules(t);
  const un = {
    category: u.category,
    tasks: u.action_items.map((x) => ({
      text: x.description,
      due: x.due_at ? local(x.due_at, t.timezone) : null,
    })),
    events: u.events.map((e) => ({ text: e.title, start: local(e.start, t.timezone) })),
    memories: u.memories.map((m) => m.content),
    answers: [],
  };
  if (process.env.SHOW) {
    console.log(
      `\n=== ${talk.slug} [${talk.language} ${talk.condition}] ${talk.when} cat ${talk.category} / ${u.category}`,
    );
    if (process.env.SHOW === '2')
      for (const x of talk.turns) console.log(`   ${x.speaker}: ${x.text}`);
    console.log('TITLE', u.title, ' || gold', talk.title);
    console.log('OVER ', u.overview, ' || gold', talk.about);
    for (const g of talk.tasks) console.log('  gold task', g.who.join(), '|', g.what, '|', g.due);
    for (const g of un.tasks) console.log('   got task', g.text, '|', g.due);
    for (const g of talk.events) console.log('  gold event', g.what, g.start);
    for (const g of un.events) console.log('   got event', g.text, g.start);
    for (const g of talk.facts) console.log('  gold fact', g.subject, '|', g.value);
    for (const g of un.memories) console.log('   got fact', g);
  }
  return [talk.language, scoreOf({ ...talk, questions: [] }, un)] as const;
});
for (const l of ['en', 'de', 'es', 'all']) {
  const c = counts.filter(([x]) => l === 'all' || x === l).map(([, s]) => s);
  if (!c.length) continue;
  const s = sumOf(c);
  console.log(
    l,
    [...s]
      .filter(([k]) => !/answer/.test(k))
      .map(([k, [a, b]]) => `${k}: ${a}/${b}`)
      .join('; '),
  );
}
