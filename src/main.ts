#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { applyMemorySettings } from './operating/memory-settings.ts';

if (existsSync('.env')) loadEnvFile('.env');
const words = process.argv.slice(2);
// This replaces the process, so nothing else is loaded before.
if (words[0] === 'serve') applyMemorySettings();
await (await import('./command-line.ts')).runCommandLine(words);
