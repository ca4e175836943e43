import { readTalks } from './talks.ts';
import { bestSentence } from '../src/engines/answering/best-sentence.ts';
const talks = readTalks('/work/main/eval/talks/seen');
const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
const answers = (alts: readonly string[], text: string) => {
  const said = new Set(plain(text).match(/[\p{L}\p{N}]+/gu));
  return alts.some((one) => (plain(one).match(/[\p{L}\p{N}]+/gu) ?? []).every((w) => said.has(w)));
};
const rows: any[] = [];
for (const t of talks)
  for (const q of t.questions) {
    const b = bestSentence(q.text, t.turns);
    const line = b
      ? `${b.before ? `${b.before.speaker}: ${b.before.text} ` : ''}${b.speaker}: ${b.text}`
      : '';
    rows.push({
      l: t.language,
      q,
      b,
      line,
      ok: q.answers.length > 0 && answers(q.answers, line),
      cov: b?.coverage ?? 0,
      score: b?.score ?? 0,
    });
  }
for (const l of ['en', 'de', 'es', 'all']) {
  const r = rows.filter((x) => l === 'all' || x.l === l);
  const can = r.filter((x) => x.q.answers.length),
    not = r.filter((x) => !x.q.answers.length);
  console.log(
    l,
    'first',
    can.filter((x) => x.ok).length,
    '/',
    can.length,
    [0.3, 0.4, 0.5, 0.6, 0.7]
      .map(
        (th) =>
          `cov${th}: admitted ${not.filter((x) => x.cov < th).length}/${not.length} refused ${can.filter((x) => x.cov < th).length} ok ${can.filter((x) => x.ok && x.cov >= th).length}`,
      )
      .join(' | '),
  );
  console.log(
    '   ',
    [0.6, 0.8, 1, 1.2, 1.4]
      .map(
        (th) =>
          `score${th}: adm ${not.filter((x) => x.score < th).length} ref ${can.filter((x) => x.score < th).length} ok ${can.filter((x) => x.ok && x.score >= th).length}`,
      )
      .join(' | '),
  );
}
if (process.env.SHOW)
  for (const x of rows.filter((x) => x.l === 'en' && !x.ok))
    console.log(
      x.q.answers.length ? 'WRONG' : 'NOANS',
      x.cov.toFixed(2),
      x.score.toFixed(2),
      x.q.text,
      '|',
      x.q.answers.join(' / '),
      '=>',
      x.line.slice(0, 150),
    );
