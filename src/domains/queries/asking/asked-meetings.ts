/** The next meeting as a time: "before my next meeting with Ana", "vor meinem nächsten Termin". */
import { alternatives } from '../../../core/text.ts';
import { unquoted } from './asked-days.ts';

const NEXT_MEETING = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${alternatives(String.raw`
    (?:before|until|till)\s+(?:my|our|the)\s+next\s+(?:meeting|call|appointment)
    (?:vor|bis\s+zu)\s+(?:meine[mr]|unsere[mr]|de[mr])\s+nächsten\s+(?:treffen|termin|meeting|besprechung)
    (?:antes\s+de|hasta)\s+(?:mi|nuestra|la)\s+pr[óo]xima\s+(?:reuni[óo]n|cita)`)})` +
    String.raw`(?![\p{L}\p{N}])(?=(?:\s+(?:with|mit|con)\s+(?<name>[\p{L}\p{N}'’-]+))?)`,
  'iu',
);

export interface AskedMeeting {
  /** The range of the words, without those that name a person. */
  start: number;
  end: number;
  /** The first word of the name that follows; null without one. */
  name: string | null;
}

export function askedMeeting(query: string): AskedMeeting | null {
  const match = NEXT_MEETING.exec(unquoted(query));
  if (!match) return null;
  const { index: start, groups } = match;
  return { start, end: start + match[0].length, name: groups?.name ?? null };
}
