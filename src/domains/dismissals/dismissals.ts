/** What other rooms may ask of what the user took away, and note about it. */
export { dismissGone, moveDismissed, selectDismissed } from './dismissals.sql.ts';
