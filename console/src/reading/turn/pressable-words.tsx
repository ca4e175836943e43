import type { ComponentProps, KeyboardEvent } from 'react';

/**
 * Words that act when they are pressed. The text of a `button` cannot be selected with the mouse, so
 * this is a `span`.
 */
export function PressableWords({
  onPress,
  ...rest
}: Omit<ComponentProps<'span'>, 'onClick'> & { onPress: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPress();
  };
  return (
    <span
      role="button"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={() => {
        // The end of a selection is also a click.
        if (getSelection()?.isCollapsed !== false) onPress();
      }}
      {...rest}
    />
  );
}
