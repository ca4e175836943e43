import { options } from 'preact';
import type { VNode } from 'preact';

type Element = VNode<{ autoFocus?: boolean }>;

const focus = (field: HTMLElement | null) => field?.focus();
const before = options.vnode;

/**
 * Focuses a field with `autoFocus` when it is shown, as React does. Preact leaves it to the browser,
 * which does so only once in the life of a document.
 */
options.vnode = (vnode) => {
  const { type, props } = vnode as Element;
  if (typeof type === 'string' && props.autoFocus) vnode.ref ??= focus;
  before?.(vnode);
};
