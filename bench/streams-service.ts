/** The measured service: a child process of bench/streams.ts that reports its load. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../src/config.ts';
import { judgements } from '../src/engines/voice-activity/voice-activity.ts';
import { serve } from '../src/assembly/service.ts';

export interface Measured {
  /** CPU use as a share of one core. */
  cpu: number;
  /** Milliseconds from a complete frame to the decision about it. */
  waits: number[];
  loopDelayP99: number;
  residentMiB: number;
}

const service = await serve(readConfig(process.env));
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
let waits: number[] = [];
judgements.subscribe((wait) => waits.push(wait as number));
let since = performance.now();
let cpu = process.cpuUsage();

process.on('message', (message) => {
  if (message === 'stop') void service[Symbol.asyncDispose]().then(() => process.exit(0));
  if (message === 'begin') {
    waits = [];
    loop.reset();
    since = performance.now();
    cpu = process.cpuUsage();
  }
  if (message === 'end') {
    const used = process.cpuUsage(cpu);
    const measured: Measured = {
      cpu: (used.user + used.system) / 1000 / (performance.now() - since),
      waits,
      loopDelayP99: loop.percentile(99) / 1e6,
      residentMiB: process.memoryUsage().rss / 1024 ** 2,
    };
    process.send!(measured);
  }
});
process.send!({ url: service.url });
