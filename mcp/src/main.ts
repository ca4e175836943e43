import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { NormalizedLines } from './normalized-lines.ts';
import { localServer } from './server.ts';
import { complaintAbout, serviceOf } from './service.ts';

const HELP = `The memories and conversations of a Commonplace service, for an AI assistant on this machine.
It speaks MCP on standard input and output: an assistant starts it, people do not.

  SVC_API_KEY       an MCP key (svc_mcp_…)
  SVC_API_BASE_URL  the address of the service; default: http://127.0.0.1:8080
`;

/** Standard output carries the protocol, so text for people goes to standard error. */
export function run(words: readonly string[], environment: NodeJS.ProcessEnv): number | undefined {
  const tell = (text: string) => void process.stderr.write(`${text}\n`);
  if (words.length > 0) {
    const isQuestion = ['help', '--help', '-h'].includes(words[0]!);
    tell(isQuestion ? HELP : `Unknown: ${words.join(' ')}\n\n${HELP}`);
    return isQuestion ? 0 : 2;
  }
  try {
    const service = serviceOf(environment);
    const complaint = complaintAbout(service.key);
    if (complaint) tell(complaint);
    else tell(`Commonplace: the tools of ${service.endpoint}`);
    const input = process.stdin.pipe(new NormalizedLines());
    serveStdio(() => localServer(service), {
      transport: new StdioServerTransport(input, process.stdout),
      onerror: ({ message }) => tell(message),
    });
    return undefined;
  } catch (error) {
    tell((error as Error).message);
    return 2;
  }
}
