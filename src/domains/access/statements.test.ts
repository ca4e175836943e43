import { testStatements } from '../../testing/statements/statement-tests.ts';

testStatements(import.meta.dirname);
