/**
 * Node's test runner tracks every promise with an asynchronous hook, to find the test to which an
 * uncaught error belongs. This takes a seventh of the CPU time of tests with a service.
 * `endTracking` ends it once all tests are known, because the hook also tells which suite a test is
 * in. An uncaught error then fails the file instead of a test. `--import` loads this file before
 * the test runner.
 */
import asyncHooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const { createHook } = asyncHooks;
const hooks = [];

asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks);
  hooks.push(hook);
  return hook;
};
syncBuiltinESMExports();

export function endTracking() {
  for (const hook of hooks) hook.disable();
}
