declare module 'core-js/actual/async-disposable-stack/index.js';
