/** The queries and changes of dismissed items that other rooms may use. */
export { dismissGone, moveDismissed, selectDismissed } from './dismissals.sql.ts';
