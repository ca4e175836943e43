import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { tokenCountOf } from './tokens.ts';

const ID = '0193a3b4-6c1e-7d0a-9f3b-2f6a81c40e5d';
const TEXTS: Record<string, string> = {
  English: 'Tomorrow afternoon I have to call the doctor, because my sister said the child is ill.',
  German:
    'Übermorgen fährt keine Straßenbahn; die Wohnungsbesichtigung wurde glücklicherweise verschoben.',
  Spanish: 'Mañana por la tarde tengo que llamar al médico; el niño está enfermo.',
  Polish:
    'Jutro po południu muszę zadzwonić do lekarza, siostra powiedziała, że dziecko jest chore.',
  Russian: 'Завтра вечером мне нужно позвонить врачу, сестра сказала, что ребёнок заболел.',
  Greek: 'Αύριο το απόγευμα πρέπει να τηλεφωνήσω στον γιατρό.',
  Arabic: 'غدا بعد الظهر يجب أن أتصل بالطبيب، قالت أختي إن الطفل مريض.',
  Hindi: 'कल दोपहर मुझे डॉक्टर को फोन करना है, मेरी बहन ने कहा कि बच्चा बीमार है।',
  Thai: 'พรุ่งนี้บ่ายฉันต้องโทรหาหมอ น้องสาวบอกว่าเด็กไม่สบาย',
  Chinese: '明天下午我要给医生打电话，我姐姐说孩子生病了，不能去上学。',
  Japanese: '明日の午後、医者に電話しなければなりません。',
  Korean: '내일 오후에 의사에게 전화해야 해요.',
  emoji: '😀🎉👍🏽👩‍👩‍👧 🇵🇹',
  ids: ID,
  JSON: JSON.stringify([{ id: ID, content: 'Is allergic to nuts.', at: '2026-10-31T22:30-07:00' }]),
  capitals: 'THIS IS SHOUTED WITH ABBREVIATIONS LIKE NASA',
};

for (const [name, text] of Object.entries(TEXTS)) {
  test(`the estimate for ${name} is not below a real tokenizer, and at most 2.5 times as high`, () => {
    const many = `${text} `.repeat(20);
    const real = countTokens(many);
    const estimate = tokenCountOf(many);
    assert.ok(estimate >= real && estimate <= real * 2.5, `${estimate} for ${real}`);
  });
}

test('an empty text costs nothing', () => {
  assert.equal(tokenCountOf(''), 0);
});
