import { classNames } from './class-names.ts';

/** Colours repeat after eight speakers, so each speaker also has initials. */
export const speakerColour = (colour: number) => `var(--speaker-${(Math.abs(colour) % 8) + 1})`;

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

export function SpeakerDot({
  name,
  colour,
  className = '',
}: {
  name: string;
  colour: number;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-6 flex-none place-items-center rounded-full text-[10px] font-semibold text-paper',
        className,
      )}
      style={{ backgroundColor: speakerColour(colour) }}
    >
      {initialsOf(name)}
    </span>
  );
}
