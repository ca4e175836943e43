import { readTalks } from './talks.ts';
import { mentionsIn } from '../src/engines/understanding/reader/calendar/mentions.ts';
import { unitsOf } from '../src/engines/understanding/reader/units.ts';
const Z: any = {};
let n = 0, day = 0, time = 0, timed = 0, both=0; let td=0, tn=0; const miss: string[] = [];
const zoneOf = (when: string) => { const m = /([+-])(\d\d):(\d\d)$/.exec(when)!; return when.slice(-6); };
for (const t of [...readTalks(), ...readTalks('/work/main/eval/talks/seen')]) {
  if (t.language !== (process.env.L ?? 'en')) continue;
  const at = new Date(t.when);
  const today = { year: +t.when.slice(0,4), month: +t.when.slice(5,7), day: +t.when.slice(8,10) };
  const ms = (turn: number) => t.turns[turn] ? unitsOf({ language: t.language, turns: [{ text: t.turns[turn]!.text, speaker: 'a', isUser: false }] }).flatMap((u) => mentionsIn(u.tokens, today, t.language)).map((m: any) => m.kind === 'day' ? { has_day: true, date: m.date, time: null } : { has_day: false, time: m.time }) : [];
  for (const e of t.events) {
    n++;
    const lo = Math.min(...e.turns) - 1, hi = Math.max(...e.turns) - 1;
    const all: any[] = []; for (let i = Math.max(0, lo - 1); i <= hi + 1; i++) all.push(...ms(i));
    const d = all.some((m) => m.has_day ? m.date === e.start.slice(0, 10) : false) || (e.start.slice(0,10) === t.when.slice(0,10));
    if (d) day++;
    const hasT = e.start.length > 10; if (hasT) timed++;
    const tt = hasT && all.some((m) => m.time === e.start.slice(11)); if (tt) time++;
    if (d && (!hasT || tt)) both++; else if (miss.length < 60) miss.push(`${e.start} | when ${t.when} | ${e.turns.map((x) => t.turns[x - 1]!.text).join(' / ').slice(0, 220)} | GOT ${all.map((m) => (m.has_day ? m.date : '') + ' ' + m.time).join(', ')}`);
  }
  for (const k of t.tasks) if (k.due) { tn++; const lo = Math.min(...k.turns) - 1, hi = Math.max(...k.turns) - 1; const all: any[] = []; for (let i = Math.max(0, lo - 1); i <= hi + 1; i++) all.push(...ms(i)); if (all.some((m) => m.date === k.due!.slice(0, 10) || m.end?.date === k.due!.slice(0,10)) || k.due.slice(0,10) === t.when.slice(0,10)) td++; }
}
console.log({ n, day, timed, time, both, td, tn });
console.log(miss.join('\n'));
